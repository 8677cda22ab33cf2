#include <algorithm>

#include "class_shapes.h"
#include "shape_checks.h"
#include "touchstone/core/checked.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

std::optional<Diagnostic> mismatch(const char* name, const Shape& given, const Index& expected,
                                   const Shape& u, const Shape& a) {
  const Shape wanted = Shape::of(expected);
  if (given == wanted) return std::nullopt;
  return refuse("operand " + std::string(name) + " " + given.text() + " must be " + wanted.text() +
                " for u " + u.text() + " and a " + a.text());
}

Result<Shape> selective_scan_shape(const Attributes&, Shapes x) {
  const Shape& u = x[0];
  const Shape& a = x[2];
  if (u.rank() != 3) return refuse("operand u " + u.text() + " must be [batch, times, channels]");
  if (a.rank() != 2 || a[0] != u[2]) {
    return refuse("operand a " + a.text() + " must be [" + std::to_string(u[2]) +
                  ", states] for u " + u.text());
  }
  if (auto fault = mismatch("delta", x[1], u.extents(), u, a)) return *fault;
  const auto by_state = Shape::create(Extents{u[0], u[1], a[1]});
  if (!by_state) return by_state.error();
  if (auto fault = mismatch("b", x[3], by_state->extents(), u, a)) return *fault;
  if (auto fault = mismatch("c", x[4], by_state->extents(), u, a)) return *fault;
  if (x.size() == 6) {
    if (auto fault = mismatch("d", x[5], {u[2]}, u, a)) return *fault;
  }
  return u;
}

ClassInstance instance(const Attributes& attributes, const Index& u, std::int64_t states,
                       bool with_skip) {
  ClassInstance out{attributes,
                    {values(u), values(u), values({u[2], states}), values({u[0], u[1], states}),
                     values({u[0], u[1], states})}};
  if (with_skip) out.operands.push_back(values({u[2]}));
  return out;
}

Instances selective_scan_classes(const Attributes& attributes) {
  return {instance(attributes, {2, 3, 2}, 3, true), instance(attributes, {1, 2, 2}, 1, false),
          instance(attributes, {1, 1, 1}, 2, true), instance(attributes, {1, 2, 1}, 0, true),
          instance(attributes, {1, 1, 1}, long_axis, false)};
}

/// Each state reads five elements in each step. The gradients hold, besides two numbers of each
/// time for one state, a term of each time for every state or channel, or for every batch entry.
std::optional<Work> selective_scan_work(const Attributes&, Shapes x, const Shape& result) {
  const std::int64_t states = x[2][1];
  // The gradient by the decay goes through batch and channels even where no time passes.
  const auto times = std::max<std::int64_t>(result[1], 1);
  const auto lanes_of_time = checked_mul(result[0] * result[2], times);
  const auto steps =
      lanes_of_time ? checked_mul(*lanes_of_time, std::max<std::int64_t>(states, 1)) : std::nullopt;
  const auto accesses = steps ? checked_mul<std::int64_t>(*steps, 5) : std::nullopt;
  const std::int64_t lines = std::max({states, result[0], result[2]});
  const auto held = checked_mul(result[1], lines);
  const auto row = held ? checked_mul<std::int64_t>(*held, 2) : std::nullopt;
  if (!accesses || !row) return std::nullopt;
  return Work{*accesses, *row};
}

}  // namespace

std::vector<Operation> scan() {
  return {
      {.op = Op::selective_scan,
       .name = "selective_scan",
       .formula = "h = exp(delta*a)*h + (delta*u)*b; canonical sum of c*h; then + d*u",
       .operands = {{"u"}, {"delta"}, {"a"}, {"b"}, {"c"}, {"d"}},
       .min_operands = 5,
       .shape_rule = selective_scan_shape,
       .class_instances = selective_scan_classes,
       .work = selective_scan_work},
  };
}

}  // namespace touchstone::words
