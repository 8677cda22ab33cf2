#include "report_capsules_html.h"

#include <map>

#include "grade_mark.h"

namespace touchstone {

namespace {

std::int64_t signed_of(std::size_t index) { return static_cast<std::int64_t>(index); }

void write_field(Html& html, Markup name, std::string_view text) {
  if (text.empty()) return;
  html.raw("<dt>").raw(name).raw("</dt><dd>").text(text, Html::long_limit).raw("</dd>\n");
}

void write_code(Html& html, Markup name, std::string_view text) {
  if (text.empty()) return;
  html.raw("<dt>").raw(name).raw("</dt><dd><code>").text(text, Html::long_limit);
  html.raw("</code></dd>\n");
}

void write_evidence_link(Html& html, std::size_t e) {
  html.raw("<a href=\"#evidence-").number(signed_of(e)).raw("\">evidence ").number(signed_of(e));
  html.raw("</a>");
}

void write_command_link(Html& html, std::uint32_t command) {
  html.raw("<a href=\"#command-").number(command).raw("\">command ").number(command).raw("</a>");
}

void write_counter_evidence(Html& html, const Report& report, const ReportCounterEvidence& known) {
  const ReportEvidence& evidence = report.evidence.at(known.evidence);
  html.raw("<div class=\"callout refuted\"><p>");
  write_grade(html, "refuted");
  html.raw(" <b>").text(evidence.capsule).raw(", ").text(evidence.obligation).raw("</b>, ");
  if (known.nodes > 0) {
    html.raw("for ").counted(known.nodes, "node");
  } else {
    html.raw("at shapes that no node here has (").text(evidence.scope).raw(")");
  }
  html.raw(known.waived ? Markup(" (waived below): ") : Markup(": "));
  html.text(evidence.detail, Html::long_limit).raw("<br>");
  write_evidence_link(html, known.evidence);
  html.raw(", artifact <code>").text(evidence.artifact).raw("</code><br>Finding <code>");
  html.text(evidence.finding).raw("</code></p></div>\n");
}

void write_waiver(Html& html, const ReportWaiver& waiver, std::size_t w) {
  html.raw("<div class=\"callout waived\" id=\"waiver-").number(signed_of(w)).raw("\"><p>");
  write_grade(html, "waived");
  html.raw(" <b>").text(waiver.capsule).raw(", ").text(waiver.obligation).raw("</b>, for ");
  html.counted(waiver.nodes, "node").raw(", until ").text(waiver.expires).raw(".<br>");
  html.text(waiver.owner).raw(" answers for it: ").text(waiver.reason, Html::long_limit);
  html.raw("<br>Artifact <code>").text(waiver.artifact).raw("</code>");
  if (waiver.finding) html.raw("; finding <code>").text(*waiver.finding).raw("</code>");
  html.raw("</p></div>\n");
}

void write_idle_waiver(Html& html, const ReportIdleWaiver& idle) {
  const ReportWaiver& waiver = idle.waiver;
  html.raw("<p>The waiver of ").text(waiver.owner).raw(" for ").text(waiver.capsule).raw(", ");
  html.text(waiver.obligation).raw(", until ").text(waiver.expires).raw(", lets nothing pass: ");
  html.text(idle.why, Html::long_limit).raw(".</p>\n");
}

void write_uses(Html& html, const std::vector<std::uint32_t>& uses) {
  if (uses.empty()) return;
  html.raw("<dt>uses</dt><dd>");
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (i > 0) html.raw(", ");
    html.raw("<a href=\"#use-").number(uses[i]).raw("\">").number(uses[i]).raw("</a>");
  }
  html.raw("</dd>\n");
}

/// What the capsule's evidence speaks of: each scope once, with the evidence that has it.
void write_scopes(Html& html, const Report& report, const std::vector<std::uint32_t>& evidence) {
  std::map<std::string_view, std::vector<std::uint32_t>> by_scope;
  for (const std::uint32_t e : evidence) by_scope[report.evidence[e].scope].push_back(e);
  if (by_scope.empty()) return;
  html.raw("<dt>scope</dt><dd>");
  bool first = true;
  for (const auto& [scope, pieces] : by_scope) {
    if (!first) html.raw("<br>");
    first = false;
    html.text(scope).raw(" (evidence ");
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0) html.raw(", ");
      html.raw("<a href=\"#evidence-").number(pieces[i]).raw("\">").number(pieces[i]).raw("</a>");
    }
    html.raw(")");
  }
  html.raw("</dd>\n");
}

