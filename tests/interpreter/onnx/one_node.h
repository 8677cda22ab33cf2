#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "onnx_model.h"

/// Models of one node, for tables of what an operator becomes and what is refused.
namespace touchstone::onnx_test {

/// Inputs are named x0, x1, … and outputs y, y1, ….
class OneNode {
 public:
  explicit OneNode(const std::string& type, int opset = onnx_newest)
      : type_(type), model_(opset), node_(onnx::NodeProto()) {}

  /// A model input of FLOAT, BOOL or INT64.
  OneNode& in(const Dimensions& dimensions) { return input(dimensions, onnx::TensorProto::FLOAT); }
  OneNode& mask(const Dimensions& dimensions) { return input(dimensions, onnx::TensorProto::BOOL); }
  OneNode& index(const Dimensions& dimensions) {
    return input(dimensions, onnx::TensorProto::INT64);
  }
  OneNode& constant(const onnx::TensorProto& tensor) {
    model_.initializer(next(), tensor);
    return *this;
  }
  /// A constant INT64 tensor of one axis, or a FLOAT scalar.
  OneNode& list(const std::vector<std::int64_t>& values) {
    return constant(integer_tensor({static_cast<std::int64_t>(values.size())}, values));
  }
  OneNode& number(float value) { return constant(float_tensor({}, {value})); }
  /// An input that is left out.
  OneNode& none() {
    node_.add_input();
    return *this;
  }
  template <class Value>
  OneNode& set(const std::string& name, const Value& value) {
    NodeHandle(node_).set(name, value);
    return *this;
  }
  OneNode& outputs(int count) {
    outputs_ = count;
    return *this;
  }

  /// The graph in text, or why there is none.
  [[nodiscard]] std::string outcome() const {
    const auto graph = read();
    return graph ? text_of(*graph) : verdict(graph);
  }

  [[nodiscard]] Result<Graph> read() const {
    Model model = model_;
    onnx::NodeProto node = node_;
    node.set_op_type(type_);
    for (int i = 0; i < outputs_; ++i) {
      node.add_output(i == 0 ? "y" : "y" + std::to_string(i));
      model.output(node.output(i));
    }
    *model.graph().add_node() = node;
    return model.read();
  }

 private:
  static constexpr int onnx_newest = 23;

  std::string next() {
    node_.add_input("x" + std::to_string(node_.input_size()));
    return node_.input(node_.input_size() - 1);
  }
  OneNode& input(const Dimensions& dimensions, std::int32_t element) {
    model_.input(next(), dimensions, element);
    return *this;
  }

  std::string type_;
  Model model_;
  onnx::NodeProto node_;
  int outputs_ = 1;
};

inline void expect_text(const OneNode& node, const std::string& text) {
  EXPECT_EQ(node.outcome(), text);
}

/// `reason` begins with "unreadable" or "unavailable", then says part of the reason.
inline void expect_refusal(const OneNode& node, const std::string& reason) {
  const std::string outcome = node.outcome();
  const std::size_t colon = reason.find(": ");
  EXPECT_TRUE(outcome.starts_with(reason.substr(0, colon + 2))) << outcome;
  EXPECT_THAT(outcome, ::testing::HasSubstr(reason.substr(colon + 2)));
}

}  // namespace touchstone::onnx_test
