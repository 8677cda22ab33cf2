#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "touchstone/native_cuda/launch.h"
#include "touchstone/native_cuda/ptx_files.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx/prover.h"

/// The native CUDA kernels as the machine takes them: buffers 0 … n − 1 are the operands of an
/// operation, buffer n its result.
namespace touchstone::ptx {

struct NativeUse {
  Program program;
  Launch launch;
  Meant meant;
};

inline Launch machine_launch(const native_cuda::Launch& planned, std::uint32_t result) {
  Launch out;
  out.kernel = planned.kernel;
  out.grid = {planned.grid, 1, 1};
  out.block = {planned.block, 1, 1};
  out.dynamic_shared_bytes = planned.dynamic_shared_bytes;
  for (const native_cuda::Argument& argument : planned.arguments) {
    switch (argument.kind) {
      case native_cuda::ArgumentKind::operand:
        out.arguments.push_back({static_cast<std::uint32_t>(argument.value), 0});
        break;
      case native_cuda::ArgumentKind::result: out.arguments.push_back({result, 0}); break;
      default: out.arguments.push_back({std::nullopt, argument.value});
    }
  }
  return out;
}

/// The one launch of an operation that has one, compiled for `target`.
inline Result<NativeUse> native_use(const Meant& meant, std::string_view target) {
  const auto plan = native_cuda::launch_plan(meant.op, meant.attributes, meant.operands);
  if (!plan) return plan.error();
  if (plan->launches.size() != 1) return unavailable({}, "takes no launch");
  const native_cuda::Launch& planned = plan->launches.front();
  const std::string name = std::string(target) + "/" + planned.file;
  const auto text = native_cuda::bytes_of(native_cuda::committed_files(), name);
  if (!text) return unavailable(name, "is not committed");
  auto module = parse(*text);
  if (!module) return module.error().in_file(name);
  auto program = program_of(std::make_shared<const Module>(std::move(*module)), planned.kernel);
  if (!program) return program.error().in_file(name);
  const auto result = static_cast<std::uint32_t>(meant.operands.size());
  return NativeUse{std::move(*program), machine_launch(planned, result), meant};
}

}  // namespace touchstone::ptx
