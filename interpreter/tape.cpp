#include "tape.h"

#include <algorithm>
#include <string>

#include "touchstone/core/checked.h"
#include "touchstone/number/environment.h"
#include "touchstone/number/strict_float.h"

namespace touchstone {

namespace {

std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }

/// One vjp to compute, and the value that its result is a contribution to.
struct Step {
  Pass pass;
  ValueId towards{};
};

/// Which vjps lead from the value that is differentiated to those it is differentiated by.
struct Route {
  std::vector<std::vector<Step>> steps;  ///< per node, ascending operand positions
  std::vector<bool> wanted;              ///< per value

  [[nodiscard]] bool takes(std::size_t node) const { return !steps[node].empty(); }
};

Route route_of(const Graph& graph, const GradientRequest& request) {
  Route out;
  out.steps.resize(graph.nodes.size());
  out.wanted.resize(graph.values.size(), false);
  for (const ValueId id : request.by) out.wanted[at(id)] = true;

  // Forwards: the values that depend on a wanted one through operands that have a gradient.
  std::vector<bool> depends = out.wanted;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    const std::vector<TensorType> types = graph.input_types(node);
    for (const Pass pass : vjp_passes(operation(node.op), types)) {
      const ValueId operand = node.inputs[position_of(pass, types)];
      if (depends[at(operand)]) out.steps[n].push_back({pass, operand});
    }
    if (out.takes(n)) depends[at(node.output)] = true;
  }
  // Backwards: of those, the ones that the value to differentiate depends on.
  std::vector<bool> reaches(graph.values.size(), false);
  reaches[at(request.of)] = true;
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    if (!reaches[at(graph.nodes[n].output)]) out.steps[n].clear();
    for (const Step& step : out.steps[n]) reaches[at(step.towards)] = true;
  }
  return out;
}

/// Whether each value gets a cotangent.
std::vector<bool> with_cotangent(const Graph& graph, const Route& route, ValueId of) {
  std::vector<bool> out(graph.values.size(), false);
  out[at(of)] = true;
  for (const auto& steps : route.steps) {
    for (const Step& step : steps) out[at(step.towards)] = true;
  }
  return out;
}

Result<void> check_request(const Graph& graph, const GradientRequest& request) {
  const Value& of = graph.value(request.of);
  if (of.type.element != ElementType::float32 || of.type.shape.element_count() != 1) {
    return unreadable("value '" + printable(of.name) + "'",
                      "it is " + of.type.text() + "; only one float32 number has a gradient");
  }
  for (const ValueId id : request.by) {
    const Value& by = graph.value(id);
    if (by.type.element == ElementType::float32) continue;
    return unreadable("value '" + printable(by.name) + "'",
                      "it is " + by.type.text() + "; there is a gradient by float32 values only");
  }
  return {};
}

Tensor filled(const TensorType& type, float value) {
  const std::vector<float> values(static_cast<std::size_t>(type.shape.element_count()), value);
  return Tensor::of(type.shape, values);
}

