#pragma once

#include <cstddef>
#include <vector>

#include "kernel_files.h"
#include "session.h"

/// For use inside this folder: evidence made now.
namespace touchstone {

/// One self-check per operation, attributes and direction for which identity may serve, on all
/// threads.
[[nodiscard]] std::vector<SelfCheckResult> run_self_checks(const Plan& plan, unsigned threads);

/// Derives evidence for the obligations at these positions of `before`, on all threads: one piece
/// for obligations that differ in nothing the evidence depends on, and one proof of a native kernel
/// for all contracts of its class. `files` are those that the plan's registry was made of.
[[nodiscard]] std::vector<SourcedEvidence> derive(const Plan& plan, const Verdict& before,
                                                  const std::vector<std::size_t>& wanted,
                                                  const GateInput& input,
                                                  const VerifyRequest& request,
                                                  const KernelFiles& files);

}  // namespace touchstone
