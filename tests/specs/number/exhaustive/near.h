#pragma once

#include <span>
#include <string_view>

namespace touchstone {

/// Values near f(x), of some of whose bits the caller makes use: about 2^-45 relative error where
/// they are finite and not near the end of binary64's range. `near_function` gives null for an
/// unknown name. By the C library's binary64 functions, in vectors where the compiler knows them.
using NearFunction = void (*)(std::span<const double> x, std::span<double> out);
[[nodiscard]] NearFunction near_function(std::string_view name);

}  // namespace touchstone
