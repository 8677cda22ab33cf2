#include "planner.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "touchstone/term/meaning.h"

namespace touchstone {

namespace {

void append_bytes(std::string& key, std::uint64_t value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::string use_key(Op op, const Attributes& attributes, std::span<const TensorType> operands) {
  std::string key(1, static_cast<char>(op));
  for (const auto& [name, value] : attributes.values()) {
    const std::string text = text_of(value);
    append_bytes(key, name.size());
    key += name;
    append_bytes(key, text.size());
    key += text;
  }
  for (const TensorType& type : operands) {
    key += static_cast<char>(type.element);
    key += static_cast<char>(type.shape.rank());
    for (const std::int64_t extent : type.shape.extents().entries()) {
      append_bytes(key, static_cast<std::uint64_t>(extent));
    }
  }
  return key;
}

namespace {

/// Why this capsule may not serve where a gradient is asked for; nothing if it may.
std::optional<std::string> gradient_refusal(const Capsule& capsule, const Profile& profile) {
  if (capsule.vjp_mode == VjpMode::none) {
    return "is forward-only, and training asks for its gradient";
  }
  if (!profile.gradient_owners.contains(capsule.vjp_mode)) {
    return "leaves its gradient to " + std::string(name_of(capsule.vjp_mode)) + ", which profile " +
           profile.name + " does not admit";
  }
  return std::nullopt;
}

/// Why this capsule, which computes the right operation, may not serve; nothing if it may.
std::optional<std::string> refusal_of(const Capsule& capsule, const NodeClass& node,
                                      const Plan& plan) {
  const Profile& profile = plan.profile;
  const Device device = plan.device;
  if (capsule.device != device) {
    return "runs on device " + std::string(name_of(capsule.device)) + ", not " +
           std::string(name_of(device));
  }
  if (!profile.providers.contains(capsule.provider)) {
    return "provider " + std::string(name_of(capsule.provider)) + " is not admitted by profile " +
           profile.name;
  }
  if (capsule.dtype != ElementType::float32) {
    return "computes with " + std::string(name_of(capsule.dtype)) + ", not float32";
  }
  if (!capsule.forward) return "has no forward kernel";
  if (capsule.refines != node.op) {
    return "refines " + std::string(operation(capsule.refines).name) +
           ", which nothing relates to this operation";
  }
  if (capsule.runtime_support == RuntimeSupport::test_only ||
      capsule.runtime_support == RuntimeSupport::planner_only) {
    return "is " + std::string(name_of(capsule.runtime_support)) + ", not executable";
  }
  for (const AssumptionId id : capsule.assumptions) {
    if (profile.excluded_assumptions.contains(id)) {
      return "rests on " + std::string(assumption(id).name) + ", which profile " + profile.name +
             " excludes";
    }
  }
  if (node.vjp) {
    if (auto reason = gradient_refusal(capsule, profile)) return reason;
  }
  if (capsule.refuses == nullptr) return std::nullopt;
  return capsule.refuses(node.op, node.attributes, node.operands);
}

bool uses_mpfr(Op op, const std::vector<SymbolicReading>& readings) {
  if (operation(op).uses_turns) return true;
  return std::any_of(readings.begin(), readings.end(), [](const auto& reading) {
    const auto nodes = reading.arena.nodes();
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const TermNode& node) { return is_opaque(node.kind); });
  });
}

void choose(NodeClass& node, const Plan& plan) {
  for (const Capsule& capsule : plan.registry->capsules()) {
    if (capsule.op != node.op) continue;
    if (auto reason = refusal_of(capsule, node, plan)) {
      node.refusals.push_back({capsule.name, std::move(*reason)});
    } else if (node.capsule != nullptr) {
      node.refusals.push_back(
          {capsule.name, "would serve too; " + node.capsule->name + " is declared before it"});
    } else {
      node.capsule = &capsule;
    }
  }
}

}  // namespace

Meanings meanings_of(Op op, const Attributes& attributes, Demand demand) {
  const auto readings = symbolic_readings(op, attributes);
  Meanings out{{meaning_digest(op, attributes, readings), uses_mpfr(op, readings)}, std::nullopt};
  if (demand == Demand::inference || !operation(op).differentiable) return out;
  const auto gradients = symbolic_vjp_readings(op, attributes);
  out.vjp = Meaning{vjp_meaning_digest(op, attributes, gradients), uses_mpfr(op, gradients)};
  return out;
}

Plan make_plan(std::shared_ptr<const Graph> graph, std::shared_ptr<const Registry> registry,
               const Profile& profile, Device device, Demand demand) {
  Plan plan;
  std::unordered_map<std::string, Meanings> meanings;
  plan.graph = std::move(graph);
  plan.registry = std::move(registry);
  plan.profile = profile;
  plan.device = device;
  plan.demand = demand;
  plan.class_of_node.reserve(plan.graph->nodes.size());
  std::unordered_map<std::string, std::uint32_t> known;
  for (const Node& node : plan.graph->nodes) {
    auto operands = plan.graph->input_types(node);
    const auto next = static_cast<std::uint32_t>(plan.classes.size());
    const auto [at, added] = known.emplace(use_key(node.op, node.attributes, operands), next);
    if (added) {
      NodeClass fresh;
      fresh.op = node.op;
      fresh.attributes = node.attributes;
      fresh.operands = std::move(operands);
      fresh.result = plan.graph->value(node.output).type;
      const auto [known_meanings, unread] =
          meanings.try_emplace(use_key(node.op, node.attributes, {}));
      if (unread) known_meanings->second = meanings_of(node.op, node.attributes, demand);
      fresh.meaning = known_meanings->second.forward;
      fresh.vjp = known_meanings->second.vjp;
      choose(fresh, plan);
      plan.classes.push_back(std::move(fresh));
    }
    ++plan.classes[at->second].node_count;
    plan.class_of_node.push_back(at->second);
  }
  return plan;
}

std::vector<PlannedObligation> obligations_of(const Plan& plan) {
  std::vector<PlannedObligation> out;
  for (std::uint32_t i = 0; i < plan.classes.size(); ++i) {
    if (plan.classes[i].capsule == nullptr) continue;
    for (const Claim& claim : plan.classes[i].capsule->claims) {
      if (claim.contract != Contract::vjp || plan.classes[i].vjp) out.push_back({i, claim});
    }
  }
  return out;
}

Result<void> check_runnable(const Plan& plan) {
  for (const NodeClass& node : plan.classes) {
    if (node.capsule == nullptr) {
      return unavailable({}, "no capsule computes " + std::string(operation(node.op).name));
    }
    if (node.capsule->runtime_support == RuntimeSupport::executable) continue;
    return unavailable({},
                       "capsule " + node.capsule->name + " is " +
                           std::string(name_of(node.capsule->runtime_support)) +
                           ": nothing in this build runs kernels on device " +
                           std::string(name_of(node.capsule->device)),
                       "verify judges it all the same; to run the model, name another --device");
  }
  return {};
}

}  // namespace touchstone
