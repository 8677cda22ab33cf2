#pragma once

#include <cstdint>

#include "mpfr_number.h"

namespace touchstone::gradients {

/// cos(2πk/n) and sin(2πk/n), from a table where n is small.
struct Turn {
  MpfrNumber cosine;
  MpfrNumber sine;
};
[[nodiscard]] Turn turn(std::int64_t k, std::int64_t n);

}  // namespace touchstone::gradients
