#include "touchstone/op/scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "evaluate.h"
#include "touchstone/number/correctly_rounded.h"

namespace touchstone {
namespace {

using namespace evaluation;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float value : x) out.push_back(canonical_bits(value));
  return out;
}

struct Sizes {
  std::int64_t batch, times, channels, states;
};

std::vector<Operand> operands(const Sizes& z, std::uint32_t state, bool with_skip) {
  std::vector<Operand> out{{{z.batch, z.times, z.channels}, Floats{}},
                           {{z.batch, z.times, z.channels}, Floats{}},
                           {{z.channels, z.states}, Floats{}},
                           {{z.batch, z.times, z.states}, Floats{}},
                           {{z.batch, z.times, z.states}, Floats{}}};
  if (with_skip) out.push_back({{z.channels}, Floats{}});
  for (Operand& operand : out) {
    Floats& list = std::get<Floats>(operand.elements);
    for (std::int64_t i = 0; i < operand.shape().element_count(); ++i) {
      state = state * 1664525U + 1013904223U;
      list.push_back(static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31F);
    }
  }
  return out;
}

/// One channel of one state, where the canonical sum is its only term: out, and every gradient,
/// from the recurrence written out for two times.
TEST(SelectiveScan, OfTwoTimesIsTheRecurrence) {
  const float u[] = {0.5F, -0.7F}, delta[] = {0.3F, 0.9F}, b[] = {1.1F, 0.6F}, c[] = {-0.8F, 1.3F};
  const float a = -0.35F, d = 0.45F, g[] = {0.21F, -1.7F};
  const std::vector<Operand> x{
      {{1, 2, 1}, Floats{u[0], u[1]}}, {{1, 2, 1}, Floats{delta[0], delta[1]}}, {{1, 1}, Floats{a}},
      {{1, 2, 1}, Floats{b[0], b[1]}}, {{1, 2, 1}, Floats{c[0], c[1]}},         {{1}, Floats{d}}};
  const Floats cotangent{g[0], g[1]};
  float decay[2];
  for (int t = 0; t < 2; ++t) decay[t] = correctly_rounded(Elementary::exp, delta[t] * a);
  const float h0 = decay[0] * 0.0F + (delta[0] * u[0]) * b[0];
  const float h1 = decay[1] * h0 + (delta[1] * u[1]) * b[1];
  EXPECT_EQ(forward(Op::selective_scan, {}, x),
            (Floats{c[0] * h0 + d * u[0], c[1] * h1 + d * u[1]}));
  const float r1 = g[1] * c[1];
  const float r0 = decay[1] * r1 + g[0] * c[0];
  EXPECT_EQ(vjp(Op::selective_scan, {}, x, 0, cotangent),
            (Floats{delta[0] * (r0 * b[0]) + d * g[0], delta[1] * (r1 * b[1]) + d * g[1]}));
  EXPECT_EQ(vjp(Op::selective_scan, {}, x, 1, cotangent),
            (Floats{u[0] * (r0 * b[0]), r1 * h0 * decay[1] * a + u[1] * (r1 * b[1])}));
  EXPECT_EQ(vjp(Op::selective_scan, {}, x, 2, cotangent), (Floats{r1 * h0 * decay[1] * delta[1]}));
  EXPECT_EQ(vjp(Op::selective_scan, {}, x, 3, cotangent),
            (Floats{r0 * (delta[0] * u[0]), r1 * (delta[1] * u[1])}));
  EXPECT_EQ(vjp(Op::selective_scan, {}, x, 4, cotangent), (Floats{g[0] * h0, g[1] * h1}));
  EXPECT_EQ(vjp(Op::selective_scan, {}, x, 5, cotangent), (Floats{g[0] * u[0] + g[1] * u[1]}));
}

TEST(SelectiveScan, SumsOverStatesCanonically) {
  // One time from +0: each state is (delta u) b, so only the order of the sum shows.
  const std::vector<Operand> x{{{1, 1, 1}, Floats{1}},
                               {{1, 1, 1}, Floats{1}},
                               {{1, 3}, Floats{0, 0, 0}},
                               {{1, 1, 3}, Floats{0x1p24F, 1, 1}},
                               {{1, 1, 3}, Floats{1, 1, 1}}};
  // (2^24 + 1) + 1 would be 2^24; lanes add state 2 to state 0, then state 1.
  EXPECT_EQ(forward(Op::selective_scan, {}, x), Floats{(0x1p24F + 1.0F) + 1.0F});
  std::vector<Operand> reordered = x;
  reordered[3].elements = Floats{1, 0x1p24F, 1};
  EXPECT_EQ(forward(Op::selective_scan, {}, reordered), Floats{0x1p24F + 2.0F});
}

