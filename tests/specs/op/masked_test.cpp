#include "touchstone/op/masked.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "touchstone/number/binary32.h"
#include "touchstone/op/memory_domain.h"
#include "touchstone/op/softmax_row.h"

namespace touchstone::op {
namespace {

using S = Binary32<ExactFma>;

struct Domain32 : MemoryDomain<S, Truth> {
  [[nodiscard]] S constant(float x) const { return {x}; }
  [[nodiscard]] Truth truth(bool x) const { return {x}; }
};
constexpr Domain32 domain;
constexpr float inf = std::numeric_limits<float>::infinity();

/// A scalar that writes down the order of additions.
struct Written {
  std::string text;
  friend Written operator+(const Written& x, const Written& y) {
    return {"(" + x.text + "+" + y.text + ")"};
  }
  [[maybe_unused]] friend Written operator-(const Written& x, const Written&) { return x; }
  [[maybe_unused]] friend Written operator*(const Written& x, const Written&) { return x; }
  friend Written select(Truth b, const Written& x, const Written& y) { return b.value ? x : y; }
};

struct WritingDomain : MemoryDomain<Written, Truth> {
  [[nodiscard]] Written constant(float) const { return {"zero"}; }
  [[nodiscard]] Truth truth(bool x) const { return {x}; }
};

std::string order_of(std::size_t count, auto present) {
  std::vector<Maybe<WritingDomain>> x;
  for (std::size_t i = 0; i < count; ++i) x.push_back({{present(i)}, {std::to_string(i)}});
  const WritingDomain d;
  return or_zero(d, masked_sum<WritingDomain>(d, x)).text;
}

TEST(MaskedSum, ElementsLeftOutKeepTheirPositionAndAddNothing) {
  const auto without = [](std::size_t left_out) {
    return [left_out](std::size_t i) { return i != left_out; };
  };
  EXPECT_EQ(order_of(5, without(9)), "(((0+4)+2)+(1+3))");
  EXPECT_EQ(order_of(5, without(0)), "((4+2)+(1+3))");
  EXPECT_EQ(order_of(5, without(3)), "(((0+4)+2)+1)");
  EXPECT_EQ(order_of(3, [](std::size_t i) { return i == 1; }), "1");
  EXPECT_NE(order_of(300, without(128)).find("(0+256)"), std::string::npos);
  EXPECT_EQ(order_of(4097, [](std::size_t i) { return i == 5 || i == 4096; }), "(5+4096)");
}

TEST(MaskedSum, OfNothingIsZero) {
  EXPECT_EQ(order_of(0, [](std::size_t) { return true; }), "zero");
  EXPECT_EQ(order_of(300, [](std::size_t) { return false; }), "zero");
}

TEST(MaskedSum, WithEverythingPresentIsTheCanonicalSum) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{129}, std::size_t{4225}}) {
    std::vector<S> plain;
    std::vector<Maybe<Domain32>> masked;
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < n; ++i) {
      state = state * 1664525U + 1013904223U;
      plain.push_back({static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-20F});
      masked.push_back({{true}, plain.back()});
    }
    EXPECT_EQ(masked_sum<Domain32>(domain, masked).value.value,
              canonical_sum(domain, std::span<const S>(plain)).value);
  }
}

TEST(MaskedMaximum, PassesOverElementsLeftOut) {
  const std::vector<Maybe<Domain32>> x{{{false}, {inf}}, {{true}, {-2}}, {{false}, {NAN}}};
  EXPECT_EQ(masked_maximum<Domain32>(domain, x).value.value, -2);
  EXPECT_TRUE(masked_maximum<Domain32>(domain, x).present.value);
  EXPECT_FALSE(masked_maximum<Domain32>(domain, std::span(x).first(1)).present.value);
}

TEST(MaskedFma, AStepLeftOutLeavesTheChainAsItWas) {
  EXPECT_TRUE(std::signbit(masked_fma(Truth{false}, S{0}, S{0}, S{-0.0F}).value));
  EXPECT_FALSE(std::signbit(masked_fma(Truth{true}, S{0}, S{0}, S{-0.0F}).value));
  EXPECT_EQ(masked_fma(Truth{false}, S{inf}, S{0}, S{3}).value, 3);
}

TEST(MaskedSoftmax, OfAFullyMaskedRowIsZeroForwardAndBackward) {
  std::vector<Maybe<Domain32>> x{{{false}, {NAN}}, {{false}, {-inf}}, {{false}, {1}}};
  const std::vector<S> y = masked_softmax_row<Domain32>(domain, x);
  const std::vector<Truth> present(3);
  const std::vector<S> g{{NAN}, {inf}, {1}};
  const std::vector<S> dx = masked_softmax_row_gradient<Domain32>(domain, present, y, g);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(canonical_bits(y[j].value), 0U);
    EXPECT_EQ(canonical_bits(dx[j].value), 0U);
  }
}

TEST(MaskedSoftmax, WithEverythingPresentIsSoftmax) {
  const std::vector<S> x{{0.5F}, {-1}, {3}, {2.25F}};
  const std::vector<S> g{{1}, {-0.25F}, {0.125F}, {7}};
  std::vector<Maybe<Domain32>> masked;
  for (const S& element : x) masked.push_back({{true}, element});
  const std::vector<S> y = softmax_row(domain, x);
  const std::vector<S> masked_y = masked_softmax_row<Domain32>(domain, masked);
  const std::vector<S> dx = softmax_row_gradient<Domain32>(domain, y, g);
  const std::vector<S> masked_dx =
      masked_softmax_row_gradient<Domain32>(domain, std::vector<Truth>(4, Truth{true}), y, g);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_EQ(y[j].value, masked_y[j].value);
    EXPECT_EQ(dx[j].value, masked_dx[j].value);
  }
}

TEST(MaskedSoftmax, AMaximumOfMinusInfinityIsNaNAndOneLeftOutIsNot) {
  std::vector<Maybe<Domain32>> x{{{true}, {-inf}}, {{true}, {-inf}}};
  EXPECT_TRUE(std::isnan(masked_softmax_row<Domain32>(domain, x)[0].value));
  x[1] = {{false}, {NAN}};
  x[0].value = {5};
  EXPECT_EQ(masked_softmax_row<Domain32>(domain, x)[0].value, 1);
  EXPECT_EQ(masked_softmax_row<Domain32>(domain, x)[1].value, 0);
}

}  // namespace
}  // namespace touchstone::op
