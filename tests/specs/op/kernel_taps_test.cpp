#include "touchstone/op/kernel_taps.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace touchstone {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

ConvGeometry geometry(std::int64_t stride, std::int64_t dilation, std::int64_t pad) {
  return {Index{stride}, Index{dilation}, Index{pad}, 1};
}

Pairs found(const KernelTaps& taps, std::int64_t p) {
  const KernelTaps::At here = taps.at(Index{p});
  Pairs out;
  for (const Index& step : all(here.steps())) {
    const Index q = here.kernel_position(step);
    out.emplace_back(q[0], here.other_position(q)[0]);
  }
  return out;
}

TEST(KernelTaps, AreThoseOfASearchInAscendingOrder) {
  for (std::int64_t code = 0; code < 6 * 6 * 4 * 5 * 5; ++code) {
    const std::int64_t stride = code % 6 + 1;
    const std::int64_t dilation = code / 6 % 6 + 1;
    const std::int64_t pad = code / 36 % 4;
    const std::int64_t kernel = code / 144 % 5 + 1;
    const std::int64_t other = code / 720 + 1;
    const KernelTaps taps(geometry(stride, dilation, pad), Index{kernel}, Index{other});
    for (std::int64_t p = 0; p < 50; ++p) {
      Pairs expected;
      for (std::int64_t q = 0; q < kernel; ++q) {
        const std::int64_t distance = p + pad - q * dilation;
        if (distance >= 0 && distance % stride == 0 && distance / stride < other) {
          expected.emplace_back(q, distance / stride);
        }
      }
      ASSERT_EQ(found(taps, p), expected) << "stride " << stride << " dilation " << dilation
                                          << " pad " << pad << " kernel " << kernel << " p " << p;
    }
  }
}

TEST(KernelTaps, LargeStridesAndDilationsStayInRange) {
  constexpr std::int64_t most = std::int64_t{1} << 31U;
  // 2^31 and 2^31 − 1 have no common divisor: o · (2^31 − 1) + q · 2^31 = 5 · 2^31 − 3 at o = 3.
  const KernelTaps taps(geometry(most - 1, most, 0), Index{9}, Index{9});
  EXPECT_EQ(found(taps, 5 * most - 3), (Pairs{{2, 3}}));
  EXPECT_EQ(found(taps, 5 * most - 4), (Pairs{{1, 4}}));
  EXPECT_EQ(found(taps, 5 * most + 1), (Pairs{}));
}

TEST(KernelTaps, OfSeveralAxesAreTheirProductRowMajor) {
  const KernelTaps taps({Index{1, 2}, Index{1, 1}, Index{0, 0}, 1}, Index{2, 3}, Index{4, 4});
  const KernelTaps::At here = taps.at(Index{1, 2});
  std::vector<Index> kernel;
  for (const Index& step : all(here.steps())) kernel.push_back(here.kernel_position(step));
  EXPECT_EQ(kernel, (std::vector<Index>{{0, 0}, {0, 2}, {1, 0}, {1, 2}}));
}

}  // namespace
}  // namespace touchstone
