#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/plan/planner.h"

namespace touchstone {

/// Records what every node read and gave: the trace format, a manifest (trace.schema.json) and one
/// safetensors file, in a folder. Values shared by several nodes are kept once.
class TraceRecorder {
 public:
  explicit TraceRecorder(const Plan& plan) : plan_(&plan) {}

  void observe(const Node& node, std::span<const Tensor> operands, const Tensor& result);
  /// Errors (unreadable): the folder cannot be made or written to.
  [[nodiscard]] Result<void> write(const std::filesystem::path& folder) const;

 private:
  const Plan* plan_;
  std::map<std::string, Tensor, std::less<>> values_;  // by value name
};

}  // namespace touchstone
