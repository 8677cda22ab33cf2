#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> batch_norm_shape(const Attributes&, Shapes x) {
  static constexpr const char* names[] = {"x", "scale", "bias", "mean", "variance"};
  if (x[0].rank() < 2) return refuse("operand x " + x[0].text() + " must be [batch, channels, …]");
  const Shape expected = Shape::of({x[0][1]});
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] != expected) {
      return refuse("operand " + std::string(names[i]) + " " + x[i].text() + " must be " +
                    expected.text());
    }
  }
  return x[0];
}

Instances batch_norm_classes(const Attributes& attributes) {
  const TensorType per_channel = values({2});
  Instances out;
  for (const Index& x : {Index{2, 2}, Index{1, 2, 2}}) {
    out.push_back({attributes, {values(x), per_channel, per_channel, per_channel, per_channel}});
  }
  return out;
}

}  // namespace

std::vector<Operation> normalization() {
  return {
      {.op = Op::batch_norm,
       .name = "batch_norm",
       .formula = "((x - mean) * (1 / sqrt(variance + epsilon))) * scale + bias",
       .operands = {{"x"}, {"scale"}, {"bias"}, {"mean"}, {"variance"}},
       .min_operands = 5,
       .attributes = {{"epsilon", 1e-5F, false, "added to the variance"}},
       .shape_rule = batch_norm_shape,
       .class_instances = batch_norm_classes},
  };
}

}  // namespace touchstone::words
