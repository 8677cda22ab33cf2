#include "touchstone/op/pooling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate.h"

namespace touchstone {
namespace {

using evaluation::Floats;
using evaluation::forward;
using evaluation::Operand;
using evaluation::vjp;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr Op family[] = {Op::avg_pool, Op::max_pool, Op::smooth_max_pool};

/// Attributes over one spatial axis.
struct Window {
  std::int64_t kernel = 2;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool ceil = false;
  bool count_padding = false;

  [[nodiscard]] Attributes attributes(Op op) const {
    Attributes out{{"kernel", Integers{kernel}},      {"strides", Integers{stride}},
                   {"dilations", Integers{dilation}}, {"pads_begin", Integers{begin}},
                   {"pads_end", Integers{end}},       {"ceil_mode", ceil}};
    if (op == Op::avg_pool) out.set("count_include_pad", count_padding);
    return out;
  }
};

Operand line(Floats x) {
  const auto length = static_cast<std::int64_t>(x.size());
  return {{1, 1, length}, std::move(x)};
}

Floats pool(Op op, const Window& window, const Floats& x) {
  return forward(op, window.attributes(op), {line(x)});
}

Floats pool_gradient(Op op, const Window& window, const Floats& x, const Floats& g) {
  return vjp(op, window.attributes(op), {line(x)}, 0, g);
}

std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float element : x) out.push_back(canonical_bits(element));
  return out;
}

Floats waves(int count, float step) {
  Floats out;
  for (int i = 0; i < count; ++i) out.push_back(std::sin(static_cast<float>(i) * step) * 4);
  return out;
}

TEST(Pooling, StridesAndDilations) {
  const Floats x{1, 5, 2, 8, 3};
  EXPECT_EQ(pool(Op::max_pool, {}, x), (Floats{5, 5, 8, 8}));
  EXPECT_EQ(pool(Op::avg_pool, {}, x), (Floats{3, 3.5F, 5, 5.5F}));
  EXPECT_EQ(pool(Op::max_pool, {.stride = 2}, x), (Floats{5, 8}));
  EXPECT_EQ(pool(Op::max_pool, {.dilation = 2}, x), (Floats{2, 8, 3}));
  EXPECT_EQ(pool(Op::avg_pool, {.stride = 2, .dilation = 2}, x), (Floats{1.5F, 2.5F}));
}

TEST(Pooling, PaddingIsNoElementUnlessAnAverageCountsIt) {
  const Floats x{-2, -4, -6};
  const Window padded{.kernel = 3, .begin = 1, .end = 1};
  EXPECT_EQ(pool(Op::max_pool, padded, x), (Floats{-2, -2, -4}));
  EXPECT_EQ(pool(Op::avg_pool, padded, x), (Floats{-3, -4, -5}));
  Window counted = padded;
  counted.count_padding = true;
  EXPECT_EQ(pool(Op::avg_pool, counted, x), (Floats{-2, -4, -10.0F / 3}));
}

TEST(Pooling, CeilModeAddsAWindowThatStartsInside) {
  const Floats x{1, 2, 3, 4, 6};
  EXPECT_EQ(pool(Op::avg_pool, {.stride = 2}, x), (Floats{1.5F, 3.5F}));
  EXPECT_EQ(pool(Op::avg_pool, {.stride = 2, .ceil = true}, x), (Floats{1.5F, 3.5F, 6}));
  EXPECT_EQ(pool(Op::max_pool, {.stride = 2, .ceil = true}, x), (Floats{2, 4, 6}));
  // Room for a third window, but it would start at 6, behind the end.
  EXPECT_EQ(pool(Op::max_pool, {.kernel = 1, .stride = 3, .ceil = true}, x), (Floats{1, 4}));
  EXPECT_EQ(pool(Op::max_pool, {.kernel = 1, .stride = 3, .end = 1, .ceil = true}, x),
            (Floats{1, 4}));
  // Padding that ends before the last window does is counted as far as it goes: 6 and one zero.
  const Window beyond{.kernel = 4, .stride = 4, .end = 1, .ceil = true, .count_padding = true};
  EXPECT_EQ(pool(Op::avg_pool, beyond, x), (Floats{2.5F, 3}));
}

