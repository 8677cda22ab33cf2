#include "optimizer.h"

#include "touchstone/number/binary32.h"
#include "touchstone/number/environment.h"

namespace touchstone {

namespace {

using Values = std::vector<float>;

Values values_of(const Tensor& tensor) { return {tensor.floats().begin(), tensor.floats().end()}; }

float square_root(float x) { return sqrt(Binary32<ExactFma>{x}).value; }

/// The product of `count` factors in binary64, from 1, in order.
double running_product(double factor, std::int64_t count) {
  double product = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    const double next = product * factor;
    if (next == product) break;  // no further factor changes it
    product = next;
  }
  return product;
}

float one_minus(double x) { return static_cast<float>(1 - x); }

void sgd_step(const Optimizer& o, float rate, std::span<const float> g, bool first, Values& p,
              Values* b) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    float d = g[i];
    if (o.weight_decay != 0) d = d + o.weight_decay * p[i];
    if (b != nullptr) {
      float& kept = (*b)[i];
      kept = first ? d : o.momentum * kept + d;
      d = o.nesterov ? d + o.momentum * kept : kept;
    }
    p[i] = p[i] - rate * d;
  }
}

/// The constants in brackets.
struct AdamConstants {
  float rest1;
  float rest2;
  float correction1;
  float correction2;
  float shrink;
};

void adam_step(const Optimizer& o, float rate, const AdamConstants& c, std::span<const float> g,
               Values& p, Values& m, Values& v) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    float d = g[i];
    if (o.weight_decay != 0 && o.rule == UpdateRule::adam) d = d + o.weight_decay * p[i];
    if (o.weight_decay != 0 && o.rule == UpdateRule::adamw) p[i] = p[i] * c.shrink;
    m[i] = o.beta1 * m[i] + c.rest1 * d;
    v[i] = o.beta2 * v[i] + (c.rest2 * d) * d;
    const float mean = m[i] / c.correction1;
    const float spread = square_root(v[i] / c.correction2) + o.epsilon;
    p[i] = p[i] - rate * (mean / spread);
  }
}

}  // namespace

std::size_t Optimizer::moments() const {
  if (rule != UpdateRule::sgd) return 2;
  return momentum != 0 ? 1 : 0;
}

OptimizerState OptimizerState::initial(const Optimizer& optimizer,
                                       std::span<const Tensor> parameters) {
  std::vector<Tensor> zeros;
  for (const Tensor& parameter : parameters) {
    zeros.push_back(Tensor::of(parameter.shape(), Values(parameter.floats().size(), 0.0F)));
  }
  OptimizerState out;
  out.moments_.assign(optimizer.moments(), zeros);
  return out;
}

OptimizerState OptimizerState::restored(const Optimizer& optimizer, std::int64_t steps,
                                        std::vector<std::vector<Tensor>> moments) {
  const FloatEnvironment environment;
  OptimizerState out;
  out.steps_ = steps;
  out.beta1_power_ = running_product(optimizer.beta1, steps);
  out.beta2_power_ = running_product(optimizer.beta2, steps);
  out.moments_ = std::move(moments);
  return out;
}

void OptimizerState::apply(const Optimizer& optimizer, float learning_rate,
                           std::span<const Tensor> gradients, std::vector<Tensor>& parameters) {
  const FloatEnvironment environment;
  beta1_power_ = beta1_power_ * optimizer.beta1;
  beta2_power_ = beta2_power_ * optimizer.beta2;
  const AdamConstants constants{
      one_minus(optimizer.beta1), one_minus(optimizer.beta2), one_minus(beta1_power_),
      one_minus(beta2_power_),
      one_minus(static_cast<double>(learning_rate) * static_cast<double>(optimizer.weight_decay))};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Values p = values_of(parameters[i]);
    std::vector<Values> kept;
    for (const auto& moment : moments_) kept.push_back(values_of(moment[i]));
    if (optimizer.rule == UpdateRule::sgd) {
      sgd_step(optimizer, learning_rate, gradients[i].floats(), steps_ == 0, p,
               kept.empty() ? nullptr : kept.data());
    } else {
      adam_step(optimizer, learning_rate, constants, gradients[i].floats(), p, kept[0], kept[1]);
    }
    const Shape& shape = parameters[i].shape();
    parameters[i] = Tensor::of(shape, p);
    for (std::size_t k = 0; k < kept.size(); ++k) moments_[k][i] = Tensor::of(shape, kept[k]);
  }
  ++steps_;
}

}  // namespace touchstone
