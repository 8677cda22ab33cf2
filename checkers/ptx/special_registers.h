#pragma once

#include <optional>
#include <string_view>

#include "module.h"

namespace touchstone::ptx {

/// The special register of a name such as "%tid.x".
[[nodiscard]] std::optional<Special> special_named(std::string_view name);

/// u64 or u32: what a mov of it has as its width.
[[nodiscard]] Type type_of(Special special);

/// Whether PTX ISA 9.0, 10 has a special register of this name that `Special` lacks.
[[nodiscard]] bool is_other_special(std::string_view name);

}  // namespace touchstone::ptx
