"""hostile.py TOUCHSTONE EXAMPLES: ledgers, waivers, profiles and file names made to deceive.

Every hostile question stands beside an honest twin that is accepted. Ledgers are rewritten here, with
checkpoints that agree with them, so that what is tested is the gate and not the checkpoint.
"""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, EXAMPLES = sys.argv[1], sys.argv[2]
MLP = os.path.join(EXAMPLES, "mlp.json")
AT = "2026-06-01"
folder = tempfile.mkdtemp(prefix="touchstone_hostile_")
failures = []
count = 0


def path(name):
    return os.path.join(folder, name)


def write(name, text):
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "wb") as stream:
        stream.write(text if isinstance(text, bytes) else text.encode())
    return path(name)


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, check=False)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def expect(name, arguments, status, *says):
    global count
    count += 1
    got, text = run(*arguments)
    missing = [words for words in says if words not in text]
    if got != status or missing:
        failures.append(f"{name}: status {got}, expected {status}; does not say {missing}\n    "
                        f"{' '.join(arguments)[:400]}\n    {text[-800:]}")
    return text


def answer(*arguments):
    return json.loads(run(*arguments, "--json")[1])


def root_of(lines):
    """RFC 6962, 2.1."""
    if not lines:
        return hashlib.sha256(b"").digest()
    if len(lines) == 1:
        return hashlib.sha256(b"\0" + lines[0]).digest()
    half = 1
    while half * 2 < len(lines):
        half *= 2
    return hashlib.sha256(b"\1" + root_of(lines[:half]) + root_of(lines[half:])).digest()


def write_ledger(lines):
    """A ledger that agrees with its checkpoint."""
    encoded = [line if isinstance(line, bytes) else line.encode() for line in lines]
    write("ledger.jsonl", b"".join(line + b"\n" for line in encoded))
    write("ledger.jsonl.checkpoint", json.dumps(
        {"format": "touchstone.checkpoint", "version": 1, "size": len(encoded),
         "root": root_of(encoded).hex(), "time": "2026-01-31T02:00:00Z"},
        separators=(",", ":")) + "\n")


def recorded(profile="checked_cpu", *more):
    return ["verify", "--profile", profile, "--evidence", "recorded", "--ledger", path("ledger.jsonl"),
            "--at", AT, *more, MLP]


run("verify", "--profile", "checked_cpu", "--at", "2026-01-31", "--record", path("first.jsonl"), MLP)
with open(path("first.jsonl"), encoding="utf-8") as first:
    HONEST = first.read().splitlines()
ABOUT_VALUE = [i for i, line in enumerate(HONEST) if '"name":"reference.linear"' in line and
               '"value.bit_exact"' in line]
assert ABOUT_VALUE and '"date":"2026-01-31T00:00:00Z"' in HONEST[0]


def edited(edit, indices=None):
    out = list(HONEST)
    for i in ABOUT_VALUE if indices is None else indices:
        out[i] = edit(out[i])
    return out


def replacing(old, new):
    def edit(line):
        assert old in line, f"{old} is not in {line}"
        return line.replace(old, new, 1)
    return edit


def changing(change):
    def edit(line):
        statement = json.loads(line)
        change(statement)
        return json.dumps(statement, separators=(",", ":"))
    return edit


def predicate(**members):
    return changing(lambda statement: statement["predicate"].update(members))


