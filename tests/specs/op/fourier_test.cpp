#include "touchstone/op/fourier.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "evaluate.h"
#include "touchstone/op/fourier_plan.h"
#include "touchstone/op/work.h"

namespace touchstone {
namespace {

using namespace evaluation;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double unit = 0x1p-24;  // the largest relative error of one rounding

Attributes length(std::int64_t n) { return {{"n", n}}; }

std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float value : x) out.push_back(canonical_bits(value));
  return out;
}

/// Values in [−1, 1) with all bits in use.
Floats noise(std::size_t count, std::uint32_t state) {
  Floats out;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    out.push_back(static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31F);
  }
  return out;
}

double magnitude(const Floats& x) {
  double out = 0;
  for (const float value : x) out += std::abs(value);
  return out;
}

std::complex<double> turn(std::int64_t jk, std::int64_t n) {
  return std::polar(1.0,
                    2 * std::numbers::pi * static_cast<double>(jk % n) / static_cast<double>(n));
}

/// Each part of a transform is within this times the sum of the input's magnitudes. At a stage of
/// radix r, with u a rounding's relative error, a twiddle costs each part at most 3u of what it
/// turns (its own rounding, a product, an fma), and a butterfly (r + 5)u of the sum of what it
/// adds: (r − 1)/2 fma, a cosine, a first sum, twice, and the last sum of two. Modulus instead of
/// part costs √2 for each stage, and 1% is more than all terms in u².
double transform_error(std::int64_t n) {
  double out = 0;
  for (const std::int64_t radix : transform_radices(n)) out += static_cast<double>(radix) + 8;
  return 1.01 * std::numbers::sqrt2 * unit * out;
}

constexpr std::int64_t lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,   12,  15, 16,
                                    25, 27, 30, 49, 60, 64, 77, 97, 128, 210, 243};

TEST(FourierPlan, IsDecidedByTheLength) {
  using Radices = std::vector<std::int64_t>;
  EXPECT_EQ(transform_radices(1), Radices{});
  EXPECT_EQ(transform_radices(2), Radices{2});
  EXPECT_EQ(transform_radices(8), (Radices{4, 2}));
  EXPECT_EQ(transform_radices(64), (Radices{4, 4, 4}));
  EXPECT_EQ(transform_radices(360), (Radices{4, 2, 3, 3, 5}));
  EXPECT_EQ(transform_radices(49), (Radices{7, 7}));
  EXPECT_EQ(transform_radices(2 * 97 * 11), (Radices{2, 11, 97}));
  EXPECT_EQ(transform_steps(8), 8 * (1 + 4 + 2));
  EXPECT_EQ(transform_steps(97), 97 * 98);
  // A prime near 2^61: the answer does not fit, and does not take a square root of it in steps.
  EXPECT_FALSE(transform_steps((std::int64_t{1} << 61U) - 1));
}

TEST(Rfft, OfFourIsExact) {
  EXPECT_EQ(forward(Op::rfft, {}, {{{4}, Floats{1, 2, 3, 4}}}), (Floats{10, 0, -2, 2, -2, 0}));
  EXPECT_EQ(forward(Op::rfft, {}, {{{1}, Floats{-3}}}), (Floats{-3, 0}));
  EXPECT_EQ(forward(Op::rfft, {}, {{{2, 2}, Floats{1, 2, 5, -1}}}),
            (Floats{3, 0, -1, 0, 4, 0, 6, 0}));
  EXPECT_EQ(forward(Op::rfft, {}, {{{0, 3}, Floats{}}}), Floats{});
}

TEST(Rfft, IsTheTransformWithinItsRoundings) {
  for (const std::int64_t n : lengths) {
    const Floats x = noise(static_cast<std::size_t>(n), 3);
    const Floats out = forward(Op::rfft, {}, {{{n}, x}});
    const double bound = transform_error(n) * magnitude(x);
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      std::complex<double> sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        sum += static_cast<double>(x[static_cast<std::size_t>(j)]) * std::conj(turn(j * k, n));
      }
      EXPECT_NEAR(out[static_cast<std::size_t>(2 * k)], sum.real(), bound) << n << " at " << k;
      EXPECT_NEAR(out[static_cast<std::size_t>(2 * k + 1)], sum.imag(), bound) << n << " at " << k;
    }
  }
}

