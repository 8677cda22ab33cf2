#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"
#include "touchstone/core/checked.h"

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

/// Axis by axis: the tensor as [before, 1, from the axis on], broadcast to [before, repeats, …].
Result<void> map_tile(OnnxNode& node) {
  const auto repeats = node.integers(1, "repeats");
  if (!repeats) return repeats.error();
  const Shape x = node.shape(0);
  if (repeats->size() != x.rank()) {
    return unreadable({}, "its input 'repeats' has " + std::to_string(repeats->size()) +
                              " entries for a tensor of " + std::to_string(x.rank()) + " axes");
  }
  if (auto ok = node.require_float(0, "input"); !ok) return ok;
  Composition composition(node);
  ValueId value = node.input(0);
  Integers extents = extents_of(x);
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const std::int64_t times = (*repeats)[axis];
    if (times == 1) continue;
    if (times < 0) return unreadable({}, "its input 'repeats' holds a negative number");
    const auto length = checked_mul(extents[axis], times);
    Integers tiled = extents;
    tiled[axis] = length.value_or(-1);
    auto shape = Shape::create(tiled);
    if (!length || !shape) return unreadable({}, "its result has too many elements");
    const Shape now = Shape::of(Index(extents));
    const std::int64_t before = Shape::of(now.extents().part(0, axis)).element_count();
    const std::int64_t from = Shape::of(now.extents().part(axis, x.rank() - axis)).element_count();
    const std::string suffix = "_" + std::to_string(axis);
    value = composition.reshaped("rows" + suffix, value, {before, 1, from});
    value = composition.part("repeated" + suffix, Op::broadcast, {value},
                             {{"shape", Integers{before, times, from}}});
    value = composition.reshaped("tiled" + suffix, value, tiled);
    extents = std::move(tiled);
  }
  return composition.result(Op::reshape, {value}, {{"shape", std::move(extents)}});
}

/// A reshape to six axes, a permutation and a reshape back, between blocks in depth and in space.
struct Blocks {
  Integers split;
  Integers order;
  Integers joined;
};

Result<void> rearranged(OnnxNode& node, const Blocks& blocks) {
  Composition composition(node);
  const ValueId split = composition.reshaped("split", node.input(0), blocks.split);
  const ValueId turned = composition.part("turned", Op::permute, {split}, {{"axes", blocks.order}});
  return composition.result(Op::reshape, {turned}, {{"shape", blocks.joined}});
}

Result<std::int64_t> block_size(const OnnxNode& node) {
  const std::int64_t size = node.attributes().integer("blocksize");
  if (node.shape(0).rank() != 4) {
    return unreadable({}, "its input " + node.shape(0).text() + " must have 4 axes");
  }
  // Whatever an axis is divided by, or has as a factor, is no more than 2^31.
  if (size >= 1 && size <= std::numeric_limits<std::int32_t>::max()) return size;
  return unreadable({}, "attribute 'blocksize' is " + std::to_string(size));
}

Result<void> map_depth_to_space(OnnxNode& node) {
  const auto size = block_size(node);
  if (!size) return size.error();
  if (auto ok = node.require_float(0, "input"); !ok) return ok;
  const Shape x = node.shape(0);
  const std::int64_t b = *size;
  const std::int64_t depth = x[1] / (b * b);
  if (x[1] % (b * b) != 0) {
    return unreadable({}, "the channels of its input " + x.text() +
                              " do not divide into blocks of " + std::to_string(b * b));
  }
  const auto rows = checked_mul(x[2], b);
  const auto columns = checked_mul(x[3], b);
  if (!rows || !columns) return unreadable({}, "its result has too many elements");
  const Integers joined{x[0], depth, *rows, *columns};
  const std::string mode =
      node.attributes().contains("mode") ? node.attributes().text("mode") : "DCR";
  if (mode == "DCR") {
    return rearranged(node, {{x[0], b, b, depth, x[2], x[3]}, {0, 3, 4, 1, 5, 2}, joined});
  }
  if (mode == "CRD") {
    return rearranged(node, {{x[0], depth, b, b, x[2], x[3]}, {0, 1, 4, 2, 5, 3}, joined});
  }
  return unreadable({}, "attribute 'mode' = \"" + printable(mode) + "\" is neither DCR nor CRD");
}

Result<void> map_space_to_depth(OnnxNode& node) {
  const auto size = block_size(node);
  if (!size) return size.error();
  if (auto ok = node.require_float(0, "input"); !ok) return ok;
  const Shape x = node.shape(0);
  const std::int64_t b = *size;
  if (x[2] % b != 0 || x[3] % b != 0) {
    return unreadable({}, "the positions of its input " + x.text() +
                              " do not divide into blocks of " + std::to_string(b));
  }
  const std::int64_t rows = x[2] / b;
  const std::int64_t columns = x[3] / b;
  const auto depth = checked_mul(x[1], b * b);
  if (!depth) return unreadable({}, "its result has too many elements");
  return rearranged(
      node, {{x[0], x[1], rows, b, columns, b}, {0, 3, 5, 1, 2, 4}, {x[0], *depth, rows, columns}});
}

}  // namespace

std::vector<OperatorForm> families::layout() {
  using namespace forms;
  const AttributeForm axes = optional("axes", Kind::ints);
  const AttributeForm block = required("blocksize", Kind::integer);
  return {
      {"Concat", first, last, 1, any, 1, {required("axis", Kind::integer)}, map_concat},
      {"DepthToSpace", first, 10, 1, 1, 1, {block}, map_depth_to_space},
      {"DepthToSpace", 11, last, 1, 1, 1, {block, text("mode", "DCR")}, map_depth_to_space},
      {"Expand", 8, last, 2, 2, 1, {}, map_expand},
      {"Flatten", first, last, 1, 1, 1, {integer("axis", 1)}, map_flatten},
      {"Reshape", first, 13, 2, 2, 1, {}, map_reshape},
      {"Reshape", 14, last, 2, 2, 1, {integer("allowzero", 0)}, map_reshape},
      {"SpaceToDepth", first, last, 1, 1, 1, {block}, map_space_to_depth},
      {"Squeeze", first, 12, 1, 1, 1, {axes}, map_squeeze},
      {"Squeeze", 13, last, 1, 2, 1, {}, map_squeeze},
      binary("Tile", first, map_tile),
      {"Transpose", first, last, 1, 1, 1, {optional("perm", Kind::ints)}, map_transpose},
      {"Unsqueeze", first, 12, 1, 1, 1, {required("axes", Kind::ints)}, map_unsqueeze},
      {"Unsqueeze", 13, last, 2, 2, 1, {}, map_unsqueeze},
  };
}

}  // namespace touchstone::onnx_reading
