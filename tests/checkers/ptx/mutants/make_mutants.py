#!/usr/bin/env python3
"""Makes mutants.json: one-line edits of the native PTX kernels that ptxas accepts.

The same edits for the same PTX files: kinds take turns within each kernel, and a generator seeded
by the kernel's name chooses among the edits of a kind. ptxas sees each mutated kernel alone and
without line information, which says nothing about whether it assembles.

    make_mutants.py [--ptxas PATH]
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PTX = HERE.parents[3] / "capsules/native_cuda/ptx"
TARGETS = ("sm_80", "sm_100")
PER_KERNEL = 16
SEED = "touchstone mutants 1"

INSTRUCTION = re.compile(r"^(\s*)(?:@(!?)(%p\d+)\s+)?([a-z][\w.]*)(\s+(.*))?;\s*$")
REGISTER = re.compile(r"%(?:rd|rs|r|f|p)\d+\b")
NUMBER = re.compile(r"(?<![\w%$.])-?\d+(?![\w.])")
FLOAT = re.compile(r"\b0f[0-9A-Fa-f]{8}\b")

OPERATORS = [
    (r"^add\.rn", ["sub.rn", "mul.rn"]),
    (r"^sub\.rn", ["add.rn", "mul.rn"]),
    (r"^mul\.rn", ["add.rn", "sub.rn"]),
    (r"^add\.s", ["sub.s"]),
    (r"^sub\.s", ["add.s"]),
    (r"^mul\.lo\.", ["add.", "sub."]),
    (r"^mul\.wide\.", ["mul.lo."]),
    (r"^mad\.lo\.", ["mad.hi."]),
    (r"^min\.", ["max."]),
    (r"^max\.", ["min."]),
    (r"^max\.NaN", ["max", "min.NaN"]),
    (r"^and\.", ["or.", "xor."]),
    (r"^or\.", ["and.", "xor."]),
    (r"^shl\.b", ["shr.u", "shr.s"]),
    (r"^shr\.u", ["shl.b"]),
    (r"^div\.", ["rem.", "mul.lo."]),
    (r"^neg\.s", ["not.b"]),
    (r"^not\.b", ["neg.s"]),
    (r"^not\.pred", ["mov.pred"]),
]
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
WIDTHS = [
    (r"^ld\.param\.u64", ["ld.param.u32", "ld.param.s32"]),
    (r"^ld\.param\.u32", ["ld.param.u16", "ld.param.u8", "ld.param.s16"]),
    (r"^ld\.(global\.nc|shared)\.f32", [r"ld.\1.u16", r"ld.\1.b16", r"ld.\1.f16"]),
    (r"^st\.(global|shared)\.f32", [r"st.\1.u16", r"st.\1.b16", r"st.\1.b8"]),
    (r"^mul\.wide\.u32", ["mul.wide.s32", "mul.wide.u16"]),
    (r"^cvt\.u64\.u32", ["cvt.s64.s32", "cvt.u64.u16", "cvt.u64.u8"]),
    (r"^cvt\.u32\.u64", ["cvt.u32.u16", "cvt.u16.u64"]),
    (r"^setp\.(\w+)\.u(32|64)", [r"setp.\1.s\2"]),
    (r"^setp\.(\w+)\.s(32|64)", [r"setp.\1.u\2"]),
    (r"^(div|shr|min|max)\.u(32|64)", [r"\1.s\2"]),
    (r"^mov\.u32", ["cvt.u32.u16", "cvt.u32.u8"]),
]
SPECIALS = {
    "%tid.x": ("%tid.y", "%laneid", "%ctaid.x"),
    "%ctaid.x": ("%ctaid.y", "%tid.x", "%nctaid.x"),
    "%ntid.x": ("%nctaid.x", "%ntid.y"),
}


class Instruction:
    def __init__(self, text):
        match = INSTRUCTION.match(text)
        self.ok = match is not None
        if match:
            self.indent, self.negated, self.guard, self.name, _, self.rest = match.groups()
            self.rest = self.rest or ""
            self.text = text

    def made(self, name=None, rest=None):
        guard = f"@{self.negated}{self.guard} " if self.guard else ""
        rest = self.rest if rest is None else rest
        return f"{self.indent}{guard}{name or self.name} \t{rest};".replace(" \t;", ";")


def renamed(one, rules):
    for pattern, names in rules:
        if re.search(pattern, one.name):
            yield from (one.made(name=re.sub(pattern, name, one.name, count=1)) for name in names)


def operator_edits(one):
    yield from renamed(one, OPERATORS)
    parts = one.rest.split(", ")
    if one.name.startswith("fma.rn") and len(parts) == 4:
        to, a, b, c = parts
        yield one.made(name="add.rn.f32", rest=f"{to}, {a}, {c}")
        yield one.made(name="mul.rn.f32", rest=f"{to}, {a}, {b}")
    if one.name.startswith("mad.lo.") and len(parts) == 4:
        yield one.made(name=one.name.replace("mad.lo", "mul.lo"), rest=", ".join(parts[:3]))


def comparison_edits(one):
    match = re.match(r"^setp\.(\w\w)\.", one.name)
    if match:
        for other in COMPARISONS:
            if other != match[1]:
                yield one.made(name=one.name.replace(match[1], other, 1))


def constant_edits(one):
    if one.name.startswith(("ld.param", "bar", "bra")):
        return
    for match in NUMBER.finditer(one.rest):
        value = int(match[0])
        for other in sorted({value + 1, value - 1, 2 * value, 0} - {value}):
            yield one.made(rest=one.rest[: match.start()] + str(other) + one.rest[match.end() :])
    for match in FLOAT.finditer(one.rest):
        for other in ("0f00000000", "0f80000000", "0f3F800000", "0f00000001", "0f7FC00000"):
            if other != match[0]:
                yield one.made(rest=one.rest[: match.start()] + other + one.rest[match.end() :])


def guard_edits(one):
    if one.guard:
        yield one.text.replace("@" + one.negated, "@" + ("" if one.negated else "!"), 1)
        yield f"{one.indent}{one.name} \t{one.rest};"
        yield ""
    elif one.name.startswith("bra"):
        yield ""


def barrier_edits(one):
    if one.name.startswith("bar"):
        yield ""
        yield one.made(name="bar.warp.sync", rest="0xffffffff")
        yield one.made(rest="0, 32")
        yield one.made(rest="0, 64")


def lane_edits(one):
    for name, others in SPECIALS.items():
        if one.rest.endswith(name):
            yield from (one.made(rest=one.rest.replace(name, other)) for other in others)


def width_edits(one):
    yield from renamed(one, WIDTHS)


def rounding_edits(one):
    if ".rn" in one.name:
        for other in (".rz", ".rm", ".rp", ".rn.ftz", ".rn.sat"):
            yield one.made(name=one.name.replace(".rn", other, 1))
        if not one.name.startswith("fma"):
            yield one.made(name=one.name.replace(".rn", "", 1))
    if one.name == "max.NaN.f32":
        yield one.made(name="max.ftz.NaN.f32")


def operand_edits(one, registers):
    places = list(REGISTER.finditer(one.rest))
    for i, first in enumerate(places[1:], 1):
        for second in places[i + 1 :]:
            if first[0] != second[0]:
                yield one.made(
                    rest=one.rest[: first.start()]
                    + second[0]
                    + one.rest[first.end() : second.start()]
                    + first[0]
                    + one.rest[second.end() :]
                )
    for place in places[1:]:
        prefix = re.match(r"%[a-z]+", place[0])[0]
        at = registers[prefix].index(place[0])
        for other in (at - 1, at + 1):
            if 0 <= other < len(registers[prefix]):
                yield one.made(
                    rest=one.rest[: place.start()]
                    + registers[prefix][other]
                    + one.rest[place.end() :]
                )


def drop_edits(one):
    if not one.name.startswith(("bra", "ret", "bar")):
        yield ""


def repeat_edits(one):
    if one.name.startswith(("fma", "add.rn", "st.")):
        yield one.text + "\n" + one.text
    places = REGISTER.findall(one.rest)
    if places and places[0] in places[1:]:  # a loop's counter
        yield one.text + "\n" + one.text


def registers_of(lines):
    """Names by prefix, in the order in which they first occur."""
    out = {}
    for line in lines:
        for name in REGISTER.findall(line):
            names = out.setdefault(re.match(r"%[a-z]+", name)[0], [])
            if name not in names:
                names.append(name)
    return out


def edits_of(lines, begin, end):
    """By kind: (line number, old text, new text)."""
    registers = registers_of(lines[begin:end])
    kinds = {
        "operator": operator_edits,
        "comparison": comparison_edits,
        "constant": constant_edits,
        "guard": guard_edits,
        "barrier": barrier_edits,
        "lane": lane_edits,
        "width": width_edits,
        "rounding": rounding_edits,
        "operand": lambda one: operand_edits(one, registers),
        "drop": drop_edits,
        "repeat": repeat_edits,
    }
    out = {kind: [] for kind in kinds}
    for at in range(begin, end):
        one = Instruction(lines[at])
        if not one.ok:
            continue
        for kind, make in kinds.items():
            out[kind] += [(at + 1, lines[at], new) for new in make(one) if new != lines[at]]
    return out


def kernels_of(lines):
    """(name, first line, line after the last) of each entry, counted from 0."""
    begin = None
    for at, line in enumerate(lines):
        match = re.match(r"\.visible \.entry (\w+)\(", line)
        if match:
            name, begin = match[1], at
        elif line.startswith("}") and begin is not None:
            yield name, begin, at + 1
            begin = None


def accepted(ptxas, target, lines, kernel, edit):
    _, first, after = kernel
    number, _, new = edit
    text = [new if at == number - 1 else lines[at] for at in range(first, after)]
    head = [line for line in lines[:first] if line.startswith((".version", ".target", ".address"))]
    body = [line for line in text if not line.lstrip().startswith(".loc")]
    run = subprocess.run(
        [ptxas, f"-arch={target}", "-O1", "-o", "/dev/null", "-"],
        input="\n".join(head + body) + "\n",
        text=True,
        capture_output=True,
        check=False,
    )
    return run.returncode == 0


def chosen(ptxas, target, name, lines, kernel):
    generator = random.Random(f"{SEED} {target} {kernel[0]}")
    edits = edits_of(lines, kernel[1], kernel[2])
    kinds = [kind for kind, of in edits.items() if of]
    for kind in kinds:
        generator.shuffle(edits[kind])
    generator.shuffle(kinds)
    out, seen = [], set()
    while len(out) < PER_KERNEL and any(edits[kind] for kind in kinds):
        for kind in kinds:
            while edits[kind] and len(out) < PER_KERNEL:
                edit = edits[kind].pop()
                if edit[0::2] in seen or not accepted(ptxas, target, lines, kernel, edit):
                    continue
                seen.add(edit[0::2])
                number, old, new = edit
                out.append(
                    {
                        "file": f"{target}/{name}",
                        "kernel": kernel[0],
                        "kind": kind,
                        "line": number,
                        "old": old,
                        "new": new,
                    }
                )
                break
    return sorted(out, key=lambda mutant: (mutant["line"], mutant["new"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ptxas", default="ptxas")
    ptxas = parser.parse_args().ptxas
    work = []
    for target in TARGETS:
        for file in sorted((PTX / target).glob("*.ptx")):
            lines = file.read_text().split("\n")
            work += [(ptxas, target, file.name, lines, kernel) for kernel in kernels_of(lines)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        mutants = [one for made in pool.map(lambda of: chosen(*of), work) for one in made]
    rows = ",\n".join(json.dumps(mutant) for mutant in mutants)
    (HERE / "mutants.json").write_text(f"[\n{rows}\n]\n")
    print(f"{len(mutants)} mutants of {len(work)} kernels")


if __name__ == "__main__":
    main()