TEST(SelectiveScan, KeepsTheZeroItStartsFrom) {
  const auto first = [](float a, float b) {
    const std::vector<Operand> x{{{1, 1, 1}, Floats{1}},
                                 {{1, 1, 1}, Floats{1}},
                                 {{1, 1}, Floats{a}},
                                 {{1, 1, 1}, Floats{b}},
                                 {{1, 1, 1}, Floats{1}}};
    return canonical_bits(forward(Op::selective_scan, {}, x)[0]);
  };
  EXPECT_EQ(first(0, -0.0F), canonical_bits(0.0F));
  EXPECT_EQ(first(88, 2), canonical_bits(2.0F));
  EXPECT_EQ(first(infinity, 2), canonical_nan);  // a decay of +∞ times the zero it starts from
}

TEST(SelectiveScan, OfNothingIsZeroOrTheSkip) {
  const Sizes none{1, 2, 1, 0};
  std::vector<Operand> x = operands(none, 1, false);
  x[1].elements = Floats{1, 1};
  EXPECT_EQ(bits(forward(Op::selective_scan, {}, x)), bits({0, 0}));
  EXPECT_EQ(bits(vjp(Op::selective_scan, {}, x, 0, {1, 1})), bits({0, 0}));
  x.push_back({{1}, Floats{2}});
  x[0].elements = Floats{3, nan};
  EXPECT_EQ(bits(forward(Op::selective_scan, {}, x)), bits({6, nan}));
  EXPECT_EQ(bits(vjp(Op::selective_scan, {}, x, 0, {1, 3})), bits({2, 6}));
  EXPECT_EQ(forward(Op::selective_scan, {}, operands({2, 0, 1, 2}, 1, true)), Floats{});
}

/// A batch of two gives, for what belongs to one entry, the bits of two batches of one.
TEST(SelectiveScan, BatchEntriesAndSharesAreIndependent) {
  const Sizes z{2, 3, 2, 3};
  const std::vector<Operand> both = operands(z, 9, true);
  const Floats g = std::get<Floats>(operands(z, 10, true)[0].elements);
  const auto half = [](const Floats& x, std::int64_t n) {
    const auto count = static_cast<std::ptrdiff_t>(x.size() / 2);
    return Floats(x.begin() + n * count, x.begin() + (n + 1) * count);
  };
  for (std::int64_t n = 0; n < 2; ++n) {
    std::vector<Operand> one = both;
    for (const std::size_t i : {0U, 1U, 3U, 4U}) {
      one[i].extents[0] = 1;
      one[i].elements = half(std::get<Floats>(both[i].elements), n);
    }
    EXPECT_EQ(bits(half(forward(Op::selective_scan, {}, both), n)),
              bits(forward(Op::selective_scan, {}, one)));
    for (const std::size_t i : {0U, 1U, 3U, 4U}) {
      EXPECT_EQ(bits(half(vjp(Op::selective_scan, {}, both, i, g), n)),
                bits(vjp(Op::selective_scan, {}, one, i, half(g, n))));
    }
  }
  EXPECT_EQ(bits(forward(Op::selective_scan, {}, both, 3)),
            bits(forward(Op::selective_scan, {}, both)));
  for (std::size_t i = 0; i < both.size(); ++i) {
    EXPECT_EQ(bits(vjp(Op::selective_scan, {}, both, i, g, 3)),
              bits(vjp(Op::selective_scan, {}, both, i, g)));
  }
}

TEST(SelectiveScanShapes, NameTheOperandAtFault) {
  const auto s = [](std::initializer_list<std::int64_t> extents) { return Shape::of(extents); };
  const auto answer = [](const std::vector<Shape>& given) {
    std::vector<TensorType> types;
    for (const Shape& shape : given) types.push_back({ElementType::float32, shape});
    const auto type = infer(operation(Op::selective_scan), {}, types);
    return type ? type->shape.text() : type.error().text();
  };
  const std::vector<Shape> good{s({2, 5, 3}), s({2, 5, 3}), s({3, 4}),
                                s({2, 5, 4}), s({2, 5, 4}), s({3})};
  EXPECT_EQ(answer(good), "[2,5,3]");
  EXPECT_EQ(answer({good.begin(), good.begin() + 5}), "[2,5,3]");
  const char* faults[] = {"operand u [2,5]", "operand delta [2,5]", "operand a [2,5]",
                          "operand b [2,5]", "operand c [2,5]",     "operand d [2,5]"};
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<Shape> bad = good;
    bad[i] = s({2, 5});
    EXPECT_NE(answer(bad).find(faults[i]), std::string::npos) << answer(bad);
  }
  constexpr std::int64_t huge = std::int64_t{1} << 40U;
  EXPECT_NE(answer({s({huge, 1, 1}), s({huge, 1, 1}), s({1, huge}), s({1}), s({1})}).find("2^62"),
            std::string::npos);
}

}  // namespace
}  // namespace touchstone
