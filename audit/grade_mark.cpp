#include "grade_mark.h"

#include <algorithm>
#include <array>
#include <vector>

#include "report_heading.h"

namespace touchstone {

namespace {

constexpr std::array<GradeMark, 9> marks{{
    {"proved", "proved", "<circle r=\"9\"/><text y=\"4\">P</text>", "P",
     "A theorem or a sound decision procedure covers every input."},
    {"identity", "identity",
     "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"3\"/><text y=\"4\">I</text>", "I",
     "The kernel is the definition itself, compiled, beside a self-check that passed."},
    {"checked", "checked", "<path d=\"M0-10 10 0 0 10-10 0z\"/><text y=\"4\">C</text>", "C",
     "Recorded runs, a named test or a run-time check; of those cases only."},
    {"fuzzed", "fuzzed", "<path d=\"M-9-8H9L5 9H-5z\"/><text y=\"3\">F</text>", "F",
     "A campaign of random cases found no failure; of those cases only."},
    {"external", "external", "<path d=\"M-5-9H5L10 0 5 9H-5L-10 0z\"/><text y=\"4\">E</text>", "E",
     "Taken on trust from outside, for a stated reason."},
    {"unsupported", "unsupported",
     "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\"/><text y=\"4\">N</text>", "N",
     "No evidence that supports anything."},
    {"waived", "waived", "<path d=\"M-9-9H9V3L0 10-9 3z\"/><text y=\"3\">W</text>", "W",
     "Not served; someone answers for letting it pass, until a date."},
    {"unserved", "unserved", "<circle r=\"8.5\"/><text y=\"4\">U</text>", "U",
     "An obligation has no evidence (missing), or only such as does not count here "
     "(inadmissible), or no capsule may serve."},
    {"refuted", "refuted", "<path d=\"M-4-10H4L10-4V4L4 10H-4L-10 4V-4z\"/><text y=\"4\">X</text>",
     "X", "A checker found a case in which the claim is false."},
}};

/// The shape of what is refuted, for a use that a waiver lets pass all the same.
constexpr GradeMark failing{
    waived_failing, "failing",
    "<path d=\"M-4-10H4L10-4V4L4 10H-4L-10 4V-4z\"/><text y=\"3\" class=\"two\">WX</text>", "WX",
    "A checker found a case in which the claim is false; someone answers for letting it pass, "
    "until a date."};

constexpr GradeMark unknown{
    "", "unsupported", "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\"/><text y=\"4\">?</text>",
    "?", "Not a grade known here."};

/// Every mark that a page may show, in the order of a legend.
std::vector<GradeMark> shown_marks() {
  std::vector<GradeMark> out(marks.begin(), marks.end());
  out.push_back(failing);
  return out;
}

}  // namespace

std::span<const GradeMark> grade_marks() { return marks; }

const GradeMark& mark_of(std::string_view grade) {
  if (grade == failing.grade) return failing;
  const auto* const found = std::find_if(
      marks.begin(), marks.end(), [&](const GradeMark& mark) { return mark.grade == grade; });
  return found == marks.end() ? unknown : *found;
}

void write_grade(Html& html, std::string_view grade) {
  const GradeMark& mark = mark_of(grade);
  html.raw("<span class=\"grade\"><b class=\"").raw(mark.css).raw("\" aria-hidden=\"true\">");
  html.raw(mark.letter).raw("</b>&nbsp;").text(grade).raw("</span>");
}

void write_grade_symbols(Html& html) {
  html.raw("<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\"><defs>");
  for (const GradeMark& mark : shown_marks()) {
    html.raw("<g id=\"mark-").raw(mark.css).raw("\" class=\"").raw(mark.css).raw("\">");
    html.raw(mark.symbol).raw("</g>");
  }
  html.raw("</defs></svg>\n");
}

void write_grade_legend(Html& html, Markup label, Markup noun,
                        std::span<const GradeCount> occurring) {
  if (occurring.empty()) return;
  html.raw("<ul class=\"legend\" aria-label=\"").raw(label).raw("\">\n");
  for (const GradeMark& mark : shown_marks()) {
    const auto found =
        std::find_if(occurring.begin(), occurring.end(),
                     [&](const GradeCount& count) { return count.grade == mark.grade; });
    if (found == occurring.end()) continue;
    html.raw("<li><svg viewBox=\"-11 -11 22 22\" width=\"22\" height=\"22\" aria-hidden=\"true\">");
    html.raw("<use href=\"#mark-").raw(mark.css).raw("\"/></svg> <span><b>").text(mark.grade);
    if (found->nodes > 0) html.raw("</b>, ").counted(found->nodes, noun);
    html.raw(found->nodes > 0 ? Markup(". ") : Markup("</b>. ")).raw(mark.meaning);
    html.raw("</span></li>\n");
  }
  html.raw("</ul>\n");
}

}  // namespace touchstone
