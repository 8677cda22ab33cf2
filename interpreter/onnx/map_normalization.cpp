#include <string>
#include <utility>
#include <vector>

#include "mappings.h"

namespace touchstone::onnx_reading {

namespace {

/// The axes a ReduceMean names: an attribute before opset 18, an input since; empty if none.
Result<Integers> reduced_axes(const OnnxNode& node) {
  Integers named;
  if (node.attributes().contains("axes")) named = node.attributes().integers("axes");
  if (node.has_input(1)) {
    auto axes = node.integers(1, "axes");
    if (!axes) return axes;
    named = std::move(*axes);
  }
  return axes_in(named, node.shape(0).rank(), node.opset() >= 11);
}

}  // namespace

/// Before opset 13 the axes from `axis` on are normalised together, as the rows of a matrix.
Result<void> map_softmax_of_matrix(OnnxNode& node) {
  const Shape x = node.shape(0);
  const auto axis = axis_in(node.attributes().integer("axis"), x.rank(), node.opset() >= 11);
  if (!axis) return axis.error().inside("attribute 'axis'");
  const auto first = static_cast<std::size_t>(*axis);
  if (first + 1 == x.rank()) return node.result(Op::softmax, {{"axis", *axis}}, node.inputs());
  const std::int64_t rows = Shape::of(x.extents().part(0, first)).element_count();
  const std::int64_t columns = Shape::of(x.extents().part(first, x.rank() - first)).element_count();
  auto matrix =
      node.part("matrix", Op::reshape, {{"shape", Integers{rows, columns}}}, {node.input(0)});
  if (!matrix) return matrix.error();
  auto softmax = node.part("softmax", Op::softmax, {{"axis", std::int64_t{1}}}, {*matrix});
  if (!softmax) return softmax.error();
  return node.result(Op::reshape, {{"shape", extents_of(x)}}, {*softmax});
}

Result<void> map_softmax(OnnxNode& node) {
  const auto axis = axis_in(node.attributes().integer("axis"), node.shape(0).rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  return node.result(Op::softmax, {{"axis", *axis}}, node.inputs());
}

Result<void> map_reduce_mean(OnnxNode& node) {
  auto axes = reduced_axes(node);
  if (!axes) return axes.error();
  const auto keepdims = node.flag("keepdims");
  if (!keepdims) return keepdims.error();
  const auto none_if_empty = node.flag("noop_with_empty_axes");
  if (!none_if_empty) return none_if_empty.error();
  if (axes->empty() && *none_if_empty) return node.same_result();
  return node.result(Op::reduce_mean, {{"axes", std::move(*axes)}, {"keepdims", *keepdims}},
                     {node.input(0)});
}

/// At inference the momentum has no effect.
Result<void> map_batch_normalization(OnnxNode& node) {
  const auto training = node.flag("training_mode");
  if (!training) return training.error();
  if (*training) {
    return unavailable({}, "attribute 'training_mode' is 1; only inference is supported");
  }
  if (node.attributes().contains("spatial") && node.attributes().integer("spatial") != 1) {
    return unavailable({}, "attribute 'spatial' is " +
                               std::to_string(node.attributes().integer("spatial")) +
                               "; only 1 is supported");
  }
  if (node.output_count() > 1) {
    return unavailable({}, "outputs after the first, its running statistics, are not supported");
  }
  return node.result(Op::batch_norm, {{"epsilon", node.attributes().real("epsilon")}},
                     node.inputs());
}

}  // namespace touchstone::onnx_reading
