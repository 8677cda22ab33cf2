#pragma once

#include "form.h"

namespace touchstone::ptx {

/// Whether the section of a form allows this combination of modifiers where its pattern alone would
/// allow more: vectors of at most 32 bytes (9.7.9.8, 9.7.9.11), and .sat of integer conversions
/// only where it can change something (9.7.9.21).
[[nodiscard]] bool permitted(const Form& form);

}  // namespace touchstone::ptx
