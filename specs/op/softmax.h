#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"
#include "masked.h"
#include "softmax_row.h"

namespace touchstone {

namespace op {

/// The elements of a line of `length`, in order.
template <class S, class Line>
std::vector<S> read_line(const Line& line, std::int64_t length) {
  std::vector<S> out;
  out.reserve(static_cast<std::size_t>(length));
  for (std::int64_t j = 0; j < length; ++j) out.push_back(line(j));
  return out;
}

template <class S, class Line>
void write_line(const std::vector<S>& values, const Line& line) {
  std::int64_t j = 0;
  for (const S& value : values) line(j++) = value;
}

/// Each line of the result along attribute "axis" is row(a position on it, the axis).
template <Domain D, class Row>
void by_line(const Use<D>& use, const typename D::Out& out, const Row& row) {
  const std::size_t axis = axis_of(use.attributes, out.shape());
  for (const Index& i : use.part.of(Shape::of(out.shape().extents().without(axis)))) {
    const Index start = i.inserted(axis, 0);
    write_line(row(start, axis), out.line(start, axis));
  }
}

/// out[j] = s[j] − log(canonical_sum(exp(s))), s[j] = x[j] − maximum of x.
template <Domain D>
std::vector<typename D::Value> log_softmax_row(const D& d, std::vector<typename D::Value> x) {
  using S = typename D::Value;
  const S greatest = row_maximum(std::span<const S>(x));
  std::vector<S> e;
  e.reserve(x.size());
  for (S& element : x) {
    element = element - greatest;
    e.push_back(exp(element));
  }
  const S logarithm = log(canonical_sum(d, std::span<const S>(e)));
  for (S& element : x) element = element - logarithm;
  return x;
}

/// Who takes part in the line through `start`, the mask being broadcast to `shape`.
template <Domain D>
std::vector<typename D::Bool> mask_line(const typename D::MaskIn& mask, const Shape& shape,
                                        const Index& start, std::size_t axis) {
  std::vector<typename D::Bool> out;
  out.reserve(static_cast<std::size_t>(shape[axis]));
  Index i = start;
  for (i[axis] = 0; i[axis] < shape[axis]; ++i[axis]) {
    out.push_back(mask(aligned(i, mask.shape())));
  }
  return out;
}

}  // namespace op

/// Softmax along `axis` over the elements whose mask holds; +0 for the others, and so for a row
/// without any. An element left out keeps its position in the canonical sum (masked.h), and its
/// value, NaN included, does not matter.
template <>
struct Definition<Op::hard_masked_softmax> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::by_line(use, out, [&](const Index& start, std::size_t axis) {
      const Shape& shape = use.shape(0);
      const auto present = op::mask_line<D>(use.x.masks[0], shape, start, axis);
      const auto line = use.value(0).line(start, axis);
      std::vector<op::Maybe<D>> row;
      row.reserve(present.size());
      for (std::int64_t j = 0; j < shape[axis]; ++j) {
        row.push_back({present[static_cast<std::size_t>(j)], line(j)});
      }
      return op::masked_softmax_row<D>(use.d, std::move(row));
    });
  }

  /// ∂x = y · (g − canonical sum of g · y over the elements whose mask holds), and +0 elsewhere.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using S = typename D::Value;
    op::by_line(use, out, [&](const Index& start, std::size_t axis) {
      const Shape& shape = use.shape(0);
      const auto present = op::mask_line<D>(use.x.masks[0], shape, start, axis);
      const auto y = op::read_line<S>(by.result.line(start, axis), shape[axis]);
      const auto g = op::read_line<S>(by.cotangent.line(start, axis), shape[axis]);
      return op::masked_softmax_row_gradient<D>(use.d, present, y, g);
    });
  }
};

/// Along `axis`: s = x − maximum of x, out = s − log(canonical_sum(exp(s))). A maximum of −∞ or +∞
/// gives NaN.
template <>
struct Definition<Op::log_softmax> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using S = typename D::Value;
    op::by_line(use, out, [&](const Index& start, std::size_t axis) {
      return op::log_softmax_row(
          use.d, op::read_line<S>(use.value(0).line(start, axis), use.shape(0)[axis]));
    });
  }

  /// ∂x = g − exp(y) · canonical_sum(g).
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using S = typename D::Value;
    op::by_line(use, out, [&](const Index& start, std::size_t axis) {
      const std::int64_t length = out.shape()[axis];
      const auto y = by.result.line(start, axis);
      std::vector<S> row = op::read_line<S>(by.cotangent.line(start, axis), length);
      const S sum = op::canonical_sum(use.d, std::span<const S>(row));
      std::int64_t j = 0;
      for (S& g : row) g = g - exp(S(y(j++))) * sum;
      return row;
    });
  }
};

/// Along `axis`: e = exp(x − maximum of x), out = e / canonical_sum(e). A maximum of −∞ or +∞ gives
/// NaN.
template <>
struct Definition<Op::softmax> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using S = typename D::Value;
    op::by_line(use, out, [&](const Index& start, std::size_t axis) {
      return op::softmax_row(use.d,
                             op::read_line<S>(use.value(0).line(start, axis), use.shape(0)[axis]));
    });
  }

  /// ∂x = y · (g − canonical_sum(g · y)).
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using S = typename D::Value;
    op::by_line(use, out, [&](const Index& start, std::size_t axis) {
      const std::int64_t length = out.shape()[axis];
      const auto y = op::read_line<S>(by.result.line(start, axis), length);
      const auto g = op::read_line<S>(by.cotangent.line(start, axis), length);
      return op::softmax_row_gradient<D>(use.d, y, g);
    });
  }
};

}  // namespace touchstone
