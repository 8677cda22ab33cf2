#include <algorithm>

#include "class_shapes.h"
#include "geometry.h"
#include "reduction_space.h"
#include "shape_checks.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> reduction_shape(const Attributes& attributes, Shapes x) {
  if (auto fault = axes_fault(attributes, x[0])) return *fault;
  const AxisSet reduced = axes_of(attributes, x[0].rank());
  Extents out;
  for (std::size_t axis = 0; axis < x[0].rank(); ++axis) {
    if (!reduced[axis]) out.push_back(x[0][axis]);
    if (reduced[axis] && attributes.boolean("keepdims")) out.push_back(1);
  }
  return Shape::create(out);
}

std::int64_t reduced_count(const Attributes& attributes, const Shape& x) {
  return reduction_space(x, axes_of(attributes, x.rank())).reduced.element_count();
}

Result<Shape> reduce_max_shape(const Attributes& attributes, Shapes x) {
  auto shape = reduction_shape(attributes, x);
  if (shape && reduced_count(attributes, x[0]) == 0) {
    return refuse("the operand " + x[0].text() + " has an empty maximum over axes " +
                  listed(attributes.integers("axes")));
  }
  return shape;
}

Instances reduce_max_classes(const Attributes& attributes) {
  const Integers& axes = attributes.integers("axes");
  Instances out = on_axes(attributes, axes);
  out.pop_back();  // a running maximum has no order that only a long axis would show
  return out;
}

Instances sum_classes(const Attributes& attributes) {
  Instances out = on_axes(attributes, attributes.integers("axes"));
  // The sum or mean of nothing.
  const std::size_t rank = distinct_rank(attributes.integers("axes"));
  Index hollow = small_extents(rank);
  const AxisSet reduced = axes_of(attributes, rank);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (reduced[axis]) hollow[axis] = 0;
  }
  out.push_back({attributes, {values(hollow)}});
  return out;
}

std::optional<Work> reduction_work(const Attributes& attributes, Shapes x, const Shape& result) {
  return steady_work(std::max(result.element_count(), x[0].element_count()), 1, 2,
                     reduced_count(attributes, x[0]));
}

const std::vector<AttributeSpec> reduction_attributes{
    {"axes", Integers{}, false, "axes that are reduced, negative from the end; empty: all"},
    {"keepdims", true, false, "reduced axes stay with length 1"}};

}  // namespace

std::vector<Operation> reduction() {
  return {
      {.op = Op::reduce_max,
       .name = "reduce_max",
       .formula = "maximum over axes",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = reduction_attributes,
       .shape_rule = reduce_max_shape,
       .class_instances = reduce_max_classes,
       .work = reduction_work},
      {.op = Op::reduce_mean,
       .name = "reduce_mean",
       .formula = "canonical sum over axes / count",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = reduction_attributes,
       .shape_rule = reduction_shape,
       .class_instances = sum_classes,
       .work = reduction_work},
      {.op = Op::reduce_sum,
       .name = "reduce_sum",
       .formula = "canonical sum over axes",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = reduction_attributes,
       .shape_rule = reduction_shape,
       .class_instances = sum_classes,
       .work = reduction_work},
  };
}

}  // namespace touchstone::words
