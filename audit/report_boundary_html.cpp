#include "report_boundary_html.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace touchstone {

namespace {

void write_ledgers(Html& html, const Report& report) {
  if (report.ledgers.empty()) {
    html.raw("<p>No ledger was read.</p>\n");
    return;
  }
  html.raw(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Ledgers\">"
      "<table class=\"ledgers cards\">"
      "<caption>Ledgers</caption>\n<thead><tr><th scope=\"col\">file</th>"
      "<th scope=\"col\" class=\"n\">entries</th><th scope=\"col\">origin</th>"
      "<th scope=\"col\">signed by</th><th scope=\"col\">checkpoint of</th>"
      "<th scope=\"col\">Merkle root</th></tr></thead><tbody>\n");
  for (const ReportLedger& ledger : report.ledgers) {
    html.raw("<tr><th scope=\"row\">").text(ledger.file).raw("</th><td class=\"n\">");
    html.thousands(static_cast<std::int64_t>(ledger.entries)).raw("</td><td>").text(ledger.origin);
    html.raw("</td><td>");
    if (ledger.signer.empty()) {
      html.raw("nobody");
    } else {
      html.text(ledger.signer);
    }
    html.raw("</td><td>").text(ledger.time).raw("</td><td class=\"digest\"><code>");
    html.text(ledger.root).raw("</code></td></tr>\n");
  }
  html.raw("</tbody></table></div>\n");
}

/// Each version once, with all that have it. That of a checker is the digest of the checkers'
/// sources, which stands above among what was read.
void write_versions(Html& html, const Report& report) {
  std::map<std::string_view, std::vector<std::string_view>> having;
  std::vector<std::string_view> order;
  for (const auto& [name, version] : report.versions) {
    std::vector<std::string_view>& names = having[version];
    if (names.empty()) order.emplace_back(version);
    names.emplace_back(name);
  }
  const auto is_checkers = [&](std::string_view version) {
    return std::any_of(report.read.begin(), report.read.end(), [&](const ReadInput& input) {
      return input.what == "checkers" && input.digest.hex() == version;
    });
  };
  for (const std::string_view version : order) {
    const bool checkers = is_checkers(version);
    html.raw(checkers ? Markup("<div class=\"wide\"><dt>version of ")
                      : Markup("<div><dt>version of "));
    const std::vector<std::string_view>& names = having[version];
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) html.raw(", ");
      html.text(names[i]);
    }
    html.raw("</dt><dd>");
    if (checkers) {
      html.raw("the digest of the checkers above");
    } else {
      html.text(version);
    }
    html.raw("</dd></div>\n");
  }
}

}  // namespace

void write_assumptions_section(Html& html, const Report& report) {
  html.raw("<section aria-labelledby=\"assumptions\"><h2 id=\"assumptions\">What you trust</h2>\n");
  if (report.assumptions.empty()) {
    html.raw("<p>No evidence served, so nothing rests on an assumption.</p></section>\n");
    return;
  }
  html.raw(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"assumptions\">"
      "<table class=\"assumptions cards\"><caption>Everything the verdict rests on without having "
      "checked it, the most "
      "relied upon first. The list is closed.</caption>\n<thead><tr>"
      "<th scope=\"col\">name</th><th scope=\"col\" class=\"n\">");
  html.raw(report.model ? Markup("nodes") : Markup("capsules"));
  html.raw(
      "</th>"
      "<th scope=\"col\">assumption</th><th scope=\"col\">why it is believed</th>"
      "<th scope=\"col\">what would remove it</th></tr></thead><tbody>\n");
  for (std::size_t a = 0; a < report.assumptions.size(); ++a) {
    const ReportAssumption& assumption = report.assumptions[a];
    html.raw("<tr id=\"assumption-").number(static_cast<std::int64_t>(a));
    html.raw("\"><th scope=\"row\" class=\"nowrap\">").text(assumption.name);
    html.raw("</th><td class=\"n\">").thousands(assumption.nodes).raw("</td><td class=\"say\">");
    html.text(assumption.sentence).raw("</td><td class=\"say\">").text(assumption.why_believed);
    html.raw("</td><td class=\"say\">").text(assumption.removed_by).raw("</td></tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

void write_not_covered_section(Html& html, const Report& report) {
  html.raw(
      "<section aria-labelledby=\"not-covered\"><h2 id=\"not-covered\">What is not covered"
      "</h2>\n<ul class=\"plain\">\n");
  for (const std::string& sentence : report.not_covered) {
    html.raw("<li>").text(sentence, Html::long_limit).raw("</li>\n");
  }
  html.raw("</ul></section>\n");
}

void write_changes_section(Html& html, const Report& report) {
  html.raw(
      "<section aria-labelledby=\"changes\"><h2 id=\"changes\">Changes since the last "
      "accepted report</h2>\n");
  if (!report.since) {
    html.raw(
        "<p>This report was not compared with an earlier one (<code>--since</code>).</p>"
        "</section>\n");
    return;
  }
  html.raw("<p>Compared with the report whose SHA-256 is <code>").text(*report.since);
  html.raw("</code>.</p>\n");
  if (report.changes.empty()) {
    html.raw("<p>Nothing changed.</p></section>\n");
    return;
  }
  html.raw(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"changes\">"
      "<table class=\"changes cards\">"
      "<caption>Differences</caption>\n<thead><tr><th scope=\"col\">change</th>"
      "<th scope=\"col\">of</th><th scope=\"col\">what</th></tr></thead><tbody>\n");
  for (const ReportChange& change : report.changes) {
    html.raw("<tr><td>").text(change.kind).raw("</td><th scope=\"row\">").text(change.subject);
    html.raw("</th><td class=\"say\">").text(change.text, Html::long_limit).raw("</td></tr>\n");
  }
  html.raw("</tbody></table></div></section>\n");
}

void write_read_section(Html& html, const Report& report) {
  html.raw("<section aria-labelledby=\"read\"><h2 id=\"read\">What was read</h2>\n");
  write_ledgers(html, report);
  html.raw(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"read\">"
      "<table class=\"read cards\">"
      "<caption>Everything the verdict was made from</caption>\n<thead><tr>"
      "<th scope=\"col\">what</th><th scope=\"col\">name</th>"
      "<th scope=\"col\">SHA-256; of a ledger, its Merkle root</th></tr></thead><tbody>\n");
  for (const ReadInput& input : report.read) {
    html.raw("<tr><td>").text(input.what).raw("</td><th scope=\"row\">").text(input.name);
    html.raw("</th><td class=\"digest\"><code>")
        .text(input.digest.hex())
        .raw("</code></td></tr>\n");
  }
  html.raw("</tbody></table></div>\n<dl class=\"facts\">\n");
  write_versions(html, report);
  html.raw("</dl></section>\n");
}

}  // namespace touchstone
