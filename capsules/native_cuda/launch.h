#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"

/// How the native CUDA kernels compute an operation: which kernels, on which grids, with which
/// arguments. Plain values that know of no driver: whoever has buffers and a device, or a simulator
/// of one, can carry them out.
namespace touchstone::native_cuda {

/// The architectures that every kernel is compiled for, the least first. Code for one runs on it
/// and on every later one.
inline constexpr std::array<std::string_view, 2> targets{"sm_80", "sm_100"};

/// The operations that have a capsule, in the order of the vocabulary.
inline constexpr std::array served_operations{Op::add,    Op::flatten, Op::linear,
                                              Op::matmul, Op::mul,     Op::reduce_sum,
                                              Op::relu,   Op::reshape, Op::sub};

/// Whether the result is the operand's buffer under another shape, so that nothing is launched.
[[nodiscard]] constexpr bool is_view(Op op) { return op == Op::reshape || op == Op::flatten; }

enum class ArgumentKind : std::uint8_t {
  operand,  ///< the address of operand `value`
  result,   ///< the address of the result
  u32,      ///< `value`
  u64,      ///< `value`
};

struct Argument {
  ArgumentKind kind{};
  std::uint64_t value = 0;

  bool operator==(const Argument&) const = default;
};

/// One launch of one kernel. Blocks have one dimension, as grids have.
struct Launch {
  std::string file;    ///< "add.ptx", in the folder of each target
  std::string kernel;  ///< the entry's name, the same for every target
  std::uint32_t grid = 0;
  std::uint32_t block = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<Argument> arguments;  ///< in the kernel's order
};

/// How one use of an operation is computed from dense row-major operands to a dense row-major
/// result, which overlaps no operand. A result without elements takes no launch.
struct LaunchPlan {
  std::optional<std::size_t> view_of;  ///< the operand whose buffer is the result
  std::vector<Launch> launches;        ///< one after the other; one so far
};

/// `attributes` are complete. Errors: an operation without kernels, and a use of one that they do
/// not serve (unavailable, with the reason); operands that the operation does not take
/// (unreadable).
[[nodiscard]] Result<LaunchPlan> launch_plan(Op op, const Attributes& attributes,
                                             std::span<const TensorType> operands);

/// Why the kernels do not serve this use; nothing where they do.
[[nodiscard]] std::optional<std::string> refusal(Op op, const Attributes& attributes,
                                                 std::span<const TensorType> operands);

}  // namespace touchstone::native_cuda
