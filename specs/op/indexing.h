#pragma once

#include <cstdint>

#include "definition.h"
#include "geometry.h"
#include "index_space.h"

namespace touchstone {

namespace op {

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

}  // namespace op

template <>
struct Definition<Op::gather> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::gather<D>(use.part, axis_of(use.attributes, use.shape(0)), use.value(0), use.x.indices[0],
                  out);
  }
};

}  // namespace touchstone
