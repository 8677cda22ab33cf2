#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> elementwise_shape(const Attributes&, Shapes x) {
  return broadcast_together(x[0], x[1]);
}

/// The second operand is repeated, and its gradient a long sum.
Instances repeated_classes(const Attributes& attributes) {
  return {{attributes, {values({long_axis}), values({1})}}};
}

Instances elementwise_classes(const Attributes& attributes) {
  return {{attributes, {values({3}), values({3})}},
          {attributes, {values({2, 1}), values({3})}},
          {attributes, {values({}), values({1, 2})}}};
}

}  // namespace

std::vector<Operation> elementwise() {
  return {
      {.op = Op::add,
       .name = "add",
       .formula = "x + y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
      {.op = Op::div,
       .name = "div",
       .formula = "x / y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
      {.op = Op::max,
       .name = "max",
       .formula = "maximum(x, y), broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
      {.op = Op::min,
       .name = "min",
       .formula = "minimum(x, y), broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
      {.op = Op::mul,
       .name = "mul",
       .formula = "x * y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
      {.op = Op::pow,
       .name = "pow",
       .formula = "x ^ y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
      {.op = Op::sub,
       .name = "sub",
       .formula = "x - y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .shape_rule = elementwise_shape,
       .class_instances = elementwise_classes,
       .more_gradient_instances = repeated_classes},
  };
}

}  // namespace touchstone::words
