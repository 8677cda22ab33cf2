#pragma once

#include <bitset>
#include <cstdint>

#include "touchstone/core/shape.h"

namespace touchstone {

using AxisSet = std::bitset<max_rank>;

/// The positions of a shape from number `begin` up to `end`, in row-major order, as a range.
class IndexRange {
 public:
  IndexRange(const Shape& shape, std::int64_t begin, std::int64_t end);

  class Iterator {
   public:
    Iterator(const IndexRange& range, std::int64_t number) : range_(&range), number_(number) {
      if (number < range.end_) at_ = range.position(number);
    }
    const Index& operator*() const { return at_; }
    Iterator& operator++() {
      ++number_;
      for (std::size_t axis = at_.rank(); axis-- > 0;) {
        if (++at_[axis] < range_->shape_[axis]) return *this;
        at_[axis] = 0;
      }
      return *this;
    }
    bool operator!=(const Iterator& other) const { return number_ != other.number_; }

   private:
    const IndexRange* range_;
    std::int64_t number_;
    Index at_;
  };

  [[nodiscard]] Iterator begin() const { return {*this, begin_}; }
  [[nodiscard]] Iterator end() const { return {*this, end_}; }

 private:
  [[nodiscard]] Index position(std::int64_t number) const;

  Shape shape_;
  std::int64_t begin_;
  std::int64_t end_;
};

/// All positions of a shape, row-major.
[[nodiscard]] IndexRange all(const Shape& shape);

/// Which share of a definition's outermost loop to carry out: share `worker` of `workers` nearly
/// equal ones. Every definition writes disjoint outputs in disjoint shares, so any split of the
/// work gives the same bits.
struct Part {
  std::int64_t worker = 0;
  std::int64_t workers = 1;

  /// This part of the positions of `space`. Requires 0 <= worker < workers.
  [[nodiscard]] IndexRange of(const Shape& space) const;
};

/// Number of a position in row-major order, and back. `position` requires a number inside.
[[nodiscard]] inline std::int64_t row_major_number(const Shape& shape, const Index& index) {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    number = number * shape[axis] + index[axis];
  }
  return number;
}
[[nodiscard]] Index row_major_position(const Shape& shape, std::int64_t number);

/// The position that `index` of a broadcast result reads in an operand of shape `shape`: axes are
/// aligned at the last one, and an axis of length 1 is read at 0.
[[nodiscard]] inline Index aligned(const Index& index, const Shape& shape) {
  Index out = Index::zeros(shape.rank());
  const std::size_t skipped = index.rank() - shape.rank();
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    out[axis] = shape[axis] == 1 ? 0 : index[skipped + axis];
  }
  return out;
}

/// Entry by entry. Requires equal ranks.
[[nodiscard]] inline Index plus(Index a, const Index& b) {
  for (std::size_t axis = 0; axis < a.rank(); ++axis) a[axis] += b[axis];
  return a;
}

}  // namespace touchstone
