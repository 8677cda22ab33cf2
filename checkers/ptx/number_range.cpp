#include "number_range.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace touchstone::ptx {

namespace {

using Known = std::optional<NumberRange>;

constexpr unsigned greatest_depth = 64;
constexpr double infinity = std::numeric_limits<double>::infinity();

bool finite(const Known& x) { return x && std::isfinite(x->least) && std::isfinite(x->greatest); }

/// All binary32 numbers that the reals of a range round to, in whatever direction. One step of
/// binary32 outwards covers that rounding and the far smaller one of the bound itself.
NumberRange rounded(double least, double greatest) {
  constexpr float far = std::numeric_limits<float>::infinity();
  return {std::nextafter(static_cast<float>(least), -far),
          std::nextafter(static_cast<float>(greatest), far)};
}

Known sum(const Known& x, const Known& y) {
  if (!finite(x) || !finite(y)) return std::nullopt;
  return rounded(x->least + y->least, x->greatest + y->greatest);
}

/// The exact product's bounds: those of binary32 numbers are exact in binary64.
Known product(const Known& x, const Known& y) {
  if (!finite(x) || !finite(y)) return std::nullopt;
  const std::initializer_list<double> corners{x->least * y->least, x->least * y->greatest,
                                              x->greatest * y->least, x->greatest * y->greatest};
  return NumberRange{std::min(corners), std::max(corners)};
}

Known rounded(const Known& x) { return x ? Known(rounded(x->least, x->greatest)) : std::nullopt; }

Known negated(const Known& x) {
  return x ? Known(NumberRange{-x->greatest, -x->least}) : std::nullopt;
}

Known magnitude(const Known& x) {
  if (!x) return std::nullopt;
  const double greatest = std::max(std::fabs(x->least), std::fabs(x->greatest));
  const bool around_zero = x->least <= 0 && x->greatest >= 0;
  return NumberRange{around_zero ? 0 : std::min(std::fabs(x->least), std::fabs(x->greatest)),
                     greatest};
}

Known larger(const Known& x, const Known& y) {
  if (!x || !y) return std::nullopt;
  return NumberRange{std::max(x->least, y->least), std::max(x->greatest, y->greatest)};
}

Known smaller(const Known& x, const Known& y) { return negated(larger(negated(x), negated(y))); }

/// max.f32 drops a NaN: with one operand that is none, the result is none and not less than it.
Known larger_dropping(const Known& x, const Known& y) {
  if (x && y) return larger(x, y);
  if (!x && !y) return std::nullopt;
  return NumberRange{x ? x->least : y->least, infinity};
}

Known either_of(const Known& x, const Known& y) {
  if (!x || !y) return std::nullopt;
  return NumberRange{std::min(x->least, y->least), std::max(x->greatest, y->greatest)};
}

/// What .ftz makes of it.
Known flushed(const Known& x) {
  if (!x) return std::nullopt;
  NumberRange out = *x;
  if (out.least > 0 && out.least < FLT_MIN) out.least = 0;
  if (out.greatest < 0 && out.greatest > -FLT_MIN) out.greatest = 0;
  return out;
}

Known of_constant(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  return value == value ? Known(NumberRange{value, value}) : std::nullopt;
}

Known of_integers(Type type) {
  const double all = std::ldexp(1.0, static_cast<int>(bits_of(type)));
  return is_signed(type) ? NumberRange{-all / 2, all / 2} : NumberRange{0, all};
}

Known of_conversion(const Form& form, const Known& x) {
  if (!is_float(form.source)) return of_integers(form.source);
  if (form.source != Type::f32 || !x) return std::nullopt;
  return NumberRange{std::floor(x->least), std::ceil(x->greatest)};
}

}  // namespace

Known NumberRanges::of(TermId term) { return found(term, 0); }

Known NumberRanges::found(TermId term, unsigned depth) {
  if (const auto at = known_.find(term); at != known_.end()) return at->second;
  if (depth > greatest_depth) return std::nullopt;
  const TermNode node = symbols_->arena().nodes()[term];
  const Known range = of_node(node, depth + 1);
  known_.emplace(term, range);
  return range;
}

Known NumberRanges::of_node(const TermNode& node, unsigned depth) {
  const auto a = [&] { return found(node.a, depth); };
  const auto b = [&] { return found(node.b, depth); };
  const auto c = [&] { return found(node.c, depth); };
  switch (node.kind) {
    case TermKind::constant: return of_constant(node.a);
    case TermKind::add: return sum(a(), b());
    case TermKind::sub: return sum(a(), negated(b()));
    case TermKind::mul: return rounded(product(a(), b()));
    case TermKind::fma: return sum(product(a(), b()), c());
    case TermKind::neg: return negated(a());
    case TermKind::abs: return magnitude(a());
    case TermKind::maximum: return larger(a(), b());
    case TermKind::minimum: return smaller(a(), b());
    case TermKind::select: return either_of(b(), c());
    case TermKind::sqrt: {
      const Known x = a();
      if (!x || x->least < 0) return std::nullopt;
      return rounded(std::sqrt(x->least), std::sqrt(x->greatest));
    }
    case TermKind::exp: return a() ? Known(NumberRange{0, infinity}) : std::nullopt;
    case TermKind::sigmoid: return a() ? Known(NumberRange{0, 1}) : std::nullopt;
    case TermKind::tanh:
    case TermKind::erf: return a() ? Known(NumberRange{-1, 1}) : std::nullopt;
    case TermKind::apply1:
    case TermKind::apply2:
    case TermKind::apply3: return of_application(node, depth);
    default: return std::nullopt;
  }
}

Known NumberRanges::of_application(const TermNode& node, unsigned depth) {
  const Form& form = symbols_->form(node);
  if (form.type != Type::f32) return std::nullopt;
  if (form.saturate) return NumberRange{0, 1};
  const OperandTerms operands = symbols_->operands(node);
  const auto x = [&](std::size_t i) {
    const Known range = found(operands.ids[i], depth);
    return form.flush ? flushed(range) : range;
  };
  const auto result = [&form](const Known& range) { return form.flush ? flushed(range) : range; };
  if (form.absolute || operands.count > 3) return std::nullopt;
  switch (form.rule) {
    case Rule::convert: return result(of_conversion(form, x(0)));
    case Rule::set_value: return NumberRange{0, 1};
    case Rule::add: return result(sum(x(0), x(1)));
    case Rule::subtract: return result(sum(x(0), negated(x(1))));
    case Rule::multiply: return result(rounded(product(x(0), x(1))));
    case Rule::fused_multiply_add: return result(sum(product(x(0), x(1)), x(2)));
    case Rule::negate: return result(negated(x(0)));
    case Rule::absolute: return result(magnitude(x(0)));
    case Rule::maximum:
      if (form.nan || operands.count != 2) return std::nullopt;
      return result(larger_dropping(x(0), x(1)));
    case Rule::minimum:
      if (form.nan || operands.count != 2) return std::nullopt;
      return result(negated(larger_dropping(negated(x(0)), negated(x(1)))));
    case Rule::exponential: return x(0) ? Known(NumberRange{0, infinity}) : std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace touchstone::ptx
