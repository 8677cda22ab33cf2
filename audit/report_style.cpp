#include "report_style.h"

#include <string_view>

#include "touchstone/core/digest.h"

namespace touchstone {

namespace {

constexpr std::string_view style = R"css(
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --soft: #59636e; --line: #d7dce2; --paper: #fff; --wash: #f5f7f9;
  --link: #0b57a4; --yes: #0b6b4f; --amber: #8a5a00; --no: #a4161a; --hit: #fff3c4; --on: #fff;
  --proved: #0b6b4f; --identity: #1f5fa8; --checked: #6a4c93; --fuzzed: #8a5a00;
  --external: #59636e; --waived: #9a3b00; --refuted: #a4161a;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e7ea; --soft: #9da7b1; --line: #363d45; --paper: #14171a; --wash: #1d2125;
    --link: #82b7f5; --yes: #5cc9a2; --amber: #e0b45c; --no: #ff8a80; --hit: #4a3f12; --on: #101214;
    --proved: #5cc9a2; --identity: #82b7f5; --checked: #c3a5ee; --fuzzed: #e0b45c;
    --external: #9da7b1; --waived: #f0a070; --refuted: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans",
    "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
main, header, footer { max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
footer { padding-bottom: 4rem; color: var(--soft); }
p, ul.plain, ol.plain { max-width: 46rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
.kicker { margin: 0; color: var(--soft); letter-spacing: .04em; }
h1 { margin: .1rem 0 1.25rem; font-size: 1.9rem; line-height: 1.2; font-weight: 650; }
h2 {
  margin: 3rem 0 .75rem; padding-top: .8rem; border-top: 1px solid var(--line);
  font-size: 1.3rem; line-height: 1.3; font-weight: 650;
}
h3 { margin: 1.75rem 0 .35rem; font-size: 1.02rem; line-height: 1.4; font-weight: 650; }
h3 .grade { font-weight: 400; margin-left: .35rem; }
.verdict { border-left: 6px solid var(--c); padding: .25rem 0 .25rem 1.1rem; margin: 0 0 1.5rem; }
.verdict p { margin: 0; font-size: 1.1rem; }
.verdict .word { color: var(--c); font-weight: 700; font-size: 1.35rem; letter-spacing: .05em; }
.yes { --c: var(--yes); }
.amber { --c: var(--amber); }
.no { --c: var(--no); }
.facts {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr));
  gap: .8rem 1.5rem; margin: 0 0 1.5rem;
}
.facts .wide { grid-column: 1 / -1; }
.facts .double { grid-column: span 2; }
dt { color: var(--soft); font-size: .85rem; }
dd { margin: 0; }
nav ol {
  list-style: none; margin: 0; padding: .7rem 1rem; background: var(--wash); border-radius: 6px;
  display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .93rem;
}
code, pre, .mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono",
  "DejaVu Sans Mono", monospace; font-size: .84em; }
pre {
  margin: .5rem 0 1rem; padding: .75rem 1rem; background: var(--wash); border-radius: 6px;
  line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere;
}
.scroll { overflow-x: auto; margin: .5rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; line-height: 1.45; }
caption { text-align: left; color: var(--soft); padding: 0 0 .4rem; }
th, td { text-align: left; vertical-align: top; padding: .38rem .9rem .38rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--soft); font-weight: 500; white-space: nowrap; }
tbody th { font-weight: 500; }
.name { min-width: 11rem; overflow-wrap: anywhere; }
table.obligations { table-layout: fixed; min-width: 44rem; }
table.obligations col.name, table.obligations col.by { width: 25%; }
table.obligations col.standing { width: 12%; }
.say { min-width: 15rem; }
.digest { overflow-wrap: anywhere; }
@media screen and (min-width: 64rem) { td.digest { white-space: nowrap; } }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.nowrap, .type { white-space: nowrap; }
tr:target > *, tbody:target > tr > *, article:target > h3, li:target, p:target {
  background: var(--hit);
}
.rules { margin: .2rem 0 0; padding-left: 1.2rem; }
.shared { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr));
  gap: .35rem 1.5rem; margin: .35rem 0 .75rem; font-size: .9rem; }