TEST(Rfft, IsRealAtZeroAndAtHalf) {
  for (const std::int64_t n : lengths) {
    const Floats out = forward(Op::rfft, {}, {{{n}, noise(static_cast<std::size_t>(n), 4)}});
    EXPECT_EQ(canonical_bits(out[1]), 0U) << n;
    if (n % 2 == 0) {
      EXPECT_EQ(canonical_bits(out.back()), 0U) << n;
    }
  }
}

TEST(Rfft, RowsAreIndependentAndSharesOfThemToo) {
  Floats both = noise(30, 5);
  const Floats first(both.begin(), both.begin() + 15);
  const Floats second(both.begin() + 15, both.end());
  Floats apart = forward(Op::rfft, {}, {{{15}, first}});
  for (const float x : forward(Op::rfft, {}, {{{15}, second}})) apart.push_back(x);
  EXPECT_EQ(bits(forward(Op::rfft, {}, {{{2, 15}, both}})), bits(apart));
  EXPECT_EQ(bits(forward(Op::rfft, {}, {{{2, 15}, both}}, 3)), bits(apart));
  both[0] = nan;
  const Floats spoilt = forward(Op::rfft, {}, {{{2, 15}, both}});
  EXPECT_TRUE(std::isnan(spoilt[2]));
  EXPECT_EQ(canonical_bits(spoilt[18]), canonical_bits(apart[18]));
}

TEST(Rfft, GradientIsTheAdjoint) {
  EXPECT_EQ(vjp(Op::rfft, {}, {{{4}, Floats{0, 0, 0, 0}}}, 0, {1, nan, 0, 1, 2, nan}),
            (Floats{3, -2, 3, 0}));
  for (const std::int64_t n : lengths) {
    const Floats x(static_cast<std::size_t>(n), 0.0F);
    const Floats g = noise(static_cast<std::size_t>(2 * (n / 2 + 1)), 6);
    const Floats out = vjp(Op::rfft, {}, {{{n}, x}}, 0, g);
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::int64_t k = 0; k <= n / 2; ++k) {
        const std::complex<double> w = turn(j * k, n);
        sum += w.real() * static_cast<double>(g[static_cast<std::size_t>(2 * k)]);
        if (is_real_frequency(k, n)) continue;
        sum -= w.imag() * static_cast<double>(g[static_cast<std::size_t>(2 * k + 1)]);
      }
      EXPECT_NEAR(out[static_cast<std::size_t>(j)], sum, transform_error(n) * magnitude(g)) << n;
    }
  }
}

TEST(Irfft, OfFourIsExactAndBlindWhereReal) {
  EXPECT_EQ(forward(Op::irfft, length(4), {{{3, 2}, Floats{10, nan, -2, 2, -2, nan}}}),
            (Floats{1, 2, 3, 4}));
  EXPECT_EQ(forward(Op::irfft, length(1), {{{1, 2}, Floats{-3, 7}}}), Floats{-3});
  EXPECT_EQ(forward(Op::irfft, length(2), {{{2, 2}, Floats{3, 9, -1, 9}}}), (Floats{1, 2}));
}

TEST(Irfft, IsTheInverseWithinItsRoundings) {
  for (const std::int64_t n : lengths) {
    const Floats z = noise(static_cast<std::size_t>(2 * (n / 2 + 1)), 7);
    const Floats out = forward(Op::irfft, length(n), {{{n / 2 + 1, 2}, z}});
    // Every frequency but two counts twice. The rounded 1/n, its product and n itself: 3u.
    const double bound =
        (transform_error(n) + 3 * unit) * 2 * magnitude(z) / static_cast<double>(n);
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::int64_t k = 0; k <= n / 2; ++k) {
        const std::complex<double> w = turn(j * k, n);
        const double re = w.real() * static_cast<double>(z[static_cast<std::size_t>(2 * k)]);
        const double im = w.imag() * static_cast<double>(z[static_cast<std::size_t>(2 * k + 1)]);
        sum += is_real_frequency(k, n) ? re : 2 * (re - im);
      }
      EXPECT_NEAR(out[static_cast<std::size_t>(j)], sum / static_cast<double>(n), bound) << n;
    }
  }
}

