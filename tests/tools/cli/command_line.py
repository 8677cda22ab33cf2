"""command_line.py TOUCHSTONE EXAMPLES: the program as its user meets it.

Every case runs the program and checks its exit status, a part of what it says, that it says it on
the right stream, its time, and that its peak memory stays within 64 MiB + 256 times the bytes of the
files it was given. Each bad case stands beside a valid twin, so that refusing everything fails too.
"""
import copy
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM, EXAMPLES = sys.argv[1], sys.argv[2]
TIME_LIMIT_S = 30
failures = []
count = 0


def run(arguments):
    """Status, standard output and error, seconds, and peak memory in bytes."""
    start = time.monotonic()
    process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.stdout, process.stderr
    # Both answers are far smaller than a pipe's buffer in every case but a verdict's.
    text = out.read().decode("utf-8"), err.read().decode("utf-8")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, *text, time.monotonic() - start, usage.ru_maxrss * 1024


def expect(name, arguments, status, *, says="", files=(), memory_bound=True):
    global count
    count += 1
    got, out, err, seconds, memory = run(arguments)
    problems = []
    if got != status:
        problems.append(f"status {got}, expected {status}")
    if says and says not in out + err:
        problems.append(f"does not say {says!r}")
    if status in (2, 3) and "--json" not in arguments and not err:
        problems.append("an error that says nothing on standard error")
    if seconds > TIME_LIMIT_S:
        problems.append(f"{seconds:.1f} s")
    bound = 64 * 2**20 + 256 * sum(os.path.getsize(f) for f in files)
    if memory_bound and memory > bound:
        problems.append(f"{memory / 2**20:.1f} MiB of at most {bound / 2**20:.1f}")
    if problems:
        failures.append(f"{name}: {'; '.join(problems)}\n    {' '.join(arguments)}\n    {out[-400:]}{err[-400:]}")


folder = tempfile.mkdtemp(prefix="touchstone_cli_")


def path(name):
    return os.path.join(folder, name)


def write(name, content):
    file = path(name)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "wb") as stream:
        stream.write(content if isinstance(content, bytes) else content.encode())
    return file


def tensor(shape, value=0.5):
    n = 1
    for extent in shape:
        n *= extent
    return {"dtype": "float32", "shape": list(shape), "data": [value] * n}


def model(**changes):
    base = {
        "format": "touchstone.model", "version": 1,
        "inputs": [{"name": "x", "dtype": "float32", "shape": [2, 3]}],
        "parameters": {"inline": {"w": tensor([4, 3]), "b": tensor([4])}},
        "nodes": [{"id": "h", "op": "linear", "inputs": ["x", "w", "b"]},
                  {"id": "y", "op": "softmax", "inputs": ["h"]}],
        "outputs": ["y"],
    }
    base = copy.deepcopy(base)
    base.update(changes)
    return base


def verify_model(name, content, status, says=""):
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    file = write(name + ".json", text)
    expect(name, ["verify", file], status, says=says, files=[file])


def one_node(op, x_shape, attributes=None, more=(), **extra):
    node = {"id": "y", "op": op, "inputs": ["x", *more], **extra}
    if attributes is not None:
        node["attributes"] = attributes
    return model(inputs=[{"name": "x", "dtype": "float32", "shape": x_shape}], nodes=[node])


