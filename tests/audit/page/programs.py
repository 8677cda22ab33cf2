"""programs.py TOUCHSTONE PAGE MODEL: the programs that a report's page prints do what it says.

They are taken from the page and run, against a ledger that the program itself recorded and signed;
each also on files that were changed since.
"""
import hashlib
import html.parser
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

failures = []


def expect(condition, sentence):
    if not condition:
        failures.append(sentence)


class Programs(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = {}
        self.open = None

    def handle_starttag(self, tag, attributes):
        name = dict(attributes).get("id") or ""
        if tag == "pre" and name.startswith("program-"):
            self.open = name[len("program-"):]
            self.found[self.open] = ""

    def handle_endtag(self, tag):
        if tag == "pre":
            self.open = None

    def handle_data(self, data):
        if self.open:
            self.found[self.open] += data


def run(folder, *arguments):
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True)


def python(folder, *arguments):
    return run(folder, sys.executable, "-I", *map(str, arguments))


def check_model(folder, touchstone, model):
    """Of a model.json, whose digest is that of its parameters too."""
    shutil.copytree(model.parent, folder / "model")
    names = [model.name] + sorted(
        {p["file"] for p in [json.loads(model.read_text()).get("parameters", {})] if "file" in p})
    answer = run(folder / "model", touchstone, "verify", "--json", model.name)
    digest = json.loads(answer.stdout)["model"]["sha256"]
    printed = python(folder / "model", folder / "model.py", *names)
    expect(printed.stdout.strip() == digest, "model.py says %s, not %s" % (printed, digest))
    return names


def check_ledger(folder, touchstone, model):
    answer = run(folder, touchstone, "verify", "--record", folder / "ledger.jsonl", model)
    expect(answer.returncode == 0, "nothing was recorded: %s" % answer.stderr)
    checkpoint = json.loads((folder / "ledger.jsonl.checkpoint").read_text())
    wanted = "size %d\nroot %s\n" % (checkpoint["size"], checkpoint["root"])
    expect(checkpoint["size"] > 3, "the ledger is too small to show anything")
    expect(python(folder, "ledger.py", "ledger.jsonl").stdout == wanted, "ledger.py gives another root")

    lines = (folder / "ledger.jsonl").read_bytes().split(b"\n")[:-1]
    third = hashlib.sha256(b"\0" + lines[2]).hexdigest()
    found = python(folder, "ledger.py", "ledger.jsonl", third, "0" * 64).stdout
    expect("leaf %s is line 3\n" % third in found, "line 3 is not found: " + found)
    expect("leaf %s is not in this ledger\n" % ("0" * 64) in found, "what is not there is found")

    leaf = hashlib.sha256(b"\0" + lines[1]).hexdigest()
    pruned = lines[:1] + [b'{"pruned":"%s"}' % leaf.encode()] + lines[2:]
    (folder / "pruned.jsonl").write_bytes(b"\n".join(pruned) + b"\n")
    expect(python(folder, "ledger.py", "pruned.jsonl").stdout == wanted, "pruning changes the root")

    for name, wrong in (("flipped", [bytes([lines[0][0] ^ 1]) + lines[0][1:]] + lines[1:]),
                        ("removed", lines[1:]), ("reordered", lines[1::-1] + lines[2:]),
                        ("repeated", lines + lines[-1:])):
        (folder / "wrong.jsonl").write_bytes(b"\n".join(wrong) + b"\n")
        other = python(folder, "ledger.py", "wrong.jsonl")
        expect(other.returncode == 0 and other.stdout != wanted, name + " lines keep the root")
    for size in range(0, 20):
        entries = [b"entry %d" % n for n in range(size)]
        (folder / "sized.jsonl").write_bytes(b"".join(e + b"\n" for e in entries))
        said = python(folder, "ledger.py", "sized.jsonl").stdout.split()
        expect(said == ["size", str(size), "root", root_by_peaks(entries).hex()],
               "another root of %d entries" % size)
    return checkpoint


