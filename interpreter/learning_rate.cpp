#include "learning_rate.h"

#include "touchstone/number/environment.h"
#include "touchstone/number/strict_float.h"
#include "touchstone/number/turns.h"

namespace touchstone {

namespace {

double decayed_by_cosine(double base, double minimum, std::int64_t step, std::int64_t period) {
  if (step >= period) return minimum;
  const double cosine = turn_cosine(step, 2 * period);
  return minimum + (base - minimum) * ((1 + cosine) / 2);
}

}  // namespace

float LearningRate::at(std::int64_t step) const { return RateSequence(*this).at(step); }

float RateSequence::at(std::int64_t step) {
  const FloatEnvironment environment;
  const LearningRate& r = rate_;
  if (step < r.warmup) {
    const double risen = static_cast<double>(r.base) * static_cast<double>(step + 1);
    return static_cast<float>(risen / static_cast<double>(r.warmup));
  }
  const std::int64_t after = step - r.warmup;
  switch (r.decay) {
    case Decay::none: return r.base;
    case Decay::steps:
      while (times_ < after / r.period) {
        const double next = decayed_ * r.factor;
        // No further product changes it: 0, or a factor of 1.
        times_ = next == decayed_ ? after / r.period : times_ + 1;
        decayed_ = next;
      }
      return static_cast<float>(decayed_);
    case Decay::cosine:
      return static_cast<float>(decayed_by_cosine(r.base, r.minimum, after, r.period));
  }
  return r.base;
}

}  // namespace touchstone
