"""in_browser.py CHROMIUM PDFTOTEXT PAGE: what a reader needs of a report's page holds in a browser.

The page opens without complaint and asks for nothing; none of its texts runs; every node of the
picture opens its row, by pointer, by keyboard and without scripts; it fits a phone; and what it
says is all in the PDF that it prints to, in the same order.
"""
import base64
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from browser import Browser

SMALL = 2000   # nodes: beyond, a printout is nobody's wish, and everything takes minutes
CLICKED = 150  # nodes of the picture that are clicked, evenly spread
CLICKED_OF_LARGE = 10

ALLOWED_TAGS = set("""html head meta title style body a header main footer p h1 h2 h3 div span b br
dl dt dd nav ol ul li section article table caption colgroup col thead tbody tr th td svg defs g use
path circle rect text tspan pre code script""".split())

OPENS = """(async () => {
  const links = [...document.querySelectorAll("svg.rows a")];
  const step = Math.max(1, Math.floor(links.length / %d));
  const wrong = [];
  for (let i = 0; i < links.length; i += step) {
    const href = links[i].getAttribute("href");
    const changed = new Promise(done => addEventListener("hashchange", done, {once: true}));
    links[i].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, view: window}));
    await changed;
    await new Promise(done => setTimeout(done, 0));
    const row = document.querySelector("tr:target");
    const box = row && row.getBoundingClientRect();
    if (href !== "#node-" + i || !row || row.id !== "node-" + i) wrong.push(i + " is not the target");
    else if (box.top < 0 || box.bottom > innerHeight) wrong.push(i + " is out of sight");
    else if (!row.nextElementSibling.matches(".opened")) wrong.push(i + " shows no details");
    else if (!row.nextElementSibling.textContent.includes("Capsule")) wrong.push(i + " is empty");
    else if (!row.contains(document.activeElement)) wrong.push(i + " has no focus");
  }
  return {count: links.length, wrong};
})()"""

TEXTS = """(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const out = [];
  while (walker.nextNode()) {
    const within = walker.currentNode.parentElement;
    if (within.closest("script, style, .skip, .near, defs")) continue;
    if (walker.currentNode.data.trim()) out.push(walker.currentNode.data);
  }
  return out;
})()"""


class Failures(list):
    def expect(self, condition, sentence):
        if not condition:
            self.append(sentence)


def squeezed(text):
    return re.sub(r"[\s\u00a0\f]+", "", text)


def check_opening(browser, url, failures):
    browser.screen(1280, 900)
    browser.open(url)
    failures.expect(browser.requests == [url], "it asks for %s" % browser.requests)
    failures.expect(browser.value("typeof window.pwned") == "undefined", "a text of it ran")
    tags = set(browser.value("[...new Set([...document.querySelectorAll('*')].map(e => e.localName))]"))
    failures.expect(tags <= ALLOWED_TAGS, "it has elements %s" % (tags - ALLOWED_TAGS))
    failures.expect(browser.value("document.scripts.length") == 1, "it has other scripts than one")
    handlers = browser.value("[...document.querySelectorAll('*')].filter(e => [...e.attributes]"
                             ".some(a => /^on|^style$|^src$/.test(a.name))).length")
    failures.expect(handlers == 0, "%s elements have handlers, styles or sources" % handlers)
    # The policy really holds: what it forbids does not run here.
    browser.value("""(() => { const s = document.createElement("script");
        s.textContent = "window.injected = 1"; document.body.append(s); s.remove(); })()""")
    failures.expect(browser.value("typeof window.injected") == "undefined",
                    "a script that is not the page's runs")
    blocked = [t for t in browser.troubles if "Content Security Policy" in t]
    failures.expect(blocked, "the refusal of that script was not reported")
    browser.troubles = [t for t in browser.troubles if t not in blocked]


def check_headings(browser, failures):
    levels = browser.value("[...document.querySelectorAll('h1,h2,h3')].map(h => +h.localName[1])")
    failures.expect(levels.count(1) == 1 and levels[0] == 1, "h1 is not first or not alone")
    jumps = [i for i in range(1, len(levels)) if levels[i] > levels[i - 1] + 1]
    failures.expect(not jumps, "headings jump a level at %s" % jumps)
    unnamed = browser.value("[...document.querySelectorAll('table')].filter(t => !t.caption && "
                            "!t.getAttribute('aria-label')).length")
    failures.expect(unnamed == 0, "%s tables have no name" % unnamed)


def check_picture(browser, failures):
    rows = browser.value("document.querySelectorAll('tr[id^=node-]').length")
    result = browser.value(OPENS % (CLICKED if rows <= SMALL else CLICKED_OF_LARGE))
    failures.expect(result["count"] == rows and rows > 0,
                    "the picture has %s nodes, the table %s" % (result["count"], rows))
    failures.extend(result["wrong"])
    return rows


