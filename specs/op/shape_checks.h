#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vocabulary.h"

/// What the shape rules of several families ask. Refusals are unreadable and name the operand or
/// attribute at fault.
namespace touchstone::shape_checks {

using Extents = std::vector<std::int64_t>;

[[nodiscard]] Diagnostic refuse(std::string reason);
/// A list from a file, of bounded length.
[[nodiscard]] std::string listed(const Integers& list);
[[nodiscard]] std::string both(const Shape& a, const Shape& b);
[[nodiscard]] Extents extents_of(const Shape& shape);

/// The shape of the first operand.
[[nodiscard]] Result<Shape> same(const Attributes&, Shapes x);
/// The common shape of two operands: axes aligned at the last one, lengths equal or one of them 1.
[[nodiscard]] Result<Shape> broadcast_together(const Shape& a, const Shape& b);
/// Attribute "axis", wrapped.
[[nodiscard]] Result<std::size_t> checked_axis(const Attributes& attributes, const Shape& shape);
/// Why the attribute "axes" does not name distinct axes of `shape`; nothing if it does.
[[nodiscard]] std::optional<Diagnostic> axes_fault(const Attributes& attributes,
                                                   const Shape& shape);

/// Each of these lists, whose entries have a least value, is empty or has one entry per spatial
/// axis, at most 2^31: every position a definition computes is then far inside 64 bits.
struct WindowList {
  const char* name;
  std::int64_t least;
};
[[nodiscard]] std::optional<Diagnostic> window_fault(const Attributes& attributes,
                                                     std::span<const WindowList> lists,
                                                     std::size_t spatial);

/// floor((length + pads − reach) / stride) + 1, the number of places a window fits, where its reach
/// is (kernel − 1) · dilation + 1.
[[nodiscard]] Result<std::int64_t> window_places(std::int64_t length, std::int64_t pads,
                                                 std::int64_t kernel, std::int64_t stride,
                                                 std::int64_t dilation);

}  // namespace touchstone::shape_checks
