#include "smt_encoding.h"

#include "cone.h"
#include "open_term.h"
#include "operand_reading.h"
#include "smt_expression.h"
#include "smt_float_forms.h"
#include "smt_integer_forms.h"

namespace touchstone::ptx {

using smt_lib::call;
using smt_lib::choice;
using smt_lib::literal;
using smt_lib::number_of;

namespace {

std::string sort_of(SmtView view) {
  switch (view) {
    case SmtView::number: return std::string(smt_lib::number_sort);
    case SmtView::word: return "(_ BitVec 32)";
    case SmtView::wide: return "(_ BitVec 64)";
    case SmtView::statement: break;
  }
  return "Bool";
}

/// In the order -inf … -0 < +0 … +inf < NaN.
std::string exceeding(const std::string& x, const std::string& y) {
  const std::string y_number = call("not", {call("fp.isNaN", {y})});
  const std::string zeros = call("and", {call("fp.isPositive", {x}), call("fp.isNegative", {y})});
  return choice(call("fp.isNaN", {x}), y_number,
                choice(call("fp.eq", {x, y}), zeros, call("fp.gt", {x, y})));
}

}  // namespace

SmtEncoding::SmtEncoding(const Symbols& symbols, std::function<bool(TermId)> is_leaf)
    : symbols_(&symbols), ranges_(symbols), is_leaf_(std::move(is_leaf)) {}

std::string SmtEncoding::number(TermId term) { return viewed(term, SmtView::number); }
std::string SmtEncoding::word(TermId term) { return viewed(term, SmtView::word); }
std::string SmtEncoding::wide(TermId term) { return viewed(term, SmtView::wide); }
std::string SmtEncoding::statement(TermId term) { return viewed(term, SmtView::statement); }

const std::string* SmtEncoding::name_of_leaf(TermId term) const {
  const auto at = leaf_of_.find(term);
  return at == leaf_of_.end() ? nullptr : &leaves_[at->second].name;
}

std::string SmtEncoding::viewed(TermId term, SmtView view) {
  const std::pair<TermId, SmtView> key{term, view};
  if (const auto at = known_.find(key); at != known_.end()) return at->second;
  std::string name = made(term, view);
  known_.emplace(key, name);
  return name;
}

std::string SmtEncoding::defined(SmtView view, const std::string& expression) {
  std::string name = "t" + std::to_string(definitions_++);
  text_ += "(define-fun " + name + " () " + sort_of(view) + " " + expression + ")\n";
  return name;
}

/// A free constant; the number of a word is that of its bits, which may be open where they are not
/// read for more.
std::string SmtEncoding::leaf(TermId term, SmtView view) {
  if (const std::string* const known = name_of_leaf(term)) {
    return view == SmtView::number ? defined(view, number_of(*known)) : *known;
  }
  const bool word = view == SmtView::word || view == SmtView::number;
  std::size_t& count = word ? words_ : view == SmtView::wide ? wides_ : statements_;
  const char* const letter = word ? "x" : view == SmtView::wide ? "w" : "p";
  std::string name = letter + std::to_string(count++);
  text_ += "(declare-const " + name + " " + sort_of(word ? SmtView::word : view) + ")\n";
  leaf_of_.emplace(term, leaves_.size());
  leaves_.push_back({name, term, word ? SmtView::word : view});
  return view == SmtView::number ? defined(view, number_of(name)) : name;
}

std::string SmtEncoding::made(TermId term, SmtView view) {
  const TermNode node = symbols_->arena().nodes()[term];
  // Who asks for the word reads its bits.
  if (view == SmtView::word && open_nan_type(*symbols_, ranges_, term) != Type::none) {
    possible_ = false;
    return literal(0, 32);
  }
  switch (node.kind) {
    case TermKind::constant:
      return view == SmtView::number ? number_of(literal(node.a, 32)) : literal(node.a, 32);
    case TermKind::wide: return literal(std::uint64_t{node.b} << 32U | node.a, 64);
    case TermKind::truth: return node.a != 0 ? "true" : "false";
    default: break;
  }
  if (node.kind == TermKind::input || is_leaf_(term)) return leaf(term, view);
  if (node.kind == TermKind::select) return chosen(node, view);
  if (node.kind == TermKind::pair) {
    const std::string high = word(node.b);
    return defined(view, call("concat", {high, word(node.a)}));
  }
  if (is_application(node.kind)) return applied(term, node, view);
  if (view == SmtView::word) return bits_of_number(term);
  const Expression out = view == SmtView::number ? number_kind(node) : statement_kind(node);
  return out ? defined(view, *out) : leaf(term, view);
}

std::string SmtEncoding::applied(TermId term, const TermNode& node, SmtView view) {
  if (openness_of(*symbols_, ranges_, node)) possible_ = false;
  const Form& form = symbols_->form(node);
  Expression out;
  if (view == SmtView::statement) {
    out = FloatForms(*this, node).statement();
    if (!out) out = IntegerForms(*this, node).statement();
  } else if (result_type(form) != Type::f32) {
    if (view == SmtView::number) return defined(view, number_of(word(term)));
    out = IntegerForms(*this, node).result();
  } else if (view == SmtView::number) {
    out = FloatForms(*this, node).number();
  } else if (FloatForms::has_encoding(form)) {
    return bits_of_number(term);
  }
  return out ? defined(view, *out) : leaf(term, view);
}

std::string SmtEncoding::chosen(const TermNode& node, SmtView view) {
  const std::string condition = statement(node.a);
  const std::string first = viewed(node.b, view);
  return defined(view, choice(condition, first, viewed(node.c, view)));
}

/// SMT-LIB has no function from a number to its bits; those of one that is never NaN are determined
/// by having it as their number.
std::string SmtEncoding::bits_of_number(TermId term) {
  const std::string value = number(term);
  std::string name = "t" + std::to_string(definitions_++);
  text_ += "(declare-const " + name + " " + sort_of(SmtView::word) + ")\n";
  text_ += "(assert " + call("=", {number_of(name), value}) + ")\n";
  return name;
}

SmtEncoding::Expression SmtEncoding::number_kind(const TermNode& node) {
  const std::string nearest = "RNE";
  const unsigned count = operand_count(node.kind);
  if (is_opaque(node.kind)) return std::nullopt;
  const std::string a = number(node.a);
  const std::string b = count > 1 ? number(node.b) : "";
  switch (node.kind) {
    case TermKind::add: return call("fp.add", {nearest, a, b});
    case TermKind::sub: return call("fp.sub", {nearest, a, b});
    case TermKind::mul: return call("fp.mul", {nearest, a, b});
    case TermKind::div: return call("fp.div", {nearest, a, b});
    case TermKind::fma: return call("fp.fma", {nearest, a, b, number(node.c)});
    case TermKind::sqrt: return call("fp.sqrt", {nearest, a});
    case TermKind::neg: return call("fp.neg", {a});
    case TermKind::abs: return call("fp.abs", {a});
    case TermKind::maximum: return FloatForms::unless_nan(a, b, FloatForms::larger(a, b));
    case TermKind::minimum: return FloatForms::unless_nan(a, b, FloatForms::smaller(a, b));
    default: return std::nullopt;
  }
}

SmtEncoding::Expression SmtEncoding::statement_kind(const TermNode& node) {
  switch (node.kind) {
    case TermKind::equal: return call("fp.eq", {number(node.a), number(node.b)});
    case TermKind::less: return call("fp.lt", {number(node.a), number(node.b)});
    case TermKind::exceeds: return exceeding(number(node.a), number(node.b));
    case TermKind::both: return call("and", {statement(node.a), statement(node.b)});
    case TermKind::either: return call("or", {statement(node.a), statement(node.b)});
    case TermKind::opposite: return call("not", {statement(node.a)});
    default: return std::nullopt;
  }
}

}  // namespace touchstone::ptx
