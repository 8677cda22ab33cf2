#pragma once

#include <vector>

#include "domain.h"
#include "index_space.h"

namespace touchstone {

/// The positions of a shape as sums of a kept and a reduced position, by `plus`: the kept ones have
/// 0 on the reduced axes and the reduced ones 0 on the others. Both are enumerated row-major.
struct ReductionSpace {
  Shape kept;     ///< the shape with length 1 on the reduced axes
  Shape reduced;  ///< the shape with length 1 on the others
};
[[nodiscard]] ReductionSpace reduction_space(const Shape& shape, const AxisSet& reduced);

namespace op {

/// The elements that are reduced together at one kept position, row-major.
template <Domain D>
std::vector<typename D::Value> elements_at(const typename D::In& x, const Index& kept,
                                           const Shape& reduced) {
  std::vector<typename D::Value> out;
  out.reserve(static_cast<std::size_t>(reduced.element_count()));
  for (const Index& r : all(reduced)) out.push_back(x(plus(kept, r)));
  return out;
}

}  // namespace op

}  // namespace touchstone
