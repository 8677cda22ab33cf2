"""ledger.py TOUCHSTONE EXAMPLES: the audit's commands about ledgers, as their user meets them.

Keys are made by openssl, as the help says. Each bad case stands beside a valid twin.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAM, EXAMPLES = sys.argv[1], sys.argv[2]
MLP = os.path.join(EXAMPLES, "mlp.json")
failures = []
count = 0
folder = tempfile.mkdtemp(prefix="touchstone_ledger_")


def path(name):
    return os.path.join(folder, name)


def expect(name, arguments, status, says="", stdin=""):
    global count
    count += 1
    done = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True, timeout=120)
    text = done.stdout + done.stderr
    if done.returncode != status or says not in text:
        failures.append(f"{name}: status {done.returncode}, expected {status} and {says!r}\n"
                        f"    {' '.join(arguments)}\n    {text[-600:]}")
    return done.stdout


def read(name):
    with open(path(name), encoding="utf-8") as stream:
        return stream.read()


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as stream:
        stream.write(text)


def key(name, algorithm="ed25519"):
    subprocess.run(["openssl", "genpkey", "-algorithm", algorithm, "-out", path(name)], check=True,
                   capture_output=True)
    public = subprocess.run(["openssl", "pkey", "-in", path(name), "-pubout"], check=True,
                            capture_output=True, text=True).stdout
    return public.splitlines()[1]


def pin(name, public, predicates, **more):
    pinned = {"name": name, "ed25519": public, "predicates": predicates, **more}
    write("keys.json", json.dumps({"format": "touchstone.keys", "version": 1, "keys": [pinned]}))


def copy(old, new):
    for suffix in ("", ".checkpoint"):
        shutil.copy(path(old + suffix), path(new + suffix))


first, second = key("first.pem"), key("second.pem")
key("x25519.pem", "x25519")
ledger, old, keys, accepted = path("ledger.jsonl"), path("old.jsonl"), path("keys.json"), path("accepted.json")
trust = ["--keys", keys, "--accepted", accepted]
recorded = ["verify", "--evidence", "recorded", "--ledger", ledger, *trust, MLP]

# Signing, pinning, accepting.
expect("record_wrong_key", ["verify", "--record", ledger, "--key", path("x25519.pem"), MLP], 2, "Ed25519")
expect("record_signed", ["verify", "--record", ledger, "--key", path("first.pem"), MLP], 0, "recorded in")
types = sorted({json.loads(line)["predicateType"] for line in read("ledger.jsonl").splitlines()})
expect("check", ["audit", "check", ledger], 0, "signed by " + first)
pin("release", second, types)
expect("check_unpinned", ["audit", "check", ledger, "--keys", keys], 1, "no key that is pinned")
expect("accept_unpinned", ["audit", "check", ledger, *trust, "--accept"], 1, "cannot be accepted")
pin("release", first, ["urn:another"])
expect("check_other_type", ["audit", "check", ledger, "--keys", keys], 1, "not pinned for statements")
pin("release", first, types, expires="2199-01-01T00:00:00Z")
expect("check_expired", ["audit", "check", ledger, "--keys", keys, "--at", "2199-01-02"], 1, "expired")
expect("check_not_expired", ["audit", "check", ledger, "--keys", keys, "--at", "2198-12-31"], 0, "counts")
# Going back in time does not revive the pin for what was signed after it had expired.
pin("release", first, types, expires="2026-01-01T00:00:00Z")
expect("check_signed_later", ["audit", "check", ledger, "--keys", keys, "--at", "2025-12-31"], 1, "had expired")
expect("check_no_date", ["audit", "check", ledger, "--at", "tomorrow"], 2, "--at")
pin("release", first, types)
expect("verify_before_accepting", recorded, 2, "accepted.json")
expect("key_without_record", ["verify", "--key", path("first.pem"), MLP], 2, "--record")
expect("prove_key_without_record", ["prove", "kernel.json", "--key", path("first.pem")], 2, "--record")
expect("keys_without_ledger", ["verify", "--keys", keys, MLP], 2, "--ledger")
expect("accepted_without_ledger", ["run", "--accepted", accepted, MLP], 2, "--ledger")
expect("at_without_keys", ["audit", "check", ledger, "--at", "2026-01-02"], 2, "--keys")
expect("accept_without_keys", ["audit", "check", ledger, "--accept"], 2, "--keys and --accepted")
expect("accept", ["audit", "check", ledger, *trust, "--accept"], 0, "release")
expect("verify", recorded, 0, "ACCEPTED")
answer = json.loads(expect("verify_json", [*recorded, "--json"], 0))
if answer["ledgers"][0]["signer"] != "release":
    failures.append("the verdict does not name the signer")

# Files that a person keeps are small: one of 1 MiB is read, one of a byte more is not.
write("waivers.json", json.dumps({"format": "touchstone.waivers", "version": 1, "waivers": []}))
for name, asked in (("keys.json", ["audit", "check", ledger, "--keys"]),
                    ("waivers.json", ["verify", "--profile", "checked_cpu", MLP, "--waivers"])):
    small = read(name)
    write("padded.json", small.ljust(1 << 20))
    expect(name + "_at_the_limit", [*asked, path("padded.json")], 0)
    write("padded.json", small.ljust((1 << 20) + 1))
    expect(name + "_beyond_the_limit", [*asked, path("padded.json")], 2, "longer than 1048576 bytes")

# Appending, proofs, rollback.
copy("ledger.jsonl", "old.jsonl")
write("statements.jsonl", read("ledger.jsonl").splitlines(keepends=True)[0])
expect("append_without_key", ["audit", "append", ledger, path("statements.jsonl")], 1, "--key")
expect("append", ["audit", "append", ledger, path("statements.jsonl"), "--key", path("first.pem")], 0, "signed by")
expect("append_from_input", ["audit", "append", path("new.jsonl"), "-"], 0, "1 entries", read("statements.jsonl"))
expect("append_garbage", ["audit", "append", path("new.jsonl"), "-"], 2, "line 1", "{}\n")
expect("append_input_twice", ["audit", "append", path("new.jsonl"), "-", "-"], 2, "once", read("statements.jsonl"))
waiting = subprocess.Popen([PROGRAM, "audit", "append", path("new.jsonl"), "-"], stdin=subprocess.PIPE,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
waiting.stdin.write("{}")
waiting.stdin.flush()
expect("not_locked_by_who_waits_for_input", ["audit", "append", path("other.jsonl"), path("statements.jsonl")], 0)
waiting.stdin.close()
if waiting.wait(timeout=120) != 2:
    failures.append("what was typed is no statement")
expect("new_is_as_before", ["audit", "check", path("new.jsonl")], 0, "unsigned")
expect("extends", ["audit", "check", ledger, "--extends", old + ".checkpoint"], 0, "extends the")
expect("does_not_extend", ["audit", "check", old, "--extends", ledger + ".checkpoint"], 1, "does not extend")
expect("inclusion", ["audit", "check", ledger, "--inclusion", "2"], 0, "line 2 is in it")
expect("no_such_line", ["audit", "check", ledger, "--inclusion", "1000"], 2, "no line 1000")
expect("forward", recorded, 0, "ACCEPTED")
copy("ledger.jsonl", "newer.jsonl")
copy("old.jsonl", "ledger.jsonl")
expect("rollback", recorded, 1, "rolled back")
expect("rollback_check", ["audit", "check", ledger, *trust], 1, "rolled back")
expect("rollback_accept", ["audit", "check", ledger, *trust, "--accept"], 1, "rolled back")
copy("newer.jsonl", "ledger.jsonl")
expect("forward_again", recorded, 0, "ACCEPTED")

# Diff, merge, prune, sign.
expect("diff", ["audit", "diff", old, ledger], 1, "extends")
expect("no_diff", ["audit", "diff", ledger, ledger], 0, "same entries")
expect("merge", ["audit", "merge", path("new.jsonl"), old, "-o", path("merged.jsonl")], 0, "in common")
expect("merged", ["audit", "check", path("merged.jsonl")], 0, "agree")
expect("merge_over_signed", ["audit", "merge", ledger, path("none.jsonl"), "-o", ledger], 2)
copy("ledger.jsonl", "unsigned.jsonl")
bare = json.loads(read("unsigned.jsonl.checkpoint"))
del bare["signatures"]
write("unsigned.jsonl.checkpoint", json.dumps(bare, separators=(",", ":")) + "\n")
copy("old.jsonl", "signed.jsonl")
over_signed = ["audit", "merge", path("unsigned.jsonl"), path("signed.jsonl"), "-o", path("signed.jsonl")]
expect("merge_would_lose_a_signature", over_signed, 1, "--key")
expect("a_key_signs_over_what_it_signed", [*over_signed, "--key", path("first.pem")], 1, "not signed by this key")
expect("sign_ours", ["audit", "sign", path("unsigned.jsonl"), "--key", path("first.pem")], 0, "signed by " + first)
expect("merge_keeps_a_signature", [*over_signed, "--key", path("first.pem")], 0, "signed by " + first)
expect("prune", ["audit", "prune", ledger], 0, "dropped the bodies of 1 entries")
expect("pruned", recorded, 0, "ACCEPTED")
expect("prune_all", ["audit", "prune", ledger, "--before", "2999-01-01"], 0, "dropped")
expect("nothing_left", recorded, 1, "REJECTED")
expect("sign", ["audit", "sign", path("new.jsonl"), "--key", path("second.pem"), "--json"], 0, second)
expect("signed_by_other", ["audit", "check", path("new.jsonl"), "--keys", keys], 1, "does not count")
text = read("new.jsonl.checkpoint")
write("new.jsonl.checkpoint", text.replace('"size":', '"size": '))
expect("reformatted", ["audit", "check", path("new.jsonl")], 2, "written")
write("new.jsonl.checkpoint", text.replace(second, first))
expect("in_another_name", ["audit", "check", path("new.jsonl")], 1, "signature")
write("new.jsonl.checkpoint", text)
expect("as_it_was", ["audit", "check", path("new.jsonl"), "--json"], 0)

shutil.rmtree(folder)
if failures:
    sys.exit(f"{len(failures)} of {count} cases failed:\n" + "\n".join(failures))
print(f"{count} cases")