table.evidence { table-layout: fixed; min-width: 52rem; }
table.evidence thead th:nth-child(1) { width: 2.6rem; }
table.evidence thead th:nth-child(2) { width: 11.5rem; }
table.evidence thead th:nth-child(3) { width: 13rem; }
table.evidence tr:first-child > * { border-bottom: 0; padding-bottom: 0; }
table.evidence tr.more > td { padding: .1rem 0 .5rem 2.6rem; }
.more p { max-width: none; margin: 0; }
.near { display: none; }
tr.opened > td { background: var(--wash); padding: .25rem 1rem .75rem; }
article { break-inside: auto; }
article > dl { display: grid; grid-template-columns: 9.5rem 1fr; gap: .15rem 1rem; margin: .35rem 0;
  font-size: .9rem; }
article > dl dt { font-size: inherit; }
.files { max-width: none; font-size: .85rem; color: var(--soft); }
.bad { color: var(--no); font-weight: 600; }
.note, .soft { color: var(--soft); }
.callout { border-left: 3px solid var(--c, var(--line)); padding-left: .9rem; margin: 1rem 0; }
.grade b, .callout b.grade {
  display: inline-block; min-width: 1.35em; text-align: center; border-radius: 3px;
  font-size: .8em; line-height: 1.5; color: var(--on); background: var(--c);
  border: 1px solid var(--c);
}
.proved { --c: var(--proved); } .identity { --c: var(--identity); }
.checked { --c: var(--checked); } .fuzzed { --c: var(--fuzzed); }
.external { --c: var(--external); } .waived { --c: var(--waived); }
.refuted, .failing { --c: var(--refuted); }
.unsupported, .unserved { --c: var(--ink); }
.grade b.unsupported, .grade b.unserved { background: var(--paper); color: var(--ink); }
.legend { list-style: none; padding: 0; margin: .75rem 0 1rem; display: grid; gap: .35rem; }
.legend li { display: flex; gap: .6rem; }
.legend svg { flex: none; margin-top: .1rem; }
svg { color: inherit; }
svg.symbols { position: absolute; }
g > circle, g > rect, g > path { fill: var(--c); stroke: var(--c); stroke-width: 1.5; }
g > text { fill: var(--on); font: 700 11px system-ui, "Liberation Sans", "DejaVu Sans", sans-serif;
  text-anchor: middle; }
g > text.two { font-size: 8px; }
g.failing > path { stroke: var(--waived); stroke-width: 3; }
g.unsupported > *, g.unserved > * { fill: var(--paper); }
g.unserved > circle { stroke-dasharray: 3 2; }
g.unsupported > text, g.unserved > text { fill: var(--ink); }
svg.rows { display: block; max-width: none; font: 12px ui-monospace, "SF Mono", Menlo, Consolas,
  "Liberation Mono", "DejaVu Sans Mono", monospace; }
