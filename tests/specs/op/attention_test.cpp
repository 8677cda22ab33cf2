#include "touchstone/op/attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "attention_case.h"

namespace touchstone {
namespace {

using namespace attention_tests;

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

TEST(Attention, OfEqualScoresIsTheMean) {
  // The query is 0, so every score is, and the weights of two keys are halves.
  const std::vector<Operand> x{
      {{1, 1, 1, 1}, Floats{0}}, {{1, 1, 2, 1}, Floats{3, 5}}, {{1, 1, 2, 2}, Floats{2, -1, 6, 1}}};
  for (const Op op : both_kinds) {
    EXPECT_EQ(forward(op, {}, x), (Floats{4, 0}));
    // The weights' gradients are 2 and 6, of mean 4.
    EXPECT_EQ(vjp(op, {}, x, 0, {1, 0}), Floats{0.5F * (2 - 4) * 3 + 0.5F * (6 - 4) * 5});
    EXPECT_EQ(vjp(op, {}, x, 1, {1, 0}), (Floats{0, 0}));
    EXPECT_EQ(vjp(op, {}, x, 2, {1, 0}), (Floats{0.5, 0, 0.5, 0}));
    const auto masked = with(x, {{1, 2}, Floats{0, 0}});
    EXPECT_EQ(vjp(op, {}, masked, 3, {1, 0}), (Floats{-1, 1}));
  }
}

TEST(Attention, OfOneKeyIsItsValue) {
  const Sizes s{2, 4, 2, 3, 1, 2, 2};
  const auto x = s.operands();
  const auto& value = std::get<Floats>(x[2].elements);
  for (const Op op : both_kinds) {
    const Floats out = forward(op, {}, x);
    for (std::int64_t i = 0; i < 2 * 4 * 3 * 2; ++i) {
      const std::int64_t head = i / 6;
      EXPECT_EQ(out[index(i)], value[index(head / 2 * 2 + i % 2)]);
    }
  }
}

TEST(Attention, ScaleIsOneOverTheRootOfTheWidthUnlessStated) {
  for (const Op op : both_kinds) {
    const auto four = Sizes{1, 1, 1, 2, 3, 4, 1}.operands();
    EXPECT_EQ(bits(forward(op, {}, four)), bits(forward(op, {{"scale", 0.5F}}, four)));
    EXPECT_NE(bits(forward(op, {}, four)), bits(forward(op, {{"scale", 1.0F}}, four)));
    const auto three = Sizes{1, 1, 1, 2, 3, 3, 1}.operands();
    EXPECT_EQ(bits(forward(op, {}, three)),
              bits(forward(op, {{"scale", 1.0F / std::sqrt(3.0F)}}, three)));
  }
}

TEST(Attention, CausalIsABooleanMask) {
  const auto below = [](std::int64_t i, std::int64_t j) { return j <= i; };
  for (const Op op : both_kinds) {
    for (const Sizes& s : shapes) {
      const auto x = s.operands();
      EXPECT_EQ(everything(op, causal(), x, s.cotangent()),
                everything(op, {}, with(x, s.mask(below)), s.cotangent()));
    }
  }
}

TEST(Attention, CausalJoinsABooleanMask) {
  const auto some = [](std::int64_t i, std::int64_t j) { return (i + 2 * j) % 3 != 0; };
  const auto joined = [&](std::int64_t i, std::int64_t j) { return j <= i && some(i, j); };
  for (const Op op : both_kinds) {
    for (const Sizes& s : shapes) {
      const auto x = s.operands();
      EXPECT_EQ(everything(op, causal(), with(x, s.mask(some)), s.cotangent()),
                everything(op, {}, with(x, s.mask(joined)), s.cotangent()));
    }
  }
}

TEST(Attention, CausalHidesKeysFromAnAdditiveMaskToo) {
  const Sizes s{1, 2, 1, 3, 3, 2, 1};
  const Floats numbers = noise(9, 5);
  Floats spoilt = numbers;
  spoilt[1] = spoilt[2] = spoilt[5] = nan;
  for (const Op op : both_kinds) {
    const auto x = with(s.operands(), {{3, 3}, numbers});
    const auto y = with(s.operands(), {{3, 3}, spoilt});
    EXPECT_EQ(everything(op, causal(), x, s.cotangent()),
              everything(op, causal(), y, s.cotangent()));
    const Floats by_mask = vjp(op, causal(), y, 3, s.cotangent());
    EXPECT_EQ(bits(by_mask), bits(vjp(op, causal(), x, 3, s.cotangent())));
    for (const std::size_t hidden : {1U, 2U, 5U}) EXPECT_EQ(canonical_bits(by_mask[hidden]), 0U);
    EXPECT_NE(by_mask[3], 0.0F);
  }
}

TEST(Attention, AMaskThatLeavesNothingOutChangesNothing) {
  const auto all = [](std::int64_t, std::int64_t) { return true; };
  for (const Op op : both_kinds) {
    for (const Sizes& s : shapes) {
      const auto x = s.operands();
      const auto plain = everything(op, {}, x, s.cotangent());
      EXPECT_EQ(everything(op, {}, with(x, s.mask(all)), s.cotangent()), plain);
      EXPECT_EQ(everything(op, {}, with(x, s.additive(all)), s.cotangent()), plain);
    }
  }
}

/// A whole first tile, a whole last one, and some keys of each.
TEST(Attention, MasksOfBothKindsAgreeWhereEveryRowHasAKey) {
  const std::vector<std::function<bool(std::int64_t, std::int64_t)>> masks{
      [](std::int64_t, std::int64_t j) { return j >= 64; },
      [](std::int64_t, std::int64_t j) { return j < 64; },
      [](std::int64_t i, std::int64_t j) { return (i + j) % 3 == 0; }};
  const Sizes s{1, 2, 1, 2, 140, 2, 1};
  const auto x = s.operands();
  for (const Op op : both_kinds) {
    for (const auto& mask : masks) {
      const auto boolean = everything(op, {}, with(x, s.mask(mask)), s.cotangent());
      EXPECT_EQ(everything(op, {}, with(x, s.additive(mask)), s.cotangent()), boolean);
      EXPECT_NE(everything(op, {}, x, s.cotangent()), boolean);
    }
  }
}

TEST(Attention, ARowWithoutAKeyIsZeroUnderABooleanMaskAndNaNUnderAnAdditiveOne) {
  for (const std::int64_t keys : {3, 70}) {
    const Sizes s{1, 1, 1, 2, keys, 2, 1};
    const auto second = [](std::int64_t i, std::int64_t) { return i == 1; };
    const auto x = s.operands();
    auto y = x;
    const auto& query = std::get<Floats>(x[0].elements);
    y[0] = {{1, 1, 1, 2}, Floats{query[2], query[3]}};
    for (const Op op : both_kinds) {
      const auto masked = with(x, s.mask(second));
      const Floats g{0.7F, -0.4F};
      const Floats out = forward(op, {}, masked);
      EXPECT_EQ(canonical_bits(out[0]), 0U);
      EXPECT_EQ(canonical_bits(out[1]), canonical_bits(forward(op, {}, y)[0]));
      const Floats by_query = vjp(op, {}, masked, 0, g);
      EXPECT_EQ(bits({by_query[0], by_query[1]}), bits({0, 0}));
      // The row adds nothing to the gradients of keys and values.
      EXPECT_EQ(bits(vjp(op, {}, masked, 1, g)), bits(vjp(op, {}, y, 1, {g[1]})));
      EXPECT_EQ(bits(vjp(op, {}, masked, 2, g)), bits(vjp(op, {}, y, 2, {g[1]})));
      const Floats added = forward(op, {}, with(x, s.additive(second)));
      EXPECT_EQ(canonical_bits(added[0]), canonical_nan);
      EXPECT_EQ(canonical_bits(added[1]), canonical_bits(out[1]));
    }
  }
}

TEST(Attention, WhatAMaskLeavesOutDoesNoHarm) {
  const Sizes s{1, 1, 1, 2, 70, 2, 1};
  const auto mask = [](std::int64_t, std::int64_t j) { return j != 1 && j != 69; };
  const auto x = s.operands();
  auto spoilt = x;
  auto& key = std::get<Floats>(spoilt[1].elements);
  auto& value = std::get<Floats>(spoilt[2].elements);
  key[2] = nan;
  key[139] = infinity;
  value[1] = infinity;
  value[69] = nan;
  for (const Op op : both_kinds) {
    EXPECT_EQ(everything(op, {}, with(spoilt, s.mask(mask)), s.cotangent()),
              everything(op, {}, with(x, s.mask(mask)), s.cotangent()));
    EXPECT_TRUE(std::isnan(forward(op, {}, spoilt)[0]));
  }
}

/// The operands with each key and value head repeated for every query head that reads it.
std::vector<Operand> repeated(const Sizes& s, std::vector<Operand> x) {
  const std::int64_t group = s.heads / s.key_heads;
  for (const std::size_t i : {1U, 2U}) {
    const Floats grouped = std::get<Floats>(x[i].elements);
    const std::int64_t size = s.keys * x[i].extents[3];
    Floats out;
    for (std::int64_t head = 0; head < s.batch * s.heads; ++head) {
      const auto from = grouped.begin() + head / group * size;
      out.insert(out.end(), from, from + size);
    }
    x[i].extents[1] = s.heads;
    x[i].elements = out;
  }
  return x;
}

TEST(Attention, GroupedHeadsAreRepeatedHeads) {
  const Sizes s{2, 6, 2, 3, 5, 2, 2};
  const auto x = s.operands();
  const auto apart = repeated(s, x);
  const Floats g = s.cotangent();
  for (const Op op : both_kinds) {
    EXPECT_EQ(bits(forward(op, causal(), x)), bits(forward(op, causal(), apart)));
    EXPECT_EQ(bits(vjp(op, causal(), x, 0, g)), bits(vjp(op, causal(), apart, 0, g)));
    for (const std::size_t i : {1U, 2U}) {
      const Floats heads = vjp(op, causal(), apart, i, g);
      constexpr std::int64_t size = 5 * 2;
      Floats summed;
      for (std::int64_t head = 0; head < 4; ++head) {
        for (std::int64_t k = 0; k < size; ++k) {
          const auto of = [&](std::int64_t h) { return heads[index((3 * head + h) * size + k)]; };
          summed.push_back((of(0) + of(2)) + of(1));
        }
      }
      EXPECT_EQ(bits(vjp(op, causal(), x, i, g)), bits(summed));
    }
  }
}

/// The gradient of a broadcast mask is the canonical sum of that of a whole one.
TEST(Attention, GradientOfABroadcastMaskIsASum) {
  const Sizes s{2, 2, 1, 3, 4, 2, 1};
  const std::vector<std::vector<std::int64_t>> masks{{2, 2, 3, 4}, {3, 4}, {2, 1, 1, 4}, {4},
                                                     {2, 3, 1},    {1, 1}, {},           {1}};
  for (const Op op : both_kinds) {
    const auto whole = with(s.operands(), {{2, 2, 3, 4}, zeros(48)});
    const Floats gradient = vjp(op, causal(), whole, 3, s.cotangent());
    for (const auto& extents : masks) {
      const Shape shape = Shape::of(Index(std::span<const std::int64_t>(extents)));
      std::vector<std::vector<Scalar32>> terms(index(shape.element_count()));
      const Shape scores = Shape::of({2, 2, 3, 4});
      for (const Index& i : all(scores)) {
        terms[index(row_major_number(shape, aligned(i, shape)))].push_back(
            {gradient[index(row_major_number(scores, i))]});
      }
      Floats expected;
      for (const auto& list : terms) {
        const std::span<const Scalar32> all_terms(list);
        expected.push_back(op::canonical_sum(Binary32Domain{}, all_terms).value);
      }
      const auto x = with(s.operands(), {extents, zeros(shape.element_count())});
      EXPECT_EQ(bits(vjp(op, causal(), x, 3, s.cotangent())), bits(expected)) << shape.text();
      EXPECT_EQ(bits(vjp(op, causal(), x, 3, s.cotangent(), 3)), bits(expected)) << shape.text();
    }
  }
}

TEST(Attention, BatchEntriesAndSharesAreIndependent) {
  const Sizes s{2, 2, 1, 3, 4, 2, 2};
  const auto both = s.operands();
  const Floats g = s.cotangent();
  const auto half = [](const Floats& x, std::int64_t n) {
    const auto count = static_cast<std::ptrdiff_t>(x.size() / 2);
    return Floats(x.begin() + n * count, x.begin() + (n + 1) * count);
  };
  for (const Op op : both_kinds) {
    for (std::int64_t n = 0; n < 2; ++n) {
      auto one = both;
      for (Operand& operand : one) {
        operand.extents[0] = 1;
        operand.elements = half(std::get<Floats>(operand.elements), n);
      }
      EXPECT_EQ(bits(half(forward(op, {}, both), n)), bits(forward(op, {}, one)));
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(bits(half(vjp(op, {}, both, i, g), n)), bits(vjp(op, {}, one, i, half(g, n))));
        EXPECT_EQ(bits(vjp(op, {}, both, i, g, 5)), bits(vjp(op, {}, both, i, g)));
      }
    }
    EXPECT_EQ(bits(forward(op, {}, both, 5)), bits(forward(op, {}, both)));
  }
}

TEST(AttentionShapes, NameTheOperandAtFault) {
  const auto s = [](std::initializer_list<std::int64_t> extents) { return Shape::of(extents); };
  const auto answer = [](Op op, const std::vector<Shape>& given, ElementType mask) {
    std::vector<TensorType> types;
    for (const Shape& shape : given) types.push_back({ElementType::float32, shape});
    if (types.size() == 4) types[3].element = mask;
    const auto type = infer(operation(op), *complete(operation(op), {}), types);
    return type ? type->text() : type.error().text();
  };
  const auto query = s({2, 6, 5, 3});
  const auto key = s({2, 2, 4, 3});
  const auto value = s({2, 2, 4, 7});
  const std::vector<std::pair<std::vector<Shape>, std::string>> cases{
      {{query, key, value}, "float32 [2,6,5,7]"},
      {{query, key, value, s({5, 4})}, "float32 [2,6,5,7]"},
      {{query, key, value, s({2, 1, 1, 4})}, "float32 [2,6,5,7]"},
      {{query, key, value, s({})}, "float32 [2,6,5,7]"},
      {{s({0, 0, 5, 3}), s({0, 2, 4, 3}), s({0, 2, 4, 7})}, "float32 [0,0,5,7]"},
      {{s({6, 5, 3}), key, value}, "operand query [6,5,3] must be"},
      {{query, key, s({2, 2, 4})}, "operand value [2,2,4] must be"},
      {{query, s({1, 2, 4, 3}), value}, "same batch and width"},
      {{query, s({2, 2, 4, 2}), value}, "same batch and width"},
      {{query, s({2, 4, 4, 3}), s({2, 4, 4, 7})}, "multiple"},
      {{query, s({2, 0, 4, 3}), s({2, 0, 4, 7})}, "multiple"},
      {{query, key, s({2, 2, 5, 7})}, "same batch, heads and positions"},
      {{query, key, s({2, 1, 4, 7})}, "same batch, heads and positions"},
      {{query, s({2, 2, 0, 3}), s({2, 2, 0, 7})}, "empty maximum"},
      {{s({2, 6, 5, 0}), s({2, 2, 4, 0}), value}, "no width"},
      {{query, key, value, s({4, 5})}, "operand mask [4,5] does not broadcast"},
      {{query, key, value, s({1, 2, 6, 5, 4})}, "operand mask [1,2,6,5,4] does not broadcast"}};
  for (const Op op : both_kinds) {
    for (const auto& [shapes_given, expected] : cases) {
      for (const ElementType mask : {ElementType::float32, ElementType::boolean}) {
        EXPECT_NE(answer(op, shapes_given, mask).find(expected), std::string::npos)
            << answer(op, shapes_given, mask) << " is not " << expected;
      }
    }
    EXPECT_NE(answer(op, {query, key, value, s({5, 4})}, ElementType::int64).find("operand mask"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace touchstone
