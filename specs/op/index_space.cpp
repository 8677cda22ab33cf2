#include "index_space.h"

namespace touchstone {

namespace {

// floor(count * worker / workers) without overflow for count up to 2^62.
std::int64_t share_begin(std::int64_t count, std::int64_t worker, std::int64_t workers) {
  return count / workers * worker + count % workers * worker / workers;
}

}  // namespace

IndexRange::IndexRange(const Shape& shape, std::int64_t begin, std::int64_t end)
    : shape_(shape), begin_(begin), end_(end) {}

Index IndexRange::position(std::int64_t number) const { return row_major_position(shape_, number); }

IndexRange all(const Shape& shape) { return {shape, 0, shape.element_count()}; }

IndexRange Part::of(const Shape& space) const {
  const std::int64_t count = space.element_count();
  return {space, share_begin(count, worker, workers), share_begin(count, worker + 1, workers)};
}

Index row_major_position(const Shape& shape, std::int64_t number) {
  Index out = Index::zeros(shape.rank());
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    out[axis] = number % shape[axis];
    number /= shape[axis];
  }
  return out;
}

}  // namespace touchstone
