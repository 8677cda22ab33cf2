#include "class_shapes.h"
#include "geometry.h"
#include "shape_checks.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> softmax_shape(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  if (x[0][*axis] == 0) return refuse("the operand " + x[0].text() + " has an empty maximum");
  return x[0];
}

Instances softmax_classes(const Attributes& attributes) {
  return on_axes(attributes, {attributes.integer("axis")});
}

std::optional<Work> softmax_work(const Attributes& attributes, Shapes x, const Shape& result) {
  return steady_work(result.element_count(), 1, 2, x[0][axis_of(attributes, x[0])]);
}

}  // namespace

std::vector<Operation> softmax() {
  return {
      {.op = Op::softmax,
       .name = "softmax",
       .formula = "e = exp(x - maximum(x)); e / canonical sum of e, along an axis",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {axis_spec(-1, "axis that is normalised, negative from the end")},
       .shape_rule = softmax_shape,
       .class_instances = softmax_classes,
       .work = softmax_work},
  };
}

}  // namespace touchstone::words
