#include "operator_table.h"

#include <string>

#include "mappings.h"
#include "model_header.h"
#include "touchstone/interpreter/onnx_operators.h"

namespace touchstone::onnx_reading {

namespace {

using Attribute = AttributeForm;
using Kind = AttributeKind;
using Presence = AttributeForm::Presence;

constexpr int first = oldest_opset;
constexpr int last = newest_opset;
constexpr std::size_t any = OperatorForm::any_number;

Attribute integer(std::string_view name, std::int64_t fallback) {
  return {name, Kind::integer, Presence::defaulted, fallback};
}
Attribute real(std::string_view name, float fallback) {
  return {name, Kind::real, Presence::defaulted, fallback};
}
Attribute optional(std::string_view name, Kind kind) {
  return {name, kind, Presence::optional, {}};
}
Attribute required(std::string_view name, Kind kind) {
  return {name, kind, Presence::required, {}};
}
/// Refused whatever its kind.
Attribute refused(std::string_view name) { return {name, Kind::integer, Presence::refused, {}}; }

std::vector<OperatorForm> make_table() {
  const Attribute axes = optional("axes", Kind::ints);
  const Attribute keepdims = integer("keepdims", 1);
  const Attribute epsilon = real("epsilon", 1e-5F);
  const Attribute momentum = real("momentum", 0.9F);
  const std::vector<Attribute> gemm{real("alpha", 1), real("beta", 1), integer("transA", 0),
                                    integer("transB", 0)};
  const std::vector<Attribute> conv{
      {"auto_pad", Kind::string, Presence::defaulted, std::string("NOTSET")},
      optional("dilations", Kind::ints),
      integer("group", 1),
      optional("kernel_shape", Kind::ints),
      optional("pads", Kind::ints),
      optional("strides", Kind::ints)};
  const std::vector<Attribute> scalars_and_lists{
      refused("sparse_value"),
      optional("value", Kind::tensor),
      {"value_float", Kind::real, Presence::optional, {}, true},
      optional("value_floats", Kind::floats),
      optional("value_int", Kind::integer),
      optional("value_ints", Kind::ints),
      refused("value_string"),
      refused("value_strings")};
  return {
      {"Add", first, last, 2, 2, 1, {}, map_add},
      {"BatchNormalization",
       first,
       8,
       5,
       5,
       5,
       {epsilon, momentum, integer("spatial", 1)},
       map_batch_normalization},
      {"BatchNormalization", 9, 13, 5, 5, 5, {epsilon, momentum}, map_batch_normalization},
      {"BatchNormalization",
       14,
       last,
       5,
       5,
       3,
       {epsilon, momentum, integer("training_mode", 0)},
       map_batch_normalization},
      {"Cast", first, 18, 1, 1, 1, {required("to", Kind::integer)}, map_cast},
      {"Cast",
       19,
       last,
       1,
       1,
       1,
       {required("to", Kind::integer), integer("saturate", 1)},
       map_cast},
      {"Concat", first, last, 1, any, 1, {required("axis", Kind::integer)}, map_concat},
      {"Constant", first, 10, 0, 0, 1, {required("value", Kind::tensor)}, map_constant},
      {"Constant",
       11,
       11,
       0,
       0,
       1,
       {refused("sparse_value"), optional("value", Kind::tensor)},
       map_constant},
      {"Constant", 12, last, 0, 0, 1, scalars_and_lists, map_constant},
      {"ConstantOfShape",
       9,
       last,
       1,
       1,
       1,
       {optional("value", Kind::tensor)},
       map_constant_of_shape},
      {"Conv", first, last, 2, 3, 1, conv, map_conv},
      {"Dropout", first, 11, 1, 1, 2, {real("ratio", 0.5F)}, map_dropout},
      {"Dropout", 12, last, 1, 3, 2, {optional("seed", Kind::integer)}, map_dropout},
      {"Expand", 8, last, 2, 2, 1, {}, map_expand},
      {"Flatten", first, last, 1, 1, 1, {integer("axis", 1)}, map_flatten},
      {"Gather", first, last, 2, 2, 1, {integer("axis", 0)}, map_gather},
      {"Gemm", first, 10, 3, 3, 1, gemm, map_gemm},
      {"Gemm", 11, last, 2, 3, 1, gemm, map_gemm},
      {"Identity", first, last, 1, 1, 1, {}, map_identity},
      {"MatMul", first, last, 2, 2, 1, {}, map_matmul},
      {"Mul", first, last, 2, 2, 1, {}, map_mul},
      {"ReduceMean", first, 17, 1, 1, 1, {axes, keepdims}, map_reduce_mean},
      {"ReduceMean",
       18,
       last,
       1,
       2,
       1,
       {keepdims, integer("noop_with_empty_axes", 0)},
       map_reduce_mean},
      {"Relu", first, last, 1, 1, 1, {}, map_relu},
      {"Reshape", first, 13, 2, 2, 1, {}, map_reshape},
      {"Reshape", 14, last, 2, 2, 1, {integer("allowzero", 0)}, map_reshape},
      {"Shape", first, 14, 1, 1, 1, {}, map_shape},
      {"Shape",
       15,
       last,
       1,
       1,
       1,
       {optional("end", Kind::integer), integer("start", 0)},
       map_shape},
      {"Size", first, last, 1, 1, 1, {}, map_size},
      {"Slice",
       first,
       9,
       1,
       1,
       1,
       {axes, required("ends", Kind::ints), required("starts", Kind::ints)},
       map_slice_by_attributes},
      {"Slice", 10, last, 3, 5, 1, {}, map_slice},
      {"Softmax", first, 12, 1, 1, 1, {integer("axis", 1)}, map_softmax_of_matrix},
      {"Softmax", 13, last, 1, 1, 1, {integer("axis", -1)}, map_softmax},
      {"Squeeze", first, 12, 1, 1, 1, {axes}, map_squeeze},
      {"Squeeze", 13, last, 1, 2, 1, {}, map_squeeze},
      {"Sub", first, last, 2, 2, 1, {}, map_sub},
      {"Transpose", first, last, 1, 1, 1, {optional("perm", Kind::ints)}, map_transpose},
      {"Unsqueeze", first, 12, 1, 1, 1, {required("axes", Kind::ints)}, map_unsqueeze},
      {"Unsqueeze", 13, last, 2, 2, 1, {}, map_unsqueeze},
  };
}

std::string all_names() {
  std::string out;
  std::string_view previous;
  for (const OperatorForm& form : operator_table()) {
    if (form.name == previous) continue;
    if (!out.empty()) out += ", ";
    out += form.name;
    previous = form.name;
  }
  return out;
}

}  // namespace

std::span<const OperatorForm> operator_table() {
  static const std::vector<OperatorForm> table = make_table();
  return table;
}

Result<const OperatorForm*> find_form(std::string_view name, int opset) {
  const OperatorForm* oldest = nullptr;
  for (const OperatorForm& form : operator_table()) {
    if (form.name != name) continue;
    if (form.since <= opset && opset <= form.until) return &form;
    if (oldest == nullptr) oldest = &form;
  }
  const std::string shown = "operator " + printable(name);
  if (oldest != nullptr) {
    return unreadable({}, shown + " is not in opset " + std::to_string(opset) +
                              "; it came with opset " + std::to_string(oldest->since));
  }
  if (is_onnx_operator(name)) {
    return unavailable({}, shown + " is not supported", "the supported ones are " + all_names());
  }
  return unreadable({}, shown + " is not one of ONNX's");
}

}  // namespace touchstone::onnx_reading
