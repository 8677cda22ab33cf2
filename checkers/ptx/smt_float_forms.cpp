#include "smt_float_forms.h"

#include "smt_expression.h"

namespace touchstone::ptx {

namespace {

using smt_lib::call;
using smt_lib::choice;
using smt_lib::literal;
using smt_lib::number_of;

using Expression = std::optional<std::string>;

const std::string& zero() {
  static const std::string text = number_of(literal(0, 32));
  return text;
}

const std::string& negative_zero() {
  static const std::string text = number_of(literal(0x80000000U, 32));
  return text;
}

const std::string& one() {
  static const std::string text = number_of(literal(0x3F800000U, 32));
  return text;
}

std::string is_nan(const std::string& x) { return call("fp.isNaN", {x}); }

std::string opposite(const std::string& x) { return call("not", {x}); }

/// The other operand where one is NaN.
std::string dropping_nan(const std::string& x, const std::string& y, const std::string& result) {
  return choice(is_nan(x), y, choice(is_nan(y), x, result));
}

/// 9.7.6 setp.
Expression compared(Compare compare, const std::string& x, const std::string& y) {
  const std::string number = call("and", {opposite(is_nan(x)), opposite(is_nan(y))});
  switch (compare) {
    case Compare::eq: return call("fp.eq", {x, y});
    case Compare::ne: return call("and", {number, opposite(call("fp.eq", {x, y}))});
    case Compare::lt: return call("fp.lt", {x, y});
    case Compare::le: return call("fp.leq", {x, y});
    case Compare::gt: return call("fp.gt", {x, y});
    case Compare::ge: return call("fp.geq", {x, y});
    case Compare::equ: return call("or", {opposite(number), call("fp.eq", {x, y})});
    case Compare::neu: return opposite(call("fp.eq", {x, y}));
    case Compare::ltu: return opposite(call("fp.geq", {x, y}));
    case Compare::leu: return opposite(call("fp.gt", {x, y}));
    case Compare::gtu: return opposite(call("fp.leq", {x, y}));
    case Compare::geu: return opposite(call("fp.lt", {x, y}));
    case Compare::num: return number;
    case Compare::nan: return opposite(number);
    default: return std::nullopt;
  }
}

}  // namespace

std::string_view mode_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::rn:
    case Rounding::rni: return "RNE";
    case Rounding::rz:
    case Rounding::rzi: return "RTZ";
    case Rounding::rm:
    case Rounding::rmi: return "RTN";
    case Rounding::rp:
    case Rounding::rpi: return "RTP";
    default: return {};
  }
}

FloatForms::FloatForms(SmtEncoding& encoding, const TermNode& application)
    : encoding_(&encoding),
      form_(&encoding.symbols_->form(application)),
      operands_(encoding.symbols_->operands(application)) {}

std::string FloatForms::larger(const std::string& x, const std::string& y) {
  const std::string equal = choice(call("fp.isNegative", {x}), y, x);
  return choice(call("fp.lt", {x, y}), y, choice(call("fp.lt", {y, x}), x, equal));
}

std::string FloatForms::smaller(const std::string& x, const std::string& y) {
  const std::string equal = choice(call("fp.isNegative", {x}), x, y);
  return choice(call("fp.lt", {x, y}), x, choice(call("fp.lt", {y, x}), y, equal));
}

std::string FloatForms::unless_nan(const std::string& x, const std::string& y,
                                   const std::string& result) {
  return choice(is_nan(x), x, choice(is_nan(y), y, result));
}

std::string FloatForms::named(const std::string& expression) {
  return encoding_->defined(SmtView::number, expression);
}

std::string FloatForms::flushed(const std::string& expression) {
  const std::string value = named(expression);
  return named(choice(call("fp.isSubnormal", {value}),
                      choice(call("fp.isNegative", {value}), negative_zero(), zero()), value));
}

/// Clamped to [0, 1], where NaN and both zeros give +0.
std::string FloatForms::saturated(const std::string& expression) {
  const std::string value = named(expression);
  const std::string positive = call("fp.gt", {value, zero()});
  return choice(positive, choice(call("fp.lt", {one(), value}), one(), value), zero());
}

