#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Instances one_operand(const Attributes& attributes) { return {{attributes, {values({3})}}}; }

Result<Shape> clamp_shape(const Attributes& attributes, Shapes x) {
  const float least = attributes.real("min");
  const float most = attributes.real("max");
  if (least > most) {
    return refuse("attribute min is " + text_of(least) + ", above attribute max, " + text_of(most));
  }
  return x[0];
}

}  // namespace

std::vector<Operation> unary() {
  return {
      {.op = Op::abs,
       .name = "abs",
       .formula = "|x|",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::clamp,
       .name = "clamp",
       .formula = "minimum(maximum(x, min), max)",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"min", 0.0F, true, "least result"},
                      {"max", 0.0F, true, "greatest result, at least min"}},
       .shape_rule = clamp_shape,
       .class_instances = one_operand},
      {.op = Op::inv,
       .name = "inv",
       .formula = "1 / x",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::neg,
       .name = "neg",
       .formula = "-x",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::relu,
       .name = "relu",
       .formula = "maximum(x, +0)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::rsqrt,
       .name = "rsqrt",
       .formula = "1 / sqrt(x), rounded once",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::scale,
       .name = "scale",
       .formula = "x * factor",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"factor", 0.0F, true, "what x is multiplied by"}},
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::sqrt,
       .name = "sqrt",
       .formula = "sqrt(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
  };
}

}  // namespace touchstone::words