/// Element by element, one binary32 addition each.
Tensor sum(const Tensor& x, const Tensor& y) {
  const auto a = x.floats();
  const auto b = y.floats();
  std::vector<float> out(a.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + b[i];
  return Tensor::of(x.shape(), out);
}

/// What a node's vjps read besides the cotangent.
struct Kept {
  std::vector<Tensor> operands;
  Tensor result;
};

/// The way back: holds the cotangents of the values not yet visited and those asked for.
class Reverse {
 public:
  Reverse(const Graph& graph, const Route& route, ValueId of, const VjpRunner& vjp)
      : graph_(graph), route_(route), vjp_(vjp), cotangents_(graph.values.size()) {
    cotangents_[at(of)] = filled(graph.value(of).type, 1.0F);
  }

  Result<void> visit(std::size_t number, Kept kept) {
    const Node& node = graph_.nodes[number];
    // Every value on the route reaches the differentiated one through nodes visited before.
    const Tensor cotangent = *cotangents_[at(node.output)];
    if (!route_.wanted[at(node.output)]) cotangents_[at(node.output)].reset();
    std::vector<Tensor> operands = std::move(kept.operands);
    operands.push_back(std::move(kept.result));
    operands.push_back(cotangent);
    for (const Step& step : route_.steps[number]) {
      auto gradient = vjp_(number, node, step.pass, graph_.value(step.towards).type, operands);
      if (!gradient) {
        return gradient.error().inside("gradient of node '" + printable(node.id) + "'");
      }
      std::optional<Tensor>& total = cotangents_[at(step.towards)];
      total = total ? sum(*total, *gradient) : *std::move(gradient);
    }
    return {};
  }

  [[nodiscard]] Tensor gradient(ValueId by) const {
    const auto& found = cotangents_[at(by)];
    return found ? *found : filled(graph_.value(by).type, 0.0F);
  }

 private:
  const Graph& graph_;
  const Route& route_;
  const VjpRunner& vjp_;
  std::vector<std::optional<Tensor>> cotangents_;
};

/// Counts bytes that come and go, and remembers the most there were. Sticks at "too many".
class Meter {
 public:
  void take(std::optional<std::int64_t> bytes) {
    live_ = live_ && bytes ? checked_add(*live_, *bytes) : std::nullopt;
    if (live_) peak_ = std::max(peak_, *live_);
  }
  void give(std::optional<std::int64_t> bytes) {
    if (live_ && bytes) *live_ -= *bytes;
  }
  [[nodiscard]] std::optional<std::int64_t> peak() const {
    return live_ ? std::optional(peak_) : std::nullopt;
  }

 private:
  std::optional<std::int64_t> live_ = 0;
  std::int64_t peak_ = 0;
};

/// Bytes of a value; none for parameters, which the graph holds anyway.
std::optional<std::int64_t> own_bytes(const Value& value) {
  return value.constant ? 0 : byte_count(value.type);
}

/// Until when each value is held: the number of the node after whose forward evaluation it goes,
/// and, where it is kept for the way back, the node after whose visit it goes.
struct Lifetimes {
  std::vector<std::size_t> forward;
  std::vector<std::optional<std::size_t>> backward;
};

Lifetimes lifetimes_of(const Graph& graph, const Route& route) {
  Lifetimes out;
  out.forward.resize(graph.values.size(), 0);
  out.backward.resize(graph.values.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    std::vector<ValueId> touched = graph.nodes[n].inputs;
    touched.push_back(graph.nodes[n].output);
    for (const ValueId id : touched) {
      out.forward[at(id)] = n;
      if (route.takes(n) && !out.backward[at(id)]) out.backward[at(id)] = n;
    }
  }
  for (const ValueId id : graph.outputs) out.forward[at(id)] = graph.nodes.size();
  return out;
}

/// The values that a node reads and gives, each once.
std::vector<ValueId> values_at(const Node& node) {
  std::vector<ValueId> out = node.inputs;
  out.push_back(node.output);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void meter_forward(const Graph& graph, const Lifetimes& lifetimes, Meter& meter) {
  for (const ValueId id : graph.inputs) meter.take(own_bytes(graph.value(id)));
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    meter.take(own_bytes(graph.value(graph.nodes[n].output)));
    for (const ValueId id : values_at(graph.nodes[n])) {
      if (lifetimes.forward[at(id)] == n && !lifetimes.backward[at(id)]) {
        meter.give(own_bytes(graph.value(id)));
      }
    }
  }
}

void meter_backward(const Graph& graph, const GradientRequest& request, const Route& route,
                    const Lifetimes& lifetimes, Meter& meter) {
  std::vector<bool> present(graph.values.size(), false);
  present[at(request.of)] = true;
  meter.take(byte_count(graph.value(request.of).type));
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    if (!route.takes(n)) continue;
    for (const Step& step : route.steps[n]) {
      const auto bytes = byte_count(graph.value(step.towards).type);
      meter.take(bytes);
      if (present[at(step.towards)]) {
        // Total, contribution and their sum are there at once; then the sum alone.
        meter.take(bytes);
        meter.give(bytes);
        meter.give(bytes);
      }
      present[at(step.towards)] = true;
    }
    const ValueId output = graph.nodes[n].output;
    if (!route.wanted[at(output)]) meter.give(byte_count(graph.value(output).type));
    for (const ValueId id : values_at(graph.nodes[n])) {
      if (lifetimes.backward[at(id)] == n && lifetimes.forward[at(id)] < graph.nodes.size()) {
        meter.give(own_bytes(graph.value(id)));
      }
    }
  }
  for (const ValueId id : request.by) {
    if (!present[at(id)]) meter.take(byte_count(graph.value(id).type));
    present[at(id)] = true;
  }
}

}  // namespace

Result<Differentiated> differentiate(const Graph& graph, std::span<const Tensor> inputs,
                                     const GradientRequest& request, const NodeRunner& run,
                                     const VjpRunner& vjp) {
  const FloatEnvironment environment;
  if (auto checked = check_request(graph, request); !checked) return checked.error();
  const Route route = route_of(graph, request);
  std::vector<Kept> kept(graph.nodes.size());
  std::size_t number = 0;
  const NodeObserver keep = [&](const Node&, std::span<const Tensor> operands,
                                const Tensor& result) {
    if (route.takes(number)) kept[number] = {{operands.begin(), operands.end()}, result};
    ++number;
  };
  auto outputs = evaluate(graph, inputs, run, keep);
  if (!outputs) return outputs.error();

  Reverse reverse(graph, route, request.of, vjp);
  for (std::size_t n = graph.nodes.size(); n-- > 0;) {
    if (!route.takes(n)) continue;
    if (auto visited = reverse.visit(n, std::move(kept[n])); !visited) return visited.error();
  }
  Differentiated out{*std::move(outputs), {}};
  for (const ValueId id : request.by) out.gradients.push_back(reverse.gradient(id));
  return out;
}

std::vector<bool> reached_by_gradient(const Graph& graph, const GradientRequest& request) {
  const std::vector<bool> reached = with_cotangent(graph, route_of(graph, request), request.of);
  std::vector<bool> out;
  for (const ValueId id : request.by) out.push_back(reached[at(id)]);
  return out;
}

std::optional<std::int64_t> peak_bytes(const Graph& graph, const GradientRequest& request) {
  const Route route = route_of(graph, request);
  const Lifetimes lifetimes = lifetimes_of(graph, route);
  Meter meter;
  meter_forward(graph, lifetimes, meter);
  meter_backward(graph, request, route, lifetimes, meter);
  return meter.peak();
}

}  // namespace touchstone