def check_names(browser, rows, failures):
    links = [n["name"]["value"] for n in browser.ask("Accessibility.getFullAXTree")["nodes"]
             if n.get("role", {}).get("value") == "link" and "name" in n]
    named = [n for n in links if n.endswith(": opens its row")]
    failures.expect(len(named) == rows and len(set(named)) == rows,
                    "%d of the picture's %d links have a name of their own" % (len(set(named)), rows))


def press(browser, key, code):
    for kind in ("keyDown", "keyUp"):
        text = "\r" if key == "Enter" and kind == "keyDown" else ""
        browser.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, text=text,
                    windowsVirtualKeyCode=code)


def settle(browser):
    time.sleep(0.2)
    browser.value("0")


def click(browser, selector):
    """With a real pointer, at the left end of the element."""
    browser.value("document.querySelector(%r).scrollIntoView({block: 'center'})" % selector)
    settle(browser)
    x, y = browser.value("(r => [r.left + 4, r.top + r.height / 2])"
                         "(document.querySelector(%r).getBoundingClientRect())" % selector)
    for kind in ("mousePressed", "mouseReleased"):
        browser.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    settle(browser)


def check_pointer_and_keys(browser, url, failures):
    browser.open(url)
    click(browser, 'svg.rows a[href="#node-2"]')
    failures.expect(browser.value("document.querySelector('tr:target')?.id") == "node-2",
                    "a pointer does not open node 2")
    browser.open("about:blank")
    browser.open(url)
    press(browser, "Tab", 9)
    failures.expect(browser.value("document.activeElement.className") == "skip",
                    "the first stop of Tab is not the skip link")
    browser.value("document.querySelector('svg.rows a[href=\"#node-1\"]').focus()")
    press(browser, "Enter", 13)
    settle(browser)
    failures.expect(browser.value("document.querySelector('tr:target')?.id") == "node-1",
                    "the Enter key does not open node 1")
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("about:blank")
    browser.open(url)
    click(browser, 'svg.rows a[href="#node-0"]')
    state = browser.value("(row => [row?.id, !!document.querySelector('.opened'), "
                          "row?.getBoundingClientRect().top])(document.querySelector('tr:target'))")
    failures.expect(state[:2] == ["node-0", False] and 0 <= state[2] < 900,
                    "without scripts node 0 does not open: %s" % state)
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)


def check_widths(browser, url, failures):
    for width, mobile in ((320, True), (360, True), (768, False)):
        browser.screen(width, 740, mobile)
        browser.open("about:blank")
        browser.open(url)
        wide = browser.value("document.documentElement.scrollWidth")
        failures.expect(wide <= width, "at %d pixels it is %s wide" % (width, wide))


def check_print(browser, url, pdftotext, failures):
    browser.screen(1280, 900)
    browser.ask("Emulation.setEmulatedMedia", media="", features=[])
    browser.open("about:blank")
    browser.open(url)
    texts = browser.value(TEXTS)
    for paper, width, height in (("A4", 8.27, 11.69), ("Letter", 8.5, 11)):
        data = browser.ask("Page.printToPDF", paperWidth=width, paperHeight=height,
                           printBackground=False, preferCSSPageSize=False)["data"]
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(base64.b64decode(data))
            file.flush()
            printed = squeezed(subprocess.run([pdftotext, "-raw", file.name, "-"], check=True,
                                              capture_output=True).stdout.decode())
        # As often as the page shows it: where a page ends within a row, the order is the printer's.
        shown = collections.Counter(map(squeezed, texts))
        lost = [text[:100] for text, times in shown.items() if printed.count(text) < times]
        failures.expect(texts and not lost,
                        "on %s %d texts of %d are lost: %s" % (paper, len(lost), len(texts), lost[:5]))


def main():
    program, pdftotext, page = sys.argv[1:]
    url = pathlib.Path(page).resolve().as_uri()
    failures = Failures()
    browser = Browser(program)
    try:
        check_opening(browser, url, failures)
        check_headings(browser, failures)
        rows = check_picture(browser, failures)
        if rows <= SMALL:
            check_names(browser, rows, failures)
            check_pointer_and_keys(browser, url, failures)
            check_widths(browser, url, failures)
            check_print(browser, url, pdftotext, failures)
        failures.extend(browser.troubles)
    finally:
        browser.close()
    for failure in failures:
        print("FAILED:", failure[:2000])
    print("%s: %d nodes, %s" % (pathlib.Path(page).name, rows,
                                "%d failures" % len(failures) if failures else "as it should be"))
    return 1 if failures else 0


sys.exit(main())
