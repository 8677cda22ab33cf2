#pragma once

#include <cstddef>
#include <cstdint>

#include "form.h"

namespace touchstone::ptx {

/// The word that stands for a binary32 NaN of arithmetic among constants. Its bits are open, so a
/// form that reads bits is never folded over it.
inline constexpr std::uint32_t open_nan = 0x7FC00000U;

/// The type of floating-point number that this value form takes operand `operand` (0-based, results
/// not counted) for, so that its result is the same for every NaN there. Type::none where it reads
/// bits, such as the sign that copysign takes.
[[nodiscard]] Type number_read(const Form& form, std::size_t operand);

/// The type of the form's result; Type::pred of a statement.
[[nodiscard]] Type result_type(const Form& form);

/// Whether the bits are a NaN of this float type, or hold one in either half of a packed type.
[[nodiscard]] bool holds_nan(Type type, std::uint64_t bits);

/// Whether the form's operands may change places (the first two of three), NaN being one value.
[[nodiscard]] bool operands_commute(const Form& form);

}  // namespace touchstone::ptx
