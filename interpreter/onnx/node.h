#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph_context.h"
#include "node_attributes.h"
#include "touchstone/core/result.h"

namespace touchstone::onnx_reading {

/// One ONNX node while it is mapped: its operands found, its attributes decoded, and the graph to
/// write its result to. Arity and attributes agree with the operator's form already.
class OnnxNode {
 public:
  struct Parts {
    int opset = 0;
    std::vector<std::optional<ValueId>> inputs;  ///< empty where an optional input is left out
    /// Names, up to the last output that has one; empty where an optional output is left out.
    std::vector<std::string> outputs;
    NodeAttributes attributes;
  };
  OnnxNode(GraphContext& graph, Parts parts) : graph_(graph), parts_(std::move(parts)) {}

  [[nodiscard]] int opset() const { return parts_.opset; }
  [[nodiscard]] std::size_t output_count() const { return parts_.outputs.size(); }
  [[nodiscard]] bool has_output(std::size_t i) const {
    return i < parts_.outputs.size() && !parts_.outputs[i].empty();
  }
  [[nodiscard]] const Attributes& attributes() const { return parts_.attributes.values; }
  /// An INT attribute that is 0 or 1; false where the operator's form has no such attribute.
  [[nodiscard]] Result<bool> flag(std::string_view name) const;
  /// The value of a TENSOR or FLOATS attribute, if one is given.
  [[nodiscard]] const std::optional<Constant>& tensor() const { return parts_.attributes.tensor; }

  [[nodiscard]] bool has_input(std::size_t i) const {
    return i < parts_.inputs.size() && parts_.inputs[i].has_value();
  }
  /// Requires has_input(i), which holds for every input the operator's form requires.
  [[nodiscard]] ValueId input(std::size_t i) const { return parts_.inputs.at(i).value(); }
  /// All inputs of an operator without optional ones.
  [[nodiscard]] std::vector<ValueId> inputs() const;
  [[nodiscard]] std::size_t input_count() const { return parts_.inputs.size(); }
  [[nodiscard]] const Shape& shape(std::size_t i) const {
    return graph_.value(input(i)).type.shape;
  }
  [[nodiscard]] const Shape& shape_of(ValueId id) const { return graph_.value(id).type.shape; }
  [[nodiscard]] ElementForm form(std::size_t i) const { return graph_.form(input(i)); }
  [[nodiscard]] std::optional<Constant> constant(std::size_t i) const {
    return graph_.constant(input(i));
  }
  /// The entries of an input that says how to compute rather than what with: a 1-D tensor of
  /// INT64 or INT32, known now. Errors name the input as `role`.
  [[nodiscard]] Result<Integers> integers(std::size_t i, std::string_view role) const;
  /// The one entry of such an input: a scalar, or a tensor of one element.
  [[nodiscard]] Result<std::int64_t> integer(std::size_t i, std::string_view role) const;
  [[nodiscard]] bool is_mask(std::size_t i) const {
    return form(i).element == ElementType::boolean;
  }
  /// Error (unreadable): input `i` is not a float tensor. For operands of composed results, whose
  /// operations would give less clear errors.
  [[nodiscard]] Result<void> require_float(std::size_t i, std::string_view role) const;

  /// The node's first result, in one of these ways. Operations that only move elements move those
  /// of a mask as the numbers 0 and 1.
  Result<void> result(Op op, const Attributes& attributes, std::vector<ValueId> operands) {
    return output_result(0, op, attributes, std::move(operands));
  }
  Result<void> constant_result(Constant constant) {
    return graph_.add_constant(parts_.outputs.front(), std::move(constant));
  }
  /// The first input, unchanged: a reshape to its own shape, so that the result has its own name.
  Result<void> same_result();
  /// The result at this position, which must have a name.
  Result<void> output_result(std::size_t output, Op op, const Attributes& attributes,
                             std::vector<ValueId> operands);

  /// Intermediate values, named after the result.
  Result<ValueId> part(std::string_view name, Op op, const Attributes& attributes,
                       std::vector<ValueId> operands) {
    return graph_.add_part(parts_.outputs.front(), name, op, attributes, std::move(operands));
  }
  Result<ValueId> constant_part(std::string_view name, Tensor tensor) {
    return graph_.add_constant_part(parts_.outputs.front(), name, std::move(tensor));
  }

  Result<void> admit_folded(const Shape& shape) { return graph_.admit_folded(shape); }
  Result<void> admit_folded_work(std::int64_t elements) {
    return graph_.admit_folded_work(elements);
  }

 private:
  GraphContext& graph_;
  Parts parts_;
};

/// The extents of a shape, as an attribute or a constant holds them.
[[nodiscard]] Integers extents_of(const Shape& shape);

/// `axis` of a tensor of `rank` axes, counted from the end where it is negative. Before opset 11
/// most operators knew no negative axes; `negative` says whether this one does.
/// Error (unreadable): outside the tensor.
[[nodiscard]] Result<std::int64_t> axis_in(std::int64_t axis, std::size_t rank, bool negative);

/// Several axes, none twice, in ascending order.
[[nodiscard]] Result<Integers> axes_in(std::span<const std::int64_t> axes, std::size_t rank,
                                       bool negative);

/// Whether a tensor of one shape broadcasts to the other, and never the other way round.
[[nodiscard]] bool broadcasts_to(const Shape& from, const Shape& to);

}  // namespace touchstone::onnx_reading
