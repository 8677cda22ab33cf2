#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

/// Before opset 13 the axes from `axis` on are normalised together, as the rows of a matrix.
template <Op op>
Result<void> map_of_matrix(OnnxNode& node) {
  const Shape x = node.shape(0);
  const auto axis = axis_in(node.attributes().integer("axis"), x.rank(), node.opset() >= 11);
  if (!axis) return axis.error().inside("attribute 'axis'");
  const auto first = static_cast<std::size_t>(*axis);
  if (first + 1 == x.rank()) return node.result(op, {{"axis", *axis}}, node.inputs());
  const std::int64_t rows = Shape::of(x.extents().part(0, first)).element_count();
  const std::int64_t columns = Shape::of(x.extents().part(first, x.rank() - first)).element_count();
  Composition composition(node);
  const ValueId matrix = composition.reshaped("matrix", node.input(0), {rows, columns});
  const ValueId normalised =
      composition.part(operation(op).name, op, {matrix}, {{"axis", std::int64_t{1}}});
  return composition.result(Op::reshape, {normalised}, {{"shape", extents_of(x)}});
}

template <Op op>
Result<void> map_of_axis(OnnxNode& node) {
  const auto axis = axis_in(node.attributes().integer("axis"), node.shape(0).rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  return node.result(op, {{"axis", *axis}}, node.inputs());
}

}  // namespace

std::vector<OperatorForm> families::softmax() {
  using namespace forms;
  return {
      {"LogSoftmax", first, 12, 1, 1, 1, {integer("axis", 1)}, map_of_matrix<Op::log_softmax>},
      {"LogSoftmax", 13, last, 1, 1, 1, {integer("axis", -1)}, map_of_axis<Op::log_softmax>},
      {"Softmax", first, 12, 1, 1, 1, {integer("axis", 1)}, map_of_matrix<Op::softmax>},
      {"Softmax", 13, last, 1, 1, 1, {integer("axis", -1)}, map_of_axis<Op::softmax>},
  };
}

}  // namespace touchstone::onnx_reading
