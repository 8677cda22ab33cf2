#include "shape_checks.h"

#include <string>

#include "geometry.h"
#include "touchstone/core/checked.h"

namespace touchstone::shape_checks {

std::string listed(const Integers& list) { return printable(text_of(list)); }

Diagnostic refuse(std::string reason) { return unreadable({}, std::move(reason)); }

std::string both(const Shape& a, const Shape& b) { return a.text() + " and " + b.text(); }

Extents extents_of(const Shape& shape) {
  const auto entries = shape.extents().entries();
  return {entries.begin(), entries.end()};
}

Result<Shape> broadcast_together(const Shape& a, const Shape& b) {
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Extents out = extents_of(longer);
  const std::size_t skipped = longer.rank() - shorter.rank();
  for (std::size_t axis = 0; axis < shorter.rank(); ++axis) {
    std::int64_t& extent = out[skipped + axis];
    if (extent == 1) extent = shorter[axis];
    if (shorter[axis] != 1 && shorter[axis] != extent) {
      return refuse("the shapes " + both(a, b) + " do not broadcast");
    }
  }
  return Shape::create(out);
}

Result<std::size_t> checked_axis(const Attributes& attributes, const Shape& shape) {
  const std::int64_t axis = attributes.integer("axis");
  if (const auto wrapped = wrapped_axis(axis, shape.rank())) return *wrapped;
  return refuse("attribute axis is " + std::to_string(axis) + ", but the operand " + shape.text() +
                " has " + std::to_string(shape.rank()) + " axes");
}

Result<Shape> same(const Attributes&, Shapes x) { return x[0]; }

std::optional<Diagnostic> axes_fault(const Attributes& attributes, const Shape& shape) {
  AxisSet seen;
  for (const std::int64_t given : attributes.integers("axes")) {
    const auto axis = wrapped_axis(given, shape.rank());
    if (!axis || seen[*axis]) {
      return refuse("attribute axes " + listed(attributes.integers("axes")) +
                    " must be distinct axes of the operand " + shape.text());
    }
    seen.set(*axis);
  }
  return std::nullopt;
}

std::optional<Diagnostic> window_fault(const Attributes& attributes,
                                       std::span<const WindowList> lists, std::size_t spatial) {
  constexpr std::int64_t most = std::int64_t{1} << 31U;
  for (const auto& [name, least] : lists) {
    const Integers& list = attributes.integers(name);
    if (!list.empty() && list.size() != spatial) {
      return refuse("attribute " + std::string(name) + " has " + std::to_string(list.size()) +
                    " entries for " + std::to_string(spatial) + " spatial axes");
    }
    for (const std::int64_t entry : list) {
      if (entry < least || entry > most) {
        return refuse("attribute " + std::string(name) + " has an entry " + std::to_string(entry) +
                      ", outside " + std::to_string(least) + " to 2^31");
      }
    }
  }
  return std::nullopt;
}

Result<std::int64_t> window_places(std::int64_t length, std::int64_t pads, std::int64_t kernel,
                                   std::int64_t stride, std::int64_t dilation) {
  const auto padded = checked_add(length, pads);
  const auto gap = checked_mul(kernel - 1, dilation);
  if (!padded || !gap) return refuse("the padding or dilation overflows");
  const std::int64_t room = *padded - 1 - *gap;
  if (room < 0) {
    return refuse("a dilated kernel of length " + std::to_string(*gap) + " + 1 does not fit in " +
                  std::to_string(*padded) + " padded positions");
  }
  return room / stride + 1;
}

}  // namespace touchstone::shape_checks
