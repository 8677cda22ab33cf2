#include "symbolic_dimensions.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <vector>

namespace touchstone::onnx_reading {

namespace {

using Dimension = onnx::TensorShapeProto::Dimension;

/// So many names are listed in one message.
constexpr std::size_t listed_names = 16;

std::string list_of(const std::set<std::string, std::less<>>& names) {
  std::string out;
  std::size_t listed = 0;
  for (const std::string& name : names) {
    if (listed == listed_names) break;
    out += (listed++ > 0 ? ", " : "") + printable(name);
  }
  if (names.size() > listed_names) {
    out += " and " + std::to_string(names.size() - listed_names) + " more";
  }
  return out;
}

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

Result<SymbolicDimensions> SymbolicDimensions::create(std::span<const Binding> bindings) {
  SymbolicDimensions out;
  for (const auto& [name, extent] : bindings) {
    if (name.empty()) return unreadable({}, "a dimension without a name is bound");
    if (extent < 0) {
      return unreadable({}, "the dimension " + printable(name) + " is bound to " +
                                std::to_string(extent) + "; an extent is not negative");
    }
    if (!out.bound_.try_emplace(name, Extent{extent, false}).second) {
      return unreadable({}, "the dimension " + printable(name) + " is bound twice");
    }
  }
  return out;
}

Result<TensorType> SymbolicDimensions::input_type(const onnx::ValueInfoProto& info) {
  auto type = tensor_type(info);
  if (!type) return type.error();
  auto form = element_form((*type)->elem_type());
  if (!form) return form.error();
  if (form->narrow || form->element == ElementType::boolean) {
    return unavailable({}, "an input of element type " + std::string(onnx_name(*form)) +
                               " is not supported; FLOAT and INT64 are");
  }
  if (!(*type)->has_shape()) {
    return unavailable({}, "an input without a shape is not supported",
                       "declare its number of dimensions in the model");
  }
  const auto& dimensions = (*type)->shape().dim();
  if (auto ok = check_rank(dimensions.size()); !ok) return ok.error();
  std::vector<std::int64_t> extents;
  for (int axis = 0; axis < dimensions.size(); ++axis) {
    const auto name = symbol(dimensions[axis], info.name(), axis);
    if (!name) {
      extents.push_back(dimensions[axis].dim_value());
      continue;
    }
    symbols_.insert(*name);
    const auto found = bound_.find(*name);
    if (found == bound_.end()) {
      unbound_.insert(*name);
      extents.push_back(1);
      continue;
    }
    found->second.used = true;
    extents.push_back(found->second.value);
  }
  auto shape = Shape::create(extents);
  if (!shape) return shape.error();
  return TensorType{form->element, *shape};
}

Result<void> SymbolicDimensions::check_bound() const {
  if (unbound_.empty()) return {};
  const bool one = unbound_.size() == 1;
  return unreadable({},
                    std::string(one ? "the dimension " : "the dimensions ") + list_of(unbound_) +
                        (one ? " has" : " have") + " no extent in the model",
                    "bind " + std::string(one ? "it" : "each") + ", for example --shape " +
                        printable(*unbound_.begin()) + "=1");
}

Result<void> SymbolicDimensions::check_declared(const onnx::ValueInfoProto& info, ElementForm form,
                                                const Shape& shape) {
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
  const auto& dimensions = (*type)->shape().dim();
  if (!std::cmp_equal(dimensions.size(), shape.rank())) {
    return unreadable({}, "it is declared with " + std::to_string(dimensions.size()) +
                              " axes, but has shape " + shape.text());
  }
  for (int axis = 0; axis < dimensions.size(); ++axis) {
    std::optional<std::int64_t> extent;
    if (dimensions[axis].has_dim_value()) extent = dimensions[axis].dim_value();
    const auto found = bound_.find(dimensions[axis].dim_param());
    if (found != bound_.end()) {
      found->second.used = true;
      extent = found->second.value;
    }
    const std::int64_t inferred = shape[static_cast<std::size_t>(axis)];
    if (extent && *extent != inferred) {
      return unreadable({}, "axis " + std::to_string(axis) + " is declared as " +
                                std::to_string(*extent) + ", but the shape is " + shape.text());
    }
  }
  return {};
}

Result<void> SymbolicDimensions::check_used() const {
  for (const auto& [name, extent] : bound_) {
    if (!extent.used) {
      return unreadable({}, "no dimension of the model is named " + printable(name),
                        symbols_.empty() ? "its inputs have no dimension to bind"
                                         : "its inputs have " + list_of(symbols_));
    }
  }
  return {};
}

}  // namespace touchstone::onnx_reading
