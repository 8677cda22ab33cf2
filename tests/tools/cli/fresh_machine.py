"""fresh_machine.py TOUCHSTONE EXAMPLES: strict accepts the shipped examples where nothing but the
program and the examples is there.

The examples are copied to a folder that is then read-only; the environment is empty but for a PATH
and a home folder without anything in it. Every obligation is derived now; a ledger of somebody else's
beside the model changes nothing.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, EXAMPLES = sys.argv[1], sys.argv[2]
folder = tempfile.mkdtemp(prefix="touchstone_fresh_")
home, copy = os.path.join(folder, "home"), os.path.join(folder, "examples")
os.mkdir(home)
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": home}
failures = []
count = 0


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, cwd=home,
                          env=ENVIRONMENT, timeout=300, encoding="utf-8", check=False)


def check(name, holds, shown=""):
    global count
    count += 1
    if not holds:
        failures.append(f"{name}: {shown}")


def expect_derived(name, *arguments):
    """Accepted by strict, with every obligation derived by this run."""
    done = run("verify", "--profile", "strict", *arguments, "--json")
    check(name, done.returncode == 0, done.stdout[-600:] + done.stderr)
    if done.returncode != 0:
        return
    verdict = json.loads(done.stdout)
    counts = verdict["obligations"]
    check(name + ": obligations", counts["all"] > 0 and counts["derived"] == counts["all"]
          and counts["recorded"] == 0, counts)
    check(name + ": home", os.listdir(home) == [], os.listdir(home))


shutil.copytree(EXAMPLES, copy)
ledger = os.path.join(folder, "theirs.jsonl")
models = sorted(m for m in glob.glob(os.path.join(copy, "**", "*.json"), recursive=True)
                if '"touchstone.model"' in open(m, encoding="utf-8").read())
check("all models", len(models) == 4, models)
for model in models:
    recording = run("verify", "--training", "--record", ledger, model)
    check("record " + model, recording.returncode == 0, recording.stderr)
for where, _, files in os.walk(copy):
    for file in files:
        os.chmod(os.path.join(where, file), 0o444)
    os.chmod(where, 0o555)
for model in models:
    for training in ([], ["--training"]):
        expect_derived(f"{model} {training}", *training, model)
        expect_derived(f"{model} {training}, their ledger", *training, "--ledger", ledger, model)
alone = run("verify", "--profile", "strict", "--evidence", "recorded", "--ledger", ledger, models[0])
check("their ledger alone", alone.returncode == 1 and "unsigned ledger" in alone.stdout, alone.stdout)
for where, _, files in os.walk(copy):
    os.chmod(where, 0o755)
shutil.rmtree(folder)
print("\n".join(failures))
print(f"{count - len(failures)} of {count} cases as expected")
sys.exit(1 if failures or count == 0 else 0)
