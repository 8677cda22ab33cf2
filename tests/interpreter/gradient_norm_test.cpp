#include "touchstone/interpreter/gradient_norm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace touchstone {
namespace {

using testing::ElementsAre;

Tensor list(const std::vector<float>& values) {
  return Tensor::of(Shape::of({static_cast<std::int64_t>(values.size())}), values);
}

std::vector<float> elements(const Tensor& tensor) {
  return {tensor.floats().begin(), tensor.floats().end()};
}

TEST(GlobalNorm, IsThatOfAllGradientsTogether) {
  const std::vector<Tensor> gradients{list({3}), list({}), list({0, -4})};
  EXPECT_EQ(global_norm(gradients), 5);
  EXPECT_EQ(global_norm({}), 0);
}

TEST(GlobalNorm, SumsAcrossTensorsInTheCanonicalOrder) {
  // 2^24 + 1 is 2^24. Lanes add the four ones, which lie 128 apart, before the large square; sums
  // tensor by tensor, or from the left, give 4096.
  std::vector<Tensor> gradients;
  for (int i = 0; i < 4; ++i) {
    std::vector<float> values(128, 0.0F);
    values[0] = i == 0 ? 0x1p12F : 0.0F;
    values[1] = 1;
    gradients.push_back(list(values));
  }
  EXPECT_EQ(global_norm(gradients), 4096 + 0x1p-11F);
}

TEST(ClipToNorm, ScalesOnlyWhatIsLonger) {
  std::vector<Tensor> gradients{list({3}), list({-4})};
  EXPECT_EQ(clip_to_norm(gradients, 5), 5);
  EXPECT_THAT(elements(gradients[1]), ElementsAre(-4));
  EXPECT_EQ(clip_to_norm(gradients, 2.5F), 5);
  EXPECT_THAT(elements(gradients[0]), ElementsAre(1.5F));
  EXPECT_THAT(elements(gradients[1]), ElementsAre(-2));
}

TEST(ClipToNorm, LeavesNaNAsItIs) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<Tensor> gradients{list({nan, 7})};
  EXPECT_TRUE(std::isnan(clip_to_norm(gradients, 1)));
  EXPECT_EQ(elements(gradients[0])[1], 7);
}

TEST(ClipToNorm, LeavesWhatHasNoFiniteNormAsItIs) {
  std::vector<Tensor> gradients{list({0x1p64F, 7})};
  EXPECT_TRUE(std::isinf(clip_to_norm(gradients, 1)));
  EXPECT_THAT(elements(gradients[0]), ElementsAre(0x1p64F, 7));
  gradients[0] = list({0x1p63F, 0});
  EXPECT_EQ(clip_to_norm(gradients, 1), 0x1p63F);
  EXPECT_THAT(elements(gradients[0]), ElementsAre(1, 0));
}

}  // namespace
}  // namespace touchstone
