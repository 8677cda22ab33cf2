#include "touchstone/ptx/normal_form.h"

#include <gtest/gtest.h>

#include "term_fixture.h"
#include "touchstone/number/binary32.h"
#include "touchstone/ptx/operand_reading.h"

namespace touchstone::ptx {
namespace {

class NormalFormTest : public TermTest {
 protected:
  [[nodiscard]] TermId of(TermId term) { return normalised(symbols, term); }
  TermId select(TermId statement, TermId a, TermId b) {
    return make(TermKind::select, statement, a, b);
  }
};

TEST_F(NormalFormTest, SpellingsOfReluAreOne) {
  const TermId zero = word(0);
  const TermId dropping = apply("max.f32", {x, zero});
  EXPECT_EQ(of(select(apply("setp.gt.f32", {x, zero}), x, zero)), dropping);
  EXPECT_EQ(of(select(apply("setp.leu.f32", {x, zero}), zero, x)), dropping);
  const TermId keeping = make(TermKind::maximum, x, zero);
  EXPECT_EQ(of(select(apply("setp.neu.f32", {x, x}), x, dropping)), keeping);
  EXPECT_EQ(of(select(apply("setp.nan.f32", {x, x}), x, dropping)), keeping);
  EXPECT_EQ(of(apply("max.NaN.f32", {x, zero})), keeping);
  EXPECT_EQ(of(select(apply("setp.le.f32", {x, zero}), zero, x)), keeping);
  // These are other functions: of NaN, and of -0.
  EXPECT_NE(of(dropping), keeping);
  EXPECT_NE(of(select(apply("setp.lt.f32", {x, zero}), zero, x)), keeping);
  EXPECT_NE(of(select(apply("setp.ge.f32", {x, zero}), x, zero)), dropping);
}

TEST_F(NormalFormTest, ClampsAreOne) {
  const TermId low = number(-1);
  const TermId high = number(6);
  const TermId meant = make(TermKind::minimum, make(TermKind::maximum, x, low), high);
  const TermId dropping = apply("min.f32", {apply("max.f32", {x, low}), high});
  EXPECT_EQ(of(select(apply("setp.neu.f32", {x, x}), x, dropping)), of(meant));
  EXPECT_NE(of(dropping), of(meant));
}

TEST_F(NormalFormTest, LimitsOfNumbersKnowNoNan) {
  const TermId part = apply("cvt.sat.f32.f32", {x});
  EXPECT_EQ(of(apply("max.f32", {part, number(0.5F)})),
            make(TermKind::maximum, part, number(0.5F)));
  EXPECT_NE(of(apply("max.f32", {x, number(0.5F)})), make(TermKind::maximum, x, number(0.5F)));
}

TEST_F(NormalFormTest, Arithmetic) {
  const TermId negated = make(TermKind::neg, y);
  EXPECT_EQ(of(make(TermKind::sub, x, y)), make(TermKind::add, x, negated));
  EXPECT_EQ(of(make(TermKind::sub, x, negated)), make(TermKind::add, x, y));
  EXPECT_EQ(of(make(TermKind::neg, make(TermKind::neg, x))), x);
  EXPECT_EQ(of(make(TermKind::mul, number(1), x)), x);
  EXPECT_EQ(of(make(TermKind::mul, make(TermKind::neg, x), negated)), make(TermKind::mul, x, y));
  EXPECT_EQ(of(make(TermKind::fma, x, y, word(minus_zero_bits))), make(TermKind::mul, x, y));
  EXPECT_EQ(of(make(TermKind::add, x, word(minus_zero_bits))), x);
  EXPECT_EQ(of(make(TermKind::sub, x, word(0))), x);
  // Not what looks alike.
  EXPECT_NE(of(make(TermKind::fma, x, y, word(0))), make(TermKind::mul, x, y));
  EXPECT_NE(of(make(TermKind::add, x, word(0))), x);
  EXPECT_NE(of(make(TermKind::sub, x, word(minus_zero_bits))), x);
}

TEST_F(NormalFormTest, SignsByBits) {
  const TermId size = make(TermKind::abs, x);
  EXPECT_EQ(of(apply("and.b32", {x, word(0x7FFFFFFFU)})), size);
  EXPECT_EQ(of(apply("xor.b32", {x, word(minus_zero_bits)})), make(TermKind::neg, x));
  EXPECT_EQ(of(apply("or.b32", {word(minus_zero_bits), x})), make(TermKind::neg, size));
  const TermId masked = apply("and.b32", {x, word(0x7FFFFFFEU)});
  EXPECT_EQ(of(masked), masked);
  // Where bits are read, a NaN's matter, so the form stays.
  const TermId bits = apply("add.s32", {apply("and.b32", {x, word(0x7FFFFFFFU)}), word(1)});
  EXPECT_EQ(of(bits), bits);
}

TEST_F(NormalFormTest, FoldsConstantsOfDefinitions) {
  EXPECT_EQ(of(make(TermKind::add, number(1), number(2))), number(3));
  EXPECT_EQ(of(make(TermKind::sub, word(infinity_bits), word(infinity_bits))), word(open_nan));
  EXPECT_EQ(of(make(TermKind::less, number(1), number(2))), symbols.truth(true));
  EXPECT_EQ(of(select(make(TermKind::exceeds, number(1), number(2)), x, y)), y);
  EXPECT_EQ(of(select(make(TermKind::opposite, make(TermKind::truth, 1)), x, y)), y);
  EXPECT_EQ(of(make(TermKind::exp, number(0))), make(TermKind::exp, number(0)));
}

TEST_F(NormalFormTest, RewritesDeepTermsOnce) {
  TermId deep = x;
  for (int i = 0; i < 100'000; ++i) {
    deep = make(i % 2 == 0 ? TermKind::sub : TermKind::fma, deep, y, z);
  }
  NormalForms forms(symbols);
  const TermId form = forms.of(deep);
  const std::size_t terms = symbols.arena().nodes().size();
  EXPECT_EQ(forms.of(deep), form);
  EXPECT_EQ(forms.of(form), form);
  EXPECT_EQ(symbols.arena().nodes().size(), terms);
}

TEST_F(NormalFormTest, KeepsTheValue) {
  // Random terms of everything that rules look at, over few inputs and rich constants.
  const std::vector<std::uint32_t> samples{0,           minus_zero_bits, one_bits,    0xBF800000U,
                                           nan_bits,    infinity_bits,   0xFF800000U, two_bits,
                                           0x00000001U, 0x3F000000U};
  std::uint64_t state = 1;
  const auto draw = [&state](std::size_t count) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state >> 33U) % count;
  };
  std::vector<TermId> numbers{x, y, z};
  std::vector<TermId> statements;
  for (const std::uint32_t bits : samples) numbers.push_back(word(bits));
  const auto any = [&] { return numbers[draw(numbers.size())]; };
  for (int i = 0; i < 3000; ++i) {
    const TermId a = any();
    const TermId b = any();
    switch (draw(14)) {
      case 0: numbers.push_back(make(TermKind::sub, a, b)); break;
      case 1: numbers.push_back(make(TermKind::neg, a)); break;
      case 2: numbers.push_back(make(TermKind::abs, a)); break;
      case 3: numbers.push_back(make(TermKind::mul, a, b)); break;
      case 4: numbers.push_back(make(TermKind::fma, a, b, any())); break;
      case 5: numbers.push_back(make(TermKind::div, a, b)); break;
      case 6: numbers.push_back(apply("max.f32", {a, b})); break;
      case 7: numbers.push_back(apply("min.f32", {a, b})); break;
      case 8: numbers.push_back(apply("max.NaN.f32", {a, b})); break;
      case 9: statements.push_back(make(TermKind::exceeds, a, b)); break;
      default: {
        const std::vector<const char*> opcodes{"setp.lt.f32", "setp.le.f32", "setp.geu.f32",
                                               "setp.num.f32", "setp.neu.f32"};
        const TermId statement =
            draw(3) == 0 && !statements.empty()
                ? statements[draw(statements.size())]
                : apply(opcodes[draw(opcodes.size())], {a, draw(4) == 0 ? a : b});
        statements.push_back(statement);
        numbers.push_back(draw(2) == 0 ? select(statement, a, b) : select(statement, b, a));
      }
    }
  }
  NormalForms forms(symbols);
  std::vector<TermId> roots;
  std::size_t changed = 0;
  for (const TermId term : numbers) {
    roots.push_back(term);
    roots.push_back(forms.of(term));
    changed += roots[roots.size() - 2] != roots.back() ? 1 : 0;
  }
  EXPECT_GT(changed, 300U);
  const Evaluation evaluation(symbols, roots);
  for (std::size_t shift = 0; shift < 40; ++shift) {
    const auto values = evaluation.at([&](std::uint32_t operand, std::uint32_t) {
      BatchValues out{};
      for (std::size_t i = 0; i < batch_size; ++i) {
        out[i] = samples[(i * (operand + 1) + shift * (2 * operand + 3)) % samples.size()];
      }
      return out;
    });
    for (std::size_t r = 0; r < roots.size(); r += 2) {
      for (std::size_t i = 0; i < batch_size; ++i) {
        const auto number = [&](std::size_t root) {
          return canonical_bits(std::bit_cast<float>(static_cast<std::uint32_t>(values[root][i])));
        };
        ASSERT_EQ(number(r), number(r + 1)) << roots[r];
      }
    }
  }
}

}  // namespace
}  // namespace touchstone::ptx
