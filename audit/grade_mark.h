#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "html.h"

namespace touchstone {

/// How a grade is shown: by a letter, a shape and a colour, so that neither print in black and
/// white nor an eye that cannot tell the colours apart loses it.
struct GradeMark {
  std::string_view grade;  ///< "identity"
  Markup css;              ///< class of its colour and, in the picture, id of its symbol
  Markup symbol;           ///< SVG around the origin, 18 units wide, with its letter
  Markup letter;
  Markup meaning;  ///< one sentence
};

/// Those of `all_grades`, in its order. Beside them a page shows `waived_failing`.
[[nodiscard]] std::span<const GradeMark> grade_marks();
/// A mark with a question mark for what is no grade.
[[nodiscard]] const GradeMark& mark_of(std::string_view grade);

/// The letter in its colour, and the grade.
void write_grade(Html& html, std::string_view grade);
/// Symbols for the picture, to be used by `href="#mark-…"`.
void write_grade_symbols(Html& html);
/// The grades that occur, with what each means and how many nodes have it.
struct GradeCount {
  std::string_view grade;
  std::int64_t nodes = 0;
};
/// `noun` is what has the grades: "node". Nothing for none.
void write_grade_legend(Html& html, Markup label, Markup noun,
                        std::span<const GradeCount> occurring);

}  // namespace touchstone
