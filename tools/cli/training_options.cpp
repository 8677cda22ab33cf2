#include "training_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "touchstone/op/attributes.h"

namespace touchstone::cli {

namespace {

constexpr std::int64_t most_steps = std::int64_t{1} << 40U;

Result<float> read_real(const std::string& option, std::string_view text, float least,
                        float below) {
  float value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stopped == end && value >= least && value < below) return value;
  std::string range = "at least " + text_of(AttributeValue(least));
  if (std::isfinite(below)) range += " and below " + text_of(AttributeValue(below));
  return unreadable(option, "'" + printable(text, 40) + "' is not a number " + range);
}

Result<std::int64_t> read_steps(const std::string& option, std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stopped == end && value >= 1 && value <= most_steps) return value;
  return unreadable(option,
                    "'" + printable(text, 40) + "' is not a number of steps from 1 to 2^40");
}

Result<void> check_range(const std::string& option, std::int64_t value, std::int64_t least) {
  if (value >= least && value <= most_steps) return {};
  return unreadable(option, std::to_string(value) + " is not a number from " +
                                std::to_string(least) + " to 2^40");
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t colon = text.find(':');
    out.push_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return out;
    text.remove_prefix(colon + 1);
  }
}

Result<Optimizer> read_optimizer(const TrainingTexts& texts) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Optimizer out;
  if (texts.optimizer == "sgd") {
    out.rule = UpdateRule::sgd;
  } else if (texts.optimizer == "adam") {
    out.rule = UpdateRule::adam;
  } else if (texts.optimizer == "adamw") {
    out.rule = UpdateRule::adamw;
  } else {
    return unreadable("--optimizer", "there is no optimizer '" + printable(texts.optimizer) + "'",
                      "optimizers: sgd, adam, adamw");
  }
  const auto momentum = read_real("--momentum", texts.momentum, 0, 1);
  if (!momentum) return momentum.error();
  const auto weight_decay = read_real("--weight-decay", texts.weight_decay, 0, infinity);
  if (!weight_decay) return weight_decay.error();
  if (out.rule != UpdateRule::sgd && (*momentum != 0 || texts.nesterov)) {
    return unreadable(texts.nesterov ? "--nesterov" : "--momentum",
                      "it belongs to sgd, not to " + texts.optimizer, "leave it out");
  }
  if (texts.nesterov && *momentum == 0) {
    return unreadable("--nesterov", "it needs a momentum", "give --momentum 0.9");
  }
  out.momentum = *momentum;
  out.nesterov = texts.nesterov;
  out.weight_decay = *weight_decay;
  return out;
}

Result<void> read_schedule(const TrainingTexts& texts, LearningRate& rate) {
  const std::vector<std::string_view> parts = split(texts.schedule);
  if (parts[0] == "constant" && parts.size() == 1) {
    rate.decay = Decay::none;
    return {};
  }
  if (parts[0] == "cosine" && parts.size() <= 2) {
    rate.decay = Decay::cosine;
    rate.period = std::max<std::int64_t>(texts.steps - texts.warmup, 1);
    if (parts.size() == 1) return {};
    const auto period = read_steps("--schedule", parts[1]);
    if (!period) return period.error();
    rate.period = *period;
    return {};
  }
  if (parts[0] == "steps" && parts.size() == 3) {
    rate.decay = Decay::steps;
    const auto period = read_steps("--schedule", parts[1]);
    if (!period) return period.error();
    const auto factor =
        read_real("--schedule", parts[2], 0, std::numeric_limits<float>::infinity());
    if (!factor) return factor.error();
    rate.period = *period;
    rate.factor = *factor;
    return {};
  }
  return unreadable("--schedule", "'" + printable(texts.schedule) + "' is no schedule",
                    "schedules: constant, cosine, cosine:STEPS, steps:STEPS:FACTOR");
}

Result<LearningRate> read_learning_rate(const TrainingTexts& texts) {
  LearningRate out;
  const std::string fallback = texts.optimizer == "sgd" ? "0.01" : "0.001";
  const auto base = read_real("--learning-rate", texts.learning_rate.value_or(fallback), 0,
                              std::numeric_limits<float>::infinity());
  if (!base) return base.error();
  out.base = *base;
  if (auto checked = check_range("--warmup", texts.warmup, 0); !checked) return checked.error();
  out.warmup = texts.warmup;
  if (auto read = read_schedule(texts, out); !read) return read.error();
  return out;
}

}  // namespace

Result<TrainingOptions> read_training_options(const TrainingTexts& texts) {
  TrainingOptions out;
  if (auto checked = check_range("--steps", texts.steps, 1); !checked) return checked.error();
  if (auto checked = check_range("--checkpoint-every", texts.checkpoint_every, 0); !checked) {
    return checked.error();
  }
  if (texts.checkpoint_every > 0 && !texts.checkpoint) {
    return unreadable("--checkpoint-every", "there is no file to write checkpoints to",
                      "give --checkpoint FILE");
  }
  const auto optimizer = read_optimizer(texts);
  if (!optimizer) return optimizer.error();
  const auto learning_rate = read_learning_rate(texts);
  if (!learning_rate) return learning_rate.error();
  if (texts.clip) {
    const auto clip = read_real("--clip", *texts.clip, 0, std::numeric_limits<float>::infinity());
    if (!clip) return clip.error();
    if (*clip == 0) {
      return unreadable("--clip", "a norm of 0 would make every gradient 0",
                        "give a number above 0, or leave it out");
    }
    out.clip = *clip;
  }
  out.optimizer = *optimizer;
  out.learning_rate = *learning_rate;
  out.steps = texts.steps;
  out.seed = texts.seed;
  out.checkpoint_every = texts.checkpoint_every;
  if (texts.checkpoint) out.checkpoint = *texts.checkpoint;
  if (texts.resume) out.resume = *texts.resume;
  return out;
}

Result<Loss> loss_named(const std::string& name) {
  if (name == "own") return Loss::own;
  if (name == "cross_entropy") return Loss::cross_entropy;
  if (name == "mse") return Loss::mse;
  return unreadable("--loss", "there is no loss '" + printable(name) + "'",
                    "losses: cross_entropy, mse, own");
}

}  // namespace touchstone::cli
