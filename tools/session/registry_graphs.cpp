#include "registry_graphs.h"

#include <stdexcept>
#include <utility>

#include "touchstone/op/sample_attributes.h"

namespace touchstone {

namespace {

/// Of those that are differentiable, only a capsule with a vjp has gradients to be judged.
Demand demand_for(const Capsule& capsule) {
  const bool forward_only =
      capsule.vjp_mode == VjpMode::none && operation(capsule.op).differentiable;
  return forward_only ? Demand::inference : Demand::training;
}

ClassInstance instance_for(const Capsule& capsule) {
  const Operation& op = operation(capsule.op);
  const auto all = op.class_instances(sample_attributes(op));
  for (const ClassInstance& instance : all) {
    if (capsule.refuses == nullptr ||
        !capsule.refuses(capsule.op, instance.attributes, instance.operands)) {
      return instance;
    }
  }
  return all.front();
}

void add_node(GraphBuilder& builder, const Capsule& capsule) {
  const ClassInstance instance = instance_for(capsule);
  std::vector<ValueId> operands;
  for (const TensorType& type : instance.operands) {
    const std::string name = capsule.name + " operand " + std::to_string(operands.size());
    operands.push_back(*builder.add_input(name, type));
  }
  const auto result =
      builder.add_node(capsule.name, capsule.op, instance.attributes, std::move(operands));
  if (!result) throw std::logic_error(capsule.name + ": " + result.error().text());
  builder.mark_output(*result);
}

}  // namespace

std::vector<RegistryGraph> registry_graphs(const Registry& registry) {
  std::vector<std::pair<Device, Demand>> kinds;
  std::vector<GraphBuilder> builders;
  for (const Capsule& capsule : registry.capsules()) {
    const std::pair kind{capsule.device, demand_for(capsule)};
    std::size_t at = 0;
    while (at < kinds.size() && kinds[at] != kind) ++at;
    if (at == kinds.size()) {
      kinds.push_back(kind);
      builders.emplace_back();
    }
    add_node(builders[at], capsule);
  }
  std::vector<RegistryGraph> out;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto graph = std::move(builders[i]).finish({});
    if (!graph) throw std::logic_error(graph.error().text());
    out.push_back(
        {kinds[i].first, kinds[i].second, std::make_shared<const Graph>(*std::move(graph))});
  }
  return out;
}

}  // namespace touchstone
