#include "touchstone/op/flash_attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "attention_case.h"
#include "touchstone/number/correctly_rounded.h"

namespace touchstone {
namespace {

using namespace attention_tests;

constexpr double unit = 0x1p-24;  // the largest relative error of one rounding

float exponential(float x) { return correctly_rounded(Elementary::exp, x); }

/// The canonical sum of at most 64 numbers, from its text.
float tile_sum(Floats lane) {
  for (std::size_t h = 64; h > 0; h /= 2) {
    for (std::size_t l = 0; l + h < lane.size() && l < h; ++l) lane[l] = lane[l] + lane[l + h];
  }
  return lane[0];
}

/// One query of width 1 and scale 1, values of width 1, from the definition's text.
float by_the_text(float query, const Floats& key, const Floats& value) {
  float m = 0, sum = 0, acc = 0;
  for (std::size_t start = 0; start < key.size(); start += 64) {
    const std::size_t end = std::min(start + 64, key.size());
    Floats s;
    for (std::size_t j = start; j < end; ++j) s.push_back(query * key[j] * 1.0F);
    const float tile_maximum = *std::max_element(s.begin(), s.end());
    const float next = start == 0 ? tile_maximum : std::max(m, tile_maximum);
    const float r = next == -infinity ? 0.0F : next;
    Floats e;
    for (const float score : s) e.push_back(exponential(score - r));
    if (start == 0) {
      sum = tile_sum(e);
    } else {
      const float f = exponential(m - r);
      sum = ExactFma::fma(sum, f, tile_sum(e));
      acc = acc * f;
    }
    for (std::size_t j = start; j < end; ++j) acc = ExactFma::fma(e[j - start], value[j], acc);
    m = next;
  }
  return acc / sum;
}

TEST(FlashAttention, GoesThroughTheTilesAsWritten) {
  for (const std::int64_t keys : {1, 5, 63, 64, 65, 128, 129, 200}) {
    for (const std::uint32_t state : {1U, 2U, 3U}) {
      auto x = Sizes{1, 1, 1, 1, keys, 1, 1}.operands(state);
      const float query = 5 * std::get<Floats>(x[0].elements)[0];
      x[0].elements = Floats{query};
      const float expected =
          by_the_text(query, std::get<Floats>(x[1].elements), std::get<Floats>(x[2].elements));
      EXPECT_EQ(forward(Op::flash_attention, {}, x)[0], expected) << keys;
    }
  }
}

TEST(FlashAttention, IsTheOtherWhereNothingIsRounded) {
  // Equal scores, as many keys as a power of two, small integers.
  for (const std::int64_t keys : {1, 2, 64, 128}) {
    auto x = Sizes{1, 1, 1, 1, keys, 2, 1}.operands();
    x[0].elements = Floats{0, 0};
    for (float& value : std::get<Floats>(x[2].elements)) value = std::round(value * 8);
    EXPECT_EQ(bits(forward(Op::flash_attention, {}, x)),
              bits(forward(Op::scaled_dot_product_attention, {}, x)));
  }
}

TEST(FlashAttention, IsADefinitionOfItsOwn) {
  for (const std::int64_t keys : {50, 70}) {
    const auto x = Sizes{1, 1, 1, 9, keys, 2, 2}.operands();
    EXPECT_NE(bits(forward(Op::flash_attention, {}, x)),
              bits(forward(Op::scaled_dot_product_attention, {}, x)));
  }
}

/// Both within their roundings of the exact value. Let u be a rounding's relative error, S the
/// greatest |score| and A that of a score: (width + 3)·u·scale·Σ|q·k|, for the chain, the scale and
/// its two roundings. An exponent is off by A + 2uS, an exponential by that and u more, relatively;
/// flash rescales it once for each later tile, at 2uS of an exponent and 2u. Numerator and
/// denominator have such terms, hence twice; the chain costs one u per key, the canonical sum,
/// the fma of the sums and the division no more than 12. All times the greatest |value|; 5% is more
/// than all terms in u².
double bound(const Sizes& s, const std::vector<Operand>& x, std::int64_t tiles) {
  const auto greatest = [](const Operand& operand) {
    double out = 0;
    for (const float value : std::get<Floats>(operand.elements)) {
      out = std::max(out, std::abs(static_cast<double>(value)));
    }
    return out;
  };
  const double width = static_cast<double>(s.width);
  const double score = greatest(x[0]) * greatest(x[1]) * width / std::sqrt(width);
  const double exponent = (width + 3) * unit * score + 2 * unit * score;
  const double weight = static_cast<double>(tiles) * (exponent + 2 * unit);
  return 1.05 * greatest(x[2]) * (2 * weight + (static_cast<double>(s.keys) + 12) * unit);
}

TEST(FlashAttention, IsWithinItsRoundingsOfTheExactValueAsTheOtherIs) {
  const Sizes s{1, 2, 1, 4, 150, 3, 2};
  auto x = s.operands();
  for (float& value : std::get<Floats>(x[0].elements)) value *= 6;
  const auto& q = std::get<Floats>(x[0].elements);
  const auto& k = std::get<Floats>(x[1].elements);
  const auto& v = std::get<Floats>(x[2].elements);
  const Floats one = forward(Op::scaled_dot_product_attention, {}, x);
  const Floats other = forward(Op::flash_attention, {}, x);
  for (std::size_t row = 0; row < 8; ++row) {
    double sum = 0;
    double out[2] = {0, 0};
    for (std::size_t j = 0; j < 150; ++j) {
      double score = 0;
      for (std::size_t e = 0; e < 3; ++e) {
        score += static_cast<double>(q[3 * row + e]) * static_cast<double>(k[3 * j + e]);
      }
      const double weight = std::exp(score / std::sqrt(3.0));
      sum += weight;
      for (std::size_t c = 0; c < 2; ++c) out[c] += weight * static_cast<double>(v[2 * j + c]);
    }
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_NEAR(one[2 * row + c], out[c] / sum, bound(s, x, 1));
      EXPECT_NEAR(other[2 * row + c], out[c] / sum, bound(s, x, 3));
    }
  }
}

/// The gradient of the value is a chain over queries of the weights times g: with one query and
/// g = 1 the weights themselves, exp(s − m) / sum of all tiles.
TEST(FlashAttention, GradientsUseTheStatisticsOfAllTiles) {
  auto x = Sizes{1, 1, 1, 1, 130, 1, 1}.operands();
  x[0].elements = Floats{4};
  const auto& key = std::get<Floats>(x[1].elements);
  const Floats weights = vjp(Op::flash_attention, {}, x, 2, {1});
  float m = -infinity, sum = 0;
  for (std::size_t start = 0; start < 130; start += 64) {
    const std::size_t end = std::min<std::size_t>(start + 64, 130);
    float next = m;
    for (std::size_t j = start; j < end; ++j) next = std::max(next, 4 * key[j]);
    Floats e;
    for (std::size_t j = start; j < end; ++j) e.push_back(exponential(4 * key[j] - next));
    sum = start == 0 ? tile_sum(e) : ExactFma::fma(sum, exponential(m - next), tile_sum(e));
    m = next;
  }
  const Floats g{0.75F};
  const Floats y = forward(Op::flash_attention, {}, x);
  const Floats by_key = vjp(Op::flash_attention, {}, x, 1, g);
  const auto& value = std::get<Floats>(x[2].elements);
  for (std::size_t j = 0; j < 130; ++j) {
    EXPECT_EQ(weights[j], exponential(4 * key[j] - m) / sum);
    EXPECT_EQ(by_key[j], weights[j] * (g[0] * value[j] - g[0] * y[0]) * 4);
  }
}

}  // namespace
}  // namespace touchstone
