#pragma once

#include <cstddef>
#include <cstdint>

#include "form.h"

namespace touchstone::ptx {

/// Whether this value form takes operand `operand` (0-based, results not counted) for a binary32
/// number, so that its result is the same for every NaN there. False where it reads bits, such as
/// the sign that copysign takes.
[[nodiscard]] bool reads_number(const Form& form, std::size_t operand);

/// Whether the bits are a NaN of this float type, or hold one in either half of a packed type.
[[nodiscard]] bool holds_nan(Type type, std::uint64_t bits);

/// Whether the form's operands may change places (the first two of three), NaN being one value.
[[nodiscard]] bool operands_commute(const Form& form);

}  // namespace touchstone::ptx
