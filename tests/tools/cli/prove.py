"""prove.py TOUCHSTONE KERNELS PTX: proving kernels, as a kernel's author meets it.

KERNELS are the examples, PTX the committed PTX of the native kernels. Each bad case stands beside a
valid twin, so that refusing everything fails too.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, KERNELS, PTX = sys.argv[1], sys.argv[2], sys.argv[3]
folder = tempfile.mkdtemp(prefix="touchstone_prove_")
failures = []
count = 0


def path(name):
    return os.path.join(folder, name)


def example(name):
    return os.path.join(KERNELS, name)


def run(arguments, environment=None):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=300, encoding="utf-8", env=environment, check=False)


def expect(name, arguments, status, *says, environment=None):
    global count
    count += 1
    done = run(arguments, environment)
    said = done.stdout + done.stderr
    problems = [f"does not say {each!r}" for each in says if each not in said]
    if done.returncode != status:
        problems.append(f"status {done.returncode}, expected {status}")
    if status in (2, 3) and "--json" not in arguments and not done.stderr:
        problems.append("an error that says nothing on standard error")
    if problems:
        failures.append(f"{name}: {'; '.join(problems)}\n    {' '.join(arguments)}\n    {said[-800:]}")
    return done.stdout


def answer(name, arguments, status):
    """The answer in JSON, which must be all there is."""
    text = expect(name, [*arguments, "--json"], status)
    try:
        return json.loads(text)
    except ValueError as error:
        failures.append(f"{name}: not JSON: {error}")
        return {}


def check(name, holds, shown=""):
    global count
    count += 1
    if not holds:
        failures.append(f"{name}: {shown}")


def manifest(name, code="relu.ptx", **changes):
    """A manifest like the example's, beside its code."""
    shutil.copy(example(code), path(code))
    with open(example("relu.json"), encoding="utf-8") as stream:
        content = json.load(stream)
    content.update(changes)
    content = {key: value for key, value in content.items() if value is not None}
    with open(path(name), "w", encoding="utf-8") as stream:
        json.dump(content, stream)
    return path(name)


def proofs():
    expect("relu", ["prove", example("relu.json")], 0, "PROVED", "user.my_relu", "A-PTXAS", "not said")
    expect("matmul", ["prove", example("matmul.json")], 0, "PROVED", "1,024 elements")
    proof = answer("matmul_json", ["prove", example("matmul.json")], 0)
    check("json_verdict", proof.get("verdict") == "proved", proof)
    check("json_cases", [c["elements"] for c in proof.get("cases", [])] == [1024], proof)
    expect("jobs", ["prove", "--jobs", "1", example("relu.json")], 0, "PROVED")
    expect("reference", ["prove", example("relu.json"), "--reference", example("relu.ptx")], 0, "PROVED",
           "the other kernel's bits")
    expect("reference_manifest", ["prove", example("relu.json"), "--reference", example("relu.json")], 0)
    expect("preconditions", ["prove", manifest("pre.json", preconditions="n is at least 1")], 0, "not checked",
           "n is at least 1")


def refutations():
    expect("race", ["prove", example("matmul_missing_barrier.json")], 1, "REFUTED", "race",
           "matmul_missing_barrier.cu:", "thread ", "shared")
    proof = answer("race_json", ["prove", example("matmul_missing_barrier.json")], 1)
    defect = (proof.get("cases") or [{}])[0].get("defects", [{}])[0]
    check("race_defect", defect.get("kind") and defect["place"]["ptx_line"] > 0
          and defect["place"]["source_file"] == "matmul_missing_barrier.cu", defect)
    expect("order", ["prove", example("row_sum.json"), "--save-input", path("input.safetensors")], 1, "REFUTED",
           "wrong value", "operand 0  float32 [2,5]", "0x", "element ")
    check("input_saved", os.path.getsize(path("input.safetensors")) > 40)
    proof = answer("order_json", ["prove", example("row_sum.json")], 1)
    found = (proof.get("cases") or [{}])[0].get("counterexample", {})
    check("order_input", found.get("kernel") != found.get("expected")
          and len(found.get("operands", [{}])[0].get("bits", [])) == 10, found)
    with open(example("relu.json"), encoding="utf-8") as stream:
        cases = json.load(stream)["cases"]
    cases[0]["arguments"][2]["u32"] = 1001
    expect("beyond", ["prove", manifest("beyond.json", cases=cases)], 1, "REFUTED", "out of bounds")
    cases[0]["arguments"][2]["u32"] = 999
    expect("short", ["prove", manifest("short.json", cases=cases)], 1, "REFUTED", "unwritten output", "element [999]")
    cases[0]["arguments"][2]["u32"] = 1000
    expect("exact", ["prove", manifest("exact.json", cases=cases)], 0, "PROVED")


def undecided():
    expect("budget", ["prove", "--budget", "100", example("matmul.json")], 4, "UNDECIDED", "case 0")
    proof = answer("budget_json", ["prove", "--budget", "100", example("matmul.json")], 4)
    check("budget_reason", proof.get("cases", [{}])[0].get("reason"), proof)
    huge = [{"operands": [[2**40]], "launch": {"grid": [1, 1, 1], "block": [32, 1, 1]},
             "arguments": [{"operand": 0}, {"result": True}, {"u32": 4}]}]
    expect("huge", ["prove", manifest("huge.json", cases=huge)], 4, "UNDECIDED", "terms")
    huge[0]["operands"] = [[4]]
    expect("small", ["prove", manifest("small.json", cases=huge)], 0)


