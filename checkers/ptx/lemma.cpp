#include "lemma.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "cone.h"
#include "operand_reading.h"
#include "term_text.h"

namespace touchstone::ptx {

namespace {

/// Steps from the nearest of the two sides to the terms below them, as far as the cut lies.
std::unordered_map<TermId, unsigned> distances(const Symbols& symbols, TermId left, TermId right,
                                               const LemmaCut& cut) {
  std::unordered_map<TermId, unsigned> out{{left, 0}, {right, 0}};
  std::vector<TermId> reached{left, right};
  for (std::size_t next = 0; next < reached.size() && out.size() <= cut.definitions; ++next) {
    const TermId term = reached[next];
    const unsigned steps = out.at(term);
    if (steps >= cut.depth) continue;
    const OperandTerms parts = parts_of(symbols, symbols.arena().nodes()[term]);
    for (const TermId part : parts.all()) {
      if (out.emplace(part, steps + 1).second) reached.push_back(part);
    }
  }
  return out;
}

SmtView view_of(const Symbols& symbols, TermId term, bool bits) {
  const TermNode& node = symbols.arena().nodes()[term];
  switch (node.kind) {
    case TermKind::wide:
    case TermKind::pair: return SmtView::wide;
    case TermKind::truth:
    case TermKind::equal:
    case TermKind::less:
    case TermKind::exceeds:
    case TermKind::both:
    case TermKind::either:
    case TermKind::opposite: return SmtView::statement;
    case TermKind::apply1:
    case TermKind::apply2:
    case TermKind::apply3: {
      const Type type = result_type(symbols.form(node));
      if (type == Type::pred) return SmtView::statement;
      if (bits_of(type) == 64) return SmtView::wide;
      break;
    }
    default: break;
  }
  return bits ? SmtView::word : SmtView::number;
}

std::string encoded(SmtEncoding& encoding, TermId term, SmtView view) {
  switch (view) {
    case SmtView::number: return encoding.number(term);
    case SmtView::word: return encoding.word(term);
    case SmtView::wide: return encoding.wide(term);
    case SmtView::statement: break;
  }
  return encoding.statement(term);
}

std::string sentence(const Symbols& symbols, const SmtEncoding& encoding, TermId left, TermId right,
                     std::optional<TermId> hypothesis) {
  TermTextStyle style;
  style.name = [&encoding](TermId term) { return encoding.name_of_leaf(term); };
  std::string out = term_text(symbols, left, style) + " = " + term_text(symbols, right, style);
  if (hypothesis) out += " where " + term_text(symbols, *hypothesis, style);
  return out;
}

}  // namespace

std::optional<Question> question_of(const Symbols& symbols, TermId left, TermId right,
                                    const LemmaCut& cut) {
  const auto steps = distances(symbols, left, right, cut);
  if (steps.size() > cut.definitions) return std::nullopt;
  const auto is_leaf = [&](TermId term) {
    const auto at = steps.find(term);
    const bool deep = at != steps.end() && at->second >= cut.depth && at->second > 0;
    return deep || std::find(cut.leaves.begin(), cut.leaves.end(), term) != cut.leaves.end();
  };
  const SmtView view = view_of(symbols, left, cut.bits);
  if (view != view_of(symbols, right, cut.bits)) return std::nullopt;
  SmtEncoding encoding(symbols, is_leaf);
  const std::string first = encoded(encoding, left, view);
  const std::string second = encoded(encoding, right, view);
  const std::string given = cut.hypothesis ? encoding.statement(*cut.hypothesis) : "true";
  if (!encoding.possible() || encoding.definitions() > cut.definitions) return std::nullopt;
  Question out;
  out.lemma.text = sentence(symbols, encoding, left, right, cut.hypothesis);
  out.lemma.smt_lib = "(set-logic QF_BVFP)\n" + encoding.text() + "(assert " + given +
                      ")\n(assert (not (= " + first + " " + second + ")))\n(check-sat)\n";
  out.leaves = encoding.leaves();
  return out;
}

std::optional<Lemma> lemma_of(const Symbols& symbols, TermId left, TermId right,
                              const LemmaCut& cut) {
  auto question = question_of(symbols, left, right, cut);
  if (!question) return std::nullopt;
  return std::move(question->lemma);
}

}  // namespace touchstone::ptx
