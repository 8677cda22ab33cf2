#include "machine.h"

#include <string>

#include "address_flow.h"
#include "engine.h"
#include "touchstone/number/environment.h"

namespace touchstone::ptx {

namespace {

constexpr std::array<std::uint32_t, 3> most_threads{1024, 1024, 64};
constexpr std::array<std::uint32_t, 3> most_blocks{0x7FFFFFFF, 65535, 65535};
constexpr std::uint64_t most_block_threads = 1024;
constexpr std::uint64_t most_shared_bytes = std::uint64_t{227} << 10U;
constexpr std::uint64_t most_static_shared_bytes = std::uint64_t{48} << 10U;
constexpr std::uint64_t most_grid_blocks = std::uint64_t{1} << (32 - Access::thread_bits);

Result<void> check_dimensions(const Launch& launch) {
  static constexpr std::array axis{"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string name = axis[i];
    if (launch.block[i] == 0 || launch.block[i] > most_threads[i]) {
      return unreadable("launch.block." + name, std::to_string(launch.block[i]) +
                                                    " threads; PTX allows 1 to " +
                                                    std::to_string(most_threads[i]));
    }
    if (launch.grid[i] == 0 || launch.grid[i] > most_blocks[i]) {
      return unreadable("launch.grid." + name, std::to_string(launch.grid[i]) +
                                                   " blocks; PTX allows 1 to " +
                                                   std::to_string(most_blocks[i]));
    }
  }
  const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  if (threads > most_block_threads) {
    return unreadable("launch.block",
                      std::to_string(threads) + " threads; a block has at most 1024");
  }
  return {};
}

Result<void> check_directives(const Program& program, const Launch& launch) {
  const Function& kernel = *program.module->find(program.kernel);
  if (kernel.required_block[0] != 0 && kernel.required_block != launch.block) {
    return unreadable("launch.block", "the kernel requires another block (.reqntid)");
  }
  const auto& most = kernel.max_block;
  const std::uint64_t threads = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  if (most[0] != 0 && threads > std::uint64_t{most[0]} * most[1] * most[2]) {
    return unreadable("launch.block", "the kernel allows fewer threads (.maxntid)");
  }
  if (program.code->shared_bytes > most_static_shared_bytes) {
    return unreadable("kernel", "its static shared memory passes 48 KiB, which ptxas refuses");
  }
  if (program.code->dynamic_at + launch.dynamic_shared_bytes > most_shared_bytes) {
    return unreadable("launch.shared_bytes",
                      "static and dynamic shared memory together pass 227 KiB");
  }
  return {};
}

Result<void> check_arguments(const Program& program, const Launch& launch, std::size_t buffers) {
  if (launch.arguments.size() != program.parameters.size()) {
    return unreadable("launch.arguments",
                      std::to_string(launch.arguments.size()) + " arguments; the kernel has " +
                          std::to_string(program.parameters.size()) + " parameters");
  }
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    const std::uint64_t bytes = program.parameters[i].bytes;
    const std::string place = "launch.arguments[" + std::to_string(i) + "]";
    if (bytes > 8) return unavailable(place, "a parameter of more than 8 bytes");
    if (argument.buffer && bytes != 8) {
      return unreadable(place, "a buffer for a parameter of " + std::to_string(bytes) + " bytes");
    }
    if (argument.buffer && *argument.buffer >= buffers) {
      return unreadable(place, "there is no buffer " + std::to_string(*argument.buffer));
    }
    if (bytes < 8 && argument.value >> (8 * bytes) != 0 && !argument.buffer) {
      return unreadable(
          place, "the value needs more than the parameter's " + std::to_string(bytes) + " bytes");
    }
  }
  return {};
}

Execution stopped(std::string reason) {
  Execution out;
  out.stop = Stop{std::move(reason), {}};
  return out;
}

}  // namespace

Result<Execution> execute(const Program& program, const Launch& launch,
                          std::span<const Buffer> buffers, Symbols* symbols,
                          const MachineLimits& limits) {
  const FloatEnvironment environment;
  if (auto ok = check_dimensions(launch); !ok) return ok.error();
  if (auto ok = check_directives(program, launch); !ok) return ok.error();
  if (auto ok = check_arguments(program, launch, buffers.size()); !ok) return ok.error();
  const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  if (launch.grid[0] > most_grid_blocks || blocks > most_grid_blocks) {
    return stopped(std::to_string(blocks) + " blocks; the machine runs at most " +
                   std::to_string(most_grid_blocks));
  }
  for (const Buffer& buffer : buffers) {
    if (buffer.writable && buffer.symbol) {
      return unreadable(printable(buffer.name), "the kernel's result cannot hold symbols");
    }
    if (buffer.bytes > PagedBuffer::max_bytes) {
      return stopped("the buffer " + printable(buffer.name) + " has more than 2^38 bytes");
    }
  }
  Engine engine(program, launch, buffers, symbols, limits);
  engine.run();
  Execution out = engine.take();
  // What is wrong at the machine's addresses is wrong; what is right there may be so by them alone.
  if (symbols != nullptr && out.defects.empty() && !out.stop) {
    out.stop = address_dependence(*program.code, launch);
  }
  return out;
}

}  // namespace touchstone::ptx
