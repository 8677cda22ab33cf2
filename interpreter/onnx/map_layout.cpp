#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "mappings.h"

namespace touchstone::onnx_reading {

namespace {

/// Negative axes came to most operators with opset 11.
bool knows_negative_axes(const OnnxNode& node) { return node.opset() >= 11; }

/// The axes a Squeeze or Unsqueeze names: an attribute before opset 13, an input since.
Result<std::optional<Integers>> named_axes(const OnnxNode& node) {
  if (node.attributes().contains("axes")) {
    return std::optional(node.attributes().integers("axes"));
  }
  if (!node.has_input(1)) return std::optional<Integers>();
  auto axes = node.integers(1, "axes");
  if (!axes) return axes.error();
  return std::optional(std::move(*axes));
}

Result<void> reshaped(OnnxNode& node, Integers shape) {
  return node.result(Op::reshape, {{"shape", std::move(shape)}}, {node.input(0)});
}

/// The target of a Reshape with each 0 replaced by the extent it stands for.
Result<Integers> with_copied_extents(Integers target, const Shape& x) {
  for (std::size_t axis = 0; axis < target.size(); ++axis) {
    if (target[axis] != 0) continue;
    if (axis >= x.rank()) {
      return unreadable({}, "its input 'shape' copies axis " + std::to_string(axis) + " of " +
                                x.text() + ", which has fewer axes");
    }
    target[axis] = x[axis];
  }
  return target;
}

}  // namespace

Result<void> map_reshape(OnnxNode& node) {
  auto target = node.integers(1, "shape");
  if (!target) return target.error();
  const auto zero_is_extent = node.flag("allowzero");
  if (!zero_is_extent) return zero_is_extent.error();
  if (!*zero_is_extent) {
    target = with_copied_extents(std::move(*target), node.shape(0));
    if (!target) return target.error();
  } else if (std::ranges::find(*target, 0) != target->end() &&
             std::ranges::find(*target, -1) != target->end()) {
    return unreadable({}, "its input 'shape' = " + text_of(*target) +
                              " holds both 0 and -1 under attribute 'allowzero'");
  }
  return reshaped(node, std::move(*target));
}

Result<void> map_flatten(OnnxNode& node) {
  const std::int64_t given = node.attributes().integer("axis");
  const auto rank = static_cast<std::int64_t>(node.shape(0).rank());
  if (given == rank) return node.result(Op::flatten, {{"axis", rank}}, node.inputs());
  const auto axis = axis_in(given, node.shape(0).rank(), knows_negative_axes(node));
  if (!axis) return axis.error().inside("attribute 'axis'");
  return node.result(Op::flatten, {{"axis", *axis}}, node.inputs());
}

Result<void> map_squeeze(OnnxNode& node) {
  const Shape x = node.shape(0);
  auto named = named_axes(node);
  if (!named) return named.error();
  if (*named && (*named)->empty()) {
    return unavailable({}, "it names an empty list of axes, which runtimes read differently",
                       "leave the axes out, or use Identity");
  }
  Integers dropped;
  if (*named) {
    auto axes = axes_in(**named, x.rank(), knows_negative_axes(node));
    if (!axes) return axes.error();
    dropped = std::move(*axes);
  } else {
    for (std::size_t axis = 0; axis < x.rank(); ++axis) {
      if (x[axis] == 1) dropped.push_back(static_cast<std::int64_t>(axis));
    }
  }
  Integers kept;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const bool drop = std::ranges::binary_search(dropped, static_cast<std::int64_t>(axis));
    if (!drop) kept.push_back(x[axis]);
    if (drop && x[axis] != 1) {
      return unreadable({}, "it drops axis " + std::to_string(axis) + " of " + x.text() +
                                ", whose length is not 1");
    }
  }
  return reshaped(node, std::move(kept));
}

Result<void> map_unsqueeze(OnnxNode& node) {
  const Shape x = node.shape(0);
  auto named = named_axes(node);
  if (!named) return named.error();
  if ((*named)->size() > max_rank) {
    return unavailable({}, "its result has more than " + std::to_string(max_rank) + " axes");
  }
  const auto added = axes_in(**named, x.rank() + (*named)->size(), knows_negative_axes(node));
  if (!added) return added.error();
  Integers extents = extents_of(x);
  for (const std::int64_t axis : *added) extents.insert(extents.begin() + axis, 1);
  return reshaped(node, std::move(extents));
}

Result<void> map_transpose(OnnxNode& node) {
  Integers axes;
  if (node.attributes().contains("perm")) {
    axes = node.attributes().integers("perm");
  } else {
    for (std::size_t axis = node.shape(0).rank(); axis-- > 0;) {
      axes.push_back(static_cast<std::int64_t>(axis));
    }
  }
  return node.result(Op::permute, {{"axes", std::move(axes)}}, node.inputs());
}

/// The result has the common shape of the input and the target: a 1 in the target keeps the
/// input's extent.
Result<void> map_expand(OnnxNode& node) {
  auto target = node.integers(1, "shape");
  if (!target) return target.error();
  const Shape& x = node.shape(0);
  Integers extents = std::move(*target);
  if (extents.size() < x.rank()) extents.insert(extents.begin(), x.rank() - extents.size(), 1);
  const std::size_t added = extents.size() - x.rank();
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    if (extents[added + axis] == 1) extents[added + axis] = x[axis];
  }
  return node.result(Op::broadcast, {{"shape", std::move(extents)}}, {node.input(0)});
}

Result<void> map_concat(OnnxNode& node) {
  const auto axis =
      axis_in(node.attributes().integer("axis"), node.shape(0).rank(), knows_negative_axes(node));
  if (!axis) return axis.error().inside("attribute 'axis'");
  return node.result(Op::concat, {{"axis", *axis}}, node.inputs());
}

}  // namespace touchstone::onnx_reading
