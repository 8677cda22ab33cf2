#include "launch_rules.h"
#include "touchstone/op/geometry.h"

namespace touchstone::native_cuda {

namespace {

/// A shape as [outer, length, inner], the reduced axes being those of the middle.
struct Middle {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;
};

/// Nothing where reduced axes lie apart.
std::optional<Middle> middle_of(const Shape& shape, const AxisSet& reduced) {
  Middle out;
  bool begun = false;
  bool ended = false;
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] == 1) continue;
    if (reduced[axis]) {
      if (ended) return std::nullopt;
      begun = true;
      out.length *= shape[axis];
    } else {
      ended = begun;
      (begun ? out.inner : out.outer) *= shape[axis];
    }
  }
  return out;
}

}  // namespace

Result<Launch> reduce_sum_launch(const Attributes& attributes, const Shape& x) {
  constexpr std::uint32_t threads = 128;                   // the lanes of the canonical sum
  constexpr std::int64_t longest = std::int64_t{1} << 36;  // three levels of chunks of 4096
  const auto middle = middle_of(x, axes_of(attributes, x.rank()));
  if (!middle) return unavailable({}, "sums over axes that are not neighbours");
  if (middle->length > longest) {
    return unavailable({}, "sums " + std::to_string(middle->length) +
                               " elements, and the kernel holds " + std::to_string(longest));
  }
  return launch_of("reduce_sum", "reduce_sum", middle->outer * middle->inner, threads,
                   {operand(0), result(), u64(middle->length), u32(middle->inner)});
}

}  // namespace touchstone::native_cuda
