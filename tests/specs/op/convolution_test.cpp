#include "touchstone/op/convolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "samples.h"

namespace touchstone::evaluation {
namespace {

/// A convolution with 1 to 3 spatial axes.
struct Layer {
  std::vector<std::int64_t> x, weight;
  Integers strides, dilations, begin, end;
  std::int64_t groups = 1;

  [[nodiscard]] Attributes attributes(bool with_pads = true) const {
    Attributes out{{"strides", strides}, {"dilations", dilations}, {"groups", groups}};
    if (with_pads) {
      out.set("pads_begin", begin);
      out.set("pads_end", end);
    }
    return out;
  }
  /// Pads of all axes of x, for the operation pad.
  [[nodiscard]] Attributes padding() const {
    Integers before{0, 0};
    Integers after{0, 0};
    before.insert(before.end(), begin.begin(), begin.end());
    after.insert(after.end(), end.begin(), end.end());
    return {{"pads_begin", before}, {"pads_end", after}};
  }
};

std::vector<Layer> layers() {
  return {{{2, 2, 7}, {3, 2, 3}, {1}, {1}, {1}, {1}},
          {{1, 4, 6}, {4, 2, 2}, {3}, {2}, {2}, {0}, 2},
          {{2, 3, 5}, {3, 1, 4}, {4}, {6}, {9}, {8}, 3},
          {{2, 2, 5, 4}, {4, 1, 3, 2}, {2, 1}, {1, 2}, {0, 1}, {2, 1}, 2},
          {{1, 2, 4, 5}, {2, 2, 2, 3}, {3, 2}, {1, 1}, {1, 2}, {1, 0}},
          {{2, 2, 3, 4, 3}, {2, 2, 2, 2, 3}, {1, 2, 2}, {2, 1, 1}, {1, 0, 2}, {0, 1, 1}}};
}

Operand bias_of(Samples& samples, std::int64_t outputs) { return samples.wild({outputs}); }

TEST(Convolution, PaddingEqualsPadThenNoPadding) {
  Samples samples(1);
  for (const Layer& layer : layers()) {
    const Operand x = samples.wild(layer.x);
    const Operand weight = samples.wild(layer.weight);
    const Operand bias = bias_of(samples, layer.weight[0]);
    const Operand wide = applied(Op::pad, layer.padding(), {x});
    const Attributes padded = layer.attributes();
    const Attributes bare = layer.attributes(false);
    const Operand y = applied(Op::conv, padded, {x, weight, bias});
    EXPECT_EQ(bits(floats(y)), bits(forward(Op::conv, bare, {wide, weight, bias})));

    const Operand g = samples.wild(y.extents);
    const Operand by_wide = gradient(Op::conv, bare, {wide, weight, bias}, 0, g);
    EXPECT_EQ(bits(vjp(Op::conv, padded, {x, weight, bias}, 0, floats(g))),
              bits(vjp(Op::pad, layer.padding(), {x}, 0, floats(by_wide))));
    for (const std::size_t value : {std::size_t{1}, std::size_t{2}}) {
      EXPECT_EQ(bits(vjp(Op::conv, padded, {x, weight, bias}, value, floats(g))),
                bits(vjp(Op::conv, bare, {wide, weight, bias}, value, floats(g))));
    }
  }
}

/// What no kernel position of a strided convolution reached, at the end of each axis.
Integers remainder(const Layer& layer) {
  Integers out;
  for (std::size_t s = 0; s < layer.strides.size(); ++s) {
    const std::int64_t room = layer.x[2 + s] + layer.begin[s] + layer.end[s] - 1 -
                              (layer.weight[2 + s] - 1) * layer.dilations[s];
    out.push_back(room % layer.strides[s]);
  }
  return out;
}

TEST(Convolution, InputGradientIsTheTransposedConvolution) {
  Samples samples(2);
  for (const Layer& layer : layers()) {
    const Operand x = samples.wild(layer.x);
    const Operand weight = samples.wild(layer.weight);
    const Attributes attributes = layer.attributes();
    const Operand g = samples.wild(applied(Op::conv, attributes, {x, weight}).extents);
    Attributes transposed = attributes;
    transposed.set("output_padding", remainder(layer));
    const Operand back = applied(Op::conv_transpose, transposed, {g, weight});
    EXPECT_EQ(back.extents, layer.x);
    EXPECT_EQ(bits(vjp(Op::conv, attributes, {x, weight}, 0, floats(g))), bits(floats(back)));
    // And the other way round.
    EXPECT_EQ(bits(vjp(Op::conv_transpose, transposed, {g, weight}, 0, floats(x))),
              bits(forward(Op::conv, attributes, {x, weight})));
    EXPECT_EQ(bits(vjp(Op::conv_transpose, transposed, {g, weight}, 1, floats(x))),
              bits(vjp(Op::conv, attributes, {x, weight}, 1, floats(g))));
  }
}

TEST(Convolution, PadsOfTheTransposedOneCropIt) {
  Samples samples(3);
  const Operand x = samples.wild({2, 2, 4});
  const Operand weight = samples.wild({2, 3, 3});
  const Attributes whole{{"strides", Integers{2}}};
  Attributes cropped = whole;
  cropped.set("pads_begin", Integers{1});
  cropped.set("pads_end", Integers{2});
  const Operand all = applied(Op::conv_transpose, whole, {x, weight});
  const Operand part = applied(Op::conv_transpose, cropped, {x, weight});
  ASSERT_EQ(all.extents[2], 9);
  const Attributes slice{{"axes", Integers{2}},
                         {"starts", Integers{1}},
                         {"steps", Integers{1}},
                         {"counts", Integers{6}}};
  EXPECT_EQ(bits(forward(Op::slice, slice, {all})), bits(floats(part)));
  const Operand g = samples.wild(part.extents);
  const Operand wide = gradient(Op::slice, slice, {all}, 0, g);
  for (const std::size_t value : {std::size_t{0}, std::size_t{1}}) {
    EXPECT_EQ(bits(vjp(Op::conv_transpose, cropped, {x, weight}, value, floats(g))),
              bits(vjp(Op::conv_transpose, whole, {x, weight}, value, floats(wide))));
  }
}

TEST(Convolution, ABatchIsItsRowsOneByOne) {
  Samples samples(4);
  for (const Op op : {Op::conv, Op::conv_transpose}) {
    for (const Layer& layer : layers()) {
      Attributes attributes = layer.attributes(op == Op::conv);
      const Operand weight = samples.wild(layer.weight);
      std::vector<std::int64_t> extents = layer.x;
      if (op == Op::conv_transpose) extents[1] = layer.weight[0];
      extents[0] = 1;
      const Operand first = samples.wild(extents);
      const Operand second = samples.wild(extents);
      const Operand batch = applied(Op::concat, {}, {first, second});
      const Operand y1 = applied(op, attributes, {first, weight});
      const Operand y2 = applied(op, attributes, {second, weight});
      EXPECT_EQ(bits(forward(op, attributes, {batch, weight})),
                bits(forward(Op::concat, {}, {y1, y2})));
      const Operand g1 = samples.wild(y1.extents);
      const Operand g2 = samples.wild(y2.extents);
      const Operand g = applied(Op::concat, {}, {g1, g2});
      EXPECT_EQ(bits(vjp(op, attributes, {batch, weight}, 0, floats(g))),
                bits(forward(Op::concat, {},
                             {gradient(op, attributes, {first, weight}, 0, g1),
                              gradient(op, attributes, {second, weight}, 0, g2)})));
    }
  }
}

TEST(Convolution, HandComputed) {
  // 1·10 + 2·100 = 210, and so on; a pad of one zero at the end.
  const Attributes padded{{"pads_end", Integers{1}}};
  EXPECT_EQ(forward(Op::conv, padded, {{{1, 1, 3}, Floats{1, 2, 3}}, {{1, 1, 2}, Floats{10, 100}}}),
            (Floats{210, 320, 30}));
  // g = 1, 2, 3 at the three places.
  const std::vector<Operand> operands{
      {{1, 1, 3}, Floats{1, 2, 3}}, {{1, 1, 2}, Floats{10, 100}}, {{1}, Floats{7}}};
  EXPECT_EQ(vjp(Op::conv, padded, operands, 0, {1, 2, 3}), (Floats{10, 120, 230}));
  EXPECT_EQ(vjp(Op::conv, padded, operands, 1, {1, 2, 3}), (Floats{14, 8}));
  EXPECT_EQ(vjp(Op::conv, padded, operands, 2, {1, 2, 3}), (Floats{6}));
}

TEST(ConvTranspose, HandComputed) {
  const Operand x{{1, 1, 2}, Floats{1, 2}};
  const Operand weight{{1, 1, 3}, Floats{10, 100, 1000}};
  EXPECT_EQ(forward(Op::conv_transpose, {}, {x, weight}), (Floats{10, 120, 1200, 2000}));
  EXPECT_EQ(forward(Op::conv_transpose, {{"strides", Integers{2}}}, {x, weight}),
            (Floats{10, 100, 1020, 200, 2000}));
  EXPECT_EQ(forward(Op::conv_transpose, {{"strides", Integers{2}}, {"output_padding", Integers{1}}},
                    {x, weight, {{1}, Floats{5}}}),
            (Floats{15, 105, 1025, 205, 2005, 5}));
  EXPECT_EQ(
      forward(Op::conv_transpose,
              {{"strides", Integers{2}}, {"pads_begin", Integers{1}}, {"pads_end", Integers{2}}},
              {x, weight}),
      (Floats{100, 1020}));
  EXPECT_EQ(forward(Op::conv_transpose, {{"dilations", Integers{2}}}, {x, weight}),
            (Floats{10, 20, 100, 200, 1000, 2000}));
}

TEST(ConvTranspose, GroupsAndChannels) {
  // Two groups of one channel, each giving two outputs.
  const Operand x{{1, 2, 1}, Floats{2, 3}};
  const Operand weight{{2, 2, 1}, Floats{1, 10, 100, 1000}};
  EXPECT_EQ(forward(Op::conv_transpose, {{"groups", std::int64_t{2}}}, {x, weight}),
            (Floats{2, 20, 300, 3000}));
  EXPECT_EQ(forward(Op::conv_transpose, {}, {x, weight}), (Floats{302, 3020}));
}

TEST(ConvTranspose, OnlyPositionsThatExistTakePart) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Operand x{{1, 1, 2}, Floats{1, 2}};
  const Operand weight{{1, 1, 2}, Floats{3, infinity}};
  // At stride 2 the infinite weight reaches odd positions alone; a zero put between would be NaN.
  EXPECT_EQ(forward(Op::conv_transpose, {{"strides", Integers{2}}}, {x, weight}),
            (Floats{3, infinity, 6, infinity}));
  // In a padded convolution the padding is zeros, which the infinite weight turns into NaN.
  const Floats y = forward(Op::conv, {{"pads_end", Integers{1}}}, {x, weight});
  EXPECT_EQ(y[0], infinity);
  EXPECT_TRUE(std::isnan(y[1]));
}

TEST(Convolution, GradientOfALargeStrideVisitsOnlyWhatExists) {
  // One place for a hundred million pairs of position and output.
  constexpr std::int64_t length = 10'000;
  const Attributes sparse{{"strides", Integers{length}}};
  const std::vector<Operand> operands{{{1, 1, length}, Floats(length, 1.0F)},
                                      {{length, 1, 1}, Floats(length, 2.0F)}};
  const Floats found = vjp(Op::conv, sparse, operands, 0, Floats(length, 1.0F));
  Floats expected(length, 0.0F);
  expected[0] = 2.0F * static_cast<float>(length);
  EXPECT_EQ(bits(found), bits(expected));
}

TEST(Convolution, OfAnEmptyBatchHasZeroWeightGradients) {
  const std::vector<Operand> operands{
      {{0, 1, 3}, Floats{}}, {{2, 1, 2}, Floats{1, 2, 3, 4}}, {{2}, Floats{5, 6}}};
  EXPECT_EQ(bits(vjp(Op::conv, {}, operands, 1, {})), bits({0, 0, 0, 0}));
  EXPECT_EQ(bits(vjp(Op::conv, {}, operands, 2, {})), bits({0, 0}));
}

}  // namespace
}  // namespace touchstone::evaluation
