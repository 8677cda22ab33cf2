#include "training_graph.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace touchstone {

namespace {

std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }

bool is_parameter(const Value& value) {
  return value.parameter && value.constant && value.type.element == ElementType::float32;
}

/// The values that some batch_norm reads as mean or variance, its operands 3 and 4.
std::vector<bool> statistics_of(const Graph& model) {
  std::vector<bool> out(model.values.size(), false);
  for (const Node& node : model.nodes) {
    if (node.op != Op::batch_norm) continue;
    out[at(node.inputs[3])] = true;
    out[at(node.inputs[4])] = true;
  }
  return out;
}

/// What a model's float32 parameters do, each by ascending name.
struct Roles {
  std::map<std::string, ValueId> trained;
  std::vector<KeptParameter> kept;
};

Roles roles_of(const Graph& model, const std::set<std::string>& frozen) {
  const std::vector<bool> statistics = statistics_of(model);
  std::map<std::string, ValueId> parameters;
  for (std::size_t i = 0; i < model.values.size(); ++i) {
    const Value& value = model.values[i];
    if (is_parameter(value)) parameters.emplace(value.name, static_cast<ValueId>(i));
  }
  GradientRequest request;
  request.of = model.outputs[0];
  for (const auto& [name, id] : parameters) request.by.push_back(id);
  const std::vector<bool> reached = reached_by_gradient(model, request);
  Roles out;
  std::size_t position = 0;
  for (const auto& [name, id] : parameters) {
    const bool is_reached = reached[position++];
    if (frozen.contains(name)) {
      out.kept.push_back({name, KeptBecause::frozen});
    } else if (statistics[at(id)]) {
      out.kept.push_back({name, KeptBecause::statistics});
    } else if (!is_reached) {
      out.kept.push_back({name, KeptBecause::unreached});
    } else {
      out.trained.emplace(name, id);
    }
  }
  return out;
}

Diagnostic nothing_to_train(const Roles& roles) {
  const auto count = [&](KeptBecause why) {
    return std::to_string(std::ranges::count(roles.kept, why, &KeptParameter::why));
  };
  if (roles.kept.empty()) return unreadable({}, "the model has no float32 parameter to train");
  return unreadable({}, "no parameter is left to train: " + count(KeptBecause::frozen) +
                            " are frozen, " + count(KeptBecause::statistics) +
                            " are statistics, and " + count(KeptBecause::unreached) +
                            " are reached by no gradient of the loss");
}

Result<void> check_frozen(const Graph& model, const std::set<std::string>& frozen) {
  for (const std::string& name : frozen) {
    const bool known = std::any_of(model.values.begin(), model.values.end(), [&](const Value& v) {
      return is_parameter(v) && v.name == name;
    });
    if (known) continue;
    return unreadable({}, "the model has no float32 parameter '" + printable(name) + "' to freeze");
  }
  return {};
}

Result<void> check_output(const Graph& model, Loss loss) {
  if (model.outputs.size() != 1) {
    return unreadable({}, "the model has " + std::to_string(model.outputs.size()) +
                              " outputs; training needs exactly one");
  }
  const Value& output = model.value(model.outputs[0]);
  const bool is_loss = output.type == TensorType{ElementType::float32, Shape()};
  if (is_loss == (loss == Loss::own)) return {};
  const std::string shown = "the model's output '" + printable(output.name) + "'";
  if (is_loss) {
    return unreadable({}, shown + " is one number, so it is the loss itself", "leave the loss out");
  }
  return unreadable({}, shown + " is " + output.type.text() + ", which is no loss",
                    "choose the loss cross_entropy or mse");
}

/// `name`, or with the first free number after it.
std::string free_name(const Graph& model, const std::string& name) {
  const auto taken = [&](const std::string& candidate) {
    return std::any_of(model.values.begin(), model.values.end(),
                       [&](const Value& value) { return value.name == candidate; });
  };
  std::string out = name;
  for (int i = 2; taken(out); ++i) out = name + "_" + std::to_string(i);
  return out;
}

/// The target's type for this output.
Result<TensorType> target_type(const TensorType& output, const TrainingChoice& choice) {
  if (choice.loss == Loss::mse) return output;
  const auto rank = static_cast<std::int64_t>(output.shape.rank());
  const std::int64_t axis = choice.class_axis < 0 ? choice.class_axis + rank : choice.class_axis;
  if (axis < 0 || axis >= rank) {
    return unreadable({}, "the output is " + output.text() + " and has no class axis " +
                              std::to_string(choice.class_axis));
  }
  const Index rest = output.shape.extents().without(static_cast<std::size_t>(axis));
  return TensorType{ElementType::int64, Shape::of(rest)};
}

