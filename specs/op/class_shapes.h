#pragma once

#include <vector>

#include "vocabulary.h"

/// Parts of the class shapes: the smallest operand shapes that exercise every attribute, axis
/// lengths 1 to 3 unless an attribute forces more. They depend on the attributes alone, which must
/// be those of a node that `infer` accepts.
///
/// An attribute read from a file must not decide how much is computed, so entries are clipped:
/// strides, dilations, padding, slice starts and steps at 16 on the first axis they apply to (two
/// for slices) and at 2 or less on the others, groups at 4, and mere extents (the target of reshape
/// and broadcast) at 3 on two axes and at 2 on the others. The unclipped attributes enter the
/// meaning digest beside the terms.
///
/// Operations that sum canonically also have one axis of 4096 + 129 elements, which visits every
/// rule of that order: lanes, their halving, and chunks. Where only a gradient sums that many
/// terms, as that of a broadcast operand or of a bias does, the shape is for gradients alone. (The
/// sums of a pooling's gradient are as long as its kernel, which is clipped.)
namespace touchstone::class_shapes {

using Instances = std::vector<ClassInstance>;

inline constexpr std::int64_t attribute_limit = 16;
inline constexpr std::int64_t further_axis_limit = 2;
inline constexpr std::int64_t group_limit = 4;
inline constexpr std::int64_t extent_limit = 3;
inline constexpr std::int64_t long_axis = 4096 + 128 + 1;  ///< of canonical_sum.h's chunk and lanes

/// The attribute "axis".
[[nodiscard]] AttributeSpec axis_spec(std::int64_t fallback, std::string_view meaning);

[[nodiscard]] TensorType values(const Index& extents);
[[nodiscard]] TensorType indices(const Index& extents);
[[nodiscard]] TensorType masks(const Index& extents);

[[nodiscard]] Integers clipped(Integers list, std::int64_t limit);
/// One entry per spatial axis, the first clipped at 16 and the others at 2.
[[nodiscard]] Integers clipped_window(const Integers& list);
/// The target of reshape or broadcast with two extents of at most 3 and the others at most 2.
[[nodiscard]] Integers small_target(const Attributes& attributes);
/// Lengths 2, 3, 2, 2, 2, 1, …: exchanged axes show among those that models use.
[[nodiscard]] Index small_extents(std::size_t rank);
/// The least rank, at least 1, at which every given axis exists; negative axes count from the end.
[[nodiscard]] std::size_t least_rank(const Integers& axes);
/// One rank more than the least, where there is one more, so that an axis has neighbours.
[[nodiscard]] std::size_t roomy_rank(const Integers& axes);
/// The least rank with room at which the axes, some of which may count from the end, are distinct.
[[nodiscard]] std::size_t distinct_rank(const Integers& axes);
/// One operand: small, with a single element along the first of `axes`, and with a long one there.
[[nodiscard]] Instances on_axes(const Attributes& attributes, const Integers& axes);

/// The value of index operand element number `j` at a class shape, for an axis of `length`:
/// 0, −1, 1, −2, … so that both ends and both signs are used.
[[nodiscard]] std::int64_t index_value(std::int64_t j, std::int64_t length);

}  // namespace touchstone::class_shapes
