#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "touchstone/interpreter/evaluate.h"
#include "touchstone/interpreter/folding.h"
#include "touchstone/onnx/read_onnx.h"

/// Small ONNX models for tests, and what became of them.
namespace touchstone::onnx_test {

using Names = std::vector<std::string>;
using Extents = std::vector<std::int64_t>;
using Dimensions = std::vector<std::variant<std::int64_t, std::string>>;
using Binding = std::pair<std::string, std::int64_t>;

inline void set_dimensions(onnx::TensorShapeProto& shape, const Dimensions& dimensions) {
  for (const auto& dimension : dimensions) {
    auto& added = *shape.add_dim();
    if (const auto* extent = std::get_if<std::int64_t>(&dimension)) added.set_dim_value(*extent);
    if (const auto* name = std::get_if<std::string>(&dimension)) added.set_dim_param(*name);
  }
}

inline void set_type(onnx::ValueInfoProto& info, const std::string& name, std::int32_t element,
                     const Dimensions& dimensions) {
  info.set_name(name);
  auto& type = *info.mutable_type()->mutable_tensor_type();
  type.set_elem_type(element);
  set_dimensions(*type.mutable_shape(), dimensions);
}

inline onnx::TensorProto float_tensor(const Extents& dims, const std::vector<float>& values) {
  onnx::TensorProto out;
  out.set_data_type(onnx::TensorProto::FLOAT);
  out.mutable_dims()->Add(dims.begin(), dims.end());
  out.mutable_float_data()->Add(values.begin(), values.end());
  return out;
}

inline onnx::TensorProto integer_tensor(const Extents& dims,
                                        const std::vector<std::int64_t>& values) {
  onnx::TensorProto out;
  out.set_data_type(onnx::TensorProto::INT64);
  out.mutable_dims()->Add(dims.begin(), dims.end());
  out.mutable_int64_data()->Add(values.begin(), values.end());
  return out;
}

/// An INT32 or BOOL tensor, which stand in the same field.
inline onnx::TensorProto small_tensor(onnx::TensorProto::DataType type, const Extents& dims,
                                      const std::vector<std::int32_t>& values) {
  onnx::TensorProto out;
  out.set_data_type(type);
  out.mutable_dims()->Add(dims.begin(), dims.end());
  out.mutable_int32_data()->Add(values.begin(), values.end());
  return out;
}

/// One node, with attributes added by chained calls.
class NodeHandle {
 public:
  explicit NodeHandle(onnx::NodeProto& proto) : proto_(proto) {}

  NodeHandle& set(const std::string& name, std::int64_t value) {
    add(name, onnx::AttributeProto::INT).set_i(value);
    return *this;
  }
  NodeHandle& set(const std::string& name, int value) { return set(name, std::int64_t{value}); }
  NodeHandle& set(const std::string& name, float value) {
    add(name, onnx::AttributeProto::FLOAT).set_f(value);
    return *this;
  }
  NodeHandle& set(const std::string& name, const char* value) {
    add(name, onnx::AttributeProto::STRING).set_s(value);
    return *this;
  }
  NodeHandle& set(const std::string& name, const Extents& values) {
    add(name, onnx::AttributeProto::INTS).mutable_ints()->Add(values.begin(), values.end());
    return *this;
  }
  NodeHandle& set(const std::string& name, const std::vector<float>& values) {
    add(name, onnx::AttributeProto::FLOATS).mutable_floats()->Add(values.begin(), values.end());
    return *this;
  }
  NodeHandle& set(const std::string& name, const onnx::TensorProto& value) {
    *add(name, onnx::AttributeProto::TENSOR).mutable_t() = value;
    return *this;
  }
  onnx::AttributeProto& add(const std::string& name, onnx::AttributeProto::AttributeType type) {
    auto& attribute = *proto_.add_attribute();
    attribute.set_name(name);
    attribute.set_type(type);
    return attribute;
  }
  onnx::NodeProto& proto() { return proto_; }

 private:
  onnx::NodeProto& proto_;
};

class Model {
 public:
  explicit Model(int opset) {
    proto_.set_ir_version(8);
    proto_.add_opset_import()->set_version(opset);
    proto_.mutable_graph()->set_name("g");
  }

  Model& input(const std::string& name, const Dimensions& dimensions,
               std::int32_t element = onnx::TensorProto::FLOAT) {
    set_type(*graph().add_input(), name, element, dimensions);
    return *this;
  }
  Model& initializer(const std::string& name, onnx::TensorProto tensor) {
    tensor.set_name(name);
    *graph().add_initializer() = std::move(tensor);
    return *this;
  }
  /// An INT64 initializer of one axis.
  Model& list(const std::string& name, const std::vector<std::int64_t>& values) {
    return initializer(name, integer_tensor({static_cast<std::int64_t>(values.size())}, values));
  }
  Model& output(const std::string& name) {
    graph().add_output()->set_name(name);
    return *this;
  }
  NodeHandle node(const std::string& type, const Names& inputs, const Names& outputs) {
    auto& node = *graph().add_node();
    node.set_op_type(type);
    for (const std::string& name : inputs) node.add_input(name);
    for (const std::string& name : outputs) node.add_output(name);
    return NodeHandle(node);
  }

