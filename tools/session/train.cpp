#include "train.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "checkpoint.h"
#include "execution.h"
#include "touchstone/core/checked.h"
#include "touchstone/host/file.h"
#include "touchstone/host/machine.h"
#include "touchstone/interpreter/gradient_norm.h"
#include "touchstone/interpreter/graph_digest.h"
#include "touchstone/number/environment.h"
#include "touchstone/op/attributes.h"

namespace touchstone {

namespace {

std::string text(float value) { return text_of(AttributeValue(value)); }

std::string_view name_of(UpdateRule rule) {
  switch (rule) {
    case UpdateRule::sgd: return "sgd";
    case UpdateRule::adam: return "adam";
    case UpdateRule::adamw: return "adamw";
  }
  return {};
}

std::string_view name_of(Decay decay) {
  switch (decay) {
    case Decay::none: return "none";
    case Decay::steps: return "steps";
    case Decay::cosine: return "cosine";
  }
  return {};
}

/// Everything that settings contribute to the bits of a run. The number of steps is not among it.
Configuration configuration_of(const TrainingOptions& o) {
  const Optimizer& rule = o.optimizer;
  const LearningRate& rate = o.learning_rate;
  return {{"semantics", std::to_string(semantics_version)},
          {"optimizer", std::string(name_of(rule.rule))},
          {"momentum", text(rule.momentum)},
          {"nesterov", rule.nesterov ? "true" : "false"},
          {"beta1", text(rule.beta1)},
          {"beta2", text(rule.beta2)},
          {"epsilon", text(rule.epsilon)},
          {"weight decay", text(rule.weight_decay)},
          {"learning rate", text(rate.base)},
          {"warm-up", std::to_string(rate.warmup)},
          {"decay", std::string(name_of(rate.decay))},
          {"decay period", std::to_string(rate.period)},
          {"decay factor", text(rate.factor)},
          {"least learning rate", text(rate.minimum)},
          {"clip", o.clip ? text(*o.clip) : "none"},
          {"seed", std::to_string(o.seed)}};
}

RunIdentity identity_of(const TrainingGraph& training, const Examples& examples,
                        const TrainingOptions& options) {
  Sha256 model;
  model.digest(digest_of(*training.graph));
  model.digest(parameters_digest(training.parameters, training.initial));
  Sha256 data;
  for (const Tensor& tensor : examples.tensors()) data.digest(digest_of(tensor));
  return {model.finish(), data.finish(), configuration_of(options)};
}

Result<void> check_plan(const AcceptedPlan& accepted, const TrainingGraph& training) {
  if (accepted.plan().graph != training.graph) {
    return rejected({}, "the plan was accepted for another graph than the one to train");
  }
  if (accepted.plan().demand != Demand::training) {
    return rejected({}, "the plan was accepted for inference, not for training",
                    "verify with the demand for training");
  }
  return check_runnable(accepted.plan());
}

/// Bytes at the peak of a step: the tape's, and of each parameter its moments and what the
/// optimizer makes new of both, and the squares of the norm.
std::optional<std::int64_t> needed_bytes(const TrainingGraph& training, const Optimizer& rule) {
  auto total = peak_bytes(*training.graph, training.request());
  const auto copies = static_cast<std::int64_t>(3 + rule.moments());
  for (const Tensor& parameter : training.initial) {
    const auto bytes = byte_count(parameter.type());
    const auto all = bytes ? checked_mul(*bytes, copies) : std::nullopt;
    total = total && all ? checked_add(*total, *all) : std::nullopt;
  }
  return total;
}

Result<void> check_memory(const TrainingGraph& training, const Optimizer& rule) {
  const auto needed = needed_bytes(training, rule);
  if (needed && static_cast<std::uint64_t>(*needed) <= available_memory()) return {};
  return unavailable({}, "training this model needs " +
                             (needed ? std::to_string(*needed) : std::string("over 2^63")) +
                             " bytes, more memory than this machine has free");
}

Result<TrainingState> first_state(const TrainingGraph& training, const RunIdentity& run,
                                  const TrainingOptions& options) {
  if (!options.resume) {
    return TrainingState{training.initial,
                         OptimizerState::initial(options.optimizer, training.initial)};
  }
  const auto bytes = read_file(*options.resume);
  if (!bytes) return bytes.error();
  auto state = read_checkpoint(*bytes, run, training, options.optimizer);
  if (!state) return state.error().in_file(options.resume->string());
  if (state->optimizer.steps() > options.steps) {
    return unreadable({}, "the checkpoint stands at step " +
                              std::to_string(state->optimizer.steps()) + ", past the last, " +
                              std::to_string(options.steps))
        .in_file(options.resume->string());
  }
  return state;
}

/// Which examples each step takes.
class Order {
 public:
  Order(std::int64_t count, std::int64_t batch, std::int64_t seed)
      : count_(count), batch_(batch), seed_(seed) {}

  std::span<const std::int64_t> at(std::int64_t step) {
    const std::int64_t batches = count_ / batch_;
    if (step / batches != epoch_) {
      epoch_ = step / batches;
      order_ = epoch_order(count_, seed_, epoch_);
    }
    return std::span<const std::int64_t>(order_).subspan(
        static_cast<std::size_t>(step % batches * batch_), static_cast<std::size_t>(batch_));
  }

