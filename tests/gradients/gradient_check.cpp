#include "gradient_check.h"

#include "readings.h"

namespace touchstone::gradients {

namespace {

constexpr double step = 0x1p-64;

MpfrNumber dot(const Numbers& x, const Numbers& y) {
  MpfrNumber sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum = fma(x[i], y[i], sum);
  return sum;
}

MpfrNumber sum_of_magnitudes(const Numbers& x, const Numbers& y) {
  MpfrNumber sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum = sum + abs(x[i] * y[i]);
  return sum;
}

/// The result at operand `value` moved by `distance` along its direction.
Numbers moved(const GradientCase& at, std::size_t value, const MpfrNumber& distance) {
  std::vector<Numbers> values = at.values;
  for (std::size_t i = 0; i < values[value].size(); ++i) {
    values[value][i] = fma(distance, at.directions[value][i], values[value][i]);
  }
  return forward_at_mpfr(at, values);
}

}  // namespace

Derivative derivative_of(const GradientCase& at, std::size_t value) {
  const Numbers tangent = derivative_along(at, value);
  const MpfrNumber h(step);
  const Numbers ahead = moved(at, value, h);
  const Numbers behind = moved(at, value, -h);
  Numbers difference;
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    difference.push_back((ahead[i] - behind[i]) / (h + h));
  }
  return {dot(at.cotangent, tangent), dot(at.cotangent, difference),
          MpfrNumber(1.0) + sum_of_magnitudes(at.cotangent, tangent)};
}

Disagreement compare(const GradientCase& at, std::size_t value, const Derivative& derivative,
                     const Numbers& gradient) {
  const Numbers& direction = at.directions[value];
  const MpfrNumber along = dot(gradient, direction);
  const MpfrNumber magnitude = derivative.magnitude + sum_of_magnitudes(gradient, direction);
  const auto relative = [&](const MpfrNumber& expected) {
    return (abs(along - expected) / magnitude).nearest_double();
  };
  return {relative(derivative.dual), relative(derivative.difference)};
}

}  // namespace touchstone::gradients
