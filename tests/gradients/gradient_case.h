#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "choices.h"
#include "mpfr_number.h"
#include "touchstone/core/result.h"
#include "touchstone/number/truth.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone::gradients {

using Numbers = std::vector<MpfrNumber>;

/// One operation at one choice of attributes, shapes and inputs, and what its gradients are asked
/// about: the scalar sum of cotangent · result, along one direction of each value operand.
///
/// Inputs are generic: a value is ± a double in [1/4, 2), in one case of five in [2^-6, 40), or
/// positive where the operation asks for it; a cotangent and a direction are ± in [1/2, 3/2). Where
/// an operation has a kink between two inputs, or an input and a binary32 constant, these differ by
/// at least 2^-59, or they are equal, which at the seeds used never happens.
struct GradientCase {
  const Operation* operation = nullptr;
  std::int64_t number = 0;
  Attributes attributes;  ///< complete
  std::vector<TensorType> operands;
  TensorType result;

  std::vector<Numbers> values;  ///< of the value operands, in order
  std::vector<std::vector<std::int64_t>> indices;
  std::vector<std::vector<Truth>> masks;
  Numbers cotangent;
  std::vector<Numbers> directions;  ///< one for each value operand

  /// Shapes of the operands of this element type, in order.
  [[nodiscard]] std::vector<Shape> shapes(ElementType element) const;
  /// "conv case 17: groups=2 … (float32 [1,2,3], float32 [2,1,3]) -> float32 [1,2,1]"
  [[nodiscard]] std::string text() const;
};

/// Case `number` of an operation: the same on every machine. An error if `infer` refuses what the
/// chooser drew.
[[nodiscard]] Result<GradientCase> draw_case(const Operation& operation, const Chooser& chooser,
                                             std::int64_t number);

}  // namespace touchstone::gradients
