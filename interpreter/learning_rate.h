#pragma once

#include <cstdint>

namespace touchstone {

/// How a learning rate falls after its warm-up.
enum class Decay : std::uint8_t {
  none,
  steps,   ///< multiplied by `factor` after every `period` steps
  cosine,  ///< along half a cosine from `base` to `minimum` in `period` steps, and stays there
};

/// A learning rate for every step of training, the first of which is step 0. Written t, with
/// W = `warmup`:
///   t < W:   base · (t + 1) / W
/// and with s = t − W otherwise:
///   none:    base
///   steps:   base · factor · … · factor, ⌊s / period⌋ times, from the left
///   cosine:  minimum + (base − minimum) · ((1 + cos(π s / period)) / 2), and minimum once
///            s >= period; the cosine is that of a rational turn, rounded once to binary32
///            (number/turns.h)
/// Everything is computed in binary64, each operation rounded, in the order of writing (what is
/// added to the minimum is computed first), and the result is rounded once to binary32.
struct LearningRate {
  float base = 0.1F;
  std::int64_t warmup = 0;  ///< 0 or more steps
  Decay decay = Decay::none;
  std::int64_t period = 1;  ///< 1 to 2^59 steps
  float factor = 0.1F;
  float minimum = 0;

  /// Requires step >= 0. Linear in step / period for `steps`; a RateSequence is faster there.
  [[nodiscard]] float at(std::int64_t step) const;

  bool operator==(const LearningRate&) const = default;
};

/// The learning rates of one step after another, each from the last in constant time.
class RateSequence {
 public:
  explicit RateSequence(const LearningRate& rate) : rate_(rate), decayed_(rate.base) {}

  /// rate.at(step). Requires a step not below that of the last call.
  [[nodiscard]] float at(std::int64_t step);

 private:
  LearningRate rate_;
  double decayed_;          ///< of `steps`: the base after so many products
  std::int64_t times_ = 0;  ///< products taken
};

}  // namespace touchstone
