#pragma once

#include <cstddef>
#include <string>

#include "gradient_case.h"

/// Two independent checks of a vector-Jacobian product. Both compare, for one value operand x and a
/// random direction v of it,
///     the vjp's      sum of vjp · v
/// with the derivative of sum of g · f(x + t v) at t = 0, taken from the forward definition f alone
///     by dual numbers: sum of g · (J v)
///     by differences:  sum of g · (f(x + h v) − f(x − h v)) / 2h,  h = 2^-64.
/// A wrong element of the gradient changes the first sum by (error) · v, and no other number.
///
/// They agree within a bound times 1 + sum |g · J v| + sum |vjp · v|. All of it is computed at 256
/// bits, by at most a few thousand operations each of which amplifies an earlier error by at most
/// the largest derivative met, relative to that sum; so
///   dual numbers: 2^-133 (10^-40) leaves 2^123 for the number of operations times amplification;
///   differences: the central difference is off by h²/6 = 2^-130.6 times the third derivative along
///   v, and rounding by 2^-256 / h = 2^-192 times the same amplification. 2^-90 leaves 2^40 for the
///   third derivative, which is largest where a norm of nearly equal elements divides by
///   sqrt(var + eps), eps >= 10^-5: of the order of eps^(-3/2) = 2^25.
/// The greatest disagreements met are printed beside the counts.
namespace touchstone::gradients {

inline constexpr double dual_bound = 0x1p-133;
inline constexpr double difference_bound = 0x1p-90;

/// How far two numbers that should agree are apart, relative to that sum. NaN is a disagreement.
struct Disagreement {
  double dual = 0;
  double difference = 0;
  [[nodiscard]] bool by_dual() const { return !(dual <= dual_bound); }
  [[nodiscard]] bool by_difference() const { return !(difference <= difference_bound); }
};

/// The derivative along the direction of one operand, both ways. Independent of any vjp.
struct Derivative {
  MpfrNumber dual;
  MpfrNumber difference;
  MpfrNumber magnitude;  ///< 1 + sum |g · J v|
};
[[nodiscard]] Derivative derivative_of(const GradientCase& at, std::size_t value);

/// Compares a gradient by that operand with it.
[[nodiscard]] Disagreement compare(const GradientCase& at, std::size_t value,
                                   const Derivative& derivative, const Numbers& gradient);

}  // namespace touchstone::gradients