def root_by_peaks(entries):
    """The same root in another way: complete subtrees, joined from the right."""
    peaks = []
    for entry in entries:
        peaks.append((1, hashlib.sha256(b"\0" + entry).digest()))
        while len(peaks) > 1 and peaks[-1][0] == peaks[-2][0]:
            (n, right), (m, left) = peaks.pop(), peaks.pop()
            peaks.append((n + m, hashlib.sha256(b"\1" + left + right).digest()))
    if not peaks:
        return hashlib.sha256(b"").digest()
    out = peaks.pop()[1]
    while peaks:
        out = hashlib.sha256(b"\1" + peaks.pop()[1] + out).digest()
    return out


def verified(folder, key, number, said):
    """Whether OpenSSL takes signature `number` as that of `key`, having seen what the program says."""
    written = python(folder, "checkpoint.py", "signed.checkpoint", key)
    expect(written.returncode == 0, "checkpoint.py: " + written.stderr)
    lines = written.stdout.splitlines()
    expect(number < len(lines) and lines[number] == "signature.%d names %s" % (number, said),
           "of signature %d checkpoint.py says: %s" % (number, written.stdout))
    return run(folder, "openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey",
               "key.der", "-rawin", "-in", "signed", "-sigfile",
               "signature.%d" % number).returncode == 0


def check_signature(folder, touchstone):
    """Of a checkpoint that the program itself signed, with two keys."""
    keys = {}
    for name in ("one.pem", "two.pem", "other.pem"):
        run(folder, "openssl", "genpkey", "-algorithm", "ed25519", "-out", name)
        keys[name] = run(folder, "openssl", "pkey", "-in", name, "-pubout").stdout.split("\n")[1]
    for name in ("one.pem", "two.pem"):
        signed = run(folder, touchstone, "audit", "sign", "ledger.jsonl", "--key", name)
        expect(signed.returncode == 0, "nothing was signed: " + signed.stderr)
    text = (folder / "ledger.jsonl.checkpoint").read_text()
    checkpoint = json.loads(text)
    named = [signature["key"] for signature in checkpoint["signatures"]]
    expect(sorted(named) == sorted([keys["one.pem"], keys["two.pem"]]), "it names other keys")

    def write(**changes):
        changed = {**checkpoint, **changes}
        (folder / "signed.checkpoint").write_text(json.dumps(changed, separators=(",", ":")) + "\n")

    (folder / "signed.checkpoint").write_text(text)
    for number, key in enumerate(named):
        expect(verified(folder, key, number, "KEY " + key), "a good signature does not verify")
        expect(not verified(folder, key, 1 - number, "another key, " + named[1 - number]),
               "another's signature verifies")
        expect(not verified(folder, keys["other.pem"], number, "another key, " + key),
               "it verifies under another key")
    write(size=checkpoint["size"] + 1)
    expect(not verified(folder, named[0], 0, "KEY " + named[0]), "it verifies over another size")
    write(next={name: checkpoint[name] for name in ("size", "root", "counter_evidence", "time")})
    expect(verified(folder, named[0], 0, "KEY " + named[0]),
           "a checkpoint of an append that was cut off does not verify")


def main():
    touchstone, page, model = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    programs = Programs()
    programs.feed(page.read_text())
    expect(sorted(programs.found) == ["checkpoint", "ledger", "model"],
           "the page has the programs %s" % sorted(programs.found))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program, text in programs.found.items():
            (folder / (program + ".py")).write_text(text)
        names = check_model(folder, touchstone, model)
        checkpoint = check_ledger(folder, touchstone, folder / "model" / model.name)
        check_signature(folder, touchstone)
    for failure in failures:
        print("FAILED:", failure)
    print("%d files of the model, %d entries: %s" % (len(names), checkpoint["size"],
          "%d failures" % len(failures) if failures else "as the page says"))
    return 1 if failures else 0


sys.exit(main())
