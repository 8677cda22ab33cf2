#pragma once

#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "first_maximal.h"
#include "geometry.h"
#include "index_space.h"
#include "reduction_space.h"
#include "softmax_row.h"

namespace touchstone {

namespace op {

/// The space of the attribute "axes".
template <Domain D>
ReductionSpace reduction_space(const Use<D>& use) {
  return touchstone::reduction_space(use.shape(0), axes_of(use.attributes, use.shape(0).rank()));
}

/// The position of a result that has the kept axes in order, with or without the reduced ones.
inline Index reduced_position(const Shape& result, const ReductionSpace& space, const Index& kept) {
  return row_major_position(result, row_major_number(space.kept, kept));
}

/// out[i] = reduce(elements of x that belong to i, row-major).
template <Domain D, class Reduce>
void reduced(const Use<D>& use, const typename D::Out& out, const Reduce& reduce) {
  using Value = typename D::Value;
  const ReductionSpace space = reduction_space(use);
  for (const Index& i : use.part.of(space.kept)) {
    const std::vector<Value> values = elements_at<D>(use.value(0), i, space.reduced);
    out(reduced_position(out.shape(), space, i)) = reduce(std::span<const Value>(values));
  }
}

/// ∂x[i] = at(g of the result element that i belongs to).
template <Domain D, class At>
void spread(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out, const At& at) {
  const ReductionSpace space = reduction_space(use);
  for (const Index& i : use.part.of(out.shape())) {
    Index kept = i;
    for (std::size_t axis = 0; axis < i.rank(); ++axis) {
      if (space.kept[axis] == 1) kept[axis] = 0;
    }
    out(i) = at(by.cotangent(reduced_position(by.cotangent.shape(), space, kept)));
  }
}

}  // namespace op

/// out[i] = the greatest of x over the reduced axes: the first, then maximum with each further one,
/// row-major. NaN if one of them is. There is at least one.
template <>
struct Definition<Op::reduce_max> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reduced(use, out, [](const auto& values) { return op::row_maximum(values); });
  }

  /// ∂x = g at the first maximal element, row-major, otherwise +0.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const ReductionSpace space = op::reduction_space(use);
    const auto zero = use.d.constant(0.0F);
    for (const Index& i : use.part.of(space.kept)) {
      const std::vector<Value> values = op::elements_at<D>(use.value(0), i, space.reduced);
      const auto chosen = op::first_maximal(use.d, std::span<const Value>(values));
      const Value g = by.cotangent(op::reduced_position(by.cotangent.shape(), space, i));
      std::size_t number = 0;
      for (const Index& r : all(space.reduced)) out(plus(i, r)) = select(chosen[number++], g, zero);
    }
  }
};

/// out[i] = canonical_sum of x over the reduced axes, row-major, / their count rounded to binary32.
/// The mean of nothing is NaN.
template <>
struct Definition<Op::reduce_mean> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reduced(use, out, [&](const auto& values) { return op::canonical_mean(use.d, values); });
  }

  /// ∂x = g / count.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const Shape reduced = op::reduction_space(use).reduced;
    const auto count = use.d.constant(static_cast<float>(reduced.element_count()));
    op::spread(use, by, out, [&](const auto& g) { return g / count; });
  }
};

/// out[i] = canonical_sum of x over the reduced axes, row-major. The sum of nothing is +0.
template <>
struct Definition<Op::reduce_sum> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reduced(use, out, [&](const auto& values) { return op::canonical_sum(use.d, values); });
  }

  /// ∂x = g.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::spread(use, by, out, [](const auto& g) { return g; });
  }
};

}  // namespace touchstone
