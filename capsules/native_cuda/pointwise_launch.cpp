#include <limits>

#include "launch_rules.h"
#include "merged_axes.h"

namespace touchstone::native_cuda {

namespace {

constexpr std::uint32_t threads = 256;

Result<Launch> broadcast_launch(std::string_view name, std::vector<MergedAxis> axes,
                                std::int64_t count) {
  constexpr std::size_t few_axes = 3;
  constexpr std::size_t most_axes = 6;
  if (axes.size() > most_axes) {
    return unavailable({}, "broadcasts over " + std::to_string(axes.size()) +
                               " axes that cannot be joined, and the kernel walks " +
                               std::to_string(most_axes));
  }
  // Every offset into an operand is below the count, so that 32 bits hold them all.
  if (count > std::numeric_limits<std::uint32_t>::max()) {
    return unavailable({}, "broadcasts to " + std::to_string(count) +
                               " elements, and the kernel numbers them in 32 bits");
  }
  const std::size_t walked = axes.size() <= few_axes ? few_axes : most_axes;
  axes = padded(std::move(axes), walked);
  std::vector<Argument> arguments{operand(0), operand(1), result(), u32(count)};
  for (std::size_t axis = 1; axis < axes.size(); ++axis)
    arguments.push_back(u32(axes[axis].extent));
  for (const MergedAxis& axis : axes) arguments.push_back(u32(axis.x));
  for (const MergedAxis& axis : axes) arguments.push_back(u32(axis.y));
  return launch_of(name, std::string(name) + "_broadcast_" + std::to_string(axes.size()),
                   rounded_up_quotient(count, threads), threads, std::move(arguments));
}

}  // namespace

Result<Launch> pointwise_launch(Op op, const Shape& x, const Shape& y, const Shape& out) {
  const std::string_view name = operation(op).name;
  const std::int64_t count = out.element_count();
  const std::int64_t blocks = rounded_up_quotient(count, threads);
  // An operand with as many elements as the result is not broadcast: only axes of length 1 differ.
  const bool whole_x = x.element_count() == count;
  const bool whole_y = y.element_count() == count;
  if (whole_x && whole_y) {
    return launch_of(name, std::string(name), blocks, threads,
                     {operand(0), operand(1), result(), u64(count)});
  }
  if ((whole_x && y.element_count() == 1) || (whole_y && x.element_count() == 1)) {
    return launch_of(
        name, std::string(name) + "_scalar", blocks, threads,
        {operand(0), operand(1), result(), u64(count), u64(whole_x ? 1 : 0), u64(whole_y ? 1 : 0)});
  }
  return broadcast_launch(name, merged_axes(out, x, y), count);
}

Result<Launch> relu_launch(const Shape& x) {
  const std::int64_t count = x.element_count();
  return launch_of("relu", "relu", rounded_up_quotient(count, threads), threads,
                   {operand(0), result(), u64(count)});
}

}  // namespace touchstone::native_cuda
