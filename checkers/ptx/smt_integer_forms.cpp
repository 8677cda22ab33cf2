#include "smt_integer_forms.h"

#include "operand_reading.h"
#include "smt_expression.h"
#include "smt_float_forms.h"

namespace touchstone::ptx {

namespace {

using smt_lib::call;
using smt_lib::choice;
using smt_lib::extended;
using smt_lib::extract;
using smt_lib::literal;
using smt_lib::number_of;

using Expression = std::optional<std::string>;

constexpr std::uint32_t two_to_31 = 0x4F000000U;
constexpr std::uint32_t two_to_32 = 0x4F800000U;

}  // namespace

IntegerForms::IntegerForms(SmtEncoding& encoding, const TermNode& application)
    : encoding_(&encoding),
      form_(&encoding.symbols_->form(application)),
      operands_(encoding.symbols_->operands(application)),
      width_(bits_of(form_->type)),
      result_width_(width_),
      signed_(is_signed(form_->type)) {}

std::string IntegerForms::x(std::size_t operand, unsigned width) {
  const TermId term = operands_.ids[operand];
  if (width == 64) return encoding_->wide(term);
  const std::string word = encoding_->word(term);
  return width == 32 ? word : extract(0, width, word);
}

Expression IntegerForms::result() {
  if (form_->saturate || form_->relu || is_float(form_->type) || width_ < 8) return std::nullopt;
  const Expression narrow = of_width();
  if (!narrow) return std::nullopt;
  return result_width_ < 32 ? extended(false, result_width_, 32, *narrow) : *narrow;
}

Expression IntegerForms::of_width() {
  Expression out = arithmetic();
  if (!out) out = product();
  if (!out) out = quotient();
  if (!out) out = limited();
  if (!out) out = bitwise();
  if (!out) out = shifted();
  if (!out) out = converted();
  return out;
}

Expression IntegerForms::arithmetic() {
  switch (form_->rule) {
    case Rule::add: return call("bvadd", {x(0), x(1)});
    case Rule::subtract: return call("bvsub", {x(0), x(1)});
    case Rule::negate: return call("bvneg", {x(0)});
    case Rule::absolute:
      return choice(call("bvslt", {x(0), literal(0, width_)}), call("bvneg", {x(0)}), x(0));
    default: return std::nullopt;
  }
}

/// mul and mad: of the product of twice the width, the part that the form keeps.
Expression IntegerForms::product() {
  const bool adds = form_->rule == Rule::multiply_add;
  if (!adds && form_->rule != Rule::multiply) return std::nullopt;
  const auto factor = [this](std::size_t i) { return extended(signed_, width_, 2 * width_, x(i)); };
  std::string kept;
  switch (form_->part) {
    case Part::lo: kept = call("bvmul", {x(0), x(1)}); break;
    case Part::hi: kept = extract(width_, width_, call("bvmul", {factor(0), factor(1)})); break;
    case Part::wide:
      kept = call("bvmul", {factor(0), factor(1)});
      result_width_ = 2 * width_;
      break;
    case Part::none: return std::nullopt;
  }
  return adds ? call("bvadd", {kept, x(2, result_width_)}) : kept;
}

/// 9.7.1.8: open where the divisor is 0, which the encoding has asked before.
Expression IntegerForms::quotient() {
  if (form_->rule == Rule::divide) return call(signed_ ? "bvsdiv" : "bvudiv", {x(0), x(1)});
  if (form_->rule == Rule::remainder) return call(signed_ ? "bvsrem" : "bvurem", {x(0), x(1)});
  return std::nullopt;
}

Expression IntegerForms::limited() {
  if (operands_.count != 2) return std::nullopt;
  const std::string less = signed_ ? "bvslt" : "bvult";
  if (form_->rule == Rule::minimum) return choice(call(less, {x(0), x(1)}), x(0), x(1));
  if (form_->rule == Rule::maximum) return choice(call(less, {x(0), x(1)}), x(1), x(0));
  return std::nullopt;
}

Expression IntegerForms::bitwise() {
  switch (form_->rule) {
    case Rule::conjunction: return call("bvand", {x(0), x(1)});
    case Rule::disjunction: return call("bvor", {x(0), x(1)});
    case Rule::exclusive_or: return call("bvxor", {x(0), x(1)});
    case Rule::complement: return call("bvnot", {x(0)});
    case Rule::logical_negation: {
      const std::string zero = literal(0, width_);
      return choice(call("=", {x(0), zero}), literal(1, width_), zero);
    }
    default: return std::nullopt;
  }
}

/// 9.7.8.8 and 9.7.8.9: by a u32; shifts by the width or more leave zeros or the sign, as those of
/// bit-vectors do. Short words are shifted as 32 bits, so that the amount fits.
Expression IntegerForms::shifted() {
  const bool left = form_->rule == Rule::shift_left;
  if (!left && form_->rule != Rule::shift_right) return std::nullopt;
  const unsigned width = width_ < 32 ? 32 : width_;
  const std::string value = extended(signed_ && !left, width_, width, x(0));
  const std::string amount = extended(false, 32, width, x(1, 32));
  const std::string operation = left ? "bvshl" : signed_ ? "bvashr" : "bvlshr";
  const std::string out = call(operation, {value, amount});
  return width == width_ ? out : extract(0, width_, out);
}

Expression IntegerForms::converted() {
  if (form_->rule != Rule::convert) return std::nullopt;
  if (is_float(form_->source)) return from_number();
  const unsigned from = bits_of(form_->source);
  const std::string value = x(0, from);
  if (from >= width_) return from == width_ ? value : extract(0, width_, value);
  return extended(is_signed(form_->source), from, width_, value);
}

/// 9.7.9.21: rounded to an integer, clamped, and 0 for NaN.
Expression IntegerForms::from_number() {
  const std::string mode(mode_of(form_->rounding));
  if (form_->source != Type::f32 || width_ != 32 || mode.empty() || form_->flush) {
    return std::nullopt;
  }
  const std::string value = encoding_->defined(
      SmtView::number, call("fp.roundToIntegral", {mode, encoding_->number(operands_.ids[0])}));
  const std::string least = number_of(literal(signed_ ? two_to_31 | 0x80000000U : 0, 32));
  const std::string beyond = number_of(literal(signed_ ? two_to_31 : two_to_32, 32));
  const std::string inside =
      call(signed_ ? "(_ fp.to_sbv 32)" : "(_ fp.to_ubv 32)", {"RTZ", value});
  const std::string greatest = literal(signed_ ? 0x7FFFFFFFU : 0xFFFFFFFFU, 32);
  const std::string limited = choice(call("fp.geq", {value, beyond}), greatest, inside);
  const std::string clamped =
      choice(call("fp.leq", {value, least}), literal(signed_ ? 0x80000000U : 0, 32), limited);
  return choice(call("fp.isNaN", {value}), literal(0, 32), clamped);
}

Expression IntegerForms::statement() {
  if (form_->rule != Rule::set_predicate || is_float(form_->type)) return std::nullopt;
  switch (form_->compare) {
    case Compare::eq: return call("=", {x(0), x(1)});
    case Compare::lt: return call(signed_ ? "bvslt" : "bvult", {x(0), x(1)});
    case Compare::lo: return call("bvult", {x(0), x(1)});
    default: return std::nullopt;  // Symbols makes no other
  }
}

}  // namespace touchstone::ptx
