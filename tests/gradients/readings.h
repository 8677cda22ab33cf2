#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gradient_case.h"
#include "term_watch.h"
#include "touchstone/op/vocabulary.h"
#include "watched_view.h"

/// The definitions read at MPFR numbers and at dual numbers over them.
namespace touchstone::gradients {

/// The result at other values of the value operands.
[[nodiscard]] Numbers forward_at_mpfr(const GradientCase& at, const std::vector<Numbers>& values);

/// The derivative of the result along the direction of value operand `value`, by dual numbers.
[[nodiscard]] Numbers derivative_along(const GradientCase& at, std::size_t value);

/// What a vjp reads wrongly.
struct VjpFault {
  /// Which tensor: the value operands, the result, the cotangent, then indices, then masks.
  std::size_t tensor = 0;
  Misreading misreading;
};

/// The vjp by one value operand. `watch` sees every addition.
[[nodiscard]] Numbers vjp_at_mpfr(const GradientCase& at, const Numbers& result, Pass pass,
                                  const VjpFault& fault, TermWatch& watch);

/// The tensors in the order of `VjpFault::tensor`.
[[nodiscard]] std::vector<Shape> tensors_of_vjp(const GradientCase& at);

}  // namespace touchstone::gradients
