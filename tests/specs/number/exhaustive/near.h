#pragma once

#include <span>
#include <string_view>

namespace touchstone {

/// Values within about 2^-45 of f(x), relatively, where they are neither infinite nor next to the
/// ends of binary64's range; what they are elsewhere is open. By the C library's binary64
/// functions, in vectors where the compiler knows them. `near_function` gives null for an unknown
/// name.
using NearFunction = void (*)(std::span<const double> x, std::span<double> out);
[[nodiscard]] NearFunction near_function(std::string_view name);

}  // namespace touchstone
