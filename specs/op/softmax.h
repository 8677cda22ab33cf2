#pragma once

#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// Along `axis`: e[j] = exp(x[j] − maximum of x), out[j] = e[j] / canonical_sum(e).
template <Domain D>
void softmax(const D& d, Part part, std::size_t axis, const typename D::In& x,
             const typename D::Out& out) {
  using S = typename D::Value;
  const std::int64_t length = x.shape()[axis];
  for (const Index& i : part.of(Shape::of(x.shape().extents().without(axis)))) {
    const Index start = i.inserted(axis, 0);
    const auto row = x.line(start, axis);
    S greatest = row(0);
    for (std::int64_t j = 1; j < length; ++j) greatest = maximum(greatest, row(j));
    std::vector<S> e;
    e.reserve(static_cast<std::size_t>(length));
    for (std::int64_t j = 0; j < length; ++j) e.push_back(exp(row(j) - greatest));
    const S sum = canonical_sum(d, std::span<const S>(e));
    const auto result = out.line(start, axis);
    for (std::int64_t j = 0; j < length; ++j) result(j) = e[static_cast<std::size_t>(j)] / sum;
  }
}

}  // namespace op

template <>
struct Definition<Op::softmax> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::softmax(use.d, use.part, axis_of(use.attributes, use.shape(0)), use.value(0), out);
  }
};

}  // namespace touchstone
