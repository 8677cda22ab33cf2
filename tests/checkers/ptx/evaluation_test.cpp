#include "touchstone/ptx/evaluation.h"

#include <gtest/gtest.h>

#include "term_fixture.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/soft_binary32.h"

namespace touchstone::ptx {
namespace {

class EvaluationTest : public TermTest {};

const std::vector<std::uint32_t>& special_bits() {
  static const std::vector<std::uint32_t> all{
      0,           minus_zero_bits, one_bits,    0xBF800000U, 1U,          0x80000001U,
      0x007FFFFFU, 0x00800000U,     0x7F7FFFFFU, 0xFF7FFFFFU, 0x3EAAAAABU, 0x4B800001U,
      two_bits,    infinity_bits,   0xFF800000U, nan_bits};
  return all;
}

TEST_F(EvaluationTest, AgreesWithIntegerArithmetic) {
  for (const std::uint32_t a : special_bits()) {
    for (const std::uint32_t b : special_bits()) {
      const auto same = [&](TermKind kind, std::uint32_t expected) {
        EXPECT_EQ(canonical_bits(std::bit_cast<float>(value_of(kind, a, b, a))), expected)
            << static_cast<int>(kind) << " " << a << " " << b;
      };
      same(TermKind::add, soft::add(a, b));
      same(TermKind::sub, soft::sub(a, b));
      same(TermKind::mul, soft::mul(a, b));
      same(TermKind::div, soft::div(a, b));
      same(TermKind::fma, soft::fma(a, b, a));
      same(TermKind::sqrt, soft::sqrt(a));
      same(TermKind::maximum, soft::maximum(a, b));
      same(TermKind::minimum, soft::minimum(a, b));
      EXPECT_EQ(value_of(TermKind::equal, a, b, 0), soft::equal(a, b) ? 1U : 0U);
      EXPECT_EQ(value_of(TermKind::less, a, b, 0), soft::less(a, b) ? 1U : 0U);
      EXPECT_EQ(value_of(TermKind::exceeds, a, b, 0), soft::exceeds(a, b) ? 1U : 0U);
    }
  }
}

TEST_F(EvaluationTest, AnArithmeticNanHasTheBitsOfTheSimulator) {
  EXPECT_EQ(value(make(TermKind::sub, x, x), {infinity_bits}), arithmetic_nan);
  EXPECT_EQ(value(make(TermKind::maximum, x, y), {nan_bits, one_bits}), arithmetic_nan);
  // What moves bits keeps them.
  EXPECT_EQ(value(make(TermKind::select, make(TermKind::equal, y, y), x, y), {nan_bits, one_bits}),
            nan_bits);
}

TEST_F(EvaluationTest, EvaluatesAnyType) {
  EXPECT_EQ(value(symbols.pair(x, y), {1, 2}), 0x200000001U);
  EXPECT_EQ(
      value(apply("mad.lo.s64", {symbols.pair(x, y), symbols.wide(3), symbols.pair(y, x)}), {5, 1}),
      0x300000000U + 15 + 1 + 0x500000000U);
  EXPECT_EQ(value(apply("bfi.b32", {x, y, word(4), word(8)}), {0xAB, 0xFFFFFFFFU}), 0xFFFFFABFU);
  EXPECT_EQ(value(apply("ex2.approx.f32", {x}), {two_bits}), 0x40800000U);
  EXPECT_EQ(value(make(TermKind::exp, x), {0}), one_bits);
  EXPECT_EQ(value(symbols.truth(true), {}), 1U);
}

TEST_F(EvaluationTest, EveryVectorIsItsOwn) {
  const std::array<TermId, 3> roots{make(TermKind::add, x, y), x, make(TermKind::mul, x, x)};
  const auto values = Evaluation(symbols, roots).at([](std::uint32_t operand, std::uint32_t) {
    BatchValues out{};
    for (std::size_t i = 0; i < batch_size; ++i) {
      out[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i + operand));
    }
    return out;
  });
  for (std::size_t i = 0; i < batch_size; ++i) {
    const auto n = static_cast<float>(i);
    EXPECT_EQ(values[0][i], std::bit_cast<std::uint32_t>(n + n + 1));
    EXPECT_EQ(values[1][i], std::bit_cast<std::uint32_t>(n));
    EXPECT_EQ(values[2][i], std::bit_cast<std::uint32_t>(n * n));
  }
}

TEST_F(EvaluationTest, PlacesAreReusedOnlyWhenRead) {
  // Chains that are read again at their end, where a place given away too early would show.
  std::vector<TermId> terms{x};
  for (std::uint32_t i = 0; i < 200; ++i) {
    const TermId old = terms[terms.size() * 7 / 11];
    terms.push_back(make(i % 3 == 0 ? TermKind::sub : TermKind::add, terms.back(), old));
  }
  TermId last = terms.back();
  for (const TermId term : terms) last = make(TermKind::add, last, make(TermKind::mul, term, y));
  std::vector<std::uint32_t> direct;
  for (const TermNode& node : symbols.arena().nodes()) {
    const auto at = [&](TermId id) { return id < direct.size() ? direct[id] : 0U; };
    const std::uint32_t leaf = node.a == 0 ? 0x3DCCCCCDU : 0x3F000000U;
    direct.push_back(node.kind == TermKind::input
                         ? leaf
                         : value_of(node.kind, at(node.a), at(node.b), at(node.c)));
  }
  std::size_t visited = 0;
  const std::array<TermId, 1> roots{last};
  (void)Evaluation(symbols, roots)
      .at(
          [](std::uint32_t operand, std::uint32_t) {
            BatchValues out{};
            out.fill(operand == 0 ? 0x3DCCCCCDU : 0x3F000000U);
            return out;
          },
          [&](TermId term, const BatchValues& values) {
            ++visited;
            EXPECT_EQ(values[3], direct[term]);
          });
  EXPECT_EQ(visited, symbols.arena().nodes().size() - 1);  // all but z
}

}  // namespace
}  // namespace touchstone::ptx
