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

Result<Shape> masked_shape(const Attributes& attributes, Shapes x) {
  const auto broadcast = broadcast_together(x[0], x[1]);
  if (!broadcast || *broadcast != x[0]) {
    return refuse("operand mask " + x[1].text() + " does not broadcast to x " + x[0].text());
  }
  return softmax_shape(attributes, x);
}

Instances softmax_classes(const Attributes& attributes) {
  return on_axes(attributes, {attributes.integer("axis")});
}

Instances masked_classes(const Attributes& attributes) {
  Instances out = softmax_classes(attributes);
  for (ClassInstance& instance : out) {
    instance.operands.push_back(masks(instance.operands[0].shape.extents()));
  }
  // A mask that is broadcast along the other axes, and one along the axis itself.
  const Shape x = out[0].operands[0].shape;
  const std::size_t axis = axis_of(attributes, x);
  Index along = Index::zeros(x.rank());
  for (std::size_t other = 0; other < x.rank(); ++other) along[other] = 1;
  along[axis] = x[axis];
  Index across = x.extents();
  across[axis] = 1;
  out.push_back({attributes, {out[0].operands[0], masks(along)}});
  out.push_back({attributes, {out[0].operands[0], masks(across)}});
  return out;
}

std::optional<Work> softmax_work(const Attributes& attributes, Shapes x, const Shape& result) {
  return steady_work(result.element_count(), 1, static_cast<std::int64_t>(x.size()) + 1,
                     x[0][axis_of(attributes, x[0])]);
}

const std::vector<AttributeSpec> softmax_attributes{
    axis_spec(-1, "axis that is normalised, negative from the end")};

}  // namespace

std::vector<Operation> softmax() {
  return {
      {.op = Op::hard_masked_softmax,
       .name = "hard_masked_softmax",
       .formula = "softmax over the elements whose mask holds, +0 for the others",
       .operands = {{"x"}, {"mask", OperandKind::mask}},
       .min_operands = 2,
       .attributes = softmax_attributes,
       .shape_rule = masked_shape,
       .class_instances = masked_classes,
       .work = softmax_work},
      {.op = Op::log_softmax,
       .name = "log_softmax",
       .formula = "s = x - maximum(x); s - log(canonical sum of exp(s)), along an axis",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = softmax_attributes,
       .shape_rule = softmax_shape,
       .class_instances = softmax_classes,
       .work = softmax_work},
      {.op = Op::softmax,
       .name = "softmax",
       .formula = "e = exp(x - maximum(x)); e / canonical sum of e, along an axis",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = softmax_attributes,
       .shape_rule = softmax_shape,
       .class_instances = softmax_classes,
       .work = softmax_work},
  };
}

}  // namespace touchstone::words
