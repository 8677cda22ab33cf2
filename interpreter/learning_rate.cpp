#include "learning_rate.h"

#include "touchstone/number/environment.h"
#include "touchstone/number/strict_float.h"
#include "touchstone/number/turns.h"

namespace touchstone {

namespace {

double decayed_by_steps(double base, double factor, std::int64_t times) {
  double rate = base;
  for (std::int64_t i = 0; i < times; ++i) {
    const double next = rate * factor;
    if (next == rate) break;  // no further product changes it: 0, or a factor of 1
    rate = next;
  }
  return rate;
}

double decayed_by_cosine(double base, double minimum, std::int64_t step, std::int64_t period) {
  if (step >= period) return minimum;
  const double cosine = turn_cosine(step, 2 * period);
  return minimum + (base - minimum) * ((1 + cosine) / 2);
}

}  // namespace

float LearningRate::at(std::int64_t step) const {
  const FloatEnvironment environment;
  if (step < warmup) {
    const double risen = static_cast<double>(base) * static_cast<double>(step + 1);
    return static_cast<float>(risen / static_cast<double>(warmup));
  }
  const std::int64_t after = step - warmup;
  switch (decay) {
    case Decay::none: return base;
    case Decay::steps: return static_cast<float>(decayed_by_steps(base, factor, after / period));
    case Decay::cosine: return static_cast<float>(decayed_by_cosine(base, minimum, after, period));
  }
  return base;
}

}  // namespace touchstone
