#include "machine_launch.h"

#include <stdexcept>
#include <string>

namespace touchstone {

namespace {

std::uint64_t bytes_of(const TensorType& type) {
  const auto count = byte_count(type);
  if (!count) throw std::length_error("a tensor of more than 2^63 bytes");
  return static_cast<std::uint64_t>(*count);
}

ptx::Argument machine_argument(const native_cuda::Argument& argument, std::size_t operands) {
  switch (argument.kind) {
    case native_cuda::ArgumentKind::operand: return {static_cast<std::uint32_t>(argument.value), 0};
    case native_cuda::ArgumentKind::result: return {static_cast<std::uint32_t>(operands), 0};
    case native_cuda::ArgumentKind::u32:
    case native_cuda::ArgumentKind::u64: return {std::nullopt, argument.value};
  }
  throw std::logic_error("not a kind of argument");
}

}  // namespace

ptx::Launch machine_launch(const native_cuda::Launch& launch, std::size_t operands) {
  ptx::Launch out;
  out.kernel = launch.kernel;
  out.grid = {launch.grid, 1, 1};
  out.block = {launch.block, 1, 1};
  out.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  for (const native_cuda::Argument& argument : launch.arguments) {
    out.arguments.push_back(machine_argument(argument, operands));
  }
  return out;
}

std::vector<ptx::Buffer> buffers_of(std::span<const TensorType> operands,
                                    const TensorType& result) {
  std::vector<ptx::Buffer> out;
  for (const TensorType& type : operands) {
    ptx::Buffer buffer;
    buffer.name = "operand " + std::to_string(out.size());
    buffer.bytes = bytes_of(type);
    out.push_back(std::move(buffer));
  }
  ptx::Buffer last;
  last.name = "the result";
  last.bytes = bytes_of(result);
  last.writable = true;
  out.push_back(std::move(last));
  return out;
}

}  // namespace touchstone
