#pragma once

#include <cstdint>

#include "touchstone/core/checked.h"

namespace touchstone {

/// A 64-bit integer that remembers whether any step of its computation overflowed: the scalar at
/// which shape arithmetic reads the definitions.
struct Integer64 {
  std::int64_t value = 0;
  bool exact = true;

  friend Integer64 operator+(Integer64 x, Integer64 y) {
    return of(checked_add(x.value, y.value), x, y);
  }
  friend Integer64 operator-(Integer64 x, Integer64 y) {
    return of(checked_sub(x.value, y.value), x, y);
  }
  friend Integer64 operator-(Integer64 x) { return Integer64{0, true} - x; }
  friend Integer64 operator*(Integer64 x, Integer64 y) {
    return of(checked_mul(x.value, y.value), x, y);
  }

 private:
  static Integer64 of(std::optional<std::int64_t> result, Integer64 x, Integer64 y) {
    return {result.value_or(0), result.has_value() && x.exact && y.exact};
  }
};

}  // namespace touchstone
