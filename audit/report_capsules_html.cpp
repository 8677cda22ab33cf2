#include "report_capsules_html.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "grade_mark.h"
#include "report_heading.h"
#include "shared_fields_html.h"

namespace touchstone {

namespace {

/// What a row of the report stands for.
Markup noun_of(const Report& report) { return report.model ? Markup("node") : Markup("capsule"); }

std::int64_t signed_of(std::size_t index) { return static_cast<std::int64_t>(index); }

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
    html.raw("for ").counted(known.nodes, noun_of(report));
  } else {
    html.raw("at shapes that nothing here has (").text(evidence.scope).raw(")");
  }
  html.raw(known.waived ? Markup(" (waived below): ") : Markup(": "));
  html.text(evidence.detail, Html::long_limit).raw("<br>");
  write_evidence_link(html, known.evidence);
  html.raw(", artifact <code>").text(evidence.artifact).raw("</code><br>Finding <code>");
  html.text(evidence.finding).raw("</code></p></div>\n");
}

/// Whether a known failing case stands against what the waiver lets pass.
bool lets_failing_pass(const Report& report, std::size_t waiver) {
  return std::any_of(report.uses.begin(), report.uses.end(), [&](const ReportUse& use) {
    return std::any_of(
        use.obligations.begin(), use.obligations.end(), [&](const ReportObligation& obligation) {
          return obligation.waiver == waiver && is_waived_failing(report, obligation);
        });
  });
}

void write_waiver(Html& html, const Report& report, std::size_t w) {
  const ReportWaiver& waiver = report.waivers[w];
  html.raw("<div class=\"callout waived\" id=\"waiver-").number(signed_of(w)).raw("\"><p>");
  write_grade(html, lets_failing_pass(report, w) ? waived_failing : "waived");
  html.raw(" <b>").text(waiver.capsule).raw(", ").text(waiver.obligation).raw("</b>, for ");
  html.counted(waiver.nodes, noun_of(report)).raw(", until ").text(waiver.expires).raw(".<br>");
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

/// Its claim, or which of the promises that several capsules make is its own.
void write_claim(Html& html, const ReportCapsule& capsule,
                 const std::optional<std::uint32_t>& promise) {
  if (!promise) {
    html.raw("<p>").text(capsule.claim).raw("</p>\n");
    return;
  }
  html.raw("<p>Makes <a href=\"#promise-").number(*promise).raw("\">promise ").number(*promise);
  html.raw("</a>, of ").text(capsule.op).raw(".</p>\n");
}

class CapsuleWriter {
 public:
  CapsuleWriter(Html& html, const Report& report, const ReportIndex& index)
      : html_(html), report_(report), index_(index) {
    for (const ReportCapsule& capsule : report.capsules) fields_.push_back(fields_of(capsule));
    everything_.resize(fields_.size());
    std::iota(everything_.begin(), everything_.end(), 0U);
    // One capsule shares nothing with others.
    of_all_.resize(fields_.empty() ? 0 : fields_.front().size());
    if (fields_.size() > 1) of_all_ = shared_by(fields_, everything_);
  }

  void write() {
    if (fields_.size() > 1) {
      html_.raw("<p>Of every capsule here:</p>\n");
      write_shared(html_, index_, fields_.front(), of_all_, {});
    }
    for (std::size_t c = 0; c < fields_.size(); ++c) write_capsule(c);
  }

 private:
  void write_capsule(std::size_t c) {
    const ReportCapsule& capsule = report_.capsules[c];
    html_.raw("<article id=\"capsule-").number(signed_of(c)).raw("\">\n<h3>");
    html_.text(capsule.name).raw(" ");
    write_grade(html_, index_.grade_of_capsule[c]);
    html_.raw("</h3>\n");
    write_claim(html_, capsule, index_.promise_of_capsule[c]);
    html_.raw("<dl>\n<dt>computes</dt><dd>").text(capsule.op).raw(": ").text(capsule.summary);
    html_.raw("</dd>\n");
    if (report_.model) html_.raw("<dt>nodes</dt><dd>").thousands(capsule.nodes).raw("</dd>\n");
    write_uses(html_, index_.uses_of_capsule[c]);
    write_scopes(html_, report_, index_.evidence_of_capsule[c]);
    for (std::size_t f = 0; f < fields_[c].size(); ++f) write_own(fields_[c][f], of_all_[f]);
    write_commands_of(html_, index_, index_.evidence_of_capsule[c]);
    html_.raw("</dl>\n</article>\n");
  }

  void write_own(const Field& field, const SharedField& of_all) {
    const FieldSaid said = said_of(field, of_all, {});
    if (said == FieldSaid::elsewhere) return;
    html_.raw("<dt>").text(field.label).raw("</dt><dd>");
    if (said == FieldSaid::as_above) {
      html_.raw("as above");
    } else {
      write_field_text(html_, index_, field);
    }
    html_.raw("</dd>\n");
  }

  Html& html_;
  const Report& report_;
  const ReportIndex& index_;
  std::vector<std::vector<Field>> fields_;
  std::vector<std::uint32_t> everything_;
  std::vector<SharedField> of_all_;
};

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
    write_waiver(html, report, w);
  }
  for (const ReportIdleWaiver& idle : report.idle_waivers) write_idle_waiver(html, idle);
  html.raw("</section>\n");
}

void write_capsules_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw(
      "<section aria-labelledby=\"capsules\"><h2 id=\"capsules\">Capsules</h2>\n"
      "<p>A capsule is one implementation of one operation. Its artifact is what executes: "
      "evidence for other bytes does not count.</p>\n");
  for (std::size_t p = 0; p < index.promises.size(); ++p) {
    html.raw("<p id=\"promise-").number(signed_of(p)).raw("\"><b>Promise ").number(signed_of(p));
    html.raw(".</b> A capsule that makes it ").text(index.promises[p], Html::long_limit);
    html.raw("</p>\n");
  }
  CapsuleWriter(html, report, index).write();
  for (std::size_t l = 0; l < index.source_lists.size(); ++l) write_source_list(html, index, l);
  html.raw("</section>\n");
}

}  // namespace touchstone