TEST(Pooling, CeilModeAdmitsAWindowLongerThanTheAxis) {
  EXPECT_EQ(pool(Op::avg_pool, {.kernel = 3, .stride = 2, .ceil = true}, {4, 8}), Floats{6});
  EXPECT_THROW((void)pool(Op::avg_pool, {.kernel = 3, .stride = 2}, {4, 8}), std::invalid_argument);
}

TEST(AvgPool, CountingPaddingIsPaddingFirst) {
  for (const Window& window : {Window{.kernel = 3, .begin = 1, .end = 1},
                               Window{.kernel = 2, .stride = 2, .dilation = 3, .begin = 4},
                               Window{.kernel = 1, .begin = 2, .end = 3}}) {
    Floats x = waves(7, 1.3F);
    x[0] = -0.0F;
    Window counted = window;
    counted.count_padding = true;
    Window bare = window;
    bare.begin = bare.end = 0;
    Floats padded(static_cast<std::size_t>(window.begin), 0.0F);
    padded.insert(padded.end(), x.begin(), x.end());
    padded.insert(padded.end(), static_cast<std::size_t>(window.end), 0.0F);
    EXPECT_EQ(bits(pool(Op::avg_pool, counted, x)), bits(pool(Op::avg_pool, bare, padded)));
  }
}

TEST(AvgPool, GradientsByHand) {
  const Floats x(3, 1);
  const Window padded{.kernel = 3, .begin = 1, .end = 1};
  EXPECT_EQ(pool_gradient(Op::avg_pool, padded, x, {2, 3, 4}), (Floats{2, 4, 3}));
  Window counted = padded;
  counted.count_padding = true;
  EXPECT_EQ(pool_gradient(Op::avg_pool, counted, x, {3, 6, 9}), (Floats{3, 6, 5}));
  EXPECT_EQ(pool_gradient(Op::avg_pool, {.stride = 2, .ceil = true}, x, {2, 5}), (Floats{1, 1, 5}));
  // An element that no window covers.
  EXPECT_EQ(bits(pool_gradient(Op::avg_pool, {.stride = 3}, x, {2})), bits({1, 1, 0}));
}

TEST(MaxPool, GradientGoesToTheFirstMaximalElementOfEachWindow) {
  const Window three{.kernel = 3, .stride = 3};
  const auto chosen = [&](const Floats& x) {
    return bits(pool_gradient(Op::max_pool, three, x, {5}));
  };
  EXPECT_EQ(chosen({1, 7, 7}), bits({0, 5, 0}));
  EXPECT_EQ(chosen({-0.0F, 0.0F, 0.0F}), bits({0, 5, 0}));
  EXPECT_EQ(chosen({0.0F, -0.0F, -1}), bits({5, 0, 0}));
  EXPECT_EQ(chosen({inf, nan, nan}), bits({0, 5, 0}));
  EXPECT_EQ(chosen({-inf, -inf, -inf}), bits({5, 0, 0}));
  // Overlapping windows that choose the same element.
  EXPECT_EQ(pool_gradient(Op::max_pool, {}, {1, 9, 2}, {3, 4}), (Floats{0, 7, 0}));
  const Window padded{.kernel = 3, .stride = 2, .begin = 1, .end = 1};
  EXPECT_EQ(pool_gradient(Op::max_pool, padded, {1, 4, 2, 2}, {3, 5}), (Floats{0, 8, 0, 0}));
}

