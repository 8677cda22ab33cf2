#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "model_header.h"
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

/// The operator is this operation: same operands, no attributes.
template <Op op>
Result<void> map_to(OnnxNode& node) {
  return node.result(op, {}, node.inputs());
}

/// Words for lists of forms.
namespace forms {

using Kind = AttributeKind;

inline constexpr int first = oldest_opset;
inline constexpr int last = newest_opset;
inline constexpr std::size_t any = OperatorForm::any_number;

inline AttributeForm integer(std::string_view name, std::int64_t fallback) {
  return {name, Kind::integer, AttributeForm::Presence::defaulted, fallback};
}
inline AttributeForm real(std::string_view name, float fallback) {
  return {name, Kind::real, AttributeForm::Presence::defaulted, fallback};
}
inline AttributeForm text(std::string_view name, std::string fallback) {
  return {name, Kind::string, AttributeForm::Presence::defaulted, std::move(fallback)};
}
inline AttributeForm optional(std::string_view name, Kind kind) {
  return {name, kind, AttributeForm::Presence::optional, {}};
}
inline AttributeForm required(std::string_view name, Kind kind) {
  return {name, kind, AttributeForm::Presence::required, {}};
}
/// Refused whatever its kind.
inline AttributeForm refused(std::string_view name) {
  return {name, Kind::integer, AttributeForm::Presence::refused, {}};
}
/// One input, one output, no attributes.
inline OperatorForm unary(std::string_view name, int since, Result<void> (*map)(OnnxNode&)) {
  return {name, since, last, 1, 1, 1, {}, map};
}
inline OperatorForm binary(std::string_view name, int since, Result<void> (*map)(OnnxNode&)) {
  return {name, since, last, 2, 2, 1, {}, map};
}

}  // namespace forms

/// The forms of each family of operators. map_<family>.cpp lists them beside their mappings.
namespace families {

[[nodiscard]] std::vector<OperatorForm> activations();
[[nodiscard]] std::vector<OperatorForm> attention();
[[nodiscard]] std::vector<OperatorForm> col2im();
[[nodiscard]] std::vector<OperatorForm> constants();
[[nodiscard]] std::vector<OperatorForm> conversion();
[[nodiscard]] std::vector<OperatorForm> convolution();
[[nodiscard]] std::vector<OperatorForm> einsum();
[[nodiscard]] std::vector<OperatorForm> elementwise();
[[nodiscard]] std::vector<OperatorForm> fourier();
[[nodiscard]] std::vector<OperatorForm> layout();
[[nodiscard]] std::vector<OperatorForm> logic();
[[nodiscard]] std::vector<OperatorForm> losses();
[[nodiscard]] std::vector<OperatorForm> normalization();
[[nodiscard]] std::vector<OperatorForm> padding();
[[nodiscard]] std::vector<OperatorForm> pooling();
[[nodiscard]] std::vector<OperatorForm> positions();
[[nodiscard]] std::vector<OperatorForm> products();
[[nodiscard]] std::vector<OperatorForm> reduction();
[[nodiscard]] std::vector<OperatorForm> selection();
[[nodiscard]] std::vector<OperatorForm> softmax();

inline constexpr std::array all{activations, attention, col2im,        constants, conversion,
                                convolution, einsum,    elementwise,   fourier,   layout,
                                logic,       losses,    normalization, padding,   pooling,
                                positions,   products,  reduction,     selection, softmax};

}  // namespace families

}  // namespace touchstone::onnx_reading
