// Compiled with AVX2 and FMA allowed on x86-64 (CMakeLists.txt), so it includes nothing whose
// functions other files might share.
#include "lane_loops.h"
#include "lanes_variants.h"

namespace touchstone::ptx {

namespace {

struct Instruction {
  static float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
};

}  // namespace

LaneFunction avx2_lanes_of(const Form& form) { return loop_for<Instruction>(form); }

}  // namespace touchstone::ptx
