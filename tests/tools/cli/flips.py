"""flips.py TOUCHSTONE SOURCES: no changed bit of what a verdict rests on goes unnoticed.

Bits of parameter files, of the native kernels' PTX, of a kernel's own PTX and of the sources are
flipped one at a time, a seeded sample of each file and its first and last bits. Every flip must end
in status 1 or 2, or, where a recheck finds its evidence stale, 4; the untouched twin is accepted
before the first flip and after the last.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

PROGRAM, SOURCES = sys.argv[1], sys.argv[2]
EXAMPLES = os.path.join(SOURCES, "specs", "examples")
PTX = os.path.join(SOURCES, "capsules", "native_cuda", "ptx")
folder = tempfile.mkdtemp(prefix="touchstone_flips_")
failures = []
count = 0


def path(*names):
    return os.path.join(folder, *names)


def run(arguments):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=120, encoding="utf-8", check=False)


def expect(name, arguments, statuses, says=""):
    global count
    count += 1
    done = run(arguments)
    said = done.stdout + done.stderr
    if done.returncode not in statuses or says not in said:
        failures.append(f"{name}: status {done.returncode}, expected one of {statuses} and {says!r}\n"
                        f"    {' '.join(arguments)}\n    {said[-600:]}")


def sampled_bits(size, most):
    """The first and last bits, and seeded ones between them."""
    chosen = {0, 8 * size - 1}
    chosen.update(random.Random(size).sample(range(8 * size), min(most, 8 * size)))
    return sorted(chosen)


def expect_flips(name, file, questions, most, says=""):
    """`questions`: pairs of arguments and the statuses that refuse."""
    with open(file, "rb") as stream:
        whole = stream.read()
    for arguments, _ in questions:
        expect(f"{name}, untouched", arguments, (0,))
    for bit in sampled_bits(len(whole), most):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        with open(file, "wb") as stream:
            stream.write(flipped)
        for arguments, statuses in questions:
            expect(f"{name}, bit {bit}", arguments, statuses, says)
    with open(file, "wb") as stream:
        stream.write(whole)
    for arguments, _ in questions:
        expect(f"{name}, restored", arguments, (0,))


def parameters():
    for example in ("mlp", "cnn", "transformer"):
        shutil.copytree(os.path.join(EXAMPLES, example), path(example))
        model, ledger = path(example, "model.json"), path(example + ".jsonl")
        expect("record", ["verify", "--profile", "checked_cpu", "--record", ledger, model], (0,))
        recorded = ["verify", "--profile", "checked_cpu", "--evidence", "recorded", "--ledger", ledger, model]
        questions = [(recorded, (1,)), (["verify", "--evidence", "auto", model], (1,))]
        expect_flips(f"{example}'s parameters", path(example, "parameters.safetensors"), questions, 12,
                     "the model expects")
    text = path("mlp", "model.json")
    with open(text, encoding="utf-8") as stream:
        whole = stream.read()
    bound = [line for line in whole.splitlines() if '"sha256"' in line]
    old = whole.replace(bound[0] + "\n", "").replace('"parameters.safetensors",', '"parameters.safetensors"')
    with open(text, "w", encoding="utf-8") as stream:
        stream.write(old)
    expect("a model without a digest stays readable", ["verify", text], (0,))


def native_kernels():
    shutil.copytree(PTX, path("ptx"))
    model = path("relu.json")
    with open(model, "w", encoding="utf-8") as stream:
        stream.write('{"format": "touchstone.model", "version": 1, "inputs": [{"name": "x", "dtype": "float32", '
                     '"shape": [5]}], "nodes": [{"id": "y", "op": "relu", "inputs": ["x"]}], "outputs": ["y"]}')
    ledger = path("cuda.jsonl")
    question = ["verify", "--device", "cuda", "--kernels", path("ptx"), model]
    expect("record", [*question, "--record", ledger], (0,))
    again = ["audit", "recheck", ledger, "--kernels", path("ptx")]
    recorded = [*question, "--evidence", "recorded", "--ledger", ledger]
    # Nobody signed the ledger: strict takes nothing from it, whatever the PTX.
    expect("strict takes no unsigned ledger", recorded, (1,), "unsigned ledger")
    for target in ("sm_80", "sm_100"):
        expect_flips(f"{target}/relu.ptx", path("ptx", target, "relu.ptx"), [(question, (1,)), (again, (4,))], 10)


def own_kernels():
    for name in ("relu.json", "relu.ptx"):
        shutil.copy(os.path.join(EXAMPLES, "kernels", name), path(name))
    ledger = path("own.jsonl")
    expect("record", ["prove", path("relu.json"), "--record", ledger], (0,))
    again = ["audit", "recheck", ledger, "--manifest", path("relu.json")]
    # Flipped PTX may be no PTX at all (2), use what the prover lacks (3), or be other code (4).
    expect_flips("relu.ptx", path("relu.ptx"), [(again, (2, 3, 4))], 30)


def sources():
    root = path("sources")
    for part in ("capsules", "specs", "interpreter", "checkers", "cmake"):
        shutil.copytree(os.path.join(SOURCES, part), os.path.join(root, part))
    check = ["capsules", "check", "--sources", root]
    for source in ("specs/op/products.h", "capsules/reference/exact_kernels.cpp",
                   "capsules/native_cuda/ptx/sm_80/add.ptx", "capsules/native_cuda/ptx/digests.sha256",
                   "capsules/native_cuda/ptx/flags.txt", "capsules/native_cuda/launch.cpp"):
        expect_flips(source, os.path.join(root, source), [(check, (1,))], 4)


parameters()
native_kernels()
own_kernels()
sources()
shutil.rmtree(folder)
print("\n".join(failures))
print(f"{count - len(failures)} of {count} cases as expected")
sys.exit(1 if failures or count == 0 else 0)
