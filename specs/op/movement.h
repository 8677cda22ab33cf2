#pragma once

#include <cstdint>
#include <vector>

#include "domain.h"
#include "index_space.h"

namespace touchstone::op {

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

/// out[before, k, after] = x[before, indices[k], after]; an index in [−n, 0) counts from the end.
template <Domain D>
void gather(Part part, std::size_t axis, const typename D::In& x,
            const typename D::IndexIn& indices, const typename D::Out& out) {
  const std::size_t index_rank = indices.shape().rank();
  for (const Index& i : part.of(out.shape())) {
    const std::int64_t chosen = indices(i.part(axis, index_rank));
    const std::int64_t wrapped = chosen < 0 ? chosen + x.shape()[axis] : chosen;
    const Index after = i.part(axis + index_rank, i.rank() - axis - index_rank);
    out(i) = x(i.part(0, axis).with(wrapped).joined(after));
  }
}

/// out[i] = x[i aligned at the last axis, 0 where x has length 1].
template <Domain D>
void broadcast(Part part, const typename D::In& x, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) out(i) = x(aligned(i, x.shape()));
}

}  // namespace touchstone::op
