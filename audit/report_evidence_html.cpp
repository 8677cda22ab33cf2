#include "report_evidence_html.h"

#include <numeric>

#include "grade_mark.h"
#include "shared_fields.h"
#include "shared_fields_html.h"

namespace touchstone {

namespace {

std::int64_t signed_of(std::size_t index) { return static_cast<std::int64_t>(index); }

void write_found(Html& html, const ReportEvidence& evidence) {
  html.text(evidence.detail, Html::long_limit);
  if (!evidence.detail.empty()) html.raw("; ");
  html.counted(evidence.cases, "case");
  if (evidence.discarded > 0) html.raw(", ").thousands(evidence.discarded).raw(" discarded");
  if (evidence.margin) html.raw("; margin ").text(*evidence.margin);
}

class EvidenceWriter {
 public:
  EvidenceWriter(Html& html, const Report& report, const ReportIndex& index)
      : html_(html), report_(report), index_(index) {
    for (const ReportEvidence& each : report.evidence) fields_.push_back(fields_of(each));
    std::vector<std::uint32_t> everything(fields_.size());
    std::iota(everything.begin(), everything.end(), 0U);
    of_all_ = shared_by(fields_, everything);
  }

  void write() {
    if (!fields_.empty()) {
      html_.raw("<p>Of every piece of evidence here:</p>\n");
      write_shared(html_, index_, fields_.front(), of_all_, {});
    }
    for (const EvidenceGroup& group : evidence_by_capsule(report_)) write_group(group);
  }

 private:
  void write_group(const EvidenceGroup& group) {
    const std::vector<SharedField> of_group = shared_by(fields_, group.members);
    html_.raw("<article>\n<h3>On ").text(group.capsule).raw("</h3>\n");
    write_shared(html_, index_, fields_[group.members.front()], of_group, of_all_);
    html_.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Evidence on ");
    html_.text(group.capsule).raw("\"><table class=\"evidence cards\" aria-label=\"Evidence on ");
    html_.text(group.capsule);
    html_.raw(
        "\">\n<thead><tr><th scope=\"col\">no.</th><th scope=\"col\">obligation</th>"
        "<th scope=\"col\">result</th><th scope=\"col\">scope</th><th scope=\"col\">found</th>"
        "</tr></thead>\n");
    for (const std::uint32_t e : group.members) write_row(e, of_group);
    html_.raw("</table></div>\n</article>\n");
  }

  void write_row(std::uint32_t e, std::span<const SharedField> of_group) {
    const ReportEvidence& evidence = report_.evidence[e];
    html_.raw("<tbody id=\"evidence-").number(e).raw("\"><tr><td>").number(e);
    html_.raw("</td><th scope=\"row\">").text(evidence.obligation).raw("</th><td>");
    html_.text(evidence.outcome).raw(", ");
    write_grade(html_, evidence.grade);
    html_.raw("<br>").text(evidence.kind).raw(" by ").text(checker_name(evidence));
    html_.raw("</td><td class=\"say\">").text(evidence.scope, Html::long_limit);
    html_.raw("</td><td>");
    write_found(html_, evidence);
    html_.raw("</td></tr>\n<tr class=\"more\"><td colspan=\"5\">");
    write_own_fields(html_, index_, fields_[e], of_all_, of_group);
    html_.raw("</td></tr></tbody>\n");
  }

  Html& html_;
  const Report& report_;
  const ReportIndex& index_;
  std::vector<std::vector<Field>> fields_;
  std::vector<SharedField> of_all_;
};

}  // namespace

void write_evidence_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw("<section aria-labelledby=\"evidence\"><h2 id=\"evidence\">Evidence</h2>\n");
  if (report.evidence.empty()) html.raw("<p>None served or contradicted anything.</p>\n");
  if (!index.commands.empty()) {
    html.raw(
        "<p>A table per capsule. What many rows have in common is said once, above them. The "
        "leaf hash finds a piece's line in a ledger; by its finding a waiver names it.</p>\n");
    write_grade_legend(html, "Grades that evidence alone has", "piece", index.other_grades);
    html.raw("<p>The commands that repeat it:</p>\n");
  }
  for (std::size_t i = 0; i < index.commands.size(); ++i) {
    html.raw("<div id=\"command-").number(signed_of(i)).raw("\"><p class=\"soft\">Command ");
    html.number(signed_of(i)).raw("</p><pre>").text(index.commands[i], Html::long_limit);
    html.raw("</pre></div>\n");
  }
  EvidenceWriter(html, report, index).write();
  html.raw("</section>\n");
}

}  // namespace touchstone
