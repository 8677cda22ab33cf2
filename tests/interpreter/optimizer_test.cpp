#include "touchstone/interpreter/optimizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace touchstone {
namespace {

using testing::ElementsAre;

Tensor list(const std::vector<float>& values) {
  return Tensor::of(Shape::of({static_cast<std::int64_t>(values.size())}), values);
}

std::vector<float> elements(const Tensor& tensor) {
  return {tensor.floats().begin(), tensor.floats().end()};
}

/// The parameter after steps with these gradients.
std::vector<std::vector<float>> run(const Optimizer& optimizer, float rate, float start,
                                    const std::vector<float>& gradients) {
  std::vector<Tensor> parameters{list({start})};
  OptimizerState state = OptimizerState::initial(optimizer, parameters);
  std::vector<std::vector<float>> out;
  for (const float g : gradients) {
    const std::vector<Tensor> gradient{list({g})};
    state.apply(optimizer, rate, gradient, parameters);
    out.push_back(elements(parameters[0]));
  }
  return out;
}

TEST(Sgd, ByHand) {
  // p = 8 − 0.5 · 4, then − 0.5 · −2.
  EXPECT_THAT(run({}, 0.5F, 8, {4, -2}), ElementsAre(ElementsAre(6), ElementsAre(7)));
}

TEST(Sgd, MomentumByHand) {
  // b = 4, 0.5·4 − 2 = 0, 0 + 1.
  const Optimizer optimizer{.momentum = 0.5F};
  EXPECT_THAT(run(optimizer, 0.5F, 8, {4, -2, 1}),
              ElementsAre(ElementsAre(6), ElementsAre(6), ElementsAre(5.5F)));
}

TEST(Sgd, NesterovByHand) {
  // b = 4, d = 4 + 2; b = 0, d = −2; b = 1, d = 1.5.
  const Optimizer optimizer{.momentum = 0.5F, .nesterov = true};
  EXPECT_THAT(run(optimizer, 0.5F, 8, {4, -2, 1}),
              ElementsAre(ElementsAre(5), ElementsAre(6), ElementsAre(5.25F)));
}

TEST(Sgd, WeightDecayIsPartOfTheGradient) {
  // d = 4 + 0.25·8 = 6 and p = 5; d = −2 + 1.25, b = 0.5·6 − 0.75 = 2.25.
  const Optimizer optimizer{.momentum = 0.5F, .weight_decay = 0.25F};
  EXPECT_THAT(run(optimizer, 0.5F, 8, {4, -2}), ElementsAre(ElementsAre(5), ElementsAre(3.875F)));
}

TEST(Sgd, TheFirstStepTakesTheGradientAsItIs) {
  const Optimizer optimizer{.momentum = 0.5F};
  const std::vector<Tensor> gradient{list({-0.0F})};
  std::vector<Tensor> parameters{list({1})};
  OptimizerState state = OptimizerState::initial(optimizer, parameters);
  state.apply(optimizer, 1, gradient, parameters);
  EXPECT_TRUE(std::signbit(state.moments()[0][0].floats()[0]));
}

TEST(Adam, FirstStepByHand) {
  // m = 0.5·3, m / 0.5 = 3; v = 0.25·9, v / 0.25 = 9: p = 8 − 0.5 · (3 / (3 + 1)).
  const Optimizer optimizer{.rule = UpdateRule::adam, .beta1 = 0.5F, .beta2 = 0.75F, .epsilon = 1};
  EXPECT_THAT(run(optimizer, 0.5F, 8, {3}), ElementsAre(ElementsAre(7.625F)));
}

TEST(Adam, DecayCoupledAndDecoupledDiffer) {
  Optimizer optimizer{
      .rule = UpdateRule::adam, .beta1 = 0.5F, .beta2 = 0.75F, .epsilon = 1, .weight_decay = 0.25F};
  // g = 1 + 0.25·8 = 3, as above.
  EXPECT_THAT(run(optimizer, 0.5F, 8, {1}), ElementsAre(ElementsAre(7.625F)));
  // p = 8 · (1 − 0.125) = 7, then − 0.5 · (1 / 2).
  optimizer.rule = UpdateRule::adamw;
  EXPECT_THAT(run(optimizer, 0.5F, 8, {1}), ElementsAre(ElementsAre(6.75F)));
}

/// The same recurrence in binary64, from the same binary32 constants.
TEST(Adam, StaysWithinTheRoundingsOfTheFormula) {
  const Optimizer optimizer{.rule = UpdateRule::adam};
  const double u = 0x1p-24;
  const float rate = 0.01F;
  std::vector<float> gradients;
  for (int i = 0; i < 50; ++i) gradients.push_back(0.5F + 0.03F * static_cast<float>(i * 7 % 50));
  const auto found = run(optimizer, rate, 4, gradients);
  double p = 4;
  double m = 0;
  double v = 0;
  double bound = 0;
  const double b1 = optimizer.beta1;
  const double b2 = optimizer.beta2;
  for (int t = 1; t <= 50; ++t) {
    const double g = gradients[static_cast<std::size_t>(t - 1)];
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * g * g;
    const double step = (m / (1 - std::pow(b1, t))) / (std::sqrt(v / (1 - std::pow(b2, t))) +
                                                       static_cast<double>(optimizer.epsilon));
    p -= rate * step;
    // All terms are positive, so relative errors of m and v grow by at most 3u and 4u a step; the
    // root halves that of v, and corrections, quotients, root, ε and product add at most 10u.
    bound += rate * step * (3 * t + 2 * t + 10) * u * 1.001 + 4 * u;
    EXPECT_NEAR(found[static_cast<std::size_t>(t - 1)][0], p, bound) << t;
  }
  EXPECT_LT(bound, 1e-4);
}

TEST(OptimizerState, RestoredGoesOnWithTheSameBits) {
  for (const UpdateRule rule : {UpdateRule::sgd, UpdateRule::adam, UpdateRule::adamw}) {
    const Optimizer optimizer{.rule = rule, .momentum = 0.9F, .weight_decay = 0.01F};
    std::vector<Tensor> parameters{list({1, -2}), list({0.3F})};
    OptimizerState state = OptimizerState::initial(optimizer, parameters);
    const auto step = [&](OptimizerState& of, std::vector<Tensor>& p, int t) {
      const float g = 0.1F * static_cast<float>(t % 7) - 0.2F;
      const std::vector<Tensor> gradients{list({g, -g}), list({g * g})};
      of.apply(optimizer, 0.01F, gradients, p);
    };
    for (int t = 0; t < 20; ++t) step(state, parameters, t);
    std::vector<Tensor> again = parameters;
    OptimizerState restored = OptimizerState::restored(optimizer, state.steps(), state.moments());
    for (int t = 20; t < 40; ++t) step(state, parameters, t);
    for (int t = 20; t < 40; ++t) step(restored, again, t);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(digest_of(parameters[i]), digest_of(again[i]));
    // A twin that forgets the step count comes out elsewhere.
    OptimizerState late = OptimizerState::restored(optimizer, 0, state.moments());
    std::vector<Tensor> other = parameters;
    step(state, parameters, 40);
    step(late, other, 40);
    EXPECT_NE(digest_of(parameters[0]), digest_of(other[0]));
  }
}

TEST(OptimizerState, RestoresAnyNumberOfStepsQuickly) {
  const Optimizer optimizer{.rule = UpdateRule::adam, .beta1 = 0.9F, .beta2 = 0.999F};
  const std::vector<Tensor> one{list({1})};
  (void)OptimizerState::restored(optimizer, std::int64_t{1} << 62U, {one, one});
}

}  // namespace
}  // namespace touchstone