 private:
  std::int64_t count_;
  std::int64_t batch_;
  std::int64_t seed_;
  std::int64_t epoch_ = -1;
  std::vector<std::int64_t> order_;
};

/// The training graph's inputs at one step.
std::vector<Tensor> inputs_of(std::vector<Tensor> batch, const BatchPlan& plan, std::int64_t step,
                              const std::vector<Tensor>& parameters) {
  std::vector<Tensor> out;
  auto next = batch.begin();
  for (const bool is_step : plan.is_step) {
    out.push_back(is_step ? Tensor::of(Shape(), std::vector<std::int64_t>{step})
                          : std::move(*next++));
  }
  out.insert(out.end(), parameters.begin(), parameters.end());
  return out;
}

bool all_finite(const Tensor& tensor) {
  return std::ranges::all_of(tensor.floats(), [](float x) { return std::isfinite(x); });
}

Diagnostic diverged(std::int64_t step, const std::string& what) {
  return rejected("step " + std::to_string(step), what + " is no finite number any more",
                  "a smaller learning rate or --clip may help");
}

/// That all of these, one for each parameter, are finite.
Result<void> check_finite(const TrainingGraph& training, const std::vector<Tensor>& tensors,
                          std::int64_t step, const std::string& what) {
  const auto found = std::ranges::find_if_not(tensors, all_finite);
  if (found == tensors.end()) return {};
  const auto at = static_cast<std::size_t>(found - tensors.begin());
  return diverged(step, what + "'" + printable(training.parameters[at]) + "'");
}

/// Changes the state by one step, and gives the loss before it. What is not finite ends the run
/// here, so that no later step hides it.
Result<float> take_step(const TrainingGraph& training, const std::vector<Tensor>& inputs,
                        const TrainingOptions& options, float rate, const NodeRunner& run,
                        const VjpRunner& vjp, TrainingState& state) {
  const std::int64_t step = state.optimizer.steps();
  auto found = differentiate(*training.graph, inputs, training.request(), run, vjp);
  if (!found) return found.error();
  const float loss = found->outputs[0].floats()[0];
  if (!std::isfinite(loss)) return diverged(step, "the loss");
  if (auto checked = check_finite(training, found->gradients, step, "the gradient of parameter ");
      !checked) {
    return checked.error();
  }
  if (options.clip && !std::isfinite(clip_to_norm(found->gradients, *options.clip))) {
    return rejected("step " + std::to_string(step),
                    "the norm of the gradients exceeds binary32, so that they cannot be clipped",
                    "a smaller learning rate or smaller data may help");
  }
  state.optimizer.apply(options.optimizer, rate, found->gradients, state.parameters);
  if (auto checked = check_finite(training, state.parameters, step, "parameter "); !checked) {
    return checked.error();
  }
  for (const auto& moment : state.optimizer.moments()) {
    if (auto checked = check_finite(training, moment, step, "a moment of parameter "); !checked) {
      return checked.error();
    }
  }
  return loss;
}

}  // namespace

Digest parameters_digest(const std::vector<std::string>& names, const std::vector<Tensor>& values) {
  Sha256 hash;
  for (std::size_t i = 0; i < names.size(); ++i) hash.text(names[i]).digest(digest_of(values[i]));
  return hash.finish();
}

Result<void> check_files(const TrainingGraph& training, const Examples& examples,
                         const TrainingOptions& options) {
  const FloatEnvironment environment;
  if (options.resume) {
    const auto state = first_state(training, identity_of(training, examples, options), options);
    if (!state) return state.error();
  }
  if (options.checkpoint) return check_writable(*options.checkpoint);
  return {};
}

Result<Trained> train(const AcceptedPlan& accepted, const TrainingGraph& training,
                      const Examples& examples, const TrainingOptions& options,
                      const StepObserver& observe) {
  const FloatEnvironment environment;
  if (auto checked = check_plan(accepted, training); !checked) return checked.error();
  if (auto checked = check_memory(training, options.optimizer); !checked) return checked.error();
  const auto batches = batch_plan(training);
  if (!batches) return batches.error();
  const RunIdentity identity = identity_of(training, examples, options);
  auto state = first_state(training, identity, options);
  if (!state) return state.error();

  Trained out;
  out.resumed_at = state->optimizer.steps();
  out.dropped = examples.count() % batches->size;
  const NodeRunner run = node_runner(accepted, options.threads);
  const VjpRunner vjp = vjp_runner(accepted, options.threads);
  RateSequence rates(options.learning_rate);
  Order order(examples.count(), batches->size, options.seed);
  for (std::int64_t step = out.resumed_at; step < options.steps; ++step) {
    const auto inputs =
        inputs_of(examples.batch(order.at(step)), *batches, step, state->parameters);
    const auto loss = take_step(training, inputs, options, rates.at(step), run, vjp, *state);
    if (!loss) return loss.error();
    if (observe) observe(step, *loss);
    const bool last = step + 1 == options.steps;
    const bool due = options.checkpoint_every > 0 && (step + 1) % options.checkpoint_every == 0;
    if (!options.checkpoint || !(last || due)) continue;
    const std::string bytes = write_checkpoint(*state, identity, training.parameters);
    if (auto written = write_file(*options.checkpoint, bytes); !written) return written.error();
  }
  out.parameters = std::move(state->parameters);
  out.digest = parameters_digest(training.parameters, out.parameters);
  return out;
}

}  // namespace touchstone
