#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profile.h"
#include "registry.h"
#include "touchstone/interpreter/graph.h"

namespace touchstone {

/// Why one capsule may not compute one operation.
struct Refusal {
  std::string capsule;
  std::string reason;
};

/// Uses of one operation that look alike to every checker: same attributes, same operand types,
/// same capsule. What holds for one node of it holds for all.
struct NodeClass {
  Op op{};
  Attributes attributes;
  std::vector<TensorType> operands;
  TensorType result;
  Digest meaning;                    ///< of the operation at these attributes
  bool uses_exp = false;             ///< whether that meaning contains the exponential
  const Capsule* capsule = nullptr;  ///< in the registry; absent when no candidate may serve
  std::vector<Refusal> refusals;     ///< every candidate that was considered and not chosen
  std::int64_t node_count = 0;
};

/// Which capsule computes each node, and what has to be shown.
struct Plan {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Registry> registry;
  Profile profile;
  Device device{};
  std::vector<NodeClass> classes;
  std::vector<std::uint32_t> class_of_node;  ///< per node of the graph
};

/// One thing to be shown: a claim of a class's capsule, for that class.
struct PlannedObligation {
  std::uint32_t node_class = 0;
  Claim claim;
};

/// Bytes that are equal exactly for equal (operation, attributes, operand types): what
/// distinguishes one class of nodes from another.
[[nodiscard]] std::string use_key(Op op, const Attributes& attributes,
                                  std::span<const TensorType> operands);

/// Chooses a capsule for every node, in time linear in the number of nodes. Never fails: where no
/// capsule may serve, the class says so with the reasons.
[[nodiscard]] Plan make_plan(std::shared_ptr<const Graph> graph,
                             std::shared_ptr<const Registry> registry, const Profile& profile,
                             Device device);

/// What inference demands: the shape, layout and value contracts of every class with a capsule.
[[nodiscard]] std::vector<PlannedObligation> obligations_of(const Plan& plan);

}  // namespace touchstone
