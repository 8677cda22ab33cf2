#include "report_programs.h"

namespace touchstone {

// Written with entities for & and <, as the page shows them.

Markup model_digest_program() {
  return R"(import hashlib, sys
digests = [hashlib.sha256(open(name, "rb").read()).digest() for name in sys.argv[1:]]
one = digests[0] if len(digests) == 1 else hashlib.sha256(b"".join(digests)).digest()
print(one.hex())
)";
}

Markup ledger_root_program() {
  return R"(import hashlib, json, sys

def sha256(data):
    return hashlib.sha256(data).digest()

def leaf(line):
    if line.startswith(b'{"pruned":'):
        return bytes.fromhex(json.loads(line)["pruned"])
    return sha256(b"\0" + line)

def root(hashes):
    if len(hashes) == 0:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 &lt; len(hashes):
        split *= 2
    return sha256(b"\1" + root(hashes[:split]) + root(hashes[split:]))

lines = open(sys.argv[1], "rb").read().split(b"\n")
if lines.pop() != b"":
    sys.exit("the last line has no end")
print("size", len(lines))
leaves = [leaf(line) for line in lines]
print("root", root(leaves).hex())
for wanted in sys.argv[2:]:
    found = [n for n, each in enumerate(leaves, 1) if each.hex() == wanted]
    print("leaf", wanted, "is line %d" % found[0] if found else "is not in this ledger")
)";
}

Markup checkpoint_program() {
  return R"(import base64, json, sys
checkpoint = json.load(open(sys.argv[1]))
body = {k: v for k, v in checkpoint.items() if k not in ("signatures", "next")}
body = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
kind = b"application/vnd.touchstone.checkpoint+json"
open("signed", "wb").write(b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(body), body))
open("key.der", "wb").write(base64.b64decode(sys.argv[2]))
for n, signature in enumerate(checkpoint.get("signatures", [])):
    open("signature.%d" % n, "wb").write(base64.b64decode(signature["signature"]))
    whose = "KEY" if signature["key"] == sys.argv[2] else "another key,"
    print("signature.%d names" % n, whose, signature["key"])
)";
}

}  // namespace touchstone
