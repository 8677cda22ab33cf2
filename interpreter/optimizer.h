#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "touchstone/core/tensor.h"

namespace touchstone {

enum class UpdateRule : std::uint8_t { sgd, adam, adamw };

/// How a step changes a parameter p by its gradient g, at learning rate η. Every operation below is
/// one binary32 operation, rounded on its own, in the order in which it is written; constants in
/// brackets are computed once in binary64 and rounded once. λ is the weight decay; its lines are
/// left out where λ = 0.
///
/// sgd, with momentum μ (PyTorch's convention, without dampening):
///   d = g + λ · p
///   b = d on the first step, μ · b + d later       left out, with b = d, where μ = 0
///   d = d + μ · b if nesterov, otherwise b
///   p = p − η · d
///
/// adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), at step t = 1, 2, …:
///   g = g + λ · p
///   m = β₁ · m + [1 − β₁] · g                      m and v begin at +0
///   v = β₂ · v + ([1 − β₂] · g) · g
///   p = p − η · ((m / [1 − β₁ᵗ]) / (sqrt(v / [1 − β₂ᵗ]) + ε))
/// βᵗ being the running product of t binary64 factors: 1 · β · … · β.
///
/// adamw (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019): as adam, but in
/// place of its first line, before all others,
///   p = p · [1 − η · λ]
struct Optimizer {
  UpdateRule rule = UpdateRule::sgd;
  float momentum = 0;
  bool nesterov = false;
  float beta1 = 0.9F;
  float beta2 = 0.999F;
  float epsilon = 1e-8F;
  float weight_decay = 0;

  /// How many tensors it remembers of each parameter: sgd none, or b with momentum; adam and adamw
  /// m and v.
  [[nodiscard]] std::size_t moments() const;

  bool operator==(const Optimizer&) const = default;
};

/// What an optimizer remembers from step to step: everything but the parameters themselves. It
/// follows from the steps taken and the moments alone, so that it can be written and read back.
class OptimizerState {
 public:
  /// Before the first step: moments of +0.
  [[nodiscard]] static OptimizerState initial(const Optimizer& optimizer,
                                              std::span<const Tensor> parameters);
  /// After `steps` steps, with the moments as they were then. Requires steps >= 0 and
  /// optimizer.moments() lists of one tensor per parameter.
  [[nodiscard]] static OptimizerState restored(const Optimizer& optimizer, std::int64_t steps,
                                               std::vector<std::vector<Tensor>> moments);

  [[nodiscard]] std::int64_t steps() const { return steps_; }
  /// moments()[k][i] is the k-th moment of parameter i.
  [[nodiscard]] const std::vector<std::vector<Tensor>>& moments() const { return moments_; }

  /// One step: changes the parameters, of which there is one per gradient of the same shape.
  void apply(const Optimizer& optimizer, float learning_rate, std::span<const Tensor> gradients,
             std::vector<Tensor>& parameters);

 private:
  std::int64_t steps_ = 0;
  double beta1_power_ = 1;
  double beta2_power_ = 1;
  std::vector<std::vector<Tensor>> moments_;
};

}  // namespace touchstone
