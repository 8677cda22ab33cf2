"""training_digests.py TOUCHSTONE PINNED: 200 steps of each quickstart give the pinned bits."""
import json
import subprocess
import sys

program, pinned = sys.argv[1:3]
with open(pinned, encoding="ascii") as stream:
    expected = dict(line.split() for line in stream if not line.startswith("#"))
wrong = 0
for name in ("mlp", "cnn", "transformer"):
    done = subprocess.run([program, f"quickstart_{name}", "--steps", "200", "--json"], capture_output=True,
                          text=True, check=True)
    answer = json.loads(done.stdout)
    found = answer["parameters_digest"]
    falls = answer["losses"][-1] < 0.8 * answer["losses"][0]
    print(f"{name} {found}  loss {answer['losses'][0]} to {answer['losses'][-1]}")
    wrong += found != expected.get(name) or not falls
sys.exit(1 if wrong else 0)
