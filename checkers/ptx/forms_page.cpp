#include "forms_page.h"

#include <array>

#include "pattern.h"
#include "semantics.h"

namespace touchstone::ptx {
namespace {

struct Chapter {
  std::string_view section;  ///< what its entries' sections begin with
  std::string_view title;
};

constexpr std::array<Chapter, 11> chapters = {{
    {"9.7.1.", "Integer arithmetic"},
    {"9.7.3.", "Floating point"},
    {"9.7.4.", "Half precision"},
    {"9.7.5.", "Mixed precision"},
    {"9.7.6.", "Comparison and selection"},
    {"9.7.7.", "Half-precision comparison"},
    {"9.7.8.", "Logic and shifts"},
    {"9.7.9.", "Data movement and conversion"},
    {"9.7.12.", "Control flow"},
    {"9.7.13.", "Synchronisation and communication"},
    {"9.7.19.", "Miscellaneous"},
}};

std::string_view name_of(Exactness exactness) {
  switch (exactness) {
    case Exactness::exact: return "exact";
    case Exactness::fusable: return "fusable";
    case Exactness::bounded: return "bounded";
    case Exactness::effect: return "effect";
  }
  return "";
}

std::string line_of(std::size_t index) {
  const Entry& entry = entries()[index];
  const auto form = resolve(plainest_opcode(patterns()[index]));
  std::string line = "- `" + std::string(entry.pattern) + "` (" + std::string(entry.section);
  if (form.ok()) line.append(", ").append(name_of(exactness_of(*form)));
  line.append("): ").append(entry.rule);
  if (!entry.error.empty()) line.append(" Error: ").append(entry.error).append(".");
  return line + "\n";
}

std::string introduction() {
  return R"(# PTX instruction forms

Printed from the semantics table (`table.h`), which a test compares with this page. Sections are
those of the PTX ISA 9.0. Braces enclose optional modifiers, bars stand between alternatives, and
the names below stand for several words. Modifiers may be written in any order but for types; cache
operators and eviction hints are read and dropped.

Of an *exact* form the ISA fixes the result's bits, NaN payloads apart. A *fusable* form may become
part of a fused multiply-add, so that its result is one of several. A *bounded* form's result lies
within the documented error; evaluation gives the correctly rounded one. The *effect* of the others
is on memory, order or control.

With `.ftz`, subnormal operands and results become zeros of their sign; with `.sat`, results are
clamped to [+0, 1] and NaN becomes +0. The manual does not say what becomes of −0 under `.sat` and
`.relu`: evaluation gives +0, as the documentation and headers of CUDA do.

)";
}

std::string classes() {
  std::string text = "## Classes of modifiers\n\n";
  for (const WordClass& named : word_classes()) {
    text.append("- `.").append(named.name).append("`: `").append(named.words).append("`\n");
  }
  return text;
}

}  // namespace

std::string forms_page() {
  std::string page = introduction() + classes();
  for (const Chapter& chapter : chapters) {
    page.append("\n## ").append(chapter.title).append("\n\n");
    for (std::size_t index = 0; index < entries().size(); ++index) {
      if (entries()[index].section.starts_with(chapter.section)) page += line_of(index);
    }
  }
  return page;
}

}  // namespace touchstone::ptx