TEST(MaxPool, TheFirstOfTwoAxesIsTheOuterOne) {
  const Attributes square{{"kernel", Integers{2, 2}}};
  const Operand x{{1, 1, 2, 3}, Floats{1, 9, 0, 9, 9, 3}};
  EXPECT_EQ(forward(Op::max_pool, square, {x}), (Floats{9, 9}));
  EXPECT_EQ(vjp(Op::max_pool, square, {x}, 0, {2, 5}), (Floats{0, 7, 0, 0, 0, 0}));
}

TEST(MaxPool, FollowsIeeeMaximum) {
  EXPECT_EQ(bits(pool(Op::max_pool, {}, {-0.0F, 0.0F, -0.0F})), bits({0, 0}));
  EXPECT_EQ(bits(pool(Op::max_pool, {}, {-inf, nan, 1, 2})), bits({nan, nan, 2}));
}

TEST(SmoothMaxPool, OfEqualElements) {
  // 3 + log(2) / beta.
  const Operand x = line({3, 3});
  constexpr float log2 = 0x1.62e43p-1F;
  EXPECT_EQ(pool(Op::smooth_max_pool, {}, {3, 3}), Floats{3 + log2});
  const Attributes sharper{{"kernel", Integers{2}}, {"beta", 4.0F}};
  EXPECT_EQ(forward(Op::smooth_max_pool, sharper, {x}), Floats{3 + log2 / 4});
  EXPECT_EQ(vjp(Op::smooth_max_pool, sharper, {x}, 0, {5}), (Floats{2.5F, 2.5F}));
}

TEST(SmoothMaxPool, OfDistantElementsIsTheMaximum) {
  const Window padded{.kernel = 3, .begin = 1, .end = 1};
  EXPECT_EQ(pool(Op::smooth_max_pool, padded, {-400, 0, 400}), (Floats{0, 400, 400}));
  EXPECT_EQ(pool_gradient(Op::smooth_max_pool, padded, {-400, 0, 400}, {1, 2, 4}),
            (Floats{0, 1, 6}));
  EXPECT_EQ(pool(Op::smooth_max_pool, {.kernel = 1}, {7}), Floats{7});
  EXPECT_TRUE(std::isnan(pool(Op::smooth_max_pool, {}, {-inf, -inf})[0]));
}

TEST(Pooling, ThreeAxesAndABatchAreTheirPartsOneByOne) {
  const Attributes cube{{"kernel", Integers{2, 1, 2}},
                        {"strides", Integers{1, 2, 2}},
                        {"pads_begin", Integers{1, 0, 0}}};
  const Floats both = waves(2 * 2 * 27, 1.1F);
  const std::int64_t planes = 4;
  for (const Op op : family) {
    const Operand x{{2, 2, 3, 3, 3}, both};
    const Floats y = forward(op, cube, {x}, 3);
    const Floats g = waves(static_cast<int>(y.size()), 0.9F);
    const Floats dx = vjp(op, cube, {x}, 0, g, 3);
    const auto size = static_cast<std::ptrdiff_t>(y.size()) / planes;
    EXPECT_EQ(size, 3 * 2 * 1);
    for (std::ptrdiff_t p = 0; p < planes; ++p) {
      const auto part = [&](const Floats& of, std::ptrdiff_t length) {
        return Floats(of.begin() + p * length, of.begin() + (p + 1) * length);
      };
      const Operand alone{{1, 1, 3, 3, 3}, part(both, 27)};
      EXPECT_EQ(part(y, size), forward(op, cube, {alone}));
      EXPECT_EQ(part(dx, 27), vjp(op, cube, {alone}, 0, part(g, size)));
    }
  }
}

TEST(Pooling, OfAnEmptyBatch) {
  for (const Op op : family) {
    const Attributes attributes = Window{}.attributes(op);
    EXPECT_EQ(forward(op, attributes, {{{0, 2, 3}, Floats{}}}), Floats{});
    EXPECT_EQ(vjp(op, attributes, {{{0, 2, 3}, Floats{}}}, 0, {}), Floats{});
  }
}

}  // namespace
}  // namespace touchstone
