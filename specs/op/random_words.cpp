#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

/// What both have, then `more`.
std::vector<AttributeSpec> random_attributes(const std::vector<AttributeSpec>& more) {
  std::vector<AttributeSpec> out{
      {"shape", Integers{}, true, "lengths of the result's axes"},
      {"seed", std::int64_t{0}, true, "64-bit key of the generator"},
      {"stream", std::string(), true, "name of the random sequence; a node's own id where absent"}};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

Result<Shape> random_shape(const Attributes& attributes, Shapes x) {
  if (!x.empty() && x[0].rank() != 0) {
    return refuse("operand step " + x[0].text() + " must be a single number, []");
  }
  auto shape = Shape::create(attributes.integers("shape"));
  if (!shape) return shape.error().inside("attribute shape");
  return shape;
}

Result<Shape> bernoulli_shape(const Attributes& attributes, Shapes x) {
  const float p = attributes.real("p");
  if (p < 0 || p > 1) return refuse("attribute p is " + text_of(p) + ", outside 0 to 1");
  return random_shape(attributes, x);
}

Instances random_classes(const Attributes& attributes) {
  Attributes small = attributes;
  small.set("shape", small_target(attributes));
  return {{small, {}}, {small, {indices({})}}};
}

}  // namespace

std::vector<Operation> random() {
  return {
      {.op = Op::bernoulli_mask,
       .name = "bernoulli_mask",
       .formula = "uniform < p, uniform as rand_uniform gives it",
       .operands = {{"step", OperandKind::counter}},
       .min_operands = 0,
       .attributes = random_attributes({{"p", 0.0F, true, "probability of true, 0 to 1"}}),
       .differentiable = false,
       .gives_mask = true,
       .shape_rule = bernoulli_shape,
       .class_instances = random_classes},
      {.op = Op::rand_uniform,
       .name = "rand_uniform",
       .formula = "(philox(seed; index, stream, step) >> 8) * 2^-24",
       .operands = {{"step", OperandKind::counter}},
       .min_operands = 0,
       .attributes = random_attributes({}),
       .differentiable = false,
       .shape_rule = random_shape,
       .class_instances = random_classes},
  };
}

}  // namespace touchstone::words
