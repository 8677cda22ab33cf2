#pragma once

#include <optional>

#include "attributes.h"
#include "index_space.h"
#include "touchstone/core/shape.h"

namespace touchstone {

/// What definitions read from complete attributes of an accepted node. `shape` and `rank` are those
/// of the first operand.

/// An axis in [−rank, rank) as one in [0, rank), if it is inside.
[[nodiscard]] std::optional<std::size_t> wrapped_axis(std::int64_t axis, std::size_t rank);

/// Attribute "axis", wrapped.
[[nodiscard]] std::size_t axis_of(const Attributes& attributes, const Shape& shape);
/// The axis that index operands count along: attribute "axis", or the first where there is none.
[[nodiscard]] std::size_t indexed_axis(const Attributes& attributes, const Shape& shape);
/// Attribute "axes", wrapped; an empty list means all.
[[nodiscard]] AxisSet axes_of(const Attributes& attributes, std::size_t rank);
/// Attribute "axes" of permute, as written.
[[nodiscard]] Index permutation_of(const Attributes& attributes);

/// One entry per axis of the operand; an axis that is not sliced starts at 0 with step 1.
struct SliceGeometry {
  Index start;
  Index step;
};
[[nodiscard]] SliceGeometry slice_geometry(const Attributes& attributes, std::size_t rank);

/// One entry per spatial axis.
struct ConvGeometry {
  Index strides;
  Index dilations;
  Index pads_begin;
  std::int64_t groups = 1;
};
/// Lists of the right length; an empty list of the attributes means ones (zeros for padding).
[[nodiscard]] ConvGeometry conv_geometry(const Attributes& attributes, std::size_t spatial);
/// Attribute "pads_end", completed the same way; only the shape rule needs it.
[[nodiscard]] Index pads_end_of(const Attributes& attributes, std::size_t spatial);
/// Attribute "output_padding" of conv_transpose, completed the same way, for its shape rule.
[[nodiscard]] Index output_padding_of(const Attributes& attributes, std::size_t spatial);

/// How pooling windows lie on the spatial axes, one entry per axis: the element of kernel position
/// q of window o is at o · stride + q · dilation − pads_begin.
struct PoolGeometry {
  Index kernel;
  ConvGeometry places;
  Index pads_end;

  [[nodiscard]] std::size_t spatial() const { return kernel.rank(); }
};

/// From complete attributes of an accepted node: empty lists mean ones, or zeros for padding.
[[nodiscard]] PoolGeometry pool_geometry(const Attributes& attributes);

}  // namespace touchstone
