#!/usr/bin/env python3
"""check.py WHAT PROGRAM MUTANT FOLDER OP…: holds a mutant's answers about a model of every
operation against the operations that its faults concern. WHAT is one of
  rejected  `verify --profile strict` names these operations and no other, for their values
  misplaced the same, for their accesses
  meanings  the meaning digests of these operations differ from the program's, and no other
  stale     evidence that the program recorded does not serve these operations
The program itself accepts the same model each time.
"""

import json
import subprocess
import sys
from pathlib import Path

import all_operations

YES, NO = 0, 1
VALUE = "value.bit_exact"
SHAPE = "shape.in_bounds_once"


def verify(program, model, status, *arguments):
    command = [program, "verify", "--json", *map(str, arguments), str(model)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}, not {status}\n"
                 f"{done.stderr}{done.stdout[:2000]}")
    return json.loads(done.stdout)


def expect_ops(what, found, expected):
    if set(found) != set(expected):
        sys.exit(f"{what}: {sorted(set(found))}, expected {sorted(set(expected))}")


def reasons_by_op(verdict):
    """The reasons of a rejection by operation: each begins with the one it is about."""
    out = {}
    for reason in verdict["reasons"]:
        out.setdefault(reason["subject"].split()[0], []).append(reason["text"])
    return out


def misplaced(program, mutant, model, ops):
    rejected(program, mutant, model, ops, SHAPE)


def rejected(program, mutant, model, ops, obligation=VALUE):
    strict = ("--profile", "strict")
    expect_ops("operations the program accepts",
               [c["op"] for c in verify(program, model, YES, *strict)["classes"]],
               all_operations.operations())
    verdict = verify(mutant, model, NO, *strict)
    expect_ops("operations in the reasons", reasons_by_op(verdict), ops)
    open_obligations = [c for c in verdict["classes"] if c["standing"] != "served"]
    expect_ops("operations that are not served", [c["op"] for c in open_obligations], ops)
    for c in open_obligations:
        if (c["obligation"], c["standing"]) != (obligation, "contradicted"):
            sys.exit(f"{c['op']}: {c['obligation']} is {c['standing']}")


def meanings(program, mutant, model, ops):
    def of(which):
        return {(c["op"], c["uses"]): c["meaning"] for c in verify(which, model, YES)["classes"]}

    before, after = of(program), of(mutant)
    expect_ops("operations of the mutant", [op for op, _ in after], all_operations.operations())
    expect_ops("operations whose meaning changed",
               [op for op, uses in before if before[op, uses] != after[op, uses]], ops)


def stale(program, mutant, model, ops):
    profile = ("--profile", "checked_cpu")
    ledger = model.with_name("ledger.jsonl")
    for leftover in ledger.parent.glob("ledger*"):
        leftover.unlink()
    verify(program, model, YES, *profile, "--record", ledger)
    recorded = (*profile, "--evidence", "recorded", "--ledger", ledger)
    verify(program, model, YES, *recorded)
    verdict = verify(mutant, model, NO, *recorded)
    # The kernels lie in another file now, so no identity serves; but what else was recorded does,
    # except where it speaks of another meaning.
    expect_ops("operations whose value is stale", reasons_by_op(verdict),
               all_operations.operations())
    by_meaning = [op for op, texts in reasons_by_op(verdict).items()
                  if any(text.startswith("stale: made for meaning") for text in texts)]
    expect_ops("operations stale by their meaning", by_meaning, ops)
    unserved = [c["op"] for c in verdict["classes"]
                if c["standing"] != "served" and c["obligation"] != VALUE]
    expect_ops("operations without shape and layout evidence", unserved, ops)


def main(what, program, mutant, folder, *ops):
    Path(folder).mkdir(parents=True, exist_ok=True)
    model = Path(folder) / "all_operations.json"
    all_operations.write(model)
    {"rejected": rejected, "misplaced": misplaced, "meanings": meanings, "stale": stale}[what](program, mutant, model, ops)


if __name__ == "__main__":
    main(*sys.argv[1:])
