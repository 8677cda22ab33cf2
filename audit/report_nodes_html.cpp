#include "report_nodes_html.h"

#include "grade_mark.h"
#include "graph_picture.h"
#include "report_heading.h"

namespace touchstone {

namespace {

void write_list(Html& html, Markup title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  html.raw("<p><b>").raw(title).raw(":</b> ");
  for (std::size_t i = 0; i < items.size(); ++i) {
    html.raw(i == 0 ? Markup("<code>") : Markup(", <code>")).text(items[i]).raw("</code>");
  }
  html.raw("</p>\n");
}

void write_node_links(Html& html, const std::vector<std::uint32_t>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i > 0) html.raw(", ");
    html.raw("<a href=\"#node-").number(nodes[i]).raw("\">").number(nodes[i]).raw("</a>");
  }
}

void write_capsule_link(Html& html, const Report& report, const ReportUse& use) {
  if (!use.capsule) {
    html.raw("none");
    return;
  }
  html.raw("<a href=\"#capsule-").number(static_cast<std::int64_t>(*use.capsule)).raw("\">");
  html.text(report.capsules.at(*use.capsule).name).raw("</a>");
}

void write_node(Html& html, const Report& report, std::size_t n) {
  const ReportNode& node = report.nodes[n];
  const ReportUse& use = report.uses.at(node.use);
  const auto number = static_cast<std::int64_t>(n);
  html.raw("<tr id=\"node-").number(number).raw("\"><td class=\"n\">").number(number);
  html.raw("</td><th scope=\"row\" class=\"name\">").text(node.id).raw("</th><td>").text(use.op);
  html.raw("</td><td class=\"type\">").text(use.result).raw("</td><td>");
  write_capsule_link(html, report, use);
  html.raw("</td><td>");
  write_grade(html, shown_grade(report, use));
  html.raw("</td><td>");
  write_node_links(html, node.inputs);
  html.raw("</td><td class=\"nowrap\"><a class=\"use\" href=\"#use-").number(node.use);
  html.raw("\">use ").number(node.use).raw("</a></td></tr>\n");
}

/// Where the evidence is that decided, and everything else there is to say of an obligation.
void write_obligation_notes(Html& html, const Report& report, const ReportObligation& obligation) {
  bool first = true;
  const auto begin_line = [&] {
    if (!first) html.raw("<br>");
    first = false;
  };
  if (obligation.evidence) {
    begin_line();
    if (is_waived_failing(report, obligation)) html.raw("known to fail: ");
    const ReportEvidence& evidence = report.evidence.at(*obligation.evidence);
    html.raw("<a href=\"#evidence-").number(static_cast<std::int64_t>(*obligation.evidence));
    html.raw("\">evidence ").number(static_cast<std::int64_t>(*obligation.evidence)).raw("</a>, ");
    html.text(evidence.kind).raw(", ").text(evidence.origin);
  }
  if (obligation.waiver) {
    begin_line();
    html.raw("<a href=\"#waiver-").number(static_cast<std::int64_t>(*obligation.waiver));
    html.raw("\">waiver ").number(static_cast<std::int64_t>(*obligation.waiver)).raw("</a>");
  }
  for (const std::string& refused : obligation.refused) {
    begin_line();
    html.raw("why not: ").text(refused, Html::long_limit);
  }
  if (!obligation.replaced.empty()) {
    begin_line();
    html.raw("derived now; recorded: ").text(obligation.replaced, Html::long_limit);
  }
}

void write_obligations(Html& html, const Report& report, std::size_t u) {
  html.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Obligations of use ");
  html.number(static_cast<std::int64_t>(u));
  html.raw("\"><table class=\"obligations cards\" aria-label=\"Obligations of use ");
  html.number(static_cast<std::int64_t>(u));
  html.raw(
      "\">\n<colgroup><col class=\"name\"><col><col class=\"standing\"><col class=\"by\">"
      "</colgroup><thead><tr><th scope=\"col\">obligation</th><th scope=\"col\">what it says</th>"
      "<th scope=\"col\">standing</th><th scope=\"col\">by</th></tr></thead><tbody>\n");
  for (const ReportObligation& obligation : report.uses[u].obligations) {
    html.raw("<tr><th scope=\"row\">").text(obligation.name).raw("</th><td class=\"say\">");
    html.text(obligation.sentence);
    html.raw(obligation.standing == "served" ? Markup("</td><td>")
                                             : Markup("</td><td class=\"bad\">"));
    html.text(obligation.standing).raw("</td><td>");
    write_obligation_notes(html, report, obligation);
    html.raw("</td></tr>\n");
  }
  html.raw("</tbody></table></div>\n");
}

