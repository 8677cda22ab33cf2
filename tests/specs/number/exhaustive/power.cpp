// Measures specs/number/functions/power.h at seeded pairs.
//
//     power_campaign CASES [SEED]
//
// Half of the pairs are drawn so that x^y is spread over the binades of binary32 and a little
// beyond, a quarter with x next to 1, a quarter from all bit patterns. The reference is the C
// library's powl, whose error, some 2^-63, is far below what is measured; where it does not decide
// the rounding, MPFR does. Prints how many results are not the nearest number, and the greatest
// error in units in the last place. Exit status 1 if that exceeds 0.501 or a result that is not a
// number differs from MPFR's.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "touchstone/number/binary32.h"
#include "touchstone/number/correctly_rounded.h"
#include "touchstone/number/functions/binary64.h"
#include "touchstone/number/functions/power.h"

namespace touchstone {
namespace {

using Wide = Binary64<HardwareFma64>;

struct Pairs {
  std::mt19937_64 random;
  std::uniform_real_distribution<double> binade{-152, 130};

  float any() { return std::bit_cast<float>(static_cast<std::uint32_t>(random())); }

  void draw(std::uint64_t i, float& x, float& y) {
    x = any();
    y = any();
    if (i % 4 == 0) return;
    x = std::fabs(x);
    if (i % 4 == 1) {
      const auto offset = static_cast<int>(random() % 4096) - 2048;
      x = std::bit_cast<float>(0x3F800000U + static_cast<std::uint32_t>(offset));
    }
    const double logarithm = std::log2(static_cast<double>(x));
    y = static_cast<float>(binade(random) / logarithm);
  }
};

struct Measured {
  std::uint64_t compared = 0;
  std::uint64_t not_nearest = 0;
  std::uint64_t wrong = 0;
  long double error = 0;
  float x = 0;
  float y = 0;
};

/// The distance of neighbours in the binade of a finite number.
long double unit(long double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0L, std::max(exponent - 24, -149));
}

void measure(float x, float y, Measured& m) {
  ++m.compared;
  const float ours = narrow(wide::pow(Wide::widen(x), Wide::widen(y)));
  const long double value = std::pow(static_cast<long double>(x), static_cast<long double>(y));
  const auto low = static_cast<float>(value * (1 - 0x1p-55L));
  const auto high = static_cast<float>(value * (1 + 0x1p-55L));
  const bool decided = std::isfinite(value) && value != 0 && low == high;
  const float nearest = decided ? low : power(x, y);
  if (canonical_bits(ours) == canonical_bits(nearest)) return;
  ++m.not_nearest;
  // Overflow is rounding too: infinity counts as the number after the greatest.
  if (!std::isfinite(value) || value == 0 || std::isnan(ours) || std::isinf(ours)) {
    ++m.wrong;
    std::printf("%a ^ %a: %a, MPFR %a\n", static_cast<double>(x), static_cast<double>(y),
                static_cast<double>(ours), static_cast<double>(nearest));
    return;
  }
  const long double error = std::fabs(static_cast<long double>(ours) - value) / unit(value);
  if (error > m.error) {
    m.error = error;
    m.x = x;
    m.y = y;
  }
}

int run(std::uint64_t cases, std::uint64_t seed) {
  Pairs pairs{std::mt19937_64(seed)};
  Measured m;
  for (std::uint64_t i = 0; i < cases; ++i) {
    float x = 0;
    float y = 0;
    pairs.draw(i, x, y);
    measure(x, y, m);
  }
  std::printf(
      "pow: %llu pairs, %llu not the nearest, greatest error of those %.12Lf units at "
      "%a ^ %a, %llu wrong\n",
      static_cast<unsigned long long>(m.compared), static_cast<unsigned long long>(m.not_nearest),
      m.error, static_cast<double>(m.x), static_cast<double>(m.y),
      static_cast<unsigned long long>(m.wrong));
  return m.wrong == 0 && m.error <= 0.501L && m.compared > 0 ? 0 : 1;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  const std::uint64_t cases = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (cases == 0) {
    std::fprintf(stderr, "usage: power_campaign CASES [SEED]\n");
    return 2;
  }
  return touchstone::run(cases, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
}
