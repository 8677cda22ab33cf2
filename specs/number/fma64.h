#pragma once

#include "strict_float.h"

namespace touchstone {

/// The processor's binary64 instruction, never the C library's function of the same name. Callers
/// must know that the processor has it (`has_hardware_fma`).
struct HardwareFma64 {
  static constexpr const char* name = "hardware";
  static double fma(double a, double b, double c) {
#if defined(__FP_FAST_FMA)
    return __builtin_fma(a, b, c);
#elif defined(__x86_64__)
    // Written out for the reason given at HardwareFma.
    __asm__("vfmadd231sd %2, %1, %0" : "+x"(c) : "x"(a), "x"(b));
    return c;
#else
#error "how to reach this processor's fma instruction is not known yet"
#endif
  }
};

}  // namespace touchstone
