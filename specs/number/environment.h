#pragma once

#include <cstdint>

namespace touchstone {

/// While it lives, this thread computes as IEEE 754's default says: nearest even, subnormals kept
/// on input and output, no traps. What was in force before is restored at the end. One per worker
/// thread and per entry into the library, and again after any call into foreign code.
class FloatEnvironment {
 public:
  FloatEnvironment();
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::uint64_t saved_;
};

}  // namespace touchstone
