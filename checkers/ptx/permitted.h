#pragma once

#include "form.h"

namespace touchstone::ptx {

/// Whether the section of a form allows this combination of modifiers where its pattern alone would
/// allow more: vectors of at most 32 bytes (9.7.9.8, 9.7.9.11), a cache policy of global memory
/// alone, and .sat of conversions only where it can change something and never with bf16
/// (9.7.9.21).
[[nodiscard]] bool permitted(const Form& form);

}  // namespace touchstone::ptx
