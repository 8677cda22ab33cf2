#include "gradient_norm.h"

#include <cmath>

#include "touchstone/number/binary32.h"
#include "touchstone/number/environment.h"
#include "touchstone/op/canonical_sum.h"

namespace touchstone {

namespace {

using Scalar32 = Binary32<ExactFma>;

struct Constants {
  [[nodiscard]] Scalar32 constant(float value) const { return {value}; }
};

}  // namespace

float global_norm(std::span<const Tensor> gradients) {
  const FloatEnvironment environment;
  std::vector<Scalar32> squares;
  for (const Tensor& gradient : gradients) {
    for (const float g : gradient.floats()) squares.push_back(Scalar32{g} * Scalar32{g});
  }
  return sqrt(op::canonical_sum(Constants{}, std::span<const Scalar32>(squares))).value;
}

float clip_to_norm(std::vector<Tensor>& gradients, float limit) {
  const float norm = global_norm(gradients);
  const FloatEnvironment environment;
  if (!std::isfinite(norm) || norm <= limit) return norm;
  const float factor = limit / norm;
  for (Tensor& gradient : gradients) {
    std::vector<float> scaled(gradient.floats().begin(), gradient.floats().end());
    for (float& g : scaled) g = g * factor;
    gradient = Tensor::of(gradient.shape(), scaled);
  }
  return norm;
}

}  // namespace touchstone
