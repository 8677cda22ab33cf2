#include "class_shapes.h"
#include "shape_checks.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

Result<Shape> linear_shape(const Attributes&, Shapes x) {
  if (x[0].rank() < 1) return refuse("operand x must have at least 1 axis");
  const std::size_t last = x[0].rank() - 1;
  if (x[1].rank() != 2 || x[1][1] != x[0][last]) {
    return refuse("operand weight " + x[1].text() + " must be [outputs, " +
                  std::to_string(x[0][last]) + "] for x " + x[0].text());
  }
  if (x.size() == 3 && x[2] != Shape::of({x[1][0]})) {
    return refuse("operand bias " + x[2].text() + " must be [" + std::to_string(x[1][0]) + "]");
  }
  Extents out = extents_of(x[0]);
  out[last] = x[1][0];
  return Shape::create(out);
}

Result<Shape> matmul_shape(const Attributes&, Shapes x) {
  const Shape& a = x[0];
  const Shape& b = x[1];
  if (a.rank() < 2 || b.rank() < 2) {
    return refuse("operands a and b " + both(a, b) + " must have at least 2 axes each");
  }
  if (a[a.rank() - 1] != b[b.rank() - 2]) {
    return refuse("operands a and b " + both(a, b) + " contract axes of different lengths");
  }
  auto batch = broadcast_together(Shape::of(a.extents().part(0, a.rank() - 2)),
                                  Shape::of(b.extents().part(0, b.rank() - 2)));
  if (!batch) return batch;
  Extents out = extents_of(*batch);
  out.push_back(a[a.rank() - 2]);
  out.push_back(b[b.rank() - 1]);
  return Shape::create(out);
}

Instances linear_classes(const Attributes& attributes) {
  return {{attributes, {values({2, 3}), values({2, 3})}},
          {attributes, {values({2, 2}), values({3, 2}), values({3})}},
          {attributes, {values({2}), values({1, 2}), values({1})}}};
}

/// Many rows, whose bias and weight gradients are long sums.
Instances linear_gradient_classes(const Attributes& attributes) {
  return {{attributes, {values({long_axis, 1}), values({1, 1}), values({1})}},
          {attributes, {values({2, 2, 2}), values({2, 2}), values({2})}}};
}

/// A matrix that many share, and products of nothing.
Instances matmul_gradient_classes(const Attributes& attributes) {
  return {{attributes, {values({long_axis, 1, 1}), values({1, 1})}},
          {attributes, {values({3, 2, 2}), values({2, 2})}},
          {attributes, {values({0, 2}), values({2, 1})}}};
}

Instances matmul_classes(const Attributes& attributes) {
  return {{attributes, {values({2, 3}), values({3, 2})}},
          {attributes, {values({2, 1, 1, 2}), values({3, 2, 1})}},
          {attributes, {values({1, 0}), values({0, 2})}}};
}

std::optional<Work> product_work(const Attributes&, Shapes x, const Shape& result) {
  return steady_work(result.element_count(), x[0][x[0].rank() - 1]);
}

}  // namespace

std::vector<Operation> products() {
  return {
      {.op = Op::linear,
       .name = "linear",
       .formula = "fma chain of x and weight rows; then + bias",
       .operands = {{"x"}, {"weight"}, {"bias"}},
       .min_operands = 2,
       .shape_rule = linear_shape,
       .class_instances = linear_classes,
       .more_gradient_instances = linear_gradient_classes,
       .work = product_work},
      {.op = Op::matmul,
       .name = "matmul",
       .formula = "fma chain of a's rows and b's columns, batch axes broadcast",
       .operands = {{"a"}, {"b"}},
       .min_operands = 2,
       .shape_rule = matmul_shape,
       .class_instances = matmul_classes,
       .more_gradient_instances = matmul_gradient_classes,
       .work = product_work},
  };
}

}  // namespace touchstone::words