svg.rows text { fill: var(--ink); }
svg.rows .i { text-anchor: end; fill: var(--soft); }
svg.rows .o { font-weight: 700; }
svg.rows .t { fill: var(--soft); }
svg.rows a > rect { fill: transparent; }
svg.rows a:hover { text-decoration: none; }
svg.rows a:hover > rect { fill: var(--wash); fill-opacity: .6; }
svg.rows a:focus-visible { outline: none; }
svg.rows a:focus-visible > rect { stroke: var(--link); stroke-width: 3; }
.rail { fill: none; stroke: var(--soft); stroke-opacity: .55; stroke-width: 1.8; }
.end { fill: none; stroke: var(--ink); stroke-width: 2.2; }
/* A row becomes a card: what it comes to first, each cell with what its column is. */
@media screen and (max-width: 40rem) {
  .cards, .cards caption, .cards tbody { display: block; min-width: 0; }
  table.cards { min-width: 0; }
  .cards colgroup { display: none; }
  .cards thead { position: absolute; left: -100rem; }
  .cards tr { display: flex; flex-wrap: wrap; gap: .1rem .9rem; padding: .55rem 0;
    border-bottom: 1px solid var(--line); }
  .cards tr > *, table.evidence tr.more > td { display: block; border: 0; padding: 0; min-width: 0;
    max-width: 100%; overflow-wrap: anywhere; white-space: normal; text-align: left; }
  .cards tr > *::before { color: var(--soft); font-weight: 400; }
  .cards .say, .cards .digest, .cards tr > th, .cards tr.more > td, .cards tr.opened > td {
    flex: 1 0 100%; }
  .nodes > tbody > tr > :nth-child(6) { order: -3; }
  .nodes > tbody > tr > :nth-child(1) { order: -2; }
  .nodes > tbody > tr > :nth-child(2) { order: -1; }
  .nodes > tbody > tr:not(.opened) > td:nth-child(1)::before { content: "no. "; }
  .nodes > tbody > tr:not(.opened) > td:nth-child(5)::before { content: "by "; }
  .nodes > tbody > tr:not(.opened) > td:nth-child(7):not(:empty)::before { content: "reads "; }
  .obligations tr > :nth-child(3) { order: -1; flex: 1 0 100%; font-weight: 600; }
  .obligations td:nth-child(4)::before { content: "by "; }
  .evidence tr > td:nth-child(1)::before { content: "evidence "; }
  .evidence tr:first-child { border-bottom: 0; padding-bottom: 0; }
  .evidence tr.more { padding-top: .1rem; }
  .evidence td:nth-child(4)::before { content: "scope "; }
  .evidence td:nth-child(5):not(:empty)::before { content: "found "; }
  .evidence .more td::before { content: none; }
  .reasons td:nth-child(2)::before { content: "of "; }
  .reasons td:nth-child(3)::before, .assumptions td:nth-child(2)::before { content: "how many: "; }
  .assumptions td:nth-child(4)::before { content: "believed since: "; }
  .assumptions td:nth-child(5)::before { content: "removed by: "; }
  .ledgers td:nth-child(2)::before { content: "entries "; }
  .ledgers td:nth-child(4)::before { content: "signed by "; }
  .ledgers td:nth-child(5)::before { content: "checkpoint of "; }
  .ledgers td:nth-child(6)::before { content: "root "; }
  svg.rows .far { display: none; }
  svg.rows .near { display: inline; }
  header { padding-top: 1.25rem; }
  h1 { font-size: 1.5rem; }
  article > dl { grid-template-columns: 1fr; gap: 0; }
  article > dl dt { margin-top: .35rem; }
}
@page { margin: 15mm 14mm; }
@media print {
  body { font-size: 10.5pt; }
  main, header, footer { max-width: none; padding: 0; }
  header { padding-top: 0; }
  .skip { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 8pt; }
  th, td { overflow-wrap: anywhere; padding-right: .5rem; }
  .type { white-space: normal; }
  .name, .say, table.obligations { min-width: 0; }
  thead { display: table-header-group; }
  tr, .legend li, .verdict, .callout, .facts > div, .shared > div { break-inside: avoid; }
  .shared { display: block; }
  h2, h3, caption { break-after: avoid; }
  svg.rows { max-width: 100%; height: auto; break-inside: avoid; }
  pre, nav ol { border: 1px solid var(--line); }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";

/// A row that is asked for shows its use below itself. Without it the row's links lead there.
constexpr std::string_view script = R"js(
(function () {
  "use strict";
  function open(byKey) {
    var before = document.querySelector("tr.opened");
    if (before) before.remove();
    if (!/^#node-[0-9]+$/.test(location.hash)) return;
    var row = document.getElementById(location.hash.slice(1));
    if (!row) return;
    var link = row.querySelector("a.use");
    var use = document.getElementById(link.hash.slice(1));
    var cell = document.createElement("td");
    cell.colSpan = row.cells.length;
    Array.prototype.forEach.call(use.children, function (child) {
      if (child.tagName === "H3") return;
      cell.appendChild(child.cloneNode(true));
    });
    Array.prototype.forEach.call(cell.querySelectorAll("[id]"), function (copy) {
      copy.removeAttribute("id");
    });
    var opened = document.createElement("tr");
    opened.className = "opened";
    opened.appendChild(cell);
    row.after(opened);
    if (!byKey) return;
    row.scrollIntoView({ block: "center" });
    link.focus({ preventScroll: true });
  }
  addEventListener("hashchange", function () { open(true); });
  open(false);
})();
)js";

/// Base64 with padding (RFC 4648, section 4).
std::string base64(const Digest& digest) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const std::uint8_t byte : digest.bytes) {
    bits = (bits << 8U) | byte;
    for (count += 8; count >= 6;) {
      count -= 6;
      out += digits[(bits >> count) & 63U];
    }
  }
  out += digits[(bits << (6 - count)) & 63U];
  return out + "=";
}

}  // namespace

Markup page_style() { return style; }

Markup page_script() { return script; }

std::string content_security_policy() {
  return "default-src 'none'; style-src 'sha256-" + base64(sha256(style)) +
         "'; script-src 'sha256-" + base64(sha256(script)) +
         "'; base-uri 'none'; form-action 'none'";
}

}  // namespace touchstone
