#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Instances one_operand(const Attributes& attributes) { return {{attributes, {values({3})}}}; }

Result<Shape> gelu_shape(const Attributes& attributes, Shapes x) {
  const std::string& form = attributes.text("approximate");
  if (form != "none" && form != "tanh") {
    return refuse("attribute approximate is '" + printable(form) + "', expected none or tanh");
  }
  return x[0];
}

Result<Shape> safe_log_shape(const Attributes& attributes, Shapes x) {
  const float epsilon = attributes.real("epsilon");
  if (!(epsilon > 0)) return refuse("attribute epsilon is " + text_of(epsilon) + ", not above 0");
  return x[0];
}

}  // namespace

std::vector<Operation> functions() {
  return {
      {.op = Op::cos,
       .name = "cos",
       .formula = "cos(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::erf,
       .name = "erf",
       .formula = "erf(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::exp,
       .name = "exp",
       .formula = "exp(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::gelu,
       .name = "gelu",
       .formula = "x * normal_cdf(x), rounded once; or (0.5*x) * (1 + tanh(0.7978846*(x + "
                  "0.044715*((x*x)*x))))",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"approximate", std::string("none"), false, "none or tanh"}},
       .shape_rule = gelu_shape,
       .class_instances = one_operand},
      {.op = Op::log,
       .name = "log",
       .formula = "log(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::safe_log,
       .name = "safe_log",
       .formula = "log(maximum(x, epsilon))",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"epsilon", 1e-12F, false, "least number whose logarithm is taken, above 0"}},
       .shape_rule = safe_log_shape,
       .class_instances = one_operand},
      {.op = Op::sigmoid,
       .name = "sigmoid",
       .formula = "1 / (1 + exp(-x)), rounded once",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::silu,
       .name = "silu",
       .formula = "x / (1 + exp(-x)), rounded once",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::sin,
       .name = "sin",
       .formula = "sin(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::softplus,
       .name = "softplus",
       .formula = "log(1 + exp(x)), rounded once",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
      {.op = Op::tanh,
       .name = "tanh",
       .formula = "tanh(x)",
       .operands = {{"x"}},
       .min_operands = 1,
       .shape_rule = same,
       .class_instances = one_operand},
  };
}

}  // namespace touchstone::words
