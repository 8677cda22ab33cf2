"""shared_models.py TOUCHSTONE MODEL [NAME=N …]: a real model, as ONNX and as imported.

Strict accepts both, and both give the same bits on the same seeded inputs.
"""
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

PROGRAM, MODEL, BINDINGS = sys.argv[1], sys.argv[2], sys.argv[3:]
SHAPES = [argument for binding in BINDINGS for argument in ("--shape", binding)]


def answer(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{arguments}: status {done.returncode}\n{done.stdout.decode()}{done.stderr.decode()}")
    return json.loads(done.stdout)


def seeded_inputs(inputs, file):
    """Normal values, and among them each special value once."""
    generator = random.Random(1)
    special = [0.0, -0.0, 1e-45, -1e-45, 3e38, float("inf"), float("nan")]
    header, data = {}, b""
    for value in inputs:
        count = 1
        for extent in value["shape"]:
            count *= extent
        numbers = [generator.gauss(0, 1) for _ in range(count)]
        if "special" in file:
            for number in special:
                numbers[generator.randrange(count)] = number
        begin = len(data)
        data += struct.pack(f"<{count}f", *numbers)
        header[value["name"]] = {"dtype": "F32", "shape": value["shape"], "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    with open(file, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text + data)
    return file


folder = tempfile.mkdtemp(prefix="touchstone_shared_")
imported = os.path.join(folder, "imported.json")
verdict = answer("verify", "--profile", "strict", *SHAPES, MODEL)
answer("import", *SHAPES, MODEL, "-o", imported)
again = answer("verify", "--profile", "strict", imported)
for key in ("verdict", "bit_exact", "rows", "obligations"):
    if verdict[key] != again[key]:
        sys.exit(f"{key} differs: {verdict[key]} and {again[key]}")
if verdict["verdict"] != "accepted" or verdict["obligations"]["all"] == 0:
    sys.exit("not accepted")
for name in ("ordinary", "special"):
    inputs = seeded_inputs(verdict["model"]["inputs"], os.path.join(folder, name + ".safetensors"))
    original = answer("run", *SHAPES, MODEL, "--input", inputs, "--threads", "1")
    copy = answer("run", imported, "--input", inputs, "--threads", "2")
    if original["outputs"] != copy["outputs"] or not original["outputs"]:
        sys.exit(f"{name}: outputs differ: {original['outputs']} and {copy['outputs']}")
    print(name, original["outputs"][0]["digest"])
