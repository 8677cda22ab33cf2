#include "geometry.h"

#include <stdexcept>

namespace touchstone {

namespace {

Index list_or(const Integers& given, std::size_t length, std::int64_t fallback) {
  if (!given.empty()) return Index(given);
  Index out = Index::zeros(length);
  for (std::size_t i = 0; i < length; ++i) out[i] = fallback;
  return out;
}

}  // namespace

std::optional<std::size_t> wrapped_axis(std::int64_t axis, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  if (axis < -n || axis >= n) return std::nullopt;
  return static_cast<std::size_t>(axis < 0 ? axis + n : axis);
}

std::size_t axis_of(const Attributes& attributes, const Shape& shape) {
  const auto axis = wrapped_axis(attributes.integer("axis"), shape.rank());
  if (!axis) throw std::logic_error("an axis outside an accepted node's operand");
  return *axis;
}

std::size_t indexed_axis(const Attributes& attributes, const Shape& shape) {
  return attributes.contains("axis") ? axis_of(attributes, shape) : 0;
}

AxisSet axes_of(const Attributes& attributes, std::size_t rank) {
  AxisSet out;
  for (const std::int64_t given : attributes.integers("axes")) {
    const auto axis = wrapped_axis(given, rank);
    if (!axis) throw std::logic_error("an axis outside an accepted node's operand");
    out.set(*axis);
  }
  if (attributes.integers("axes").empty()) out.set();
  return out;
}

Index permutation_of(const Attributes& attributes) { return Index(attributes.integers("axes")); }

SliceGeometry slice_geometry(const Attributes& attributes, std::size_t rank) {
  SliceGeometry out{Index::zeros(rank), list_or({}, rank, 1)};
  const Integers& axes = attributes.integers("axes");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    out.start[axis] = attributes.integers("starts")[i];
    out.step[axis] = attributes.integers("steps")[i];
  }
  return out;
}

ConvGeometry conv_geometry(const Attributes& attributes, std::size_t spatial) {
  return {list_or(attributes.integers("strides"), spatial, 1),
          list_or(attributes.integers("dilations"), spatial, 1),
          list_or(attributes.integers("pads_begin"), spatial, 0), attributes.integer("groups")};
}

Index pads_end_of(const Attributes& attributes, std::size_t spatial) {
  return list_or(attributes.integers("pads_end"), spatial, 0);
}

PoolGeometry pool_geometry(const Attributes& attributes) {
  const Index kernel(attributes.integers("kernel"));
  const std::size_t spatial = kernel.rank();
  return {kernel,
          {list_or(attributes.integers("strides"), spatial, 1),
           list_or(attributes.integers("dilations"), spatial, 1),
           list_or(attributes.integers("pads_begin"), spatial, 0), 1},
          pads_end_of(attributes, spatial)};
}

Index output_padding_of(const Attributes& attributes, std::size_t spatial) {
  return list_or(attributes.integers("output_padding"), spatial, 0);
}

}  // namespace touchstone
