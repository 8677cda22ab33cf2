#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "element_types.h"
#include "touchstone/core/result.h"
#include "touchstone/interpreter/graph.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone::onnx_reading {

/// A folded tensor has at most this many elements, and all of a model together the second number:
/// arithmetic on shapes needs few, and a file of some bytes must not make tensors of any size.
inline constexpr std::int64_t folded_tensor_limit = std::int64_t{1} << 16U;
inline constexpr std::int64_t folded_total_limit = std::int64_t{1} << 20U;
/// The elements that all folding together reads and makes. Results alone do not bound the work:
/// many nodes may each take one element of a large tensor.
inline constexpr std::int64_t folded_work_limit = std::int64_t{1} << 24U;
/// Intermediate values of composed operators, whose number and names a short file multiplies: what
/// each costs besides its name, and what all of a model together may.
inline constexpr std::size_t part_size = 256;
inline constexpr std::size_t parts_total_limit = std::size_t{1} << 24U;
/// So many operands may be folded into one tensor.
inline constexpr std::size_t folded_operand_limit = 1024;

/// The graph under construction, by ONNX's value names. Arithmetic on integer constants is done at
/// once ("folded") and leaves a constant; everything else becomes a node.
class GraphContext {
 public:
  /// `names`: every value name of the ONNX graph, so that the names of parts avoid them. The text
  /// they refer to must outlive this object.
  explicit GraphContext(std::set<std::string_view> names) : names_(std::move(names)) {}

  Result<void> add_input(const std::string& name, TensorType type);
  /// A weight of the model.
  Result<void> add_initializer(const std::string& name, Constant constant);
  /// What a node gives without computing, such as Constant.
  Result<void> add_constant(const std::string& name, Constant constant);
  /// The result of `op` as the value `name`, folded where its first operand of values is int64.
  /// Errors: those of GraphBuilder; integer operands that are not constant, are too much work, or
  /// give too large a tensor; booleans where the operation reads values.
  Result<void> add_result(const std::string& name, Op op, const Attributes& attributes,
                          std::vector<ValueId> operands);
  /// One of several nodes that together are the ONNX value `whole`: named "whole/part", or, if that
  /// is taken, "whole/part_2" and so on. Only float nodes have parts. Error: too many together.
  Result<ValueId> add_part(std::string_view whole, std::string_view part, Op op,
                           const Attributes& attributes, std::vector<ValueId> operands);
  Result<ValueId> add_constant_part(std::string_view whole, std::string_view part, Tensor tensor);

  /// Reserves room for one folded tensor of this shape. Error: it or all together are too large.
  Result<void> admit_folded(const Shape& shape);
  /// Counts elements that folding reads or makes. Error: too many together.
  Result<void> admit_folded_work(std::int64_t elements);

  [[nodiscard]] std::optional<ValueId> find(const std::string& name) const;
  [[nodiscard]] const Value& value(ValueId id) const { return builder_.value(id); }
  [[nodiscard]] ElementForm form(ValueId id) const;
  /// The constant that `id` is, or nothing.
  [[nodiscard]] std::optional<Constant> constant(ValueId id) const;

  void mark_output(ValueId id) { builder_.mark_output(id); }
  Result<Graph> finish(ModelOrigin origin) && {
    return std::move(builder_).finish(std::move(origin));
  }

 private:
  Result<void> fold_result(const std::string& name, Op op, const Attributes& attributes,
                           const std::vector<ValueId>& operands);
  Result<void> note_form(const Result<ValueId>& added, bool narrow);
  [[nodiscard]] Result<std::string> part_name(std::string_view whole, std::string_view part);

  GraphBuilder builder_;
  std::set<std::string_view> names_;  ///< ordered: names from a file cannot collide
  std::set<std::uint32_t> narrow_;    ///< values that ONNX holds as INT32
  std::int64_t folded_total_ = 0;
  std::int64_t folded_work_ = 0;
  std::size_t parts_total_ = 0;
};

}  // namespace touchstone::onnx_reading
