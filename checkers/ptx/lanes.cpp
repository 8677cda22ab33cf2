#include "lanes.h"

#include "lanes_variants.h"

namespace touchstone::ptx {

namespace {

bool has_fast_lanes() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return true;
#endif
}

}  // namespace

LaneFunction lanes_of(const Form& form) {
  static const bool fast = has_fast_lanes();
  return fast ? avx2_lanes_of(form) : baseline_lanes_of(form);
}

}  // namespace touchstone::ptx
