#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "evaluate.h"

namespace touchstone::evaluation {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

const Attributes tanh_form{{"approximate", std::string("tanh")}};

Operand list(const Floats& x) { return {{static_cast<std::int64_t>(x.size())}, x}; }

float of(Op op, float x, const Attributes& attributes = {}) {
  return forward(op, attributes, {list({x})})[0];
}
float slope(Op op, float x, const Attributes& attributes = {}) {
  return vjp(op, attributes, {list({x})}, 0, {1})[0];
}

TEST(Functions, AreTheRoundedOnes) {
  const std::vector<std::pair<Op, Elementary>> pairs{
      {Op::cos, Elementary::cos},           {Op::erf, Elementary::erf},
      {Op::exp, Elementary::exp},           {Op::gelu, Elementary::gelu},
      {Op::log, Elementary::log},           {Op::sigmoid, Elementary::sigmoid},
      {Op::silu, Elementary::silu},         {Op::sin, Elementary::sin},
      {Op::softplus, Elementary::softplus}, {Op::tanh, Elementary::tanh}};
  for (const auto& [op, f] : pairs) {
    for (const float x : {-inf, -2.5F, -0.0F, 0.0F, 0.75F, 3.0F, inf, nan}) {
      EXPECT_EQ(canonical_bits(of(op, x)), canonical_bits(correctly_rounded(f, x)))
          << operation(op).name << " at " << x;
    }
  }
}

TEST(Functions, SafeLogStopsAtEpsilon) {
  const Attributes quarter{{"epsilon", 0.25F}};
  EXPECT_EQ(of(Op::safe_log, 1), 0);
  EXPECT_EQ(of(Op::safe_log, -1), correctly_rounded(Elementary::log, 1e-12F));
  EXPECT_EQ(of(Op::safe_log, 0.125F, quarter), correctly_rounded(Elementary::log, 0.25F));
  EXPECT_TRUE(std::isnan(of(Op::safe_log, nan)));
  EXPECT_EQ(slope(Op::safe_log, 0.5F, quarter), 2);
  EXPECT_EQ(slope(Op::safe_log, 0.25F, quarter), 4);
  EXPECT_EQ(canonical_bits(slope(Op::safe_log, 0.125F, quarter)), 0U);
  EXPECT_EQ(canonical_bits(slope(Op::safe_log, 0.0F)), 0U);
}

TEST(Functions, GeluByTanhIsAsWritten) {
  // x = 1: u = 0.7978846 · 1.044715 = 0.8335…, tanh u = 0.68238…
  EXPECT_NEAR(of(Op::gelu, 1, tanh_form), 0.841192, 1e-6);
  EXPECT_NEAR(of(Op::gelu, -2, tanh_form), -0.0454023, 1e-6);
  EXPECT_EQ(canonical_bits(of(Op::gelu, -0.0F, tanh_form)), 0x80000000U);
  EXPECT_EQ(of(Op::gelu, inf, tanh_form), inf);
  EXPECT_TRUE(std::isnan(of(Op::gelu, -inf, tanh_form)));
  EXPECT_NE(of(Op::gelu, 1, tanh_form), of(Op::gelu, 1));
}

/// The derivative of a function of double, by central differences; its error is below 1e-9 here.
double difference(const std::function<double(double)>& f, double x) {
  constexpr double h = 1e-5;
  return (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h);
}

TEST(Functions, GradientsAreTheDerivatives) {
  struct Row {
    Op op;
    Attributes attributes;
    std::function<double(double)> f;
  };
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const std::vector<Row> rows{
      {Op::cos, {}, [](double x) { return std::cos(x); }},
      {Op::erf, {}, [](double x) { return std::erf(x); }},
      {Op::exp, {}, [](double x) { return std::exp(x); }},
      {Op::gelu, {}, [](double x) { return x * std::erfc(-x / std::sqrt(2.0)) / 2; }},
      {Op::gelu, tanh_form,
       [](double x) {
         return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
       }},
      {Op::sigmoid, {}, sigmoid},
      {Op::silu, {}, [&](double x) { return x * sigmoid(x); }},
      {Op::sin, {}, [](double x) { return std::sin(x); }},
      {Op::softplus, {}, [](double x) { return std::log1p(std::exp(x)); }},
      {Op::tanh, {}, [](double x) { return std::tanh(x); }}};
  for (const Row& row : rows) {
    for (const float x : {-6.0F, -3.0F, -1.5F, -0.75F, -0.0F, 0.25F, 1.0F, 2.5F, 6.0F}) {
      // Each is a handful of roundings, of terms that are at most 1 + |derivative| in size.
      const double exact = difference(row.f, static_cast<double>(x));
      EXPECT_NEAR(slope(row.op, x, row.attributes), exact, 1e-6 * (1 + std::fabs(exact)))
          << operation(row.op).name << " at " << x;
    }
  }
  for (const float x : {0.25F, 1.0F, 3.0F}) EXPECT_EQ(slope(Op::log, x), 1 / x);
}

TEST(Functions, GradientsStaySmallAndAccurateInTheLeftTail) {
  // silu′(−20) = s (1 + x (1 − s)), s = e^−20 / (1 + e^−20).
  const double s = 1 / (1 + std::exp(20.0));
  EXPECT_NEAR(slope(Op::silu, -20) / (s * (1 - 20 * (1 - s))), 1, 1e-6);
  // gelu′(−5) = Φ(−5) − 5 φ(−5).
  const double exact =
      std::erfc(5 / std::sqrt(2.0)) / 2 - 5 * std::exp(-12.5) / std::sqrt(2 * M_PI);
  EXPECT_NEAR(slope(Op::gelu, -5) / exact, 1, 1e-5);
}

TEST(Functions, GradientsAtInfinityAreTheLimits) {
  for (const Op op : {Op::silu, Op::gelu, Op::softplus}) {
    EXPECT_EQ(slope(op, inf), 1) << operation(op).name;
    EXPECT_EQ(slope(op, -inf), 0) << operation(op).name;
    EXPECT_TRUE(std::isnan(slope(op, nan))) << operation(op).name;
  }
  EXPECT_EQ(slope(Op::gelu, inf, tanh_form), 1);
  EXPECT_EQ(slope(Op::gelu, -inf, tanh_form), 0);
  for (const Op op : {Op::sigmoid, Op::tanh, Op::erf}) {
    EXPECT_EQ(slope(op, inf), 0) << operation(op).name;
    EXPECT_EQ(slope(op, -inf), 0) << operation(op).name;
  }
  EXPECT_EQ(slope(Op::exp, -inf), 0);
  EXPECT_EQ(slope(Op::log, inf), 0);
}

TEST(Functions, GradientsOfSubnormalsAreThoseAtZero) {
  for (const float x : {0x1p-149F, -0x1p-149F, 0x1.8p-127F}) {
    EXPECT_EQ(slope(Op::gelu, x), 0.5F);
    EXPECT_EQ(slope(Op::silu, x), 0.5F);
    EXPECT_EQ(slope(Op::gelu, x, tanh_form), 0.5F);
  }
}

}  // namespace
}  // namespace touchstone::evaluation