def errors():
    expect("absent", ["prove", path("absent.json")], 2, "absent.json")
    expect("nothing", ["prove"], 2, "--capsule")
    expect("both", ["prove", example("relu.json"), "--capsule", "native_cuda.relu"], 2)
    expect("shapes_of_manifest", ["prove", example("relu.json"), "--shapes", "3"], 2, "--shapes")
    expect("valid", ["prove", manifest("valid.json")], 0)
    expect("unknown_field", ["prove", manifest("field.json", speed=1)], 2, "speed", "field.json")
    expect("unknown_operation", ["prove", manifest("op.json", operation="rellu")], 2, "relu")
    expect("no_kernel", ["prove", manifest("kernel.json", kernel="rellu")], 2, "relu.ptx", "rellu")
    expect("no_cases", ["prove", manifest("cases.json", cases=[])], 2, "no cases")
    expect("ulp", ["prove", manifest("ulp.json", contract="ulp(2)")], 3, "bit_exact")
    expect("not_ptx", ["prove", manifest("not_ptx.json", ptx="not_ptx.json")], 2, "not_ptx.json")
    expect("argument_count", ["prove", manifest("few.json", cases=[{
        "operands": [[4]], "launch": {"grid": [1, 1, 1], "block": [32, 1, 1]},
        "arguments": [{"result": True}]}])], 2)
    no_nvcc = dict(os.environ, PATH="/nonexistent")
    cuda = manifest("cuda.json", "relu.cu", ptx=None, cuda="relu.cu", target="sm_80")
    if os.path.exists("/usr/local/cuda/bin/nvcc"):
        expect("cuda", ["prove", cuda], 0, "PROVED")
    else:
        expect("no_nvcc", ["prove", cuda], 3, "nvcc", "toolkit", environment=no_nvcc)
    expect("record_reference", ["prove", example("relu.json"), "--reference", example("relu.ptx"), "--record",
                                path("n.jsonl")], 2, "--record")
    expect("error_json", ["prove", path("absent.json"), "--json"], 2, '"status": 2')


def evidence():
    ledger = path("ledger.jsonl")
    expect("record", ["prove", example("relu.json"), "--record", ledger], 0, "recorded in ledger.jsonl: now 6 entries")
    expect("check", ["audit", "check", ledger], 0, "6 entries")
    with open(ledger, encoding="utf-8") as stream:
        statements = [json.loads(line)["predicate"] for line in stream]
    check("claims", {s["claim"]["capsule"] for s in statements} == {"user.my_relu"}
          and {s["checker"]["name"] for s in statements} == {"ptx_prover"}
          and all(s["outcome"] == "passed" for s in statements), statements)
    expect("record_failure", ["prove", example("row_sum.json"), "--record", ledger], 1, "now 9 entries")


def capsules():
    expect("capsule", ["prove", "--capsule", "native_cuda.relu", "--shapes", "3", "--shapes", "2x200"], 0, "PROVED",
           "sm_80", "sm_100")
    expect("product", ["prove", "--capsule", "native_cuda.matmul", "--shapes", "2x3,3x4"], 0, "PROVED")
    expect("attributes", ["prove", "--capsule", "native_cuda.reduce_sum", "--shapes", "3x5", "--attributes",
                          '{"axes": [0]}'], 0, "PROVED")
    expect("bad_shapes", ["prove", "--capsule", "native_cuda.matmul", "--shapes", "2x3,4x4"], 2)
    expect("no_shapes", ["prove", "--capsule", "native_cuda.matmul", "--shapes", "2y3"], 2, "--shapes")
    expect("no_capsule", ["prove", "--capsule", "native_cuda.rellu"], 2)
    expect("reference_capsule", ["prove", "--capsule", "reference.relu"], 3)
    expect("view", ["prove", "--capsule", "native_cuda.reshape"], 3)
    kernels = path("ptx")
    shutil.copytree(PTX, kernels)
    relu = os.path.join(kernels, "sm_80", "relu.ptx")
    expect("own_kernels", ["prove", "--capsule", "native_cuda.relu", "--shapes", "3", "--kernels", kernels], 0)
    with open(relu, encoding="utf-8") as stream:
        text = stream.read()
    check("has_a_comparison", "st.global" in text)
    with open(relu, "w", encoding="utf-8") as stream:
        stream.write(text.replace("st.global", "// st.global", 1))
    expect("broken_kernels", ["prove", "--capsule", "native_cuda.relu", "--shapes", "3", "--kernels", kernels], 1,
           "REFUTED")
    model = path("model.json")
    with open(model, "w", encoding="utf-8") as stream:
        json.dump({"format": "touchstone.model", "version": 1,
                   "inputs": [{"name": "x", "dtype": "float32", "shape": [3]}],
                   "nodes": [{"id": "y", "op": "relu", "inputs": ["x"]}], "outputs": ["y"]}, stream)
    verify = ["verify", "--profile", "strict", "--device", "cuda", model]
    expect("verify", verify, 0, "ACCEPTED", "native_cuda.relu")
    expect("verify_changed", [*verify, "--kernels", kernels], 1, "REJECTED", "native_cuda.relu")


proofs()
refutations()
undecided()
errors()
evidence()
capsules()
shutil.rmtree(folder)
print("\n".join(failures))
print(f"{count - len(failures)} of {count} cases as expected")
sys.exit(1 if failures or count == 0 else 0)