void write_use(Html& html, const Report& report, const ReportIndex& index, std::size_t u) {
  const ReportUse& use = report.uses[u];
  const auto number = static_cast<std::int64_t>(u);
  html.raw("<article id=\"use-").number(number).raw("\">\n<h3>Use ").number(number).raw(": ");
  html.text(use.op).raw(" ");
  write_grade(html, shown_grade(report, use));
  html.raw("</h3>\n<p>");
  for (std::size_t i = 0; i < use.operands.size(); ++i) {
    html.raw(i == 0 ? Markup("<code>") : Markup(", <code>")).text(use.operands[i]).raw("</code>");
  }
  html.raw(" → <code>").text(use.result).raw("</code>");
  if (!use.attributes.empty()) html.raw(" with <code>").text(use.attributes).raw("</code>");
  html.raw("<br>Capsule: ");
  write_capsule_link(html, report, use);
  html.raw(". ").counted(use.nodes, report.model ? Markup("node") : Markup("row")).raw(": ");
  write_node_links(html, index.nodes_of_use[u]);
  html.raw(".</p>\n");
  if (!use.obligations.empty()) write_obligations(html, report, u);
  if (!use.refusals.empty()) {
    html.raw("<p>Capsules that do not serve:</p>\n<ul class=\"plain\">\n");
    for (const Refusal& refusal : use.refusals) {
      html.raw("<li><b>").text(refusal.capsule).raw("</b>: ");
      html.text(refusal.reason, Html::long_limit).raw("</li>\n");
    }
    html.raw("</ul>\n");
  }
  html.raw("</article>\n");
}

}  // namespace

void write_picture_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw("<section aria-labelledby=\"picture\"><h2 id=\"picture\">")
      .raw(report.model ? Markup("The model, drawn") : Markup("Every capsule, drawn"));
  html.raw("</h2>\n<p>");
  html.raw(report.model
               ? Markup("A row per node, each after what it reads. A line carries a value from the "
                        "node that makes it to those that read it; a tick above a node: it reads "
                        "no other; a tick below: no other reads it. ")
               : Markup("A row per capsule, at the shapes of its operation's class. "));
  html.raw(
      "Shape, letter and colour give the grade, which is that of the weakest obligation. A "
      "row opens its row in the table below.</p>\n");
  write_grade_symbols(html);
  write_grade_legend(html, "Grades", report.model ? Markup("node") : Markup("capsule"),
                     index.grades);
  if (report.model) write_list(html, "Inputs", report.model->inputs);
  html.raw("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"picture\">\n");
  write_graph_picture(html, report);
  html.raw("</div>\n");
  if (report.model) write_list(html, "Outputs", report.model->outputs);
  html.raw("</section>\n");
}

void write_nodes_section(Html& html, const Report& report) {
  const auto count = static_cast<std::int64_t>(report.nodes.size());
  html.raw("<section aria-labelledby=\"nodes\"><h2 id=\"nodes\">");
  html.raw(report.model ? Markup("Nodes") : Markup("Every capsule, in a table"));
  html.raw(
      "</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"nodes\">"
      "<table class=\"nodes cards\"><caption>");
  if (report.model) {
    html.counted(count, "node").raw(", in the picture's order. What holds for a use holds for ");
    html.raw("every node of it.");
  } else {
    html.counted(count, "capsule").raw(", in the picture's order, each at one use.");
  }
  html.raw("</caption>\n<thead><tr><th scope=\"col\" class=\"n\">no.</th><th scope=\"col\">");
  html.raw(report.model ? Markup("node") : Markup("stands for"));
  html.raw(
      "</th>"
      "<th scope=\"col\">op</th><th scope=\"col\">result</th><th scope=\"col\">capsule</th>"
      "<th scope=\"col\">grade</th><th scope=\"col\">reads</th><th scope=\"col\">judged in</th>"
      "</tr></thead><tbody>\n");
  for (std::size_t n = 0; n < report.nodes.size(); ++n) write_node(html, report, n);
  html.raw("</tbody></table></div></section>\n");
}

void write_uses_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw(
      "<section aria-labelledby=\"uses\"><h2 id=\"uses\">Uses and their obligations</h2>\n"
      "<p>");
  html.raw(report.model
               ? Markup("Nodes with the same operation, attributes and types look alike to every "
                        "checker, so they are judged together, as one use. ")
               : Markup("Each capsule is judged at the attributes and types of one use. "));
  html.raw(
      "Standing: <b>served</b>, evidence that counts shows it; <b>missing</b>, there is no "
      "evidence; <b>inadmissible</b>, there is, and none of it counts here; <b>contradicted</b>, "
      "a case is known in which it fails; <b>waived</b>, someone answers for letting it pass. "
      "Where an obligation is missing or inadmissible, the use is <b>unserved</b>.</p>\n");
  for (std::size_t u = 0; u < report.uses.size(); ++u) write_use(html, report, index, u);
  html.raw("</section>\n");
}

}  // namespace touchstone
