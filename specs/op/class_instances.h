#pragma once

#include <vector>

#include "vocabulary.h"

/// The class shapes of each operation: the smallest operand shapes that exercise every attribute,
/// axis lengths 1 to 3 unless an attribute forces more. They depend on the attributes alone,
/// which must be those of a node that `infer` accepts.
///
/// An attribute read from a file must not decide how much is computed, so entries are clipped:
/// strides, dilations, padding, slice starts and steps at 16 on the first axis they apply to (two
/// for slices) and at 2 or less on the others, groups at 4, and mere extents (the target of reshape
/// and broadcast) at 3 on two axes and at 2 on the others. The unclipped attributes enter the
/// meaning digest beside the terms.
///
/// Operations that sum canonically also have one axis of 4096 + 129 elements, which visits every
/// rule of that order: lanes, their halving, and chunks.
namespace touchstone::class_instances {

using Instances = std::vector<ClassInstance>;

[[nodiscard]] Instances elementwise(const Attributes&);
[[nodiscard]] Instances relu(const Attributes&);
[[nodiscard]] Instances matmul(const Attributes&);
[[nodiscard]] Instances linear(const Attributes&);
[[nodiscard]] Instances conv(const Attributes&);
[[nodiscard]] Instances reshape(const Attributes&);
[[nodiscard]] Instances flatten(const Attributes&);
[[nodiscard]] Instances softmax(const Attributes&);
[[nodiscard]] Instances reduce_mean(const Attributes&);
[[nodiscard]] Instances batch_norm(const Attributes&);
[[nodiscard]] Instances permute(const Attributes&);
[[nodiscard]] Instances concat(const Attributes&);
[[nodiscard]] Instances slice(const Attributes&);
[[nodiscard]] Instances gather(const Attributes&);
[[nodiscard]] Instances broadcast(const Attributes&);

/// The value of index operand element number `j` at a class shape, for an axis of `length`:
/// 0, −1, 1, −2, … so that both ends and both signs are used.
[[nodiscard]] std::int64_t index_value(std::int64_t j, std::int64_t length);

}  // namespace touchstone::class_instances
