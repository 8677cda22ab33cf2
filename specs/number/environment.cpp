#include "environment.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#error "how to set the floating-point environment of this processor is not known yet"
#endif

namespace touchstone {

namespace {

#if defined(__x86_64__)
// MXCSR with all exceptions masked, nearest even, FTZ and DAZ off (Intel SDM vol. 1, 10.2.3).
constexpr std::uint64_t ieee_default = 0x1F80;
std::uint64_t control() { return _mm_getcsr(); }
void set_control(std::uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }
#else
// FPCR: FZ, FIZ, AH, RMode, DN and trap enables all zero (Arm ARM, D19.2).
constexpr std::uint64_t ieee_default = 0;
std::uint64_t control() { return __builtin_aarch64_get_fpcr64(); }
void set_control(std::uint64_t value) { __builtin_aarch64_set_fpcr64(value); }
#endif

}  // namespace

FloatEnvironment::FloatEnvironment() : saved_(control()) { set_control(ieee_default); }
FloatEnvironment::~FloatEnvironment() { set_control(saved_); }

}  // namespace touchstone
