#include "reduction_space.h"

namespace touchstone {

ReductionSpace reduction_space(const Shape& shape, const AxisSet& reduced) {
  Index kept = shape.extents();
  Index summed = shape.extents();
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) (reduced[axis] ? kept : summed)[axis] = 1;
  return {Shape::of(kept), Shape::of(summed)};
}

}  // namespace touchstone
