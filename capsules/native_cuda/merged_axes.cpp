#include "merged_axes.h"

namespace touchstone::native_cuda {

namespace {

/// Row-major strides by the axes of `out`: 0 where the operand has length 1 or no such axis.
Index broadcast_strides(const Shape& out, const Shape& operand) {
  Index strides = Index::zeros(out.rank());
  const std::size_t skipped = out.rank() - operand.rank();
  const Index own = operand.strides();
  for (std::size_t axis = 0; axis < operand.rank(); ++axis) {
    if (operand[axis] != 1) strides[skipped + axis] = own[axis];
  }
  return strides;
}

}  // namespace

std::vector<MergedAxis> merged_axes(const Shape& out, const Shape& x, const Shape& y) {
  const Index of_x = broadcast_strides(out, x);
  const Index of_y = broadcast_strides(out, y);
  std::vector<MergedAxis> axes;
  for (std::size_t axis = 0; axis < out.rank(); ++axis) {
    if (out[axis] == 1) continue;
    const MergedAxis next{out[axis], of_x[axis], of_y[axis]};
    const bool goes_on = !axes.empty() && axes.back().x == next.x * next.extent &&
                         axes.back().y == next.y * next.extent;
    if (goes_on) {
      axes.back() = {axes.back().extent * next.extent, next.x, next.y};
    } else {
      axes.push_back(next);
    }
  }
  return axes;
}

std::vector<MergedAxis> padded(std::vector<MergedAxis> axes, std::size_t count) {
  axes.insert(axes.begin(), count - axes.size(), MergedAxis{});
  return axes;
}

}  // namespace touchstone::native_cuda
