#pragma once

#include <memory>
#include <vector>

#include "touchstone/interpreter/graph.h"
#include "touchstone/plan/planner.h"
#include "touchstone/plan/registry.h"

/// For use inside this folder: the registry as something that can be planned and gated.
namespace touchstone {

/// One node for each capsule of a device, at the first class shapes of its operation that it serves
/// and under the capsule's name.
struct RegistryGraph {
  Device device{};
  Demand demand{};  ///< training for capsules that promise their gradients too
  std::shared_ptr<const Graph> graph;
};

/// Of every capsule, in the registry's order.
[[nodiscard]] std::vector<RegistryGraph> registry_graphs(const Registry& registry);

}  // namespace touchstone