/// Copies a model into a builder, value by value.
class Copy {
 public:
  explicit Copy(const Graph& model) : model_(model), ids_(model.values.size()) {}

  void input(ValueId id) {
    const Value& value = model_.value(id);
    ids_[at(id)] = builder.add_input(value.name, value.type).value();
  }
  void constants() {
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      const Value& value = model_.values[i];
      if (!value.constant || ids_[i]) continue;
      ids_[i] = value.parameter ? builder.add_parameter(value.name, *value.constant).value()
                                : builder.add_constant(value.name, *value.constant).value();
    }
  }
  void nodes() {
    for (const Node& node : model_.nodes) {
      std::vector<ValueId> inputs;
      for (const ValueId id : node.inputs) inputs.push_back(*ids_[at(id)]);
      ids_[at(node.output)] =
          builder.add_node(node.id, node.op, node.attributes, std::move(inputs)).value();
    }
  }
  [[nodiscard]] ValueId of(ValueId id) const { return *ids_[at(id)]; }

  GraphBuilder builder;

 private:
  const Graph& model_;
  std::vector<std::optional<ValueId>> ids_;
};

Result<ValueId> add_loss(GraphBuilder& builder, const std::string& name, ValueId output,
                         ValueId target, const TrainingChoice& choice) {
  if (choice.loss == Loss::mse) return builder.add_node(name, Op::mse_loss, {}, {output, target});
  return builder.add_node(name, Op::cross_entropy_loss, {{"axis", choice.class_axis}},
                          {output, target});
}

}  // namespace

std::string_view name_of(Loss loss) {
  switch (loss) {
    case Loss::own: return "own";
    case Loss::cross_entropy: return "cross_entropy";
    case Loss::mse: return "mse";
  }
  return {};
}

GradientRequest TrainingGraph::request() const {
  GradientRequest out;
  out.of = graph->outputs[0];
  out.by.assign(graph->inputs.begin() + static_cast<std::ptrdiff_t>(data_inputs),
                graph->inputs.end());
  return out;
}

namespace {

/// An input for what the loss compares the output with; none where the model has its own loss.
Result<std::optional<ValueId>> add_target(GraphBuilder& builder, const Graph& model,
                                          const TrainingChoice& choice) {
  if (choice.loss == Loss::own) return std::optional<ValueId>();
  const auto type = target_type(model.value(model.outputs[0]).type, choice);
  if (!type) return type.error();
  return std::optional(builder.add_input(free_name(model, "target"), *type).value());
}

}  // namespace

Result<TrainingGraph> training_graph(const Graph& model, const TrainingChoice& choice) {
  if (auto checked = check_output(model, choice.loss); !checked) return checked.error();
  if (auto checked = check_frozen(model, choice.frozen); !checked) return checked.error();
  Roles roles = roles_of(model, choice.frozen);
  if (roles.trained.empty()) return nothing_to_train(roles);
  Copy copy(model);
  for (const ValueId id : model.inputs) copy.input(id);
  const auto target = add_target(copy.builder, model, choice);
  if (!target) return target.error();
  TrainingGraph out;
  out.data_inputs = model.inputs.size() + (*target ? 1 : 0);
  for (const auto& [name, id] : roles.trained) {
    copy.input(id);
    out.parameters.push_back(name);
    out.initial.push_back(*model.value(id).constant);
  }
  out.kept = std::move(roles.kept);
  copy.constants();
  copy.nodes();
  ValueId loss = copy.of(model.outputs[0]);
  if (*target) {
    const auto added = add_loss(copy.builder, free_name(model, "loss"), loss, **target, choice);
    if (!added) return added.error();
    loss = *added;
  }
  copy.builder.mark_output(loss);
  auto graph = std::move(copy.builder).finish(model.origin);
  if (!graph) return graph.error();
  out.graph = std::make_shared<const Graph>(*std::move(graph));
  return out;
}

Graph with_parameters(Graph model, const std::vector<std::string>& names,
                      const std::vector<Tensor>& values) {
  std::map<std::string, const Tensor*> by_name;
  for (std::size_t i = 0; i < names.size(); ++i) by_name.emplace(names[i], &values[i]);
  std::size_t replaced = 0;
  for (Value& value : model.values) {
    const auto found = by_name.find(value.name);
    if (!value.constant || found == by_name.end()) continue;
    if (found->second->type() != value.type) {
      throw std::logic_error("a parameter cannot change its type: " + value.name);
    }
    value.constant = *found->second;
    ++replaced;
  }
  if (replaced != names.size()) throw std::logic_error("a name is none of the model's parameters");
  return model;
}

}  // namespace touchstone
