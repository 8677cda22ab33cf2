#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> comparison_shape(const Attributes&, Shapes x) {
  return broadcast_together(x[0], x[1]);
}

Result<Shape> where_shape(const Attributes&, Shapes x) {
  const auto chosen = broadcast_together(x[1], x[2]);
  return chosen ? broadcast_together(x[0], *chosen) : chosen;
}

Instances comparison_classes(const Attributes& attributes) {
  return {{attributes, {values({3}), values({3})}}, {attributes, {values({2, 1}), values({3})}}};
}

Instances where_classes(const Attributes& attributes) {
  return {{attributes, {masks({3}), values({3}), values({3})}},
          {attributes, {masks({2, 1}), values({3}), values({})}},
          {attributes, {masks({}), values({2, 1}), values({1, 3})}}};
}

Instances where_gradient_classes(const Attributes& attributes) {
  return {{attributes, {masks({long_axis}), values({long_axis}), values({1})}}};
}

}  // namespace

std::vector<Operation> comparison() {
  return {
      {.op = Op::equal,
       .name = "equal",
       .formula = "x = y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .differentiable = false,
       .gives_mask = true,
       .shape_rule = comparison_shape,
       .class_instances = comparison_classes},
      {.op = Op::greater,
       .name = "greater",
       .formula = "x > y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .differentiable = false,
       .gives_mask = true,
       .shape_rule = comparison_shape,
       .class_instances = comparison_classes},
      {.op = Op::greater_equal,
       .name = "greater_equal",
       .formula = "x >= y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .differentiable = false,
       .gives_mask = true,
       .shape_rule = comparison_shape,
       .class_instances = comparison_classes},
      {.op = Op::less,
       .name = "less",
       .formula = "x < y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .differentiable = false,
       .gives_mask = true,
       .shape_rule = comparison_shape,
       .class_instances = comparison_classes},
      {.op = Op::less_equal,
       .name = "less_equal",
       .formula = "x <= y, broadcast",
       .operands = {{"x"}, {"y"}},
       .min_operands = 2,
       .differentiable = false,
       .gives_mask = true,
       .shape_rule = comparison_shape,
       .class_instances = comparison_classes},
      {.op = Op::where,
       .name = "where",
       .formula = "x where condition holds, otherwise y; broadcast",
       .operands = {{"condition", OperandKind::mask}, {"x"}, {"y"}},
       .min_operands = 3,
       .shape_rule = where_shape,
       .class_instances = where_classes,
       .more_gradient_instances = where_gradient_classes},
  };
}

}  // namespace touchstone::words