TEST(Irfft, GradientIsTheAdjoint) {
  const Floats spectrum(6, 0.0F);
  EXPECT_EQ(vjp(Op::irfft, length(4), {{{3, 2}, spectrum}}, 0, {4, 8, 0, 0}),
            (Floats{3, 0, 2, -4, -1, 0}));
  for (const std::int64_t n : lengths) {
    const Floats g = noise(static_cast<std::size_t>(n), 8);
    const auto count = static_cast<std::size_t>(2 * (n / 2 + 1));
    const Floats out = vjp(Op::irfft, length(n), {{{n / 2 + 1, 2}, Floats(count)}}, 0, g);
    const double bound =
        (transform_error(n) + 3 * unit) * 2 * magnitude(g) / static_cast<double>(n);
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      std::complex<double> sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        sum += static_cast<double>(g[static_cast<std::size_t>(j)]) * std::conj(turn(j * k, n));
      }
      sum *= (is_real_frequency(k, n) ? 1 : 2) / static_cast<double>(n);
      EXPECT_NEAR(out[static_cast<std::size_t>(2 * k)], sum.real(), bound) << n;
      if (is_real_frequency(k, n)) {
        EXPECT_EQ(canonical_bits(out[static_cast<std::size_t>(2 * k + 1)]), 0U);
      } else {
        EXPECT_NEAR(out[static_cast<std::size_t>(2 * k + 1)], sum.imag(), bound) << n;
      }
    }
  }
}

std::string answer(Op op, const Attributes& given, const std::vector<Shape>& operands) {
  std::vector<TensorType> types;
  for (const Shape& shape : operands) types.push_back({ElementType::float32, shape});
  const auto type = infer(operation(op), *complete(operation(op), given), types);
  return type ? type->shape.text() : type.error().text();
}

TEST(FourierShapes, AreRefusedWhereThereIsNoTransform) {
  const auto s = [](std::initializer_list<std::int64_t> extents) { return Shape::of(extents); };
  EXPECT_EQ(answer(Op::rfft, {}, {s({2, 5})}), "[2,3,2]");
  EXPECT_EQ(answer(Op::rfft, {}, {s({0, 1})}), "[0,1,2]");
  EXPECT_NE(answer(Op::rfft, {}, {s({2, 0})}).find("nothing to transform"), std::string::npos);
  EXPECT_NE(answer(Op::rfft, {}, {s({})}).find("at least 1 axis"), std::string::npos);
  EXPECT_EQ(answer(Op::irfft, length(5), {s({2, 3, 2})}), "[2,5]");
  EXPECT_EQ(answer(Op::irfft, length(4), {s({2, 3, 2})}), "[2,4]");
  EXPECT_NE(answer(Op::irfft, length(6), {s({2, 3, 2})}).find("must end in [4,2]"),
            std::string::npos);
  EXPECT_NE(answer(Op::irfft, length(4), {s({3})}).find("must end in"), std::string::npos);
  EXPECT_NE(answer(Op::irfft, length(4), {s({3, 1})}).find("must end in"), std::string::npos);
  EXPECT_NE(answer(Op::irfft, length(0), {s({1, 2})}).find("n is 0, below 1"), std::string::npos);
  EXPECT_EQ(answer(Op::spectral_conv, {}, {s({2, 3, 8}), s({3, 4, 5, 2})}), "[2,4,8]");
  EXPECT_NE(answer(Op::spectral_conv, {}, {s({2, 3, 8}), s({3, 4, 6, 2})}).find("6 modes"),
            std::string::npos);
  EXPECT_NE(answer(Op::spectral_conv, {}, {s({2, 3, 8}), s({2, 4, 5, 2})}).find("must be [3,"),
            std::string::npos);
  EXPECT_NE(answer(Op::spectral_conv, {}, {s({2, 3, 8}), s({3, 4, 5, 1})}).find("must be [3,"),
            std::string::npos);
  EXPECT_NE(answer(Op::spectral_conv, {}, {s({2, 3}), s({3, 4, 5, 2})}).find("[batch, channels"),
            std::string::npos);
  EXPECT_NE(answer(Op::spectral_conv, {}, {s({2, 3, 0}), s({3, 4, 0, 2})}).find("nothing"),
            std::string::npos);
}

TEST(FourierWork, OfAPrimeIsItsSquare) {
  const auto work = [](std::int64_t n) {
    const Operation& rfft = operation(Op::rfft);
    const std::vector<TensorType> x{{ElementType::float32, Shape::of({2, n})}};
    return work_of(rfft, {}, Pass::forward(), x, *infer(rfft, {}, x));
  };
  EXPECT_LT(work(1 << 20)->accesses, std::int64_t{1} << 26U);
  EXPECT_GT(work(1'048'573)->accesses, std::int64_t{1} << 37U);
  EXPECT_EQ(work(97)->row, 97);
}

}  // namespace
}  // namespace touchstone
