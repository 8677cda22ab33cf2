#include "touchstone/op/products.h"

#include <gtest/gtest.h>

#include "samples.h"
#include "touchstone/op/canonical_sum.h"

namespace touchstone::evaluation {
namespace {

TEST(Matmul, GradientsAreProductsWithTheTransposedOther) {
  Samples samples(1);
  const Operand a = samples.wild({3, 4});
  const Operand b = samples.wild({4, 2});
  const Operand g = samples.wild({3, 2});
  const auto transposed = [](const Operand& x) {
    return applied(Op::permute, {{"axes", Integers{1, 0}}}, {x});
  };
  EXPECT_EQ(bits(vjp(Op::matmul, {}, {a, b}, 0, floats(g))),
            bits(forward(Op::matmul, {}, {g, transposed(b)})));
  EXPECT_EQ(bits(vjp(Op::matmul, {}, {a, b}, 1, floats(g))),
            bits(forward(Op::matmul, {}, {transposed(a), g})));
}

/// Part [i, …] of an operand.
Operand slot(const Operand& x, std::int64_t i) {
  return applied(Op::gather, {}, {x, {{}, Ints{i}}});
}

TEST(Matmul, ABatchIsItsProductsOneByOne) {
  Samples samples(2);
  const Operand a = samples.wild({3, 2, 4});
  const Operand b = samples.wild({3, 4, 2});
  const Operand y = applied(Op::matmul, {}, {a, b});
  const Operand g = samples.wild(y.extents);
  for (std::int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(bits(floats(slot(y, i))), bits(forward(Op::matmul, {}, {slot(a, i), slot(b, i)})));
    for (const std::size_t value : {std::size_t{0}, std::size_t{1}}) {
      const Operand whole = gradient(Op::matmul, {}, {a, b}, value, g);
      EXPECT_EQ(bits(floats(slot(whole, i))),
                bits(vjp(Op::matmul, {}, {slot(a, i), slot(b, i)}, value, floats(slot(g, i)))));
    }
  }
}

TEST(Matmul, GradientOfABroadcastOperandSumsItsProductsCanonically) {
  Samples samples(3);
  const Operand a = samples.wild({5, 2, 3});
  const Operand b = samples.wild({3, 2});
  const Operand g = samples.wild({5, 2, 2});
  const Floats found = vjp(Op::matmul, {}, {a, b}, 1, floats(g));
  for (std::size_t e = 0; e < found.size(); ++e) {
    std::vector<Scalar32> products;
    for (std::int64_t i = 0; i < 5; ++i) {
      products.push_back({vjp(Op::matmul, {}, {slot(a, i), b}, 1, floats(slot(g, i)))[e]});
    }
    const auto sum = op::canonical_sum(Binary32Domain{}, std::span<const Scalar32>(products));
    EXPECT_EQ(canonical_bits(found[e]), canonical_bits(sum.value));
  }
}

TEST(Matmul, OfNothingHasZeroGradients) {
  // A contraction over no rows; and no result at all, however many batches are claimed.
  EXPECT_EQ(bits(vjp(Op::matmul, {}, {{{0, 2}, Floats{}}, {{2, 1}, Floats{1, 2}}}, 1, {})),
            bits({0, 0}));
  constexpr std::int64_t many = std::int64_t{1} << 40U;
  EXPECT_EQ(bits(vjp(Op::matmul, {}, {{{many, 0, 2}, Floats{}}, {{2, 1}, Floats{1, 2}}}, 1, {})),
            bits({0, 0}));
}

TEST(Linear, HandComputed) {
  const std::vector<Operand> operands{
      {{2, 2}, Floats{1, 2, 3, 4}}, {{3, 2}, Floats{1, 0, 0, 1, 10, 100}}, {{3}, Floats{5, 6, 7}}};
  EXPECT_EQ(forward(Op::linear, {}, operands), (Floats{6, 8, 217, 8, 10, 437}));
  const Floats g{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(vjp(Op::linear, {}, operands, 0, g), (Floats{31, 302, 64, 605}));
  EXPECT_EQ(vjp(Op::linear, {}, operands, 1, g), (Floats{13, 18, 17, 24, 21, 30}));
  EXPECT_EQ(vjp(Op::linear, {}, operands, 2, g), (Floats{5, 7, 9}));
}

TEST(Linear, IsTheProductOfItsRows) {
  Samples samples(4);
  const Operand x = samples.wild({2, 3, 4});
  const Operand weight = samples.wild({5, 4});
  const Operand g = samples.wild({2, 3, 5});
  const Operand rows = applied(Op::reshape, {{"shape", Integers{6, 4}}}, {x});
  const Operand columns = applied(Op::permute, {{"axes", Integers{1, 0}}}, {weight});
  EXPECT_EQ(bits(forward(Op::linear, {}, {x, weight})),
            bits(forward(Op::matmul, {}, {rows, columns})));
  EXPECT_EQ(bits(vjp(Op::linear, {}, {x, weight}, 0, floats(g))),
            bits(vjp(Op::matmul, {}, {rows, columns}, 0, floats(g))));
  // One chain over all rows, where matmul would sum a chain for each batch.
  const Operand by_columns = gradient(Op::matmul, {}, {rows, columns}, 1, g);
  EXPECT_EQ(bits(vjp(Op::linear, {}, {x, weight}, 1, floats(g))),
            bits(forward(Op::permute, {{"axes", Integers{1, 0}}}, {by_columns})));
}

TEST(Linear, BiasGradientIsACanonicalSum) {
  const std::vector<Operand> operands{
      {{3, 1}, Floats{0, 0, 0}}, {{1, 1}, Floats{0}}, {{1}, Floats{0}}};
  EXPECT_EQ(vjp(Op::linear, {}, operands, 2, {1, 16777216, 1}), (Floats{16777218}));
}

}  // namespace
}  // namespace touchstone::evaluation
