#include "report_html.h"

#include "html.h"
#include "report_boundary_html.h"
#include "report_capsules_html.h"
#include "report_evidence_html.h"
#include "report_heading.h"
#include "report_index.h"
#include "report_nodes_html.h"
#include "report_repeat_html.h"
#include "report_style.h"

namespace touchstone {

namespace {

void write_head(Html& html, const Report& report) {
  html.raw(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"");
  html.text(content_security_policy());
  html.raw(
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
  html.text(report.title).raw(": ").text(verdict_heading(report));
  html.raw("</title>\n<style>").raw(page_style()).raw("</style>\n</head>\n");
}

void write_fact(Html& html, Markup name, std::string_view text) {
  if (text.empty()) return;
  html.raw("<div><dt>").raw(name).raw("</dt><dd>").text(text).raw("</dd></div>\n");
}

/// The rules themselves; what the profile's author says of them is no rule.
void write_profile(Html& html, const Report& report) {
  if (!report.profile_rules.empty()) {
    html.raw("<div class=\"wide\"><dt>what profile ").text(report.profile);
    html.raw(" admits</dt><dd><ul class=\"rules\">\n");
    for (const std::string& rule : report.profile_rules) {
      html.raw("<li>").text(rule).raw("</li>\n");
    }
    html.raw("</ul></dd></div>\n");
  }
  if (report.profile_summary.empty()) return;
  html.raw("<div class=\"wide\"><dt>");
  if (report.profile_file) {
    html.raw("in its author's own words, which nobody checked against the rules; file, SHA-256 ");
    html.raw("<code>").text(*report.profile_file).raw("</code>");
  } else {
    html.raw("in short");
  }
  html.raw("</dt><dd>").text(report.profile_summary).raw("</dd></div>\n");
}

void write_model_facts(Html& html, const ReportModel& model) {
  html.raw("<div class=\"double\"><dt>model</dt><dd>").text(model.file).raw(", ");
  html.text(model.format).raw("</dd></div>\n");
  for (const auto& [name, length] : model.bindings) {
    html.raw("<div><dt>dimension ").text(name).raw("</dt><dd>").number(length);
    html.raw("</dd></div>\n");
  }
}

void write_facts(Html& html, const Report& report) {
  html.raw("<dl class=\"facts\">\n");
  if (report.model) write_model_facts(html, *report.model);
  html.raw("<div><dt>size</dt><dd>");
  const auto rows = static_cast<std::int64_t>(report.nodes.size());
  html.counted(rows, report.model ? Markup("node") : Markup("capsule")).raw(", ");
  html.counted(static_cast<std::int64_t>(report.uses.size()), "use").raw("</dd></div>\n");
  write_fact(html, "device", report.device);
  write_fact(html, "asked for", report.demand);
  write_fact(html, "profile", report.profile);
  write_fact(html, "evidence", report.evidence_mode);
  if (report.self_check_vectors > 0) {
    html.raw("<div><dt>self-check</dt><dd>").thousands(report.self_check_equal).raw(" of ");
    html.counted(report.self_check_vectors, "vector").raw(" equal</dd></div>\n");
  }
  html.raw("<div class=\"double\"><dt>decided as of</dt><dd>").text(report.at);
  html.raw("</dd></div>\n");
  write_profile(html, report);
  if (report.model) {
    html.raw("<div class=\"wide\"><dt>model, SHA-256</dt><dd><code>").text(report.model->digest);
    html.raw("</code></dd></div>\n");
  }
  html.raw("</dl>\n");
}

void write_contents(Html& html, const Report& report) {
  html.raw(
      "<nav aria-label=\"Contents\"><ol>\n"
      "<li><a href=\"#exceptions\">Failing cases and waivers</a></li>\n");
  if (!report.reasons.empty()) html.raw("<li><a href=\"#reasons\">Why not</a></li>\n");
  html.raw(
      "<li><a href=\"#picture\">Picture</a></li>\n"
      "<li><a href=\"#nodes\">");
  html.raw(report.model ? Markup("Nodes") : Markup("Every capsule"));
  html.raw(
      "</a></li>\n"
      "<li><a href=\"#uses\">Uses</a></li>\n"
      "<li><a href=\"#capsules\">Capsules</a></li>\n"
      "<li><a href=\"#evidence\">Evidence</a></li>\n"
      "<li><a href=\"#assumptions\">What you trust</a></li>\n"
      "<li><a href=\"#not-covered\">Not covered</a></li>\n"
      "<li><a href=\"#changes\">Changes</a></li>\n"
      "<li><a href=\"#read\">What was read</a></li>\n"
      "<li><a href=\"#repeat\">Checking it without the tool</a></li>\n</ol></nav>\n");
}

void write_verdict(Html& html, const Report& report) {
  html.raw(
      "<a class=\"skip\" href=\"#exceptions\">Skip to what speaks against it</a>\n"
      "<header>\n<p class=\"kicker\">Trust-boundary report</p>\n<h1>");
  html.text(report.title).raw("</h1>\n<div class=\"verdict ");
  const Markup waived = waived_in(report).all > 0 ? Markup("amber") : Markup("yes");
  html.raw(report.accepted ? waived : Markup("no")).raw("\"><p><span class=\"word\">");
  html.text(verdict_heading(report)).raw("</span></p><p>");
  html.text(report.sentence, Html::long_limit).raw("</p></div>\n");
  write_facts(html, report);
  write_contents(html, report);
  html.raw("</header>\n");
}

void write_reasons(Html& html, const Report& report) {
  if (report.reasons.empty()) return;
  html.raw(
      "<section aria-labelledby=\"reasons\"><h2 id=\"reasons\">Why it is rejected</h2>\n"
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"reasons\">"
      "<table class=\"reasons cards\">"
      "<caption>Each reason once, with all that it holds of</caption>\n<thead><tr>"
      "<th scope=\"col\">why</th><th scope=\"col\">of what</th>"
      "<th scope=\"col\" class=\"n\">");
  html.raw(report.model ? Markup("nodes") : Markup("capsules")).raw("</th></tr></thead><tbody>\n");
  for (const ReasonGroup& group : grouped_reasons(report.reasons)) {
    html.raw("<tr><th scope=\"row\" class=\"say\">").text(group.text, Html::long_limit);
    html.raw("</th><td class=\"say\">");
    for (std::size_t i = 0; i < group.subjects.size(); ++i) {
      if (i > 0) html.raw("; ");
      html.text(group.subjects[i]);
    }
    html.raw("</td><td class=\"n\">").thousands(group.nodes);
    html.raw("</td></tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

}  // namespace

std::string report_html(const Report& report) {
  const ReportIndex index = index_of(report);
  Html html;
  html.reserve(65536 + 1200 * report.nodes.size() + 1600 * report.evidence.size());
  write_head(html, report);
  html.raw("<body>\n");
  write_verdict(html, report);
  html.raw("<main>\n");
  write_exceptions_section(html, report);
  write_reasons(html, report);
  write_picture_section(html, report, index);
  write_nodes_section(html, report);
  write_uses_section(html, report, index);
  write_capsules_section(html, report, index);
  write_evidence_section(html, report, index);
  write_assumptions_section(html, report);
  write_not_covered_section(html, report);
  write_changes_section(html, report);
  write_read_section(html, report);
  write_repeat_section(html, report, index);
  html.raw(
      "</main>\n<footer><p>Made from what the gate read, with recorded dates only: the same "
      "question gives the same bytes.</p></footer>\n<script>");
  html.raw(page_script()).raw("</script>\n</body>\n</html>\n");
  return html.take();
}

}  // namespace touchstone
