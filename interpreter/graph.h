#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Position of a value in its graph.
enum class ValueId : std::uint32_t {};

/// One tensor that flows through a graph: a model input, a parameter, or a node's output.
struct Value {
  std::string name;
  TensorType type;
  std::optional<Tensor> constant = std::nullopt;  ///< present for parameters and constants only
  bool parameter = false;  ///< a constant that the model learns, or learned: one of its weights
};

struct Node {
  std::string id;  ///< unique in the graph; also the name of its output value
  Op op{};
  Attributes attributes;  ///< complete
  std::vector<ValueId> inputs;
  ValueId output{};
};

/// What a model file said of itself, for the verdict's first line.
struct ModelFile {
  std::string name;  ///< as the model that refers to it writes it; of the model itself, its file's
  Digest digest;     ///< SHA-256
};

struct ModelOrigin {
  std::string file;
  std::string format;  ///< "model.json 1", "ONNX opset 8"
  Digest digest;       ///< of the model file and of every file it refers to
  std::vector<std::pair<std::string, std::int64_t>> bindings;  ///< symbolic dimensions bound
  /// The model's own, then those it refers to in the order of first reference.
  std::vector<ModelFile> files = {};
};

/// A model: every value typed, nodes in an order in which each comes after what it reads.
/// Made by GraphBuilder, which checks that.
struct Graph {
  ModelOrigin origin;
  std::vector<Value> values;
  std::vector<Node> nodes;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;

  [[nodiscard]] const Value& value(ValueId id) const {
    return values[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] std::vector<TensorType> input_types(const Node& node) const;
};

/// Builds a graph one value at a time, checking names, arity, attributes and shapes as it goes.
/// Nodes must be added after the values they read. Errors leave the builder unchanged.
class GraphBuilder {
 public:
  /// Errors: a name already taken or empty.
  Result<ValueId> add_input(std::string name, TensorType type);
  Result<ValueId> add_parameter(std::string name, Tensor tensor);
  /// A constant that is no weight but belongs to a formula: training leaves it as it is.
  Result<ValueId> add_constant(std::string name, Tensor tensor);
  /// Attributes may be partial; a random operation's `stream` is the node's id where absent.
  /// Errors: those of `complete` and `infer`, a name already taken.
  Result<ValueId> add_node(std::string id, Op op, const Attributes& attributes,
                           std::vector<ValueId> inputs);
  void mark_output(ValueId value);

  [[nodiscard]] std::optional<ValueId> find(std::string_view name) const;
  [[nodiscard]] const Value& value(ValueId id) const { return graph_.value(id); }
  [[nodiscard]] std::size_t node_count() const { return graph_.nodes.size(); }

  /// The graph. Parameters and constants that no node reads and no output names lose their bytes.
  /// Errors: no outputs, no nodes.
  Result<Graph> finish(ModelOrigin origin) &&;

 private:
  Result<ValueId> add_value(std::string name, TensorType type, std::optional<Tensor> constant);

  Graph graph_;
  std::map<std::string, ValueId, std::less<>> names_;  // ordered: names from a file cannot collide
};

}  // namespace touchstone
