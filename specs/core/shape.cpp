#include "shape.h"

#include <algorithm>
#include <stdexcept>

#include "checked.h"

namespace touchstone {

Index::Index(std::initializer_list<std::int64_t> entries)
    : Index(std::span(entries.begin(), entries.size())) {}

Index::Index(std::span<const std::int64_t> entries) : rank_(entries.size()) {
  if (entries.size() > max_rank) too_many_axes();
  std::copy(entries.begin(), entries.end(), entries_.begin());
}

void Index::too_many_axes() { throw std::logic_error("an index has too many axes"); }

Result<Shape> Shape::create(std::span<const std::int64_t> extents) {
  if (extents.size() > max_rank) {
    return unavailable({}, "a tensor has " + std::to_string(extents.size()) + " axes; at most " +
                               std::to_string(max_rank) + " can be expressed");
  }
  constexpr std::int64_t limit = std::int64_t{1} << 62U;
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0) {
      return unreadable({}, "a dimension is negative: " + std::to_string(extent));
    }
    const auto next = checked_mul(product, std::max<std::int64_t>(extent, 1));
    if (!next || *next > limit) {
      return unreadable({}, "the dimensions multiply to more than 2^62 elements");
    }
    product = *next;
  }
  Shape out;
  out.extents_ = Index(extents);
  return out;
}

Shape Shape::of(std::initializer_list<std::int64_t> extents) { return of(Index(extents)); }

Shape Shape::of(const Index& extents) {
  auto shape = create(extents.entries());
  if (!shape) throw std::logic_error(shape.error().text());
  return *shape;
}

Index Shape::strides() const {
  Index out = Index::zeros(rank());
  std::int64_t stride = 1;
  for (std::size_t axis = rank(); axis-- > 0;) {
    out[axis] = stride;
    stride *= std::max<std::int64_t>(extents_[axis], 1);
  }
  return out;
}

std::string Shape::text() const {
  std::string out = "[";
  for (std::size_t axis = 0; axis < rank(); ++axis) {
    if (axis > 0) out += ",";
    out += std::to_string(extents_[axis]);
  }
  return out + "]";
}

}  // namespace touchstone
