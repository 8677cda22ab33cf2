#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gradient_case.h"
#include "gradient_check.h"
#include "touchstone/op/vocabulary.h"

/// Faults planted in the vjps, to see that both checks find each of them. They are planted in the
/// reading: the definition stays as it is.
namespace touchstone::gradients {

enum class FaultKind : std::uint8_t {
  unwritten,       ///< one element of the gradient is zero
  dropped_term,    ///< one addition, subtraction or fma loses a term
  first_terms,     ///< every sum is its first term
  wrong_position,  ///< one operand, the result or the cotangent is read one further along one axis
  unrepeated,      ///< the cotangent is zero except at the first position along one axis
};
inline constexpr std::array<std::string_view, 5> fault_kinds{
    "unwritten", "dropped term", "first terms only", "wrong position", "unrepeated"};

struct FaultCount {
  /// Faults that change the gradient: sum of |faulty − right| · |v| is above 2^-80 of the
  /// derivative's magnitude. The others are not faults of this gradient at these inputs (a term
  /// that is zero or that `select` passes over, an operand that the gradient does not read, a
  /// sum whose terms are exchanged): they are counted apart, by this rule, which knows nothing of
  /// the forward definition.
  std::int64_t planted = 0;
  std::int64_t without_effect = 0;
  std::int64_t found_by_dual = 0;
  std::int64_t found_by_difference = 0;
  std::int64_t found_by_both = 0;
};
/// By kind.
using FaultCounts = std::array<FaultCount, fault_kinds.size()>;

/// Plants in the vjp by one value operand: an unwritten element, a few dropped terms, and every
/// fault of the other kinds that the shapes have.
void plant_faults(const GradientCase& at, const Numbers& result, Pass pass, FaultCounts& counts);

}  // namespace touchstone::gradients
