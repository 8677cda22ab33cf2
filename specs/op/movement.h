#pragma once

#include <cstdint>
#include <vector>

#include "broadcasting.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// out[i] = x[j], j the position with i's row-major number: reshape and flatten.
template <Domain D>
void reshape(Part part, const typename D::In& x, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    out(i) = x(row_major_position(x.shape(), row_major_number(out.shape(), i)));
  }
}

/// out[i] = x[j] with j[axes[a]] = i[a].
template <Domain D>
void permute(Part part, const Index& axes, const typename D::In& x, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    Index j = i;
    for (std::size_t a = 0; a < axes.rank(); ++a) j[static_cast<std::size_t>(axes[a])] = i[a];
    out(i) = x(j);
  }
}

/// The operands one after another along `axis`.
template <Domain D>
void concat(Part part, std::size_t axis, const std::vector<typename D::In>& operands,
            const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    Index j = i;
    std::size_t operand = 0;
    while (j[axis] >= operands[operand].shape()[axis]) {
      j[axis] -= operands[operand].shape()[axis];
      ++operand;
    }
    out(i) = operands[operand](j);
  }
}

/// out[i] = x[j], j[axis] = start[axis] + i[axis] · step[axis], for every axis of x.
template <Domain D>
void slice(Part part, const Index& start, const Index& step, const typename D::In& x,
           const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    Index j = start;
    for (std::size_t axis = 0; axis < i.rank(); ++axis) j[axis] += i[axis] * step[axis];
    out(i) = x(j);
  }
}

/// out[i] = x[i aligned at the last axis, 0 where x has length 1].
template <Domain D>
void broadcast(Part part, const typename D::In& x, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) out(i) = x(aligned(i, x.shape()));
}

/// What slice took from j, at j: out[j] = g[i] where j = start + i · step on every axis for a
/// position i of g, otherwise +0. No step is 0, so there is at most one such i.
template <Domain D>
void unslice(const D& d, Part part, const Index& start, const Index& step, const typename D::In& g,
             const typename D::Out& out) {
  // The start of an axis of which nothing was taken is arbitrary.
  const bool nothing_taken = g.shape().element_count() == 0;
  for (const Index& j : part.of(out.shape())) {
    Index i = j;
    bool taken = !nothing_taken;
    for (std::size_t axis = 0; taken && axis < j.rank(); ++axis) {
      const std::int64_t distance = j[axis] - start[axis];
      i[axis] = distance / step[axis];
      taken = distance % step[axis] == 0 && i[axis] >= 0 && i[axis] < g.shape()[axis];
    }
    out(j) = taken ? g(i) : d.constant(0.0F);
  }
}

/// out[i] = x[i − before] where that is inside x, otherwise `value`.
template <Domain D>
void pad(Part part, const Index& before, const typename D::Value& value, const typename D::In& x,
         const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    Index j = i;
    bool inside = true;
    for (std::size_t axis = 0; axis < i.rank(); ++axis) {
      j[axis] -= before[axis];
      inside = inside && j[axis] >= 0 && j[axis] < x.shape()[axis];
    }
    out(i) = inside ? x(j) : value;
  }
}

/// out[j] = g[j + first]: a box of g.
template <Domain D>
void crop(Part part, const Index& first, const typename D::In& g, const typename D::Out& out) {
  for (const Index& j : part.of(out.shape())) out(j) = g(plus(j, first));
}

}  // namespace op

/// out[i] = x[i aligned at the last axis, 0 where x has length 1].
template <>
struct Definition<Op::broadcast> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::broadcast<D>(use.part, use.value(0), out);
  }

  /// ∂x[j] = canonical_sum of g over the positions that read x[j], row-major.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) { return g(i); });
  }
};

/// The operands one after another along `axis`.
template <>
struct Definition<Op::concat> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::concat<D>(use.part, axis_of(use.attributes, use.shape(0)), use.x.values, out);
  }

  /// The gradient of an operand is the part of g that it became.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const std::size_t axis = axis_of(use.attributes, use.shape(0));
    Index first = Index::zeros(out.shape().rank());
    for (std::size_t before = 0; before < by.value; ++before)
      first[axis] += use.shape(before)[axis];
    op::crop<D>(use.part, first, by.cotangent, out);
  }
};

/// x row-major as a matrix: the axes before `axis` joined, and the others.
template <>
struct Definition<Op::flatten> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reshape<D>(use.part, use.value(0), out);
  }

  /// ∂x is g, row-major, under the shape of x.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::reshape<D>(use.part, by.cotangent, out);
  }
};

/// out[i] = x[i − pads_begin] where that is inside x, otherwise the attribute `value`.
template <>
struct Definition<Op::pad> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::pad<D>(use.part, Index(use.attributes.integers("pads_begin")),
               use.d.constant(use.attributes.real("value")), use.value(0), out);
  }

  /// ∂x[j] = g[j + pads_begin].
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::crop<D>(use.part, Index(use.attributes.integers("pads_begin")), by.cotangent, out);
  }
};

/// out[i] = x[j] with j[axes[a]] = i[a].
template <>
struct Definition<Op::permute> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::permute<D>(use.part, permutation_of(use.attributes), use.value(0), out);
  }

  /// ∂x[j] = g[i], i[a] = j[axes[a]].
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const Index axes = permutation_of(use.attributes);
    Index inverse = axes;
    for (std::size_t a = 0; a < axes.rank(); ++a) {
      inverse[static_cast<std::size_t>(axes[a])] = static_cast<std::int64_t>(a);
    }
    op::permute<D>(use.part, inverse, by.cotangent, out);
  }
};

/// x row-major under another shape.
template <>
struct Definition<Op::reshape> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reshape<D>(use.part, use.value(0), out);
  }

  /// ∂x is g, row-major, under the shape of x.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::reshape<D>(use.part, by.cotangent, out);
  }
};

/// out[i] = x[j], j[axis] = start + i[axis] · step along each sliced axis.
template <>
struct Definition<Op::slice> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const SliceGeometry g = slice_geometry(use.attributes, use.shape(0).rank());
    op::slice<D>(use.part, g.start, g.step, use.value(0), out);
  }

  /// ∂x[j] = g at what was taken from j, +0 where nothing was.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const SliceGeometry s = slice_geometry(use.attributes, out.shape().rank());
    op::unslice(use.d, use.part, s.start, s.step, by.cotangent, out);
  }
};

}  // namespace touchstone
