#pragma once

#include <span>
#include <vector>

#include "canonical_sum.h"
#include "domain.h"
#include "index_space.h"

namespace touchstone::op {

/// The gradient of an operand that was broadcast to `result`: out[j] = canonical_sum, over the
/// positions i of the result that read j, row-major, of at(i).
template <Domain D, class Contribution>
void sum_over_broadcast(const D& d, Part part, const Shape& result, const typename D::Out& out,
                        const Contribution& at) {
  using Value = typename D::Value;
  const Shape& own = out.shape();
  const std::size_t skipped = result.rank() - own.rank();
  Index repeated = result.extents();
  for (std::size_t axis = skipped; axis < result.rank(); ++axis) {
    if (own[axis - skipped] != 1) repeated[axis] = 1;
  }
  const IndexRange repetitions = all(Shape::of(repeated));
  for (const Index& j : part.of(own)) {
    std::vector<Value> values;
    for (const Index& r : repetitions) {
      Index i = r;
      for (std::size_t axis = skipped; axis < result.rank(); ++axis) {
        if (own[axis - skipped] != 1) i[axis] = j[axis - skipped];
      }
      values.push_back(at(i));
    }
    out(j) = canonical_sum(d, std::span<const Value>(values));
  }
}

}  // namespace touchstone::op
