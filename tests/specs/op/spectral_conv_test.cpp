#include "touchstone/op/spectral_conv.h"

#include <gtest/gtest.h>

#include "evaluate.h"

namespace touchstone {
namespace {

using namespace evaluation;

std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float value : x) out.push_back(canonical_bits(value));
  return out;
}

Floats noise(std::int64_t count, std::uint32_t state) {
  Floats out;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    out.push_back(static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31F);
  }
  return out;
}

struct Sizes {
  std::int64_t batch, inputs, outputs, n, modes;

  [[nodiscard]] std::int64_t half() const { return n / 2 + 1; }
  [[nodiscard]] std::vector<Operand> operands() const {
    return {{{batch, inputs, n}, noise(batch * inputs * n, 1)},
            {{inputs, outputs, modes, 2}, noise(inputs * outputs * modes * 2, 2)}};
  }
};

constexpr Sizes cases[] = {{2, 3, 2, 12, 4}, {1, 2, 3, 7, 4}, {3, 1, 1, 1, 1}, {2, 2, 1, 6, 0}};

/// Element [b, c, k] of half-spectra [batch, channels, half, 2], and of weights.
std::size_t at(std::int64_t b, std::int64_t channels, std::int64_t c, std::int64_t half,
               std::int64_t k) {
  return static_cast<std::size_t>(2 * ((b * channels + c) * half + k));
}

float step(float a, float b, float sum) { return ExactFma::fma(a, b, sum); }

TEST(SpectralConv, IsTransformChainsAndInverse) {
  for (const Sizes& s : cases) {
    const auto operands = s.operands();
    const Floats x = forward(Op::rfft, {}, {operands[0]});
    const auto& w = std::get<Floats>(operands[1].elements);
    Floats y(static_cast<std::size_t>(s.batch * s.outputs * s.half() * 2), 0.0F);
    for (std::int64_t b = 0; b < s.batch; ++b) {
      for (std::int64_t o = 0; o < s.outputs; ++o) {
        for (std::int64_t k = 0; k < s.modes; ++k) {
          const std::size_t out = at(b, s.outputs, o, s.half(), k);
          for (std::int64_t c = 0; c < s.inputs; ++c) {
            const std::size_t i = at(b, s.inputs, c, s.half(), k);
            const std::size_t j = at(c, s.outputs, o, s.modes, k);
            y[out] = step(-x[i + 1], w[j + 1], step(x[i], w[j], y[out]));
            y[out + 1] = step(x[i + 1], w[j], step(x[i], w[j + 1], y[out + 1]));
          }
        }
      }
    }
    const Floats expected =
        forward(Op::irfft, {{"n", s.n}}, {{{s.batch, s.outputs, s.half(), 2}, y}});
    EXPECT_EQ(bits(forward(Op::spectral_conv, {}, operands)), bits(expected)) << s.n;
    EXPECT_EQ(bits(forward(Op::spectral_conv, {}, operands, 3)), bits(expected)) << s.n;
  }
}

/// The gradients, as compositions of those of rfft and irfft.
TEST(SpectralConv, GradientsAreAdjointsOfItsParts) {
  for (const Sizes& s : cases) {
    const auto operands = s.operands();
    const Floats g = noise(s.batch * s.outputs * s.n, 3);
    const Floats x = forward(Op::rfft, {}, {operands[0]});
    const auto& w = std::get<Floats>(operands[1].elements);
    const Operand spectrum{{s.batch, s.outputs, s.half(), 2},
                           Floats(static_cast<std::size_t>(s.batch * s.outputs * s.half() * 2))};
    const Floats gy = vjp(Op::irfft, {{"n", s.n}}, {spectrum}, 0, g);
    Floats gx(x.size(), 0.0F);
    Floats gw(w.size(), 0.0F);
    for (std::int64_t c = 0; c < s.inputs; ++c) {
      for (std::int64_t k = 0; k < s.modes; ++k) {
        for (std::int64_t b = 0; b < s.batch; ++b) {
          for (std::int64_t o = 0; o < s.outputs; ++o) {
            const std::size_t i = at(b, s.inputs, c, s.half(), k);
            const std::size_t j = at(c, s.outputs, o, s.modes, k);
            const std::size_t y = at(b, s.outputs, o, s.half(), k);
            gx[i] = step(w[j + 1], gy[y + 1], step(w[j], gy[y], gx[i]));
            gx[i + 1] = step(-w[j + 1], gy[y], step(w[j], gy[y + 1], gx[i + 1]));
            gw[j] = step(x[i + 1], gy[y + 1], step(x[i], gy[y], gw[j]));
            gw[j + 1] = step(-x[i + 1], gy[y], step(x[i], gy[y + 1], gw[j + 1]));
          }
        }
      }
    }
    const Floats by_x = vjp(Op::rfft, {}, {operands[0]}, 0, gx);
    EXPECT_EQ(bits(vjp(Op::spectral_conv, {}, operands, 0, g)), bits(by_x)) << s.n;
    EXPECT_EQ(bits(vjp(Op::spectral_conv, {}, operands, 0, g, 2)), bits(by_x)) << s.n;
    EXPECT_EQ(bits(vjp(Op::spectral_conv, {}, operands, 1, g)), bits(gw)) << s.n;
    EXPECT_EQ(bits(vjp(Op::spectral_conv, {}, operands, 1, g, 2)), bits(gw)) << s.n;
  }
}

TEST(SpectralConv, OfTheMeanAloneIsExact) {
  // One mode: the sum of the row times the weight, spread over the row by 1/4.
  const std::vector<Operand> operands{{{1, 1, 4}, Floats{1, 2, 3, 6}},
                                      {{1, 1, 1, 2}, Floats{2, 5}}};
  EXPECT_EQ(forward(Op::spectral_conv, {}, operands), (Floats{6, 6, 6, 6}));
  EXPECT_EQ(vjp(Op::spectral_conv, {}, operands, 0, {1, 0, 0, 3}), (Floats{2, 2, 2, 2}));
  EXPECT_EQ(vjp(Op::spectral_conv, {}, operands, 1, {1, 0, 0, 3}), (Floats{12, 0}));
}

}  // namespace
}  // namespace touchstone
