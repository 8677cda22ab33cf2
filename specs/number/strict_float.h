#pragma once

#include <cfloat>
#include <limits>

// Included by every header that computes with floating point, so that no translation unit can read
// a definition under rules other than IEEE 754's.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    defined(__NO_SIGNED_ZEROS__) || defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__)
#error \
    "Touchstone's definitions mean IEEE 754 arithmetic: compile without -ffast-math and its parts"
#endif
static_assert(FLT_EVAL_METHOD == 0,
              "intermediate results must have their own precision (on x86: SSE, not x87)");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
