"""programs.py TOUCHSTONE PAGE MODEL: the programs that a report's page prints do what it says.

They are taken from the page and run, against a ledger that the program itself recorded, and a
checkpoint that OpenSSL signed as the page describes; each also on a file with one bit changed.
"""
import base64
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


def verified(folder, key):
    written = python(folder, "checkpoint.py", "signed.checkpoint", key)
    expect(written.returncode == 0, "checkpoint.py: " + written.stderr)
    return run(folder, "openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey",
               "key.der", "-rawin", "-in", "signed", "-sigfile", "signature.0").returncode == 0


def check_signature(folder, checkpoint):
    run(folder, "openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem")
    run(folder, "openssl", "genpkey", "-algorithm", "ed25519", "-out", "other.pem")
    keys = [run(folder, "openssl", "pkey", "-in", name, "-pubout").stdout.split("\n")[1]
            for name in ("key.pem", "other.pem")]
    body = json.dumps(checkpoint, separators=(",", ":")).encode()
    kind = b"application/vnd.touchstone.checkpoint+json"
    (folder / "to_sign").write_bytes(
        b"DSSEv1 " + str(len(kind)).encode() + b" " + kind + b" " + str(len(body)).encode() + b" " + body)
    run(folder, "openssl", "pkeyutl", "-sign", "-rawin", "-inkey", "key.pem", "-in", "to_sign",
        "-out", "made")
    signature = base64.b64encode((folder / "made").read_bytes()).decode()
    named = hashlib.sha256(base64.b64decode(keys[0])).hexdigest()
    signatures = [{"key": named, "signature": signature}]

    def write(**changes):
        text = json.dumps({**checkpoint, **changes, "signatures": signatures}, separators=(",", ":"))
        (folder / "signed.checkpoint").write_text(text + "\n")

    write()
    expect(verified(folder, keys[0]), "a good signature does not verify")
    expect(hashlib.sha256((folder / "key.der").read_bytes()).hexdigest() == named, "another key")
    expect(not verified(folder, keys[1]), "it verifies under another key")
    write(size=checkpoint["size"] + 1)
    expect(not verified(folder, keys[0]), "it verifies over another size")
    write(next=checkpoint)
    expect(verified(folder, keys[0]), "a checkpoint of an append that was cut off does not verify")


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
        check_signature(folder, checkpoint)
    for failure in failures:
        print("FAILED:", failure)
    print("%d files of the model, %d entries: %s" % (len(names), checkpoint["size"],
          "%d failures" % len(failures) if failures else "as the page says"))
    return 1 if failures else 0


sys.exit(main())
