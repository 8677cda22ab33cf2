#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "node.h"
#include "node_attributes.h"

namespace touchstone::onnx_reading {

/// One operator over the opsets in which it has one form: its arity, its attributes, and the
/// function that writes it in the words of the vocabulary.
struct OperatorForm {
  static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

  std::string_view name;
  int since = 0;  ///< first opset of this form, and
  int until = 0;  ///< the last one
  std::size_t min_inputs = 1;
  std::size_t max_inputs = 1;
  std::size_t max_outputs = 1;
  std::vector<AttributeForm> attributes;
  Result<void> (*map)(OnnxNode&) = nullptr;
};

/// All forms that are read, ordered by name and then by opset.
[[nodiscard]] std::span<const OperatorForm> operator_table();

/// The form of `name` at `opset`. Errors: an operator that came with a later opset, or that is not
/// ONNX's (unreadable); one of ONNX's that is not read (unavailable).
[[nodiscard]] Result<const OperatorForm*> find_form(std::string_view name, int opset);

}  // namespace touchstone::onnx_reading
