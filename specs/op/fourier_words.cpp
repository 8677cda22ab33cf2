#include <algorithm>

#include "class_shapes.h"
#include "fourier_plan.h"
#include "shape_checks.h"
#include "touchstone/core/checked.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

/// Lengths that visit every rule of the transform: a copy, a prime, 4 · 2, and 2 · 3 · 5.
constexpr std::int64_t telling_lengths[] = {1, 7, 8, 30};

Result<Shape> rfft_shape(const Attributes&, Shapes x) {
  if (x[0].rank() < 1) return refuse("operand x must have at least 1 axis");
  const std::size_t last = x[0].rank() - 1;
  if (x[0][last] == 0) return refuse("operand x " + x[0].text() + " has nothing to transform");
  Extents out = extents_of(x[0]);
  out[last] = half_spectrum_length(x[0][last]);
  out.push_back(2);
  return Shape::create(out);
}

Result<Shape> irfft_shape(const Attributes& attributes, Shapes x) {
  const std::int64_t n = attributes.integer("n");
  if (n < 1) return refuse("attribute n is " + std::to_string(n) + ", below 1");
  Extents out = extents_of(x[0]);
  if (out.size() < 2 || out.back() != 2 || out[out.size() - 2] != half_spectrum_length(n)) {
    return refuse("operand x " + x[0].text() + " must end in [" +
                  std::to_string(half_spectrum_length(n)) + ",2] for n = " + std::to_string(n));
  }
  out.pop_back();
  out.back() = n;
  return Shape::create(out);
}

Result<Shape> spectral_conv_shape(const Attributes&, Shapes x) {
  if (x[0].rank() != 3) return refuse("operand x " + x[0].text() + " must be [batch, channels, n]");
  if (x[0][2] == 0) return refuse("operand x " + x[0].text() + " has nothing to transform");
  const Shape& weight = x[1];
  if (weight.rank() != 4 || weight[0] != x[0][1] || weight[3] != 2) {
    return refuse("operand weight " + weight.text() + " must be [" + std::to_string(x[0][1]) +
                  ", outputs, modes, 2] for x " + x[0].text());
  }
  if (weight[2] > half_spectrum_length(x[0][2])) {
    return refuse("operand weight " + weight.text() + " has " + std::to_string(weight[2]) +
                  " modes where x " + x[0].text() + " has " +
                  std::to_string(half_spectrum_length(x[0][2])));
  }
  const Extents out{x[0][0], weight[1], x[0][2]};
  return Shape::create(out);
}

Instances rfft_classes(const Attributes& attributes) {
  Instances out{{attributes, {values({2, 8})}}};
  for (const std::int64_t n : telling_lengths) out.push_back({attributes, {values({n})}});
  return out;
}

Instances irfft_classes(const Attributes& given) {
  constexpr std::int64_t most = 32;
  const std::int64_t n = given.integer("n");
  const std::int64_t own = n <= most ? n : most - n % 2;
  Instances out;
  const auto add = [&](std::int64_t length, const Index& batch) {
    Attributes attributes = given;
    attributes.set("n", length);
    out.push_back({attributes, {values(batch.with(half_spectrum_length(length)).with(2))}});
  };
  add(own, {2});
  for (const std::int64_t length : telling_lengths) add(length, {});
  return out;
}

Instances spectral_conv_classes(const Attributes& attributes) {
  return {{attributes, {values({1, 1, 1}), values({1, 1, 1, 2})}},
          {attributes, {values({2, 2, 5}), values({2, 3, 2, 2})}},
          {attributes, {values({1, 2, 8}), values({2, 1, 5, 2})}},
          {attributes, {values({2, 1, 6}), values({1, 2, 0, 2})}}};
}

/// Transforms of length n and what else is read and written. A step of a transform is registers
/// alone, so four count as one access; a line is held several times over as complex numbers.
std::optional<Work> transforms_work(std::int64_t transforms, std::int64_t n,
                                    std::optional<std::int64_t> accesses,
                                    std::optional<std::int64_t> row) {
  const auto steps = transform_steps(n);
  const auto arithmetic = steps ? checked_mul(*steps / 4, transforms) : std::nullopt;
  if (!arithmetic || !accesses || !row) return std::nullopt;
  return Work{std::max(*arithmetic, *accesses), std::max(*row, n)};
}

std::optional<Work> rfft_work(const Attributes&, Shapes x, const Shape& result) {
  const std::int64_t n = x[0][x[0].rank() - 1];
  return transforms_work(x[0].element_count() / n, n,
                         checked_add(x[0].element_count(), result.element_count()), 0);
}

std::optional<Work> irfft_work(const Attributes& attributes, Shapes x, const Shape& result) {
  const std::int64_t n = attributes.integer("n");
  return transforms_work(result.element_count() / n, n,
                         checked_add(x[0].element_count(), result.element_count()), 0);
}

/// The rows of the gradient of the weight: all cotangents, and one channel of every batch entry.
std::optional<Work> spectral_conv_work(const Attributes&, Shapes x, const Shape& result) {
  const std::int64_t batch = x[0][0];
  const std::int64_t modes = x[1][2];
  const std::int64_t n = x[0][2];
  auto accesses = checked_mul(batch, x[1].element_count());
  if (accesses) accesses = checked_add(*accesses, x[0].element_count());
  if (accesses) accesses = checked_add(*accesses, result.element_count());
  const auto channels = checked_add(x[0][1], result[1]);
  const auto lines = channels ? checked_mul(batch, *channels) : std::nullopt;
  auto row = lines ? checked_mul(*lines, 2 * modes) : std::nullopt;
  const auto numbers = checked_mul<std::int64_t>(2, n);
  const auto inputs = numbers ? checked_mul(batch, *numbers) : std::nullopt;
  if (row) row = inputs ? checked_add(*row, *inputs) : std::nullopt;
  if (!lines) return std::nullopt;
  return transforms_work(*lines, n, accesses, row);
}

}  // namespace

std::vector<Operation> fourier() {
  return {
      {.op = Op::irfft,
       .name = "irfft",
       .formula =
           "the reals with this half-spectrum, times 1/n, by the fixed mixed-radix transform",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"n", std::int64_t{0}, true, "length of the result's last axis"}},
       .uses_turns = true,
       .shape_rule = irfft_shape,
       .class_instances = irfft_classes,
       .work = irfft_work},
      {.op = Op::rfft,
       .name = "rfft",
       .formula = "half-spectrum (re, im) along the last axis, by the fixed mixed-radix transform",
       .operands = {{"x"}},
       .min_operands = 1,
       .uses_turns = true,
       .shape_rule = rfft_shape,
       .class_instances = rfft_classes,
       .work = rfft_work},
      {.op = Op::spectral_conv,
       .name = "spectral_conv",
       .formula = "irfft of the fma chains of rfft(x) and weight over the lowest modes",
       .operands = {{"x"}, {"weight"}},
       .min_operands = 2,
       .uses_turns = true,
       .shape_rule = spectral_conv_shape,
       .class_instances = spectral_conv_classes,
       .work = spectral_conv_work},
  };
}

}  // namespace touchstone::words
