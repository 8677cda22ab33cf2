#include <algorithm>

#include "class_shapes.h"
#include "geometry.h"
#include "shape_checks.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

std::optional<Diagnostic> reduction_fault(const Attributes& attributes) {
  const std::string& reduction = attributes.text("reduction");
  if (reduction == "mean" || reduction == "sum") return std::nullopt;
  return refuse("attribute reduction is '" + printable(reduction) + "', not mean or sum");
}

Result<Shape> mse_shape(const Attributes& attributes, Shapes x) {
  if (auto fault = reduction_fault(attributes)) return *fault;
  if (x[0] != x[1]) return refuse("operands x and target " + both(x[0], x[1]) + " must be alike");
  return Shape();
}

Result<Shape> cross_entropy_shape(const Attributes& attributes, Shapes x) {
  if (auto fault = reduction_fault(attributes)) return *fault;
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  if (x[0][*axis] == 0) return refuse("the operand " + x[0].text() + " has an empty maximum");
  const Shape expected = Shape::of(x[0].extents().without(*axis));
  if (x[1] != expected) {
    return refuse("operand target " + x[1].text() + " must be " + expected.text() + ", x " +
                  x[0].text() + " without the class axis");
  }
  return Shape();
}

Instances mse_classes(const Attributes& attributes) {
  Instances out;
  for (const Index& x : {Index{2, 3}, Index{1}, Index{long_axis}, Index{0}}) {
    out.push_back({attributes, {values(x), values(x)}});
  }
  return out;
}

Instances cross_entropy_classes(const Attributes& attributes) {
  const std::int64_t axis = attributes.integer("axis");
  Instances out = on_axes(attributes, {axis});
  // Many targets, and none.
  const std::size_t rank = out[0].operands[0].shape.rank();
  const std::size_t classes = axis_of(attributes, out[0].operands[0].shape);
  for (const std::int64_t positions : {long_axis, std::int64_t{0}}) {
    Index x = Index::zeros(rank);
    for (std::size_t other = 0; other < rank; ++other) x[other] = 1;
    x[classes == 0 ? rank - 1 : 0] = positions;
    out.push_back({attributes, {values(x)}});
  }
  for (ClassInstance& instance : out) {
    instance.operands.push_back(indices(instance.operands[0].shape.extents().without(classes)));
  }
  return out;
}

std::optional<Work> mse_work(const Attributes&, Shapes x, const Shape&) {
  return steady_work(x[0].element_count(), 1, 2, x[0].element_count());
}

std::optional<Work> cross_entropy_work(const Attributes& attributes, Shapes x, const Shape&) {
  const std::int64_t classes = x[0][axis_of(attributes, x[0])];
  return steady_work(x[0].element_count(), 1, 2, std::max(classes, x[1].element_count()));
}

const AttributeSpec reduction_spec{"reduction", std::string("mean"), false,
                                   "what becomes of the terms: mean or sum"};

}  // namespace

std::vector<Operation> losses() {
  return {
      {.op = Op::cross_entropy_loss,
       .name = "cross_entropy_loss",
       .formula = "canonical sum of -(log_softmax(x) at the target), / count for the mean",
       .operands = {{"x"}, {"target", OperandKind::index}},
       .min_operands = 2,
       .attributes = {axis_spec(1, "axis of the classes, negative from the end"), reduction_spec},
       .shape_rule = cross_entropy_shape,
       .class_instances = cross_entropy_classes,
       .work = cross_entropy_work},
      {.op = Op::mse_loss,
       .name = "mse_loss",
       .formula = "canonical sum of (x - target) * (x - target), / count for the mean",
       .operands = {{"x"}, {"target"}},
       .min_operands = 2,
       .attributes = {reduction_spec},
       .shape_rule = mse_shape,
       .class_instances = mse_classes,
       .work = mse_work},
  };
}

}  // namespace touchstone::words
