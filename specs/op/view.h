#pragma once

#include <cstddef>
#include <cstdint>

#include "touchstone/core/shape.h"

namespace touchstone {

/// Where the elements of a dense row-major tensor lie, in elements from its start.
class RowMajor {
 public:
  explicit RowMajor(const Shape& shape) : shape_(shape), strides_(shape.strides()) {}

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::int64_t stride(std::size_t axis) const { return strides_[axis]; }
  [[nodiscard]] std::int64_t offset(const Index& i) const {
    std::int64_t out = 0;
    for (std::size_t axis = 0; axis < shape_.rank(); ++axis) out += i[axis] * strides_[axis];
    return out;
  }

 private:
  Shape shape_;
  Index strides_;
};

/// The elements of one axis through one position.
template <class T>
class Line {
 public:
  Line(T* data, std::int64_t first, std::int64_t stride)
      : data_(data), first_(first), stride_(stride) {}
  T& operator()(std::int64_t k) const { return data_[first_ + k * stride_]; }

 private:
  T* data_;
  std::int64_t first_;  // an offset: through an empty tensor, no pointer may be moved
  std::int64_t stride_;
};

/// A view of a dense row-major tensor in memory. `T` is const for an operand. Not bounds-checked:
/// that every definition stays inside is what the index checker establishes.
template <class T>
class View {
 public:
  View(const Shape& shape, T* data) : layout_(shape), data_(data) {}

  [[nodiscard]] const Shape& shape() const { return layout_.shape(); }
  T& operator()(const Index& i) const { return data_[layout_.offset(i)]; }
  [[nodiscard]] Line<T> line(Index i, std::size_t axis) const {
    i[axis] = 0;
    return {data_, layout_.offset(i), layout_.stride(axis)};
  }

 private:
  RowMajor layout_;
  T* data_;
};

}  // namespace touchstone