  onnx::ModelProto& proto() { return proto_; }
  onnx::GraphProto& graph() { return *proto_.mutable_graph(); }
  [[nodiscard]] std::string bytes() const { return proto_.SerializeAsString(); }
  [[nodiscard]] Result<Graph> read(const std::vector<Binding>& bindings = {}) const {
    return read_onnx(bytes(), "model.onnx", bindings);
  }

 private:
  onnx::ModelProto proto_;
};

/// Reads a model that must be valid.
inline Graph graph_of(const Model& model, const std::vector<Binding>& bindings = {}) {
  auto graph = model.read(bindings);
  if (!graph) throw std::runtime_error(graph.error().text());
  return std::move(*graph);
}

/// "y = add (a b)", one line per node.
inline std::string text_of(const Graph& graph) {
  std::string out;
  for (const Node& node : graph.nodes) {
    out += node.id + " = " + std::string(operation(node.op).name);
    const std::string attributes = node.attributes.summary();
    if (!attributes.empty()) out += " " + attributes;
    out += " (";
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      out += (i > 0 ? " " : "") + graph.value(node.inputs[i]).name;
    }
    out += ")\n";
  }
  return out;
}

/// "unreadable: place: reason; remedy", or "ok".
inline std::string verdict(const Result<Graph>& graph) {
  if (graph) return "ok";
  const bool unreadable = graph.error().kind == Failure::unreadable;
  const bool unavailable = graph.error().kind == Failure::unavailable;
  return (unreadable    ? "unreadable: "
          : unavailable ? "unavailable: "
                        : "other: ") +
         graph.error().text();
}
inline std::string verdict(const Model& model, const std::vector<Binding>& bindings = {}) {
  return verdict(model.read(bindings));
}

inline std::vector<float> whole_numbers(const Tensor& tensor) {
  return {tensor.integers().begin(), tensor.integers().end()};
}

/// a [n,k] times b [k,m], or times the transpose of b [m,k], plus a bias [m] if there is one.
inline Tensor matrix_product(std::span<const Tensor> operands, bool transposed) {
  const Tensor& a = operands[0];
  const Tensor& b = operands[1];
  const std::int64_t n = a.shape()[0];
  const std::int64_t depth = a.shape()[1];
  const std::int64_t m = b.shape()[transposed ? 0 : 1];
  std::vector<float> out;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < m; ++j) {
      float sum = 0;
      for (std::int64_t k = 0; k < depth; ++k) {
        sum += a.floats()[static_cast<std::size_t>(i * depth + k)] *
               b.floats()[static_cast<std::size_t>(transposed ? j * depth + k : k * m + j)];
      }
      if (operands.size() == 3) sum += operands[2].floats()[static_cast<std::size_t>(j)];
      out.push_back(sum);
    }
  }
  return Tensor::of(Shape::of({n, m}), out);
}

/// The result of a node on small whole numbers: of the operations that int64 has, by their
/// definitions read there.
inline Result<Tensor> run_on_whole_numbers(const Node& node, std::span<const Tensor> operands) {
  if (node.op == Op::matmul) return matrix_product(operands, false);
  if (node.op == Op::linear) return matrix_product(operands, true);
  std::vector<Tensor> wide;
  for (const Tensor& operand : operands) {
    if (operand.type().element == ElementType::int64) {
      wide.push_back(operand);
      continue;
    }
    const std::vector<std::int64_t> values(operand.floats().begin(), operand.floats().end());
    wide.push_back(Tensor::of(operand.shape(), values));
  }
  const auto folded = fold(node.op, node.attributes, wide);
  if (!folded) return folded.error();
  return Tensor::of(folded->shape(), whole_numbers(*folded));
}

/// The first output of a model of small whole numbers.
inline std::vector<float> output_of(const Graph& graph, const std::vector<Tensor>& inputs) {
  const auto outputs =
      evaluate(graph, inputs,
               [](std::size_t, const Node& node, const TensorType&, std::span<const Tensor> x) {
                 return run_on_whole_numbers(node, x);
               });
  if (!outputs) throw std::runtime_error(outputs.error().text());
  const auto values = outputs->front().floats();
  return {values.begin(), values.end()};
}

/// 0, 1, 2, … in a shape.
inline Tensor counting(const Extents& extents) {
  const auto shape = Shape::create(extents);
  std::vector<float> values;
  for (std::int64_t i = 0; i < shape->element_count(); ++i) values.push_back(static_cast<float>(i));
  return Tensor::of(*shape, values);
}

}  // namespace touchstone::onnx_test
