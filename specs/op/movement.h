#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace op

template <>
struct Definition<Op::broadcast> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::broadcast<D>(use.part, use.value(0), out);
  }
};

template <>
struct Definition<Op::concat> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::concat<D>(use.part, axis_of(use.attributes, use.shape(0)), use.x.values, out);
  }
};

template <>
struct Definition<Op::flatten> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reshape<D>(use.part, use.value(0), out);
  }
};

template <>
struct Definition<Op::permute> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::permute<D>(use.part, permutation_of(use.attributes), use.value(0), out);
  }
};

template <>
struct Definition<Op::reshape> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::reshape<D>(use.part, use.value(0), out);
  }
};

template <>
struct Definition<Op::slice> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const SliceGeometry g = slice_geometry(use.attributes, use.shape(0).rank());
    op::slice<D>(use.part, g.start, g.step, use.value(0), out);
  }
};

}  // namespace touchstone