def hostile_lines():
    write_ledger(HONEST)
    expect("honest", recorded(), 0, "ACCEPTED")
    later = predicate(expires="2026-06-01T00:00:01Z")
    rows = [
        ("artifact", changing(lambda s: s["subject"][0]["digest"].update(sha256="e" * 64)), 1,
         "stale: made for artifact", None),
        ("weakened_obligation", predicate(meaning={"sha256": hashlib.sha256(b"true").hexdigest()}), 1,
         "stale: made for meaning", None),
        ("zero_cases", predicate(cases=0), 1, "zero cases", predicate(cases=9)),
        ("all_discarded", predicate(cases=0, discarded=9), 1, "all of its 9 cases were discarded",
         predicate(cases=1, discarded=9)),
        ("nan_margin", predicate(margin="NaN"), 1, "margin is NaN", predicate(margin=0.5)),
        ("negative_margin", predicate(margin=-0.5), 1, "margin is negative", predicate(margin=0)),
        ("expired", predicate(expires="2026-06-01T00:00:00Z"), 1, "it expired at", later),
        ("undecided", predicate(outcome="undecided"), 1, "outcome is undecided", None),
        ("timeout", predicate(outcome="timeout"), 1, "outcome is timeout", None),
        ("skipped", predicate(outcome="skipped"), 1, "outcome is skipped", None),
        ("excluded", predicate(assumptions=["A-CUBLAS"]), 1, "A-CUBLAS", predicate(assumptions=[])),
        ("misplaced", changing(lambda s: s["predicate"]["claim"].update(contract="shape")), 1,
         "sits in the contract field shape", None),
        ("derived_now", predicate(origin="derived now"), 2, "unknown field",
         predicate(detail="derived now")),
        ("literal_nan", replacing('"discarded":0', '"discarded":0,"margin":NaN'), 2, "line",
         replacing('"discarded":0', '"discarded":0,"margin":1e-9')),
        ("duplicate_key", replacing('"outcome":"passed"', '"outcome":"failed","outcome":"passed"'), 2,
         "outcome", None),
        ("wide_scope", replacing('"operands":"any"', '"operands":"any "'), 2, "expected a list", None),
        ("predicate_type", replacing("urn:touchstone:evidence:2", "urn:touchstone:evidence:9"), 2,
         "predicateType", None),
        ("lone_surrogate", predicate(detail="\ud800"), 2, "line", predicate(detail="\U0001f600")),
        ("deep", predicate(detail=json.loads("[" * 50 + "]" * 50)), 2, "nested", None),
        ("long", predicate(detail="a" * 2**20), 2, "bytes", predicate(detail="a" * 2**10)),
        ("script", predicate(detail="\x1b[2J<script>alert(1)</script>", outcome="undecided"), 1,
         "\\x1b[2J<script>", None),
    ]
    for name, hostile, status, says, twin in rows:
        write_ledger(edited(hostile))
        expect(name, recorded(), status, says)
        write_ledger(edited(twin) if twin else HONEST)
        expect(name + "_twin", recorded(), 0, "ACCEPTED")


def counter_evidence():
    refuting = predicate(outcome="failed", kind="fuzz", detail="a known failing case")
    counter = refuting(HONEST[ABOUT_VALUE[0]])
    elsewhere = [{"dtype": "float32", "shape": shape} for shape in ([7, 4], [8, 4], [8])]
    at_other_shapes = predicate(scope={"attributes": {}, "operands": elsewhere})(counter)
    for name, line in (
            ("refuted", counter),
            ("refuted_long_ago", predicate(date="1999-01-31T00:00:00Z")(counter)),
            ("refuted_and_expired", predicate(expires="1999-01-31T00:00:00Z")(counter)),
            ("refuted_by_nobody", predicate(checker={"name": "nobody", "version": "0"})(counter)),
            ("refuted_in_another_field",
             changing(lambda s: s["predicate"]["claim"].update(contract="shape"))(counter)),
            ("refuted_at_other_shapes", at_other_shapes)):
        for lines in ([line, *HONEST], [*HONEST, line]):
            write_ledger(lines)
            for arguments in (recorded(), ["verify", "--ledger", path("ledger.jsonl"), MLP]):
                expect(name, arguments, 1, "a known failing case")
    closed = changing(lambda s: s["subject"][0]["digest"].update(sha256="e" * 64))(counter)
    write_ledger([closed, *HONEST])
    expect("closed_by_another_artifact", recorded(), 0, "ACCEPTED")
    return counter


def waiver(**changes):
    statement = json.loads(HONEST[ABOUT_VALUE[0]])
    out = {"capsule": "reference.linear", "obligation": "value.bit_exact",
           "artifact": statement["subject"][0]["digest"]["sha256"], "owner": "Ada Lovelace",
           "reason": "until it is fixed", "expires": "2026-12-31T00:00:00Z", **changes}
    return {name: value for name, value in out.items() if value is not None}


def write_waivers(*waivers):
    return write("waivers.json", json.dumps(
        {"format": "touchstone.waivers", "version": 1, "waivers": waivers}))