def models_in_json():
    verify_model("valid", model(), 0, "ACCEPTED")
    whole = json.dumps(model())
    for cut in (0, 1, len(whole) // 3, len(whole) - 1):
        verify_model(f"truncated_{cut}", whole[:cut], 2, "line")
    verify_model("trailing", whole + "{}", 2)
    verify_model("unknown_op", one_node("sofmax", [2, 3]), 2, "softmax")
    verify_model("onnx_op", one_node("LSTM", [2, 3]), 3, "LSTM")
    verify_model("unknown_attribute", one_node("softmax", [2, 3], {"axes": 1}), 2, "nodes[0]")
    nodes = model()["nodes"]
    verify_model("cycle", model(nodes=[{"id": "h", "op": "relu", "inputs": ["y"]},
                                       {"id": "y", "op": "relu", "inputs": ["h"]}]), 2, "cycle")
    verify_model("dangling", model(nodes=[{"id": "y", "op": "relu", "inputs": ["z"]}]), 2, "nodes[0].inputs[0]")
    verify_model("duplicate", model(nodes=nodes + [nodes[0]]), 2, "nodes[2].id")
    verify_model("any_order", model(nodes=nodes[::-1]), 0)
    verify_model("arity", model(nodes=[{"id": "y", "op": "add", "inputs": ["x"]}]), 2, "2 operands")
    verify_model("negative", one_node("relu", [-2, 3]), 2)
    verify_model("huge", one_node("relu", [2**40, 2**40]), 2, "2^62")
    verify_model("huge_number", one_node("relu", [2**70]), 2)
    verify_model("large", one_node("relu", [2**40]), 1, "budget")
    verify_model("zero", one_node("relu", [0, 3]), 0)
    verify_model("empty_maximum", one_node("softmax", [2, 0]), 2, "empty maximum")
    verify_model("empty_sum", one_node("reduce_mean", [2, 0], {"axes": [1]}), 0)
    kernel = {"inline": {"w": tensor([1, 1, 2])}}
    conv = one_node("conv", [1, 1, 5], {"strides": [2]}, ["w"])
    verify_model("stride", dict(conv, parameters=kernel), 0)
    for strides in ([0], [-1], [2**40], [1, 1], [1.5], "1"):
        bad = one_node("conv", [1, 1, 5], {"strides": strides}, ["w"])
        verify_model(f"stride_{strides}".replace("/", ""), dict(bad, parameters=kernel), 2, "strides")
    empty_kernel = {"inline": {"w": tensor([1, 1, 0])}}
    verify_model("empty_kernel", dict(conv, parameters=empty_kernel), 2, "empty kernel")
    verify_model("declared", one_node("relu", [2, 3], shape=[2, 3]), 0)
    verify_model("declared_wrong", one_node("relu", [2, 3], shape=[3, 2]), 2, "[2,3]")
    channel = {"inline": {n: tensor([3]) for n in "sbmv"}}
    norm = one_node("batch_norm", [2, 3], {"epsilon": 0.001}, list("sbmv"))
    verify_model("epsilon", dict(norm, parameters=channel), 0)
    for epsilon in ("NaN", "Infinity", "1e39", '"0.1"'):
        text = json.dumps(dict(norm, parameters=channel)).replace("0.001", epsilon)
        verify_model(f"epsilon_{epsilon.strip(chr(34))}", text, 2)
    verify_model("deep", "[" * 10_000 + "]" * 10_000, 2, "deep")
    verify_model("deep_objects", '{"a":' * 10_000, 2)
    verify_model("wide", json.dumps(model(nodes=[{"id": str(i), "op": "relu", "inputs": ["x"]}
                                                 for i in range(5_000)], outputs=["4999"])), 0)
    verify_model("duplicate_member", whole[:-1] + ', "version": 1}', 2, "version")
    verify_model("unknown_member", model(extra=1), 2, "extra")
    verify_model("bom", b"\xef\xbb\xbf" + whole.encode(), 2)
    verify_model("not_utf8", whole.replace('"y"', '"\udcff"').encode("utf-8", "surrogateescape"), 2)
    verify_model("control_name", json.dumps(one_node("relu", [2])).replace('"y"', '"\\u001b[31mred"'), 0)
    verify_model("mixed_axes", one_node("reduce_mean", [2, 3], {"axes": [1, -2]}), 0)
    verify_model("same_axis_twice", one_node("reduce_mean", [2, 3], {"axes": [1, -1]}), 2, "distinct")
    verify_model("endless_product", one_node("linear", [1, 2**62], None, ["x"]), 1, "budget")
    verify_model("long_row", one_node("reduce_mean", [2**28]), 1, "held at once")
    everything = {"axes": list(range(8)), "starts": [16] * 8, "steps": [16] * 8, "counts": [2] * 8}
    verify_model("slice_all_axes", one_node("slice", [33] * 8, everything), 0)
    volume = {"inline": {"w": tensor([4, 1, 2, 2, 2])}}
    padded = one_node("conv", [1, 4, 2, 2, 2], {"pads_begin": [16] * 3, "pads_end": [16] * 3, "groups": 4}, ["w"])
    verify_model("conv_padded_volume", dict(padded, parameters=volume), 0)
    shapes = [[2] * 4 + [n] for n in range(1, 401)]
    verify_model("many_shapes", model(
        inputs=[{"name": f"x{n}", "dtype": "float32", "shape": s} for n, s in enumerate(shapes)],
        nodes=[{"id": f"y{n}", "op": "relu", "inputs": [f"x{n}"]} for n in range(400)],
        outputs=["y0"], parameters={}), 0)
    verify_model("many_targets", model(
        inputs=[{"name": "x", "dtype": "float32", "shape": []}],
        nodes=[{"id": f"y{n}", "op": "broadcast", "inputs": ["x"],
                "attributes": {"shape": [3] * 6 + [n % 20 + 1, n // 20 + 1]}} for n in range(100)],
        outputs=["y0"], parameters={}), 0)
    verify_model("many_operands", model(
        inputs=[{"name": "x", "dtype": "float32", "shape": [1]}],
        nodes=[{"id": "y", "op": "concat", "inputs": ["x"] * 50_000}], outputs=["y"], parameters={}), 1, "budget")
    verify_model("some_operands", model(
        inputs=[{"name": "x", "dtype": "float32", "shape": [1]}],
        nodes=[{"id": "y", "op": "concat", "inputs": ["x"] * 5_000}], outputs=["y"], parameters={}), 0)
    verify_model("int64_relu", model(inputs=[{"name": "x", "dtype": "int64", "shape": [2]}],
                                     nodes=[{"id": "y", "op": "relu", "inputs": ["x"]}]), 3)


def safetensors(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def verify_parameters(name, content, status, says="", at="p.safetensors"):
    text = model(parameters={"file": at, "inline": {"b": tensor([4])}})
    file = write(f"{name}/model.json", json.dumps(text))
    parameters = write(f"{name}/p.safetensors", content)
    expect(name, ["verify", file], status, says=says, files=[file, parameters])


def parameter_files():
    def entry(begin, end, shape=(4, 3), dtype="F32"):
        return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}
    good = {"w": entry(0, 48)}
    zeros = bytes(48)
    verify_parameters("st_valid", safetensors(good, zeros), 0)
    verify_parameters("st_overlap", safetensors({"w": entry(0, 48), "v": entry(40, 88)}, bytes(88)), 2)
    verify_parameters("st_beyond", safetensors({"w": entry(0, 48)}, bytes(40)), 2)
    verify_parameters("st_gap", safetensors({"w": entry(8, 56)}, bytes(56)), 2)
    verify_parameters("st_shape", safetensors({"w": entry(0, 48, (4, 4))}, zeros), 2)
    verify_parameters("st_huge_shape", safetensors({"w": entry(0, 48, (2**40, 2**40))}, zeros), 2)
    verify_parameters("st_half", safetensors({"w": entry(0, 24, dtype="F16")}, bytes(24)), 3)
    verify_parameters("st_claims_2_60", safetensors(good, zeros, 2**60), 2)
    verify_parameters("st_deep", safetensors(b"[" * 10_000), 2)
    verify_parameters("st_cut", safetensors(good, zeros)[:-1], 2)
    verify_parameters("st_empty", b"", 2)
    for at in ("../p.safetensors", "/etc/passwd", "", "a/../../p.safetensors", "missing.safetensors"):
        verify_parameters("path_" + str(len(at)), safetensors(good, zeros), 2, at=at)
    os.makedirs(path("outside"), exist_ok=True)
    write("outside/p.safetensors", safetensors(good, zeros))
    text = json.dumps(model(parameters={"file": "link.safetensors", "inline": {"b": tensor([4])}}))
    file = write("linked/model.json", text)
    os.symlink(path("outside/p.safetensors"), path("linked/link.safetensors"))
    expect("path_symlink", ["verify", file], 2, files=[file])


def questions():
    mlp = os.path.join(EXAMPLES, "mlp.json")
    x = os.path.join(EXAMPLES, "mlp_input.json")
    expect("accepted", ["verify", "--profile", "strict", mlp], 0, says="ACCEPTED")
    expect("training", ["verify", "--training", mlp], 0, says="values and gradients")
    expect("training_json", ["verify", "--training", "--json", mlp], 0, says='"mode": "training"')
    expect("inference_json", ["verify", "--json", mlp], 0, says='"mode": "inference"')
    expect("no_model", ["verify", path("absent.json")], 2, says="absent.json")
    expect("a_folder", ["verify", folder], 2)
    expect("no_format", ["verify", write("model.txt", "x")], 2, says=".onnx or .json")
    expect("not_onnx", ["verify", write("model.onnx", b"\xff" * 100)], 2)
    expect("empty_onnx", ["verify", write("empty.onnx", b"")], 2)
    expect("no_cuda_softmax", ["verify", "--device", "cuda", mlp], 1, says="no capsule may serve")
    relu = write("relu_model.json", json.dumps(one_node("relu", [2, 3])))
    relu_input = write("relu_input.json", '{"x": [1, -2, 3, -4, 5, -6]}')
    expect("cuda", ["verify", "--device", "cuda", relu], 0, says="native_cuda.relu")
    expect("cuda_run", ["run", "--device", "cuda", relu, "--input", relu_input], 3, says="cuda")
    expect("ptx_sim_run", ["run", "--device", "ptx_sim", relu, "--input", relu_input], 0, says="digest")
    expect("no_kernels", ["verify", "--device", "cuda", "--kernels", folder, relu], 2, says="sm_80")
    expect("metal", ["verify", "--device", "metal", mlp], 3, says="metal")
    expect("libtorch", ["verify", "--profile", "libtorch_autograd_cuda", mlp], 3, says="LibTorch")
    expect("contradiction", ["verify", "--profile", "checked_cpu", "--device", "cuda", mlp], 2, says="device cpu")
    expect("agreement", ["verify", "--profile", "checked_cpu", "--device", "cpu", mlp], 0)
    expect("unknown_device", ["verify", "--device", "gpu9", mlp], 2, says="devices:")
    expect("unknown_profile", ["verify", "--profile", "lenient", mlp], 2, says="profiles:")
    expect("nothing", [], 2)
    expect("unknown_command", ["verfy", mlp], 2)
    expect("unknown_option", ["verify", "--fast", mlp], 2)
    expect("no_argument", ["verify"], 2)
    expect("bad_mode", ["verify", "--evidence", "some", mlp], 2)
    expect("bad_shape", ["verify", "--shape", "n", mlp], 2, says="NAME=N")
    expect("unused_shape", ["verify", "--shape", "n=1", mlp], 2, says="n")
    for command in ([], ["verify"], ["run"], ["train"], ["quickstart_mlp"], ["import"], ["prove"], ["capsules"], ["capsules", "list"],
                    ["capsules", "show"], ["capsules", "why"], ["capsules", "check"], ["audit"],
                    ["audit", "check"], ["audit", "report"], ["audit", "recheck"], ["audit", "explain"], ["doctor"]):
        expect("help " + " ".join(command), [*command, "--help"], 0, says="Examples:")
    expect("version", ["--version"], 0, says="touchstone")
    expect("run", ["run", mlp, "--input", x], 0, says="digest")
    expect("run_named", ["run", mlp, "--input", "x=" + x], 0)
    expect("run_misnamed", ["run", mlp, "--input", "y=" + x], 2)
    expect("run_nothing", ["run", mlp], 2, says="'x'")
    expect("run_output", ["run", mlp, "--input", x, "--output", path("y.npy")], 0)
    expect("run_bad_output", ["run", mlp, "--input", x, "--output", path("y.csv")], 2)
    expect("capsules", ["capsules", "list"], 0, says="reference.matmul")
    expect("show", ["capsules", "show", "reference.matmul"], 0, says="dense row-major")
    expect("show_attributes", ["capsules", "show", "reference.conv"], 0, says="pads_begin (default [])")
    expect("show_unknown", ["capsules", "show", "reference.mat"], 2)
    expect("why", ["capsules", "why", mlp], 0, says="served by reference.linear")
    expect("explain", ["audit", "explain", "A-CPU"], 0, says="IEEE 754")
    expect("explain_all", ["audit", "explain"], 0, says="A-MPFR")
    expect("explain_unknown", ["audit", "explain", "A-LUCK"], 2, says="A-DEFS")
    # Its peak is that of the compilers it asks for their versions.
    expect("doctor", ["doctor"], 0, says="MPFR", memory_bound=False)
    expect("import", ["import", mlp, "-o", path("again.json")], 0)
    again = path("again.json")
    expect("import_itself", ["import", again, "-o", again], 2, says="would be lost")
    os.symlink(again, path("link.json"))
    expect("import_a_link", ["import", again, "-o", path("link.json")], 2, says="would be lost")
    for name in ("model.json", "parameters.safetensors"):
        with open(os.path.join(EXAMPLES, "cnn", name), "rb") as stream:
            write("cnn/" + name, stream.read())
    expect("import_over_parameters", ["import", path("cnn/model.json"), "-o", path("cnn/parameters.json")], 2,
           says="would be lost")
    expect("import_beside", ["import", path("cnn/model.json"), "-o", path("cnn/other.json")], 0)
    os.symlink(path("cnn/parameters.safetensors"), path("cnn/link.md"))
    expect("report_over_parameters", ["audit", "report", path("cnn/model.json"), "-o", path("cnn/link.md")], 2,
           says="would be lost")
    expect("import_a_copy", ["import", again, "-o", path("copy.json")], 0)
    expect("imported", ["verify", path("again.json")], 0)
    expect("import_extension", ["import", mlp, "-o", path("again.onnx")], 2)
    index = model(inputs=[{"name": "x", "dtype": "float32", "shape": [2]}],
                  parameters={"inline": {"k": {"dtype": "int64", "shape": [2], "data": [1, 0]}}},
                  nodes=[{"id": "y", "op": "gather", "inputs": ["x", "k"]}], outputs=["y", "k"])
    expect("int64_output", ["run", write("index.json", json.dumps(index)), "--input",
                            write("pair.json", '{"x": [1, 2]}')], 0, says="int64 [2]")
    reserved = one_node("relu", [2])
    reserved["nodes"][0]["id"] = reserved["outputs"][0] = "__metadata__"
    reserved = write("reserved.json", json.dumps(reserved))
    pair = write("pair.json", '{"x": [1, 2]}')
    expect("reserved", ["run", reserved, "--input", pair, "--output", path("r.json")], 0)
    expect("reserved_tensors", ["run", reserved, "--input", pair, "--output", path("r.safetensors")], 2)
    expect("reserved_trace", ["run", reserved, "--input", pair, "--trace", path("trace")], 2)
    expect("long_path", ["verify", mlp, "--record", "l" * 5000], 2)
    expect("long_input", ["run", mlp, "--input", "x=" + "l" * 5000 + ".json"], 2)
    expect("mode_by_number", ["verify", "--evidence", "0", mlp], 2)
    expect("recorded_and_record", ["verify", "--evidence", "recorded", "--record", path("n.jsonl"), mlp], 2)
    expect("cuda_on_cpu", ["verify", "--profile", "checked_cuda", "--device", "cpu", mlp], 2)
    expect("why_with_ledger", ["capsules", "why", "--ledger", "x", mlp], 2)
    with_blank = write("a folder/a model.json", json.dumps(model()))
    expect("blank_in_path", ["verify", with_blank, "--record", path("a folder/a ledger.jsonl")], 0)
    expect("ledger_in_blank", ["audit", "check", path("a folder/a ledger.jsonl")], 0)


def ledgers():
    mlp = os.path.join(EXAMPLES, "mlp.json")
    ledger = path("ledger.jsonl")
    recorded = ["verify", "--profile", "checked_cpu", "--evidence", "recorded", "--ledger", ledger, mlp]
    expect("absent_ledger", recorded, 2)
    expect("record", ["verify", "--profile", "checked_cpu", "--record", ledger, mlp], 0, says="recorded in")
    trained = path("trained.jsonl")
    with_training = ["--training", "--profile", "checked_cpu"]
    expect("record_training", ["verify", *with_training, "--record", trained, mlp], 0)
    expect("recorded_training", ["verify", *with_training, "--evidence", "recorded", "--ledger", trained, mlp], 0)
    expect("forward_evidence_is_no_gradient",
           ["verify", *with_training, "--evidence", "recorded", "--ledger", ledger, mlp], 1,
           says="vjp: there is no evidence")
    expect("check", ["audit", "check", ledger], 0)
    expect("recorded", recorded, 0, says="0 derived now")
    expect("strict", ["verify", "--evidence", "recorded", "--ledger", ledger, mlp], 1, says="unsigned ledger")
    expect("strict_auto", ["verify", "--ledger", ledger, mlp], 0, says="unsigned ledger")
    expect("nothing_recorded", ["verify", "--evidence", "recorded", mlp], 1, says="there is no evidence")
    with open(ledger, encoding="utf-8") as stream:
        lines = stream.readlines()
    for name, bad in (("removed", lines[1:]), ("swapped", [lines[1], lines[0], *lines[2:]]),
                      ("edited", [lines[0].replace('"cases":1', '"cases":2'), *lines[1:]]),
                      ("repeated", [*lines, lines[0]]), ("emptied", [])):
        write("ledger.jsonl", "".join(bad))
        expect("audit_" + name, ["audit", "check", ledger], 1)
        expect("verify_" + name, recorded, 1)
    write("ledger.jsonl", "not a ledger\n")
    expect("audit_garbage", ["audit", "check", ledger], 2, says="line 1")
    write("ledger.jsonl", "".join(lines))
    expect("audit_again", ["audit", "check", ledger], 0)


def reports():
    mlp = os.path.join(EXAMPLES, "mlp.json")
    dated = ["--at", "2026-01-31"]
    for name in ("report.json", "report.md", "report.html"):
        expect("write_" + name, ["audit", "report", mlp, *dated, "-o", path(name)], 0, says="ACCEPTED")
        with open(path(name), "rb") as stream:
            first = stream.read()
        expect("again_" + name, ["audit", "report", mlp, *dated, "--threads", "3", "-o", path(name)], 0)
        with open(path(name), "rb") as stream:
            if stream.read() != first or mlp.encode() in first:
                failures.append(f"{name}: other bytes on other threads, or a folder's name in it")
    report, rejected = path("report.json"), ["--evidence", "recorded"]
    # It holds both reports.
    expect("since", ["audit", "report", mlp, "--since", report, "-o", path("next.json")], 0, memory_bound=False)
    with open(path("next.json"), encoding="utf-8") as stream:
        if json.load(stream)["changes"] != []:
            failures.append("since: another date is a change")
    expect("since_changed", ["audit", "report", mlp, *rejected, "--since", report, "-o", path("next.md")], 1,
           says="REJECTED", memory_bound=False)
    with open(path("next.md"), encoding="utf-8") as stream:
        if "from accepted to rejected" not in stream.read():
            failures.append("since_changed: does not say that the verdict changed")
    expect("registry_of_no_device", ["audit", "report", "--registry", "--profile", "future_tpu", *dated, "-o",
                                     path("cpu.md")], 3)
    expect("since_absent", ["audit", "report", mlp, "--since", path("absent.json"), "-o", path("n.md")], 2)
    expect("since_model", ["audit", "report", mlp, "--since", mlp, "-o", path("n.md")], 2, says="mlp.json")
    # Whatever it was made from is not written over.
    made_from = {"model": write("made/model.json", json.dumps(model())), "--ledger": path("made/ledger.json"),
                 "--waivers": write("made/waivers.json", '{"format":"touchstone.waivers","version":1,"waivers":[]}'),
                 "--keys": write("made/keys.json", '{"format":"touchstone.keys","version":1,"keys":[]}'),
                 "--accepted": write("made/accepted.json", '{"format":"touchstone.accepted","version":1,"logs":[]}')}
    expect("report_record", ["verify", made_from["model"], "--record", made_from["--ledger"]], 0)
    asked = ["audit", "report", made_from["model"]]
    for name, file in made_from.items():
        asked += [] if name == "model" else [name, file]
    expect("report_apart", [*asked, "-o", path("made/report.json")], 0)
    made_from["--since"] = path("made/report.json")
    asked += ["--since", made_from["--since"]]
    expect("report_since", [*asked, "-o", path("made/next.json")], 0, memory_bound=False)
    os.symlink(made_from["--ledger"] + ".checkpoint", path("made/link.json"))
    for name, file in (*made_from.items(), ("checkpoint", path("made/link.json"))):
        with open(file, "rb") as stream:
            before = stream.read()
        expect("report_over_" + name, [*asked, "-o", file], 2, says="would be lost")
        with open(file, "rb") as stream:
            if stream.read() != before:
                failures.append(f"report_over_{name}: it was written over")
    for option in ("--budget", "--threads", "--class-axis"):
        for number in ("99999999999999999999", "-99999999999999999999", "0xFFFFFFFFFFFFFFFFFF"):
            expect(f"beyond{option}{number}", ["verify", mlp, option, number], 2)
    expect("budget_greatest", ["verify", mlp, "--budget", str(2**63 - 1)], 0)
    expect("inclusion_beyond", ["audit", "check", made_from["--ledger"], "--inclusion", "99999999999999999999"], 2,
           says="range")
    expect("inclusion_first", ["audit", "check", made_from["--ledger"], "--inclusion", "1"], 0)
    expect("report_extension", ["audit", "report", mlp, "-o", path("report.pdf")], 2, says=".html")
    expect("report_nowhere", ["audit", "report", mlp, "-o", path("absent/report.md")], 2)
    expect("report_nothing", ["audit", "report", "-o", path("n.md")], 2, says="--registry")
    expect("report_both", ["audit", "report", mlp, "--registry", "-o", path("n.md")], 2)
    expect("report_of_a_device", ["audit", "report", "--registry", "--device", "cuda", "-o", path("n.md")], 2)
    expect("report_no_date", ["audit", "report", mlp, "--at", "2026-02-30", "-o", path("n.md")], 2, says="--at")
    expect("report_loss", ["audit", "report", mlp, "--loss", "mse", "-o", path("n.md")], 2, says="--loss")
    expect("report_training", ["audit", "report", mlp, "--training", "-o", path("n.md")], 0, says="gradients")
    expect("explain_capsule", ["audit", "explain", "reference.matmul"], 0, says="index_checker can show it")
    expect("explain_native", ["audit", "explain", "native_cuda.matmul"], 0, says="A-PTXAS")
    expect("explain_near", ["audit", "explain", "reference.matml"], 2, says="reference.matmul")
    expect("explain_node", ["audit", "explain", "--model", mlp, "active", "A-CPU"], 0, says="reads         hidden")
    # A node does not hide behind an assumption or a capsule of its name, nor they behind it.
    named = write("named.json", json.dumps(model(
        inputs=[{"name": "x", "dtype": "float32", "shape": [2]}], parameters={"inline": {}},
        nodes=[{"id": "A-CPU", "op": "relu", "inputs": ["x"]},
               {"id": "reference.relu", "op": "relu", "inputs": ["A-CPU"]}], outputs=["reference.relu"])))
    for name, other in (("A-CPU", "IEEE 754"), ("reference.relu", "promises the bits")):
        expect("explain_node_" + name, ["audit", "explain", "--model", named, name], 0,
               says=name + "  node of named.json")
        expect("explain_other_" + name, ["audit", "explain", "--model", named, name], 0, says=other)
    expect("explain_node_alone", ["audit", "explain", "active"], 2, says="--model")
    expect("explain_near_node", ["audit", "explain", "--model", mlp, "activ"], 2, says="active")
    expect("explain_unserved", ["audit", "explain", "--model", mlp, *rejected, "active"], 0, says="unserved")


def answers_in_json():
    mlp = os.path.join(EXAMPLES, "mlp.json")
    x = os.path.join(EXAMPLES, "mlp_input.json")
    for arguments, status in ((["verify", mlp], 0), (["verify", path("absent.json")], 2),
                              (["verify", "--evidence", "recorded", mlp], 1),
                              (["verify", "--device", "metal", mlp], 3), (["run", mlp, "--input", x], 0),
                              (["capsules", "list"], 0), (["capsules", "show", "reference.add"], 0),
                              (["capsules", "why", mlp], 0), (["audit", "explain", "A-CPU"], 0),
                              (["audit", "explain", "--model", mlp, "active"], 0),
                              (["audit", "explain", "reference.add"], 0),
                              (["audit", "report", mlp, "-o", path("third.md")], 0),
                              (["audit", "report", mlp, "-o", path("third.txt")], 2),
                              (["audit", "recheck", path("absent.jsonl")], 2),
                              (["doctor"], 0), (["import", mlp, "-o", path("third.json")], 0)):
        global count
        count += 1
        got, out, err, _, _ = run([*arguments, "--json"])
        try:
            json.loads(out)
            readable = True
        except ValueError:
            readable = False
        if got != status or not readable or err:
            failures.append(f"--json {arguments}: status {got}, expected {status}; readable {readable}; {err}")


models_in_json()
parameter_files()
questions()
ledgers()
reports()
answers_in_json()
print("\n".join(failures))
print(f"{count - len(failures)} of {count} cases as expected")
sys.exit(1 if failures or count == 0 else 0)
