#include "declared_types.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <vector>

namespace touchstone::onnx_reading {

namespace {

using Dimension = onnx::TensorShapeProto::Dimension;

Result<const onnx::TypeProto::Tensor*> tensor_type(const onnx::ValueInfoProto& info) {
  if (!info.has_type() || info.type().value_case() == onnx::TypeProto::VALUE_NOT_SET) {
    return unreadable({}, "it has no type");
  }
  if (!info.type().has_tensor_type()) {
    return unavailable({},
                       "it is a sequence, map, optional or sparse tensor; only dense tensors "
                       "are supported");
  }
  return &info.type().tensor_type();
}

Result<void> check_rank(int rank) {
  if (std::cmp_less_equal(rank, max_rank)) return {};
  return unavailable({}, "it has " + std::to_string(rank) + " axes; at most " +
                             std::to_string(max_rank) + " can be expressed");
}

/// The name of a dimension that has no extent, or nothing.
std::optional<std::string> symbol(const Dimension& dimension, const std::string& input, int axis) {
  if (dimension.has_dim_value()) return std::nullopt;
  if (!dimension.dim_param().empty()) return dimension.dim_param();
  return input + "." + std::to_string(axis);
}

}  // namespace

Result<TensorType> input_type(const onnx::ValueInfoProto& info, SymbolicDimensions& dimensions) {
  auto type = tensor_type(info);
  if (!type) return type.error();
  auto form = element_form((*type)->elem_type());
  if (!form) return form.error();
  if (form->narrow) {
    return unavailable({}, "an input of element type " + std::string(onnx_name(*form)) +
                               " is not supported; FLOAT, INT64 and BOOL are");
  }
  if (!(*type)->has_shape()) {
    return unavailable({}, "an input without a shape is not supported",
                       "declare its number of dimensions in the model");
  }
  const auto& axes = (*type)->shape().dim();
  if (auto ok = check_rank(axes.size()); !ok) return ok.error();
  std::vector<std::int64_t> extents;
  for (int axis = 0; axis < axes.size(); ++axis) {
    const auto name = symbol(axes[axis], info.name(), axis);
    extents.push_back(name ? dimensions.extent_of(*name) : axes[axis].dim_value());
  }
  auto shape = Shape::create(extents);
  if (!shape) return shape.error();
  return TensorType{form->element, *shape};
}

Result<void> check_declared(const onnx::ValueInfoProto& info, ElementForm form, const Shape& shape,
                            SymbolicDimensions& dimensions) {
  if (!info.has_type()) return {};
  auto type = tensor_type(info);
  if (!type) return type.error();
  const std::int32_t declared = (*type)->elem_type();
  if (declared != 0 && data_type_name(declared) != onnx_name(form)) {
    return unreadable(
        {}, "it is declared with element type " + std::to_string(declared) +
                (data_type_name(declared).empty() ? "" : " (" + data_type_name(declared) + ")") +
                ", but is " + std::string(onnx_name(form)));
  }
  if (!(*type)->has_shape()) return {};
  const auto& axes = (*type)->shape().dim();
  if (!std::cmp_equal(axes.size(), shape.rank())) {
    return unreadable({}, "it is declared with " + std::to_string(axes.size()) +
                              " axes, but has shape " + shape.text());
  }
  for (int axis = 0; axis < axes.size(); ++axis) {
    std::optional<std::int64_t> extent;
    if (axes[axis].has_dim_value()) extent = axes[axis].dim_value();
    if (const auto bound = dimensions.bound_extent(axes[axis].dim_param())) extent = bound;
    const std::int64_t inferred = shape[static_cast<std::size_t>(axis)];
    if (extent && *extent != inferred) {
      return unreadable({}, "axis " + std::to_string(axis) + " is declared as " +
                                std::to_string(*extent) + ", but the shape is " + shape.text());
    }
  }
  return {};
}

}  // namespace touchstone::onnx_reading