def waivers(counter):
    missing = [line for i, line in enumerate(HONEST) if i not in ABOUT_VALUE]
    write_ledger(missing)
    waived = recorded("checked_cpu", "--waivers", path("waivers.json"))
    expect("unwaived", recorded(), 1, "there is no evidence")
    write_waivers(waiver())
    expect("waived", waived, 0, "2 of them waived by Ada Lovelace", "until it is fixed",
           "2026-12-31T00:00:00Z", " waived ")
    verdict = answer(*waived)
    assert verdict["waivers"][0]["owner"] == "Ada Lovelace", verdict["waivers"]
    assert verdict["trust"] == "unsupported" and verdict["bit_exact"] is False
    for name, changes, status, says in (
            ("waiver_expired", {"expires": "2026-06-01T00:00:00Z"}, 1, "it expired at"),
            ("waiver_of_another_artifact", {"artifact": "e" * 64}, 1, "another artifact"),
            ("waiver_of_another_capsule", {"capsule": "reference.relu"}, 1, "there is no evidence"),
            ("waiver_of_another_obligation", {"obligation": "shape.in_bounds_once"}, 1, "no evidence"),
            ("waiver_of_a_finding", {"finding": "e" * 64}, 1, "does not refute"),
            ("waiver_without_owner", {"owner": None}, 2, "owner"),
            ("waiver_of_nobody", {"owner": "  "}, 2, "empty"),
            ("waiver_of_a_ghost", {"owner": "\u200b"}, 2, "empty"),
            ("waiver_without_reason", {"reason": ""}, 2, "empty"),
            ("waiver_for_no_visible_reason", {"reason": " \u2060\u3164"}, 2, "empty"),
            ("waiver_for_ever", {"expires": "never"}, 2, "no time"),
            ("waiver_without_expiry", {"expires": None}, 2, "expires"),
            ("waiver_of_everything", {"obligation": "*"}, 2, "not a name known here")):
        write_waivers(waiver(**changes))
        expect(name, waived, status, says)
        write_waivers(waiver())
        expect(name + "_twin", waived, 0)
    strict = ["verify", "--evidence", "derive", "--profile", "strict", "--at", AT]
    expect("strict", [*strict, "--waivers", path("waivers.json"), MLP], 0, "takes no waivers")
    expect("waiver_in_strict", recorded("strict", "--waivers", path("waivers.json")), 1,
           "profile strict takes no waivers")
    expect("at_a_later_date", ["verify", "--profile", "checked_cpu", "--evidence", "recorded", "--ledger",
                               path("ledger.jsonl"), "--at", "2027-01-01", "--waivers",
                               path("waivers.json"), MLP], 1, "it expired at 2026-12-31T00:00:00Z")
    write_ledger([counter, *HONEST])
    expect("refuted_and_waived_as_missing", waived, 1, "does not name the finding")
    refuted = answer(*waived)
    finding = refuted["evidence"][refuted["counter_evidence"][0]]["finding"]
    write_waivers(waiver(finding=finding))
    expect("refuted_and_waived", waived, 0, "counter-evidence against reference.linear", finding)


def profile(**changes):
    out = {"format": "touchstone.profile", "version": 1, "name": "mine", "summary": "my own",
           "providers": ["reference"], "admits": ["checker"], "admits_for_reference": ["identity"],
           "excluded_assumptions": [], "admits_unsigned_ledger": True, "admits_waivers": False,
           "gradient_owners": ["tape"], **changes}
    return write("mine.json", json.dumps(out))


def profiles():
    write_ledger(HONEST)
    mine = recorded(path("mine.json"))
    profile()
    expect("own_profile", mine, 0, "profile mine (mine.json, sha256 ")
    expect("explain_own_profile", ["audit", "explain", "reference.matmul", "--profile", path("mine.json")], 0,
           "can show it under profile mine")
    expect("explain_no_profile", ["audit", "explain", "reference.matmul", "--profile", path("none.json")], 2,
           "none.json")
    for name, changes, status, says in (
            ("redefines_strict", {"name": "strict"}, 2, "cannot redefine the profile strict"),
            ("nearly_strict", {"name": "Strict"}, 2, "no name for a profile"),
            ("strict_and_a_blank", {"name": "strict "}, 2, "no name for a profile"),
            ("looks_like_strict", {"name": "str\u0456ct"}, 2, "no name for a profile"),
            ("redefines_the_future", {"name": "future_tpu"}, 2, "cannot redefine"),
            ("admits_nothing_at_all", {"admits": ["missing"]}, 2, "no profile can admit"),
            ("unknown_field", {"lacking": ""}, 2, "unknown field"),
            ("no_unsigned_ledger", {"admits_unsigned_ledger": False}, 1, "unsigned ledger"),
            ("excludes", {"excluded_assumptions": ["A-LEDGER"]}, 1, "A-LEDGER, which profile mine"),
            ("no_provider", {"providers": []}, 1, "no capsule may serve")):
        profile(**changes)
        expect(name, mine, status, says)
        profile()
        expect(name + "_twin", mine, 0)
    profile(device="cuda")
    expect("another_device", [*mine, "--device", "cpu"], 2, "is for device cuda")
    profile(device="cpu")
    expect("that_device", [*mine, "--device", "cpu"], 0)
    expect("absent_profile", recorded(path("absent.json")), 2)