std::string FloatForms::x(std::size_t operand) {
  const std::string value = encoding_->number(operands_.ids[operand]);
  return form_->flush ? flushed(value) : value;
}

bool FloatForms::has_encoding(const Form& form) {
  if (form.type != Type::f32 || form.approximate || form.full_range) return false;
  const bool rounds = !mode_of(form.rounding).empty();
  switch (form.rule) {
    case Rule::add:
    case Rule::subtract:
    case Rule::multiply:
    case Rule::divide:
    case Rule::reciprocal:
    case Rule::square_root:
    case Rule::multiply_add:
    case Rule::fused_multiply_add: return rounds;
    case Rule::maximum:
    case Rule::minimum: return !form.absolute;
    case Rule::convert: return form.source == Type::f32 || (rounds && !is_float(form.source));
    case Rule::negate:
    case Rule::absolute:
    case Rule::copy_sign: return true;
    default: return false;
  }
}

Expression FloatForms::number() {
  if (!has_encoding(*form_)) return std::nullopt;
  Expression result = rounded();
  if (!result) result = limited();
  if (!result) result = converted();
  if (!result) result = signed_by_bits();
  if (!result) return std::nullopt;
  if (form_->flush) result = flushed(*result);
  if (form_->saturate) result = saturated(*result);
  return result;
}

Expression FloatForms::rounded() {
  const std::string mode(mode_of(form_->rounding));
  switch (form_->rule) {
    case Rule::add: return call("fp.add", {mode, x(0), x(1)});
    case Rule::subtract: return call("fp.sub", {mode, x(0), x(1)});
    case Rule::multiply: return call("fp.mul", {mode, x(0), x(1)});
    case Rule::divide: return call("fp.div", {mode, x(0), x(1)});
    case Rule::reciprocal: return call("fp.div", {mode, one(), x(0)});
    case Rule::square_root: return call("fp.sqrt", {mode, x(0)});
    case Rule::multiply_add:
    case Rule::fused_multiply_add: return call("fp.fma", {mode, x(0), x(1), x(2)});
    default: return std::nullopt;
  }
}

Expression FloatForms::limited() {
  const bool maximum = form_->rule == Rule::maximum;
  if (!maximum && form_->rule != Rule::minimum) return std::nullopt;
  // A third operand is compared with the result of the first two (9.7.3.11).
  std::string result = x(0);
  for (std::size_t i = 1; i < operands_.count; ++i) {
    const std::string other = x(i);
    const std::string limit = maximum ? larger(result, other) : smaller(result, other);
    result =
        named(form_->nan ? unless_nan(result, other, limit) : dropping_nan(result, other, limit));
  }
  return result;
}

/// 9.7.9.21 cvt to f32.
Expression FloatForms::converted() {
  if (form_->rule != Rule::convert) return std::nullopt;
  const std::string mode(mode_of(form_->rounding));
  if (form_->source == Type::f32) {
    return mode.empty() ? x(0) : call("fp.roundToIntegral", {mode, x(0)});
  }
  const unsigned width = bits_of(form_->source);
  const TermId term = operands_.ids[0];
  std::string value = width == 64 ? encoding_->wide(term) : encoding_->word(term);
  if (width < 32) value = smt_lib::extract(0, width, value);
  return call(is_signed(form_->source) ? "(_ to_fp 8 24)" : "(_ to_fp_unsigned 8 24)",
              {mode, value});
}

Expression FloatForms::signed_by_bits() {
  switch (form_->rule) {
    case Rule::negate: return call("fp.neg", {x(0)});
    case Rule::absolute: return call("fp.abs", {x(0)});
    case Rule::copy_sign: {
      const std::string size = named(call("fp.abs", {x(1)}));
      const std::string sign = smt_lib::extract(31, 1, encoding_->word(operands_.ids[0]));
      return choice(call("=", {sign, "#b1"}), call("fp.neg", {size}), size);
    }
    default: return std::nullopt;
  }
}

Expression FloatForms::statement() {
  if (form_->type != Type::f32) return std::nullopt;
  if (form_->rule == Rule::set_predicate) return compared(form_->compare, x(0), x(1));
  return std::nullopt;
}

}  // namespace touchstone::ptx
