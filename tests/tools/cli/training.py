"""training.py TOUCHSTONE EXAMPLES: training as its user meets it.

Every case runs the program and checks its exit status and a part of what it says; each bad case
stands beside a valid twin. What trains must come out the same however it is asked for.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM, EXAMPLES = sys.argv[1], sys.argv[2]
failures = []
count = 0
folder = tempfile.mkdtemp(prefix="touchstone_training_")


def run(arguments):
    start = time.monotonic()
    done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr, time.monotonic() - start


def expect(name, arguments, status, says=""):
    """Runs one case; gives what it printed."""
    global count
    count += 1
    got, out, err, _ = run(arguments)
    if got != status or says not in out + err or (status in (2, 3) and not err):
        failures.append(f"{name}: status {got}, expected {status}, saying {says!r}\n"
                        f"    {' '.join(arguments)}\n    {out[-600:]}{err[-400:]}")
    return out


def check(name, holds):
    global count
    count += 1
    if not holds:
        failures.append(name)


def digest(text):
    found = re.search(r"^parameters  digest ([0-9a-f]{64})$", text, re.MULTILINE)
    return found.group(1) if found else text


def path(name):
    return os.path.join(folder, name)


def example(name):
    return os.path.join(EXAMPLES, name)


def write(name, content):
    with open(path(name), "wb") as stream:
        stream.write(content if isinstance(content, bytes) else content.encode())
    return path(name)


def npy(shape, values, code="f"):
    header = "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }" % (
        "f4" if code == "f" else "i8", tuple(shape))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
            struct.pack(f"<{len(values)}{code}", *values))


QUICKSTART_SETTINGS = ["--loss", "cross_entropy", "--optimizer", "adam", "--learning-rate", "0.01"]
MLP = ["train", example("mlp/model.json"), "--data", example("mlp/data.csv"), *QUICKSTART_SETTINGS]


def losses(text):
    return [float(x) for x in re.findall(r"^  step +\d+   loss ([0-9.]+)$", text, re.MULTILINE)]


def quickstarts():
    begin = time.monotonic()
    mlp = expect("quickstart_mlp", ["quickstart_mlp", "--device", "cpu", "--steps", "10"], 0, "ACCEPTED")
    check(f"quickstart_mlp takes {time.monotonic() - begin:.1f} s", time.monotonic() - begin < 10)
    check("ten losses, falling", len(losses(mlp)) == 10 and losses(mlp)[-1] < losses(mlp)[0])
    check("the same by train", digest(expect("train_mlp", [*MLP, "--steps", "10"], 0)) == digest(mlp))
    check("another seed, other bits",
          digest(expect("seed", [*MLP, "--steps", "10", "--seed", "1"], 0)) != digest(mlp))
    for threads in ("1", "3", "8"):
        out = expect("threads", ["quickstart_mlp", "--steps", "10", "--threads", threads], 0)
        check("threads change no bit", digest(out) == digest(mlp))
    expect("backend", ["quickstart_mlp", "--steps", "1", "--show-backend"], 0, "reference.linear")
    expect("no_cuda", ["quickstart_mlp", "--device", "cuda"], 3, "cuda")
    expect("no_metal", ["quickstart_mlp", "--profile", "future_metal"], 3, "future_metal")
    expect("unknown_device", ["quickstart_mlp", "--device", "gpu9"], 2, "devices:")
    expect("no_steps", ["quickstart_mlp", "--steps", "0"], 2, "--steps")
    for name, x, y in (("cnn", "images", "labels"), ("transformer", "letters", "next_letters")):
        out = expect(name, [f"quickstart_{name}", "--steps", "3"], 0, "ACCEPTED")
        same = expect("train_" + name, ["train", example(f"{name}/model.json"), "--data", example(f"{name}/{x}.npy"),
                                        "--target", example(f"{name}/{y}.npy"), *QUICKSTART_SETTINGS, "--steps", "3"], 0)
        check(name + " the same by train", digest(same) == digest(out))


def outputs():
    trained = path("trained.json")
    out = expect("output", [*MLP, "--steps", "5", "--output", trained], 0, "written to")
    expect("verify_trained", ["verify", trained], 0, "ACCEPTED")
    # Trained again from there, another 5 steps lead elsewhere.
    again = expect("train_trained", ["train", trained, "--data", example("mlp/data.csv"), *QUICKSTART_SETTINGS,
                                     "--steps", "5"], 0)
    check("training changes the model", digest(again) != digest(out))
    state = path("state.safetensors")
    whole = digest(expect("whole", [*MLP, "--steps", "12"], 0))
    expect("half", [*MLP, "--steps", "7", "--checkpoint", state, "--checkpoint-every", "3"], 0, "checkpoint written")
    check("resumed to the same bits", digest(expect("resume", [*MLP, "--steps", "12", "--resume", state], 0)) == whole)
    expect("resume_other", [*MLP, "--steps", "12", "--clip", "1", "--resume", state], 1, "clip none, not 1")
    expect("resume_past", [*MLP, "--steps", "6", "--resume", state], 2, "step 7")
    expect("resume_absent", [*MLP, "--resume", path("absent")], 2)
    expect("every_without_file", [*MLP, "--checkpoint-every", "3"], 2, "--checkpoint FILE")
    for option in ("--output", "--checkpoint"):
        late = expect("no_folder" + option, [*MLP, "--steps", "1", option, path("no/such/model.json")], 2, "cannot be written")
        check(option + " is refused before the verdict", "ACCEPTED" not in late)
    late = expect("resume_early", [*MLP, "--steps", "12", "--seed", "3", "--resume", state], 1, "seed 0, not 3")
    check("--resume is refused before the verdict", "ACCEPTED" not in late)
    wave = [*MLP, "--schedule", "cosine"]
    expect("cosine", [*wave, "--steps", "4", "--checkpoint", state], 0)
    expect("cosine_longer", [*wave, "--steps", "6", "--resume", state], 1, "--schedule cosine:4")
    expect("cosine_of_4", [*MLP, "--schedule", "cosine:4", "--steps", "6", "--resume", state], 0)
    for arguments, status in ((["quickstart_mlp", "--steps", "2"], 0), ([*MLP, "--steps", "2"], 0),
                              (["quickstart_mlp", "--device", "cuda"], 3), ([*MLP, "--steps", "0"], 2)):
        got, text, err, _ = run([*arguments, "--json"])
        answer = json.loads(text)
        check(f"--json {arguments}", got == status and not err and ("losses" in answer) == (status == 0))


def settings():
    for option, good, bad in (("--learning-rate", "0.5", "fast"), ("--learning-rate", "0", "-1"),
                              ("--momentum", "0.9", "1"), ("--weight-decay", "0.1", "nan"), ("--clip", "1", "inf"), ("--clip", "0.5", "0"),
                              ("--schedule", "cosine", "sine"), ("--schedule", "steps:2:0.5", "steps:0:0.5"),
                              ("--schedule", "cosine:7", "cosine:x"), ("--warmup", "3", "-1"),
                              ("--optimizer", "adamw", "lion"), ("--loss", "cross_entropy", "hinge"),
                              ("--class-axis", "1", "2"), ("--freeze", "layer1.bias", "layer9.bias"),
                              ("--target-column", "spiral", "colour"), ("--target-column", "3", "4"),
                              ("--seed", "-5", "x")):
        base = ["train", example("mlp/model.json"), "--data", example("mlp/data.csv"), "--steps", "2"]
        if option != "--loss":
            base += ["--loss", "cross_entropy"]
        expect(f"{option} {good}", [*base, option, good], 0)
        expect(f"{option} {bad}", [*base, option, bad], 2)
    expect("momentum_of_adam", [*MLP, "--momentum", "0.9"], 2, "sgd")
    expect("nesterov", [*MLP[:-4], "--steps", "1", "--momentum", "0.9", "--nesterov"], 0)
    expect("nesterov_alone", [*MLP[:-4], "--steps", "1", "--nesterov"], 2, "momentum")
    shown = expect("kept", [*MLP, "--steps", "1", "--freeze", "layer1.bias"], 0, "kept, frozen: layer1.bias")
    check("the trained are named", "trained: layer1.weight, " in shown)
    answer = json.loads(expect("kept_json", [*MLP, "--steps", "1", "--freeze", "layer1.bias", "--json"], 0))
    check("the kept as JSON", answer["kept"] == [{"name": "layer1.bias", "reason": "frozen"}]
          and "layer1.weight" in answer["trained"] and "layer1.bias" not in answer["trained"])
    mlp = example("mlp/model.json")
    ledger = path("ledger.jsonl")
    expect("verify_loss", ["verify", "--training", "--loss", "cross_entropy", "--class-axis", "1", "--record", ledger,
                           "--profile", "checked_cpu", mlp], 0, "ACCEPTED")
    with open(ledger, encoding="utf-8") as stream:
        recorded = stream.read()
    check("the loss is gated and repeated", "--training --loss cross_entropy --class-axis 1" in recorded
          and "cross_entropy_loss" in recorded)
    expect("verify_hinge", ["verify", "--training", "--loss", "hinge", mlp], 2, "losses:")
    expect("verify_loss_alone", ["verify", "--loss", "mse", mlp], 2, "--training")
    expect("verify_class_axis", ["verify", "--training", "--loss", "cross_entropy", "--class-axis", "2", mlp], 2,
           "class axis")
    expect("no_loss", ["train", example("mlp/model.json"), "--data", example("mlp/data.csv")], 2, "cross_entropy or mse")
    expect("diverges", [*MLP[:-4], "--steps", "50", "--learning-rate", "1e30"], 1, "no finite number")


def data():
    model = {"format": "touchstone.model", "version": 1,
             "inputs": [{"name": "x", "dtype": "float32", "shape": [4, 2]}],
             "parameters": {"inline": {"w": {"dtype": "float32", "shape": [1, 2], "data": [0.5, -0.5]}}},
             "nodes": [{"id": "y", "op": "linear", "inputs": ["x", "w"]}], "outputs": ["y"]}
    file = write("model.json", json.dumps(model))
    base = ["train", file, "--loss", "mse", "--steps", "3"]
    rows = [(i % 3, i % 5 - 2, i % 3 + 2 * (i % 5)) for i in range(10)]
    table = write("table.csv", "a,b,y\n" + "".join(f"{a},{b},{y}.5\n" for a, b, y in rows))
    bare = write("bare.csv", "".join(f"{y}.5,{a},{b}\n" for a, b, y in rows))
    out = expect("csv", [*base, "--data", table], 0, "leaves 2 examples out")
    check("the table's names", "names the columns a, b, y; the target is column 3, 'y'" in out)
    marked = write("marked.csv", b"\xef\xbb\xbf" + open(bare, "rb").read())
    mark = expect("byte_order_mark", [*base, "--data", marked, "--target-column", "1"], 0, "on 10 examples")
    check("a byte order mark changes nothing", digest(mark) == digest(out))
    check("the table's lack of names", "no line names its columns" in mark and "the target is column 1\n" in mark)
    same = write("same.csv", "a,y,y\n" + "1,2,3\n" * 4)
    expect("ambiguous", [*base, "--data", same, "--target-column", "y"], 2, "several columns")
    expect("by_number", [*base, "--data", same, "--target-column", "2"], 0, "column 2, 'y'")
    x = write("x.npy", npy([10, 2], [v for a, b, _ in rows for v in (a, b)]))
    y = write("y.npy", npy([10], [row[2] + 0.5 for row in rows]))
    y_column = write("y_column.npy", npy([10, 1], [row[2] + 0.5 for row in rows]))
    for name, arguments in (("bare", ["--data", bare, "--target-column", "1"]),
                            ("npy", ["--data", x, "--target", y]), ("named", ["--data", "x=" + x, "--target", y]),
                            ("column", ["--data", x, "--target", y_column])):
        check(name + " comes out as the table does", digest(expect(name, [*base, *arguments], 0)) == digest(out))
    expect("target_table", [*base, "--data", x, "--target", table], 2, "--target-column")
    bad = [v for row in rows for v in row[:2]]
    for number, text in ((float("nan"), "NaN"), (float("inf"), "infinite")):
        bad[13] = number
        at = write("bad.npy", npy([10, 2], bad))
        expect(text, [*base, "--data", at, "--target", y], 2, "bad.npy: element [6, 1]: it is " + text)
        targets = write("bad_target.npy", npy([10], [1] * 9 + [number]))
        expect("target " + text, [*base, "--data", x, "--target", targets], 2, "bad_target.npy: element [9]: it is " + text)
    expect("ints_for_mse", [*base, "--data", x, "--target", write("k.npy", npy([10], range(10), "q"))], 2, "int64")
    expect("no_target", [*base, "--data", x], 2, "--target")
    expect("twice", [*base, "--data", x, "--data", table], 2, "given twice")
    expect("misnamed", [*base, "--data", "z=" + x, "--target", y], 2, "'z'")
    expect("short_target", [*base, "--data", x, "--target", write("s.npy", npy([9], range(9)))], 2, "9 examples")
    expect("few", [*base, "--data", write("few.csv", "1,2,3\n" * 3)], 2, "fewer than a batch")
    expect("column_without_csv", [*base, "--data", x, "--target", y, "--target-column", "1"], 2, "--target-column")
    expect("format", [*base, "--data", write("x.txt", "1,2,3\n" * 4)], 2, ".npy or .csv")
    for name, text, says in (("word", "1,2,3\n" * 4 + "1,two,3\n", "line 5, column 2"),
                             ("ragged", "1,2,3\n" * 4 + "1,2\n", "line 5"), ("empty", "", "no rows"),
                             ("mixed", "nan,2,3\n" + "1,2,3\n" * 4, "line 1, column 1"),
                             ("blanks", "1 , 2, 3\n" + "1,2,3\n" * 4, "line 1, column 1"),
                             ("wide", "1,2,3,4\n" * 4, "3 columns"), ("quotes", '"a","b","c"\n1,2,3\n', "line 1"),
                             ("only_names", "a,b,c\n", "no rows"), ("overflow", "1,2,1e99\n" * 4, "column 3")):
        expect(name, [*base, "--data", write(name + ".csv", text)], 2, says)
    classes = ["train", example("mlp/model.json"), "--loss", "cross_entropy", "--steps", "2"]
    for name, label in (("above", "2"), ("below", "-1")):
        text = "1,2,1\n" * 3 + f"1,2,{label}\n" + "1,2,0\n" * 32
        expect("class_" + name, [*classes, "--data", write("c.csv", text)], 2,
               f"c.csv: line 4, column 3: {label} is outside the 2 classes")
        expect("class_named_" + name, [*classes, "--data", write("c.csv", "a,b,c\n" + text)], 2, "line 5, column 3")
        points, labels = npy([32, 2], [1.0] * 64), npy([32], [0] * 31 + [int(label)], "q")
        expect("class_npy_" + name, [*classes, "--data", write("c.npy", points), "--target",
                                     write("labels.npy", labels)], 2, "labels.npy: element [31]: " + label)
    expect("class_inside", [*classes, "--data", write("d.csv", "1,2,1\n" * 32)], 0)
    expect("class_fraction", [*classes, "--data", write("e.csv", "1,2,0.5\n" * 32)], 2, "whole number")
    scalar = dict(model, nodes=[*model["nodes"], {"id": "l", "op": "reduce_mean", "inputs": ["y"],
                                                  "attributes": {"keepdims": False, "axes": [0, 1]}}], outputs=["l"])
    own = ["train", write("own.json", json.dumps(scalar)), "--steps", "2"]
    expect("own_loss", [*own, "--data", x], 0)
    expect("own_loss_target", [*own, "--data", x, "--target", y], 2, "no target")
    expect("own_loss_twice", [*own, "--data", x, "--loss", "mse", "--target", y], 2, "loss itself")
    expect("help", ["train", "--help"], 0, "Examples:")
    expect("no_data", [*base], 2, "--data")


quickstarts()
outputs()
settings()
data()
print("\n".join(failures))
print(f"{count - len(failures)} of {count} cases as expected")
sys.exit(1 if failures or count == 0 else 0)
