#pragma once

#include "launch.h"

/// The launch of each family of kernels, for results that have elements. Part of launch.cpp.
namespace touchstone::native_cuda {

/// Most blocks of a grid's first dimension, and the greatest extent that kernels count in 32 bits
/// with room for a tile beyond it.
inline constexpr std::int64_t most_blocks = 0x7FFF'FFFF;

[[nodiscard]] constexpr std::int64_t rounded_up_quotient(std::int64_t a, std::int64_t b) {
  return a / b + (a % b == 0 ? 0 : 1);
}

/// The launch of `blocks` blocks, one at least. Error (unavailable): more than a grid holds.
[[nodiscard]] Result<Launch> launch_of(std::string_view file, std::string kernel,
                                       std::int64_t blocks, std::uint32_t block,
                                       std::vector<Argument> arguments);

[[nodiscard]] constexpr Argument operand(std::uint64_t number) {
  return {ArgumentKind::operand, number};
}
[[nodiscard]] constexpr Argument result() { return {ArgumentKind::result, 0}; }
/// Require a value that fits.
[[nodiscard]] constexpr Argument u32(std::int64_t value) {
  return {ArgumentKind::u32, static_cast<std::uint64_t>(value)};
}
[[nodiscard]] constexpr Argument u64(std::int64_t value) {
  return {ArgumentKind::u64, static_cast<std::uint64_t>(value)};
}

[[nodiscard]] Result<Launch> pointwise_launch(Op op, const Shape& x, const Shape& y,
                                              const Shape& out);
[[nodiscard]] Result<Launch> relu_launch(const Shape& x);
[[nodiscard]] Result<Launch> reduce_sum_launch(const Attributes& attributes, const Shape& x);
[[nodiscard]] Result<Launch> matmul_launch(const Shape& a, const Shape& b, const Shape& out);
[[nodiscard]] Result<Launch> linear_launch(const Shape& x, const Shape& weight, bool has_bias);

}  // namespace touchstone::native_cuda
