#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "module.h"
#include "touchstone/core/result.h"

namespace touchstone::ptx {

struct DecodedKernel;  // decoded.h: what the machine executes

/// One kernel of a module, decoded for the machine: device functions inlined by call, registers
/// numbered, branches resolved with the place where their sides meet again.
struct Program {
  std::shared_ptr<const Module> module;
  std::string kernel;
  std::vector<Variable> parameters;
  std::shared_ptr<const DecodedKernel> code;
};

/// Errors: no such kernel (unreadable, with the kernels there are); recursion, an indirect call or
/// a form that the machine does not execute (unavailable, with the line).
[[nodiscard]] Result<Program> program_of(std::shared_ptr<const Module> module,
                                         std::string_view kernel);

}  // namespace touchstone::ptx