void write_commands_of(Html& html, const ReportIndex& index,
                       const std::vector<std::uint32_t>& evidence) {
  std::vector<bool> seen(index.commands.size(), false);
  bool first = true;
  for (const std::uint32_t e : evidence) {
    const std::uint32_t command = index.command_of_evidence[e];
    if (seen[command]) continue;
    seen[command] = true;
    html.raw(first ? Markup("<dt>how to repeat</dt><dd>") : Markup(", "));
    first = false;
    write_command_link(html, command);
  }
  if (!first) html.raw("</dd>\n");
}

void write_capsule(Html& html, const Report& report, const ReportIndex& index, std::size_t c) {
  const ReportCapsule& capsule = report.capsules[c];
  html.raw("<article id=\"capsule-").number(signed_of(c)).raw("\">\n<h3>").text(capsule.name);
  html.raw(" ");
  write_grade(html, capsule.grade);
  html.raw("</h3>\n<p>").text(capsule.claim).raw("</p>\n<dl>\n<dt>computes</dt><dd>");
  html.text(capsule.op).raw(": ").text(capsule.summary).raw("</dd>\n<dt>nodes</dt><dd>");
  html.thousands(capsule.nodes).raw("</dd>\n");
  write_uses(html, index.uses_of_capsule[c]);
  write_scopes(html, report, index.evidence_of_capsule[c]);
  write_field(html, "provider, device", capsule.provider + ", " + capsule.device);
  write_code(html, "artifact, SHA-256", capsule.artifact);
  write_code(html, "symbol", capsule.symbol);
  write_code(html, "built with", capsule.flags);
  if (!capsule.sources.empty()) {
    html.raw("<dt>sources</dt><dd><a href=\"#sources-").number(index.source_list_of_capsule[c]);
    html.raw("\">list ").number(index.source_list_of_capsule[c]).raw("</a>, ");
    html.counted(signed_of(capsule.sources.size()), "file").raw("</dd>\n");
  }
  write_field(html, "launch", capsule.launch);
  write_field(html, "numerics", capsule.numerics);
  write_field(html, "support", capsule.runtime_support);
  write_commands_of(html, index, index.evidence_of_capsule[c]);
  html.raw("</dl>\n</article>\n");
}

void write_source_list(Html& html, const ReportIndex& index, std::size_t l) {
  const std::vector<std::string>& sources = *index.source_lists[l];
  if (sources.empty()) return;
  html.raw("<article id=\"sources-").number(signed_of(l)).raw("\">\n<h3>List of sources ");
  html.number(signed_of(l)).raw("</h3>\n<p class=\"files\">");
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i > 0) html.raw(", ");
    html.text(sources[i]);
  }
  html.raw("</p>\n</article>\n");
}

void write_assumptions_of(Html& html, const ReportIndex& index, const ReportEvidence& evidence) {
  if (evidence.assumptions.empty()) return;
  html.raw("<dt>rests on</dt><dd>");
  for (std::size_t i = 0; i < evidence.assumptions.size(); ++i) {
    if (i > 0) html.raw(" ");
    const auto known = index.assumption_named.find(evidence.assumptions[i]);
    if (known == index.assumption_named.end()) {
      html.text(evidence.assumptions[i]);
      continue;
    }
    html.raw("<a href=\"#assumption-").number(known->second).raw("\">");
    html.text(evidence.assumptions[i]).raw("</a>");
  }
  html.raw("</dd>\n");
}