def times():
    for text, status in (("2026-06-01", 0), ("2026-06-01T00:00:00Z", 0), ("2026-06-31", 2),
                         ("2026-06-01T00:00:00+02:00", 2), ("now", 2), ("", 2)):
        expect("at " + text, ["verify", "--at", text, MLP], status)
    # Evidence does not serve before it was made, and the verdict says for which time it was given.
    write_ledger(HONEST)
    dated = recorded()
    expect("as_of", dated, 0, "as of 2026-06-01T00:00:00Z")
    dated[dated.index("--at") + 1] = "2026-01-31T00:00:00Z"
    expect("as_of_the_day", dated, 0, "as of 2026-01-31T00:00:00Z")
    dated[dated.index("--at") + 1] = "2026-01-30T23:59:59Z"
    expect("before_it_was_made", dated, 1, "after the time for which the verdict is given")
    if "as of" in expect("now", ["verify", MLP], 0):
        failures.append("now: a time is said that was not given")
    bytes_of = []
    for name in ("one.jsonl", "two.jsonl"):
        run("verify", "--at", AT, "--record", path(name), "--threads", str(len(bytes_of) + 1), MLP)
        with open(path(name), "rb") as stream:
            bytes_of.append(stream.read())
    if not bytes_of[0] or bytes_of[0] != bytes_of[1]:
        failures.append("--at: two records differ")


def everything_read():
    write_ledger(HONEST)
    profile(admits_waivers=True)
    write_waivers(waiver())
    verdict = answer(*recorded(path("mine.json"), "--waivers", path("waivers.json")))
    read = {(each["what"], each["name"]): each["sha256"] for each in verdict["read"]}
    for what, file in (("model", MLP), ("profile", path("mine.json")),
                       ("waivers", path("waivers.json")), ("loaded file", PROGRAM)):
        with open(file, "rb") as stream:
            digest = hashlib.sha256(stream.read()).hexdigest()
        if read.get((what, os.path.basename(file))) != digest:
            failures.append(f"the verdict does not list {what} {file} with {digest}: {read}")
    lines = [line.encode() for line in HONEST]
    if read.get(("ledger", "ledger.jsonl")) != root_of(lines).hex():
        failures.append(f"the verdict does not list the ledger's root: {read}")
    if not any(what == "checkers" for what, _ in read):
        failures.append("the verdict does not list the checkers' version")


def names_that_lead_out():
    model = {"format": "touchstone.model", "version": 1,
             "inputs": [{"name": "x", "dtype": "float32", "shape": [2]}],
             "nodes": [{"id": "y", "op": "add", "inputs": ["x", "w"]}], "outputs": ["y"]}
    header = b'{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'
    weights = len(header).to_bytes(8, "little") + header + bytes(8)
    write("inside/w.safetensors", weights)
    write("w.safetensors", weights)
    kernels = os.path.join(EXAMPLES, "kernels")
    shutil.copy(os.path.join(kernels, "relu.ptx"), path("inside/relu.ptx"))
    shutil.copy(os.path.join(kernels, "relu.ptx"), path("relu.ptx"))
    os.symlink(path("w.safetensors"), path("inside/link.safetensors"))
    os.symlink(path("relu.ptx"), path("inside/link.ptx"))
    with open(os.path.join(kernels, "relu.json"), encoding="utf-8") as stream:
        manifest_text = stream.read()
    assert '"relu.ptx"' in manifest_text
    for name, file, status in (("inside", "w.safetensors", 0), ("above", "../w.safetensors", 2),
                               ("absolute", path("w.safetensors"), 2), ("link", "link.safetensors", 2),
                               ("nul", "w.safetensors\0", 2), ("folder", ".", 2)):
        model["parameters"] = {"file": file}
        write("inside/model.json", json.dumps(model))
        expect("parameters_" + name, ["verify", path("inside/model.json")], status)
        ptx = file.replace("w.safetensors", "relu.ptx").replace(".safetensors", ".ptx")
        write("inside/kernel.json", manifest_text.replace('"relu.ptx"', json.dumps(ptx)))
        expect("kernel_" + name, ["prove", path("inside/kernel.json")], status)


try:
    hostile_lines()
    waivers(counter_evidence())
    profiles()
    times()
    everything_read()
    names_that_lead_out()
finally:
    shutil.rmtree(folder)
print(f"{count} cases, {len(failures)} failures")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
