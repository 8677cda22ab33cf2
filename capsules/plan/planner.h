#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profile.h"
#include "registry.h"
#include "touchstone/core/result.h"
#include "touchstone/interpreter/graph.h"

namespace touchstone {

/// Why one capsule may not compute one operation.
struct Refusal {
  std::string capsule;
  std::string reason;
};

/// What is asked of a model's kernels.
enum class Demand : std::uint8_t {
  inference,  ///< the forward contracts
  training,   ///< also the vjp contract of every differentiable operation
};

/// What one direction of an operation means at given attributes.
struct Meaning {
  Digest digest;
  bool uses_mpfr = false;  ///< whether it holds functions or constants that MPFR rounds
};

/// What both directions of an operation mean at given attributes.
struct Meanings {
  Meaning forward;
  std::optional<Meaning> vjp;  ///< where training asks for a gradient, and there is one
};
/// `attributes` must be those of a use that `infer` accepts.
[[nodiscard]] Meanings meanings_of(Op op, const Attributes& attributes, Demand demand);

/// Uses of one operation that look alike to every checker: same attributes, same operand types,
/// same capsule. What holds for one node of it holds for all.
struct NodeClass {
  Op op{};
  Attributes attributes;
  std::vector<TensorType> operands;
  TensorType result;
  Meaning meaning;
  std::optional<Meaning> vjp;        ///< of its gradients, where training asks for them
  const Capsule* capsule = nullptr;  ///< in the registry; absent when no candidate may serve
  std::vector<Refusal> refusals;     ///< every candidate that was considered and not chosen
  std::int64_t node_count = 0;

  /// The meaning that claims of this contract are about. Requires `vjp` for the vjp contract.
  [[nodiscard]] const Meaning& meaning_for(Contract contract) const {
    return contract == Contract::vjp ? *vjp : meaning;
  }
};

/// Which capsule computes each node, and what has to be shown.
struct Plan {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Registry> registry;
  Profile profile;
  Device device{};
  Demand demand{};
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
                             Device device, Demand demand = Demand::inference);

/// What is demanded: the shape, layout and value contracts of every class with a capsule, and for
/// training the vjp contract of those that are differentiable. Of random sources and comparisons
/// nothing is asked: they have no gradient.
[[nodiscard]] std::vector<PlannedObligation> obligations_of(const Plan& plan);

/// Whether this build can carry the plan out. A plan may be judged for a device that is not here.
/// Error (unavailable): a class without a capsule, or with one that nothing here runs.
[[nodiscard]] Result<void> check_runnable(const Plan& plan);

}  // namespace touchstone