void write_evidence(Html& html, const Report& report, const ReportIndex& index, std::size_t e) {
  const ReportEvidence& evidence = report.evidence[e];
  html.raw("<article id=\"evidence-").number(signed_of(e)).raw("\">\n<h3>Evidence ");
  html.number(signed_of(e)).raw(": ").text(evidence.obligation).raw(" of ").text(evidence.capsule);
  html.raw(" ");
  write_grade(html, evidence.grade);
  html.raw("</h3>\n<dl>\n<dt>outcome</dt><dd>").text(evidence.outcome).raw(", by ");
  html.text(evidence.kind).raw("; ").text(evidence.origin).raw("</dd>\n");
  write_field(html, "found", evidence.detail);
  write_field(html, "scope", evidence.scope);
  html.raw("<dt>cases</dt><dd>").thousands(evidence.cases);
  if (evidence.discarded > 0) html.raw(", and ").thousands(evidence.discarded).raw(" discarded");
  if (evidence.margin) html.raw("; margin ").text(*evidence.margin);
  html.raw("</dd>\n");
  write_field(html, "checker", evidence.checker);
  html.raw("<dt>recorded</dt><dd>");
  if (evidence.date.empty()) {
    html.raw("derived for this report");
  } else {
    html.text(evidence.date);
  }
  if (evidence.expires) html.raw("; expires ").text(*evidence.expires);
  html.raw("</dd>\n");
  write_code(html, "artifact, SHA-256", evidence.artifact);
  write_code(html, "meaning, SHA-256", evidence.meaning);
  if (evidence.loaded_file) write_code(html, "loaded file, SHA-256", *evidence.loaded_file);
  write_code(html, "its line's leaf hash", evidence.leaf);
  write_code(html, "finding", evidence.finding);
  write_assumptions_of(html, index, evidence);
  html.raw("<dt>repeat with</dt><dd>");
  write_command_link(html, index.command_of_evidence[e]);
  html.raw("</dd>\n");
  write_code(html, "its ledger’s own words on that, which nobody checked: not to be pasted blindly",
             evidence.repeat_as_recorded);
  html.raw("</dl>\n</article>\n");
}

}  // namespace

void write_exceptions_section(Html& html, const Report& report) {
  html.raw(
      "<section aria-labelledby=\"exceptions\"><h2 id=\"exceptions\">Known failing cases and "
      "waivers</h2>\n");
  if (report.counter_evidence.empty() && report.waivers.empty()) {
    html.raw(
        "<p>None: what was read holds no known failing case of the capsules used, and no waiver "
        "lets "
        "anything pass.</p>\n");
  }
  for (const ReportCounterEvidence& known : report.counter_evidence) {
    write_counter_evidence(html, report, known);
  }
  for (std::size_t w = 0; w < report.waivers.size(); ++w) {
    write_waiver(html, report.waivers[w], w);
  }
  for (const ReportIdleWaiver& idle : report.idle_waivers) write_idle_waiver(html, idle);
  html.raw("</section>\n");
}

void write_capsules_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw(
      "<section aria-labelledby=\"capsules\"><h2 id=\"capsules\">Capsules</h2>\n"
      "<p>A capsule is one implementation of one operation. Its artifact is what executes: "
      "evidence for other bytes does not count.</p>\n");
  for (std::size_t c = 0; c < report.capsules.size(); ++c) write_capsule(html, report, index, c);
  for (std::size_t l = 0; l < index.source_lists.size(); ++l) write_source_list(html, index, l);
  html.raw("</section>\n");
}

void write_evidence_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw("<section aria-labelledby=\"evidence\"><h2 id=\"evidence\">Evidence</h2>\n");
  if (report.evidence.empty()) html.raw("<p>None served or contradicted anything.</p>\n");
  if (!index.commands.empty()) html.raw("<p>The commands that repeat it:</p>\n");
  for (std::size_t i = 0; i < index.commands.size(); ++i) {
    html.raw("<div id=\"command-").number(signed_of(i)).raw("\"><p class=\"soft\">Command ");
    html.number(signed_of(i)).raw("</p><pre>").text(index.commands[i], Html::long_limit);
    html.raw("</pre></div>\n");
  }
  for (std::size_t e = 0; e < report.evidence.size(); ++e) write_evidence(html, report, index, e);
  html.raw("</section>\n");
}

}  // namespace touchstone
