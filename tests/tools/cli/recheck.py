"""recheck.py TOUCHSTONE EXAMPLES: repeating a ledger's evidence, as its reader meets it.

Each bad case stands beside a valid twin, so that refusing everything fails too.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, EXAMPLES = sys.argv[1], sys.argv[2]
folder = tempfile.mkdtemp(prefix="touchstone_recheck_")
failures = []
count = 0


def path(name):
    return os.path.join(folder, name)


def example(*names):
    return os.path.join(EXAMPLES, *names)


def expect(name, arguments, status, *says):
    global count
    count += 1
    done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=300,
                          encoding="utf-8", check=False)
    said = done.stdout + done.stderr
    problems = [f"does not say {each!r}" for each in says if each not in said]
    if done.returncode != status:
        problems.append(f"status {done.returncode}, expected {status}")
    if problems:
        failures.append(f"{name}: {'; '.join(problems)}\n    {' '.join(arguments)}\n    {said[-800:]}")
    return done.stdout


def answer(name, arguments, status):
    """The answer in JSON, which must be all there is."""
    try:
        return json.loads(expect(name, [*arguments, "--json"], status))
    except ValueError as error:
        failures.append(f"{name}: not JSON: {error}")
        return {"items": [], "counts": {}}


def check(name, holds, shown=""):
    global count
    count += 1
    if not holds:
        failures.append(f"{name}: {shown}")


def what_verify_records():
    for name, model, options in (("mlp", "mlp/model.json", []), ("cnn", "cnn/model.json", ["--training"]),
                                 ("transformer", "transformer/model.json", []),
                                 ("cuda", "mlp/model.json", ["--device", "cuda"])):
        ledger = path(name + ".jsonl")
        expect("record " + name, ["verify", *options, "--record", ledger, example(model)], 0)
        found = answer("recheck " + name, ["audit", "recheck", ledger], 0)
        with open(ledger, encoding="utf-8") as stream:
            lines = stream.readlines()
        check("items of " + name, len(found["items"]) == len(lines) > 0, found["counts"])
        check("counts of " + name, found["counts"].get("confirmed") == len(lines), found["counts"])
    both = ["audit", "recheck", path("mlp.jsonl"), path("cuda.jsonl")]
    expect("two ledgers", both, 0, "CONFIRMED", "mlp.jsonl", "cuda.jsonl", " confirmed · 0 differs")
    expect("one capsule", [*both, "--capsule", "native_cuda.relu"], 0, "3 confirmed", "left out")
    expect("no such capsule", [*both, "--capsule", "native_cuda.conv"], 2, "no entry is about")


def edited(source, target, change):
    """A ledger that agrees with its checkpoint, of changed statements: made by the program itself."""
    with open(path(source), encoding="utf-8") as stream:
        statements = [json.loads(line) for line in stream]
    change(statements[0]["predicate"])
    lines = [json.dumps(s, separators=(",", ":"), ensure_ascii=False) for s in statements]
    write_ledger(target, lines)


def write_ledger(name, lines):
    """A new ledger of these statements."""
    for old in (path(name), path(name + ".checkpoint")):
        if os.path.exists(old):
            os.remove(old)
    subprocess.run([PROGRAM, "audit", "append", path(name), "-"], check=True, capture_output=True, text=True,
                   input="".join(line + "\n" for line in lines))


def what_was_changed():
    def untouched(_):
        pass

    def other_outcome(predicate):
        predicate["outcome"] = "failed"

    def other_detail(predicate):
        predicate["detail"] = "all is well"

    def other_meaning(predicate):
        predicate["meaning"]["sha256"] = "0" * 64

    def a_test(predicate):
        predicate["kind"] = "test"

    for name, change, status, says in (
            ("untouched", untouched, 0, "CONFIRMED"), ("outcome", other_outcome, 1, "outcome was recorded as 'failed'"),
            ("detail", other_detail, 1, "detail was recorded as 'all is well'"),
            ("meaning", other_meaning, 4, "1 stale"), ("kind", a_test, 4, "1 unrepeatable")):
        edited("mlp.jsonl", f"edited_{name}.jsonl", change)
        expect("edited " + name, ["audit", "recheck", path(f"edited_{name}.jsonl")], status, says)
    expect("budget", ["audit", "recheck", path("mlp.jsonl"), "--budget", "1"], 4, "UNDECIDED", "--budget")
    shutil.copy(path("mlp.jsonl"), path("spoiled.jsonl"))
    shutil.copy(path("mlp.jsonl.checkpoint"), path("spoiled.jsonl.checkpoint"))
    expect("copied", ["audit", "recheck", path("spoiled.jsonl")], 0)
    with open(path("spoiled.jsonl"), "a", encoding="utf-8") as stream:
        stream.write(open(path("mlp.jsonl"), encoding="utf-8").readline())
    expect("not its checkpoint", ["audit", "recheck", path("spoiled.jsonl")], 1, "checkpoint")
    expect("absent", ["audit", "recheck", path("absent.jsonl")], 2, "absent.jsonl")
    expect("no ledger", ["audit", "recheck"], 2)
    expect("help", ["audit", "recheck", "--help"], 0, "Examples:", "--capsule")


def own_kernels():
    ledger = path("own.jsonl")
    manifest = example("kernels", "matmul_missing_barrier.json")
    expect("record a race", ["prove", manifest, "--record", ledger], 1)
    expect("without its manifest", ["audit", "recheck", ledger], 4, "--manifest", "3 unrepeatable")
    expect("a race is still there", ["audit", "recheck", ledger, "--manifest", manifest], 4, "still fails", "1 confirmed")
    good = path("good.jsonl")
    manifest = example("kernels", "matmul.json")
    expect("record a proof", ["prove", manifest, "--record", good], 0)
    expect("a proof", ["audit", "recheck", good, "--manifest", manifest], 0, "CONFIRMED")
    # The same PTX in more blocks is another kernel run, though scope and artifact are the same.
    with open(example("kernels", "relu.json"), encoding="utf-8") as stream:
        four = stream.read()
    shutil.copy(example("kernels", "relu.ptx"), path("relu.ptx"))
    eight = four.replace('"grid": [4, 1, 1]', '"grid": [8, 1, 1]')
    for name, text in (("four", four), ("eight", eight)):
        with open(path(name + ".json"), "w", encoding="utf-8") as stream:
            stream.write(text)
    launched = path("launched.jsonl")
    expect("record four blocks", ["prove", path("four.json"), "--record", launched], 0)
    expect("eight are proved too", ["prove", path("eight.json")], 0)
    expect("four blocks again", ["audit", "recheck", launched, "--manifest", path("four.json")], 0, "6 confirmed")
    expect("eight blocks", ["audit", "recheck", launched, "--manifest", path("eight.json")], 1, "3 differs", "grid 8")
    expect("no manifest there", ["audit", "recheck", good, "--manifest", path("absent.json")], 2, "absent.json")


what_verify_records()
what_was_changed()
own_kernels()
shutil.rmtree(folder)
print("\n".join(failures))
print(f"{count - len(failures)} of {count} cases as expected")
sys.exit(1 if failures or count == 0 else 0)
