#pragma once

#include "touchstone/audit/gate.h"
#include "touchstone/interpreter/evaluate.h"
#include "touchstone/interpreter/tape.h"

/// Who computes the nodes of an accepted plan: the capsule that the planner chose for each.
namespace touchstone {

/// `threads`, or one per hardware thread where that is 0.
[[nodiscard]] unsigned threads_or_all(unsigned threads);

/// Runs forward passes. Requires that the plan outlives it.
[[nodiscard]] NodeRunner node_runner(const AcceptedPlan& accepted, unsigned threads);

/// Runs vjps. Requires a plan accepted for training, which outlives it.
[[nodiscard]] VjpRunner vjp_runner(const AcceptedPlan& accepted, unsigned threads);

}  // namespace touchstone
