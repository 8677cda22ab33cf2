#include <algorithm>

#include "class_shapes.h"
#include "geometry.h"
#include "shape_checks.h"
#include "touchstone/core/checked.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

/// x with `axis` replaced by the axes of `indices`.
Result<Shape> gathered(const char* operand, const Shape& x, std::size_t axis,
                       const Shape& indices) {
  if (x[axis] == 0 && indices.element_count() > 0) {
    return refuse("operand " + std::string(operand) + " " + x.text() +
                  " has nothing to choose along axis " + std::to_string(axis));
  }
  Extents out = extents_of(x);
  const auto at = out.begin() + static_cast<std::ptrdiff_t>(axis);
  const Extents chosen = extents_of(indices);
  out.insert(out.erase(at), chosen.begin(), chosen.end());
  return Shape::create(out);
}

Result<Shape> embedding_shape(const Attributes&, Shapes x) {
  if (x[0].rank() != 2) {
    return refuse("operand weight " + x[0].text() + " must be [entries, width]");
  }
  return gathered("weight", x[0], 0, x[1]);
}

Result<Shape> gather_shape(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  return gathered("x", x[0], *axis, x[1]);
}

Result<Shape> scatter_add_shape(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  const auto expected = gathered("base", x[0], *axis, x[1]);
  if (!expected) return expected;
  if (x[2] != *expected) {
    return refuse("operand updates " + x[2].text() + " must be " + expected->text() +
                  ", base with axis " + std::to_string(*axis) + " replaced by those of indices");
  }
  return x[0];
}

Instances embedding_classes(const Attributes& attributes) {
  Instances out;
  for (const Index& chosen : {Index{}, Index{3}, Index{2, 2}}) {
    out.push_back({attributes, {values({2, 3}), indices(chosen)}});
  }
  return out;
}

Instances gather_classes(const Attributes& attributes) {
  // Room for two axes of indices where there can be.
  const std::size_t least = least_rank({attributes.integer("axis")});
  const std::size_t rank = std::max(least, std::min(least + 1, max_rank - 1));
  Instances out;
  for (const Index& chosen : {Index{}, Index{3}, Index{2, 2}}) {
    if (rank - 1 + chosen.rank() > max_rank) continue;
    out.push_back({attributes, {values(small_extents(rank)), indices(chosen)}});
  }
  return out;
}

Instances scatter_add_classes(const Attributes& attributes) {
  Instances out = gather_classes(attributes);
  for (ClassInstance& instance : out) {
    const Shape& base = instance.operands[0].shape;
    const Shape updates =
        *gathered("base", base, axis_of(attributes, base), instance.operands[1].shape);
    instance.operands.push_back(values(updates.extents()));
  }
  return out;
}

std::optional<Work> scatter_add_work(const Attributes& attributes, Shapes x, const Shape& result) {
  // Each element of the base and the result once; each update, and its index, once.
  const auto updates = steady_work(x[2].element_count(), 1);
  auto out = steady_work(result.element_count(), 1, 2, result[axis_of(attributes, result)]);
  if (!updates || !out) return std::nullopt;
  const auto accesses = checked_add(out->accesses, updates->accesses);
  if (!accesses) return std::nullopt;
  out->accesses = *accesses;
  return out;
}

}  // namespace

std::vector<Operation> indexing() {
  return {
      {.op = Op::embedding,
       .name = "embedding",
       .formula = "the rows of weight at the given indices",
       .operands = {{"weight"}, {"indices", OperandKind::index}},
       .min_operands = 2,
       .shape_rule = embedding_shape,
       .class_instances = embedding_classes},
      {.op = Op::gather,
       .name = "gather",
       .formula = "x at the given indices along an axis",
       .operands = {{"x"}, {"indices", OperandKind::index}},
       .min_operands = 2,
       .attributes = {axis_spec(0, "axis that is indexed, negative from the end")},
       .shape_rule = gather_shape,
       .class_instances = gather_classes},
      {.op = Op::scatter_add,
       .name = "scatter_add",
       .formula = "base, plus each update where its index points, in ascending order",
       .operands = {{"base"}, {"indices", OperandKind::index}, {"updates"}},
       .min_operands = 3,
       .attributes = {axis_spec(0, "axis that is indexed, negative from the end")},
       .shape_rule = scatter_add_shape,
       .class_instances = scatter_add_classes,
       .work = scatter_add_work},
  };
}

}  // namespace touchstone::words
