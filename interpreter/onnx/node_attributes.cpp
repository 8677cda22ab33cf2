#include "node_attributes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tensor_proto.h"

namespace touchstone::onnx_reading {

namespace {

using Proto = onnx::AttributeProto;

Proto::AttributeType wire_type(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::real: return Proto::FLOAT;
    case AttributeKind::integer: return Proto::INT;
    case AttributeKind::string: return Proto::STRING;
    case AttributeKind::tensor: return Proto::TENSOR;
    case AttributeKind::floats: return Proto::FLOATS;
    case AttributeKind::ints: return Proto::INTS;
  }
  return Proto::UNDEFINED;
}

std::string named(const Proto& attribute) {
  return "attribute '" + printable(attribute.name()) + "'";
}

/// The types of the content fields that hold something.
std::vector<Proto::AttributeType> contents_of(const Proto& attribute) {
  std::vector<Proto::AttributeType> out;
  const auto note = [&](bool present, Proto::AttributeType type) {
    if (present) out.push_back(type);
  };
  note(attribute.has_f(), Proto::FLOAT);
  note(attribute.has_i(), Proto::INT);
  note(attribute.has_s(), Proto::STRING);
  note(attribute.has_t(), Proto::TENSOR);
  note(attribute.has_g(), Proto::GRAPH);
  note(attribute.has_sparse_tensor(), Proto::SPARSE_TENSOR);
  note(attribute.has_tp(), Proto::TYPE_PROTO);
  note(attribute.floats_size() > 0, Proto::FLOATS);
  note(attribute.ints_size() > 0, Proto::INTS);
  note(attribute.strings_size() > 0, Proto::STRINGS);
  note(attribute.tensors_size() > 0, Proto::TENSORS);
  note(attribute.graphs_size() > 0, Proto::GRAPHS);
  note(attribute.sparse_tensors_size() > 0, Proto::SPARSE_TENSORS);
  note(attribute.type_protos_size() > 0, Proto::TYPE_PROTOS);
  return out;
}

/// A scalar field equal to zero may be left out by an encoder, so that a missing content field
/// means zero or empty; only content of a second type is an error.
Result<void> check_content(const Proto& attribute) {
  if (attribute.type() == Proto::GRAPH || attribute.type() == Proto::GRAPHS) {
    return unavailable({}, named(attribute) + " holds a graph, which is not supported");
  }
  if (!attribute.ref_attr_name().empty()) {
    return unreadable(
        {}, named(attribute) + " refers to an attribute of a function, but is in no function");
  }
  for (const Proto::AttributeType content : contents_of(attribute)) {
    if (content != attribute.type()) {
      return unreadable({}, named(attribute) + " says it is " +
                                Proto::AttributeType_Name(attribute.type()) + " but holds " +
                                Proto::AttributeType_Name(content));
    }
  }
  return {};
}

Result<Constant> float_list(const Proto& attribute) {
  const std::vector<float> values(attribute.floats().begin(), attribute.floats().end());
  return Constant{Tensor::of(Shape::of({attribute.floats_size()}), values)};
}

Result<void> take_real(const Proto& attribute, const AttributeForm& form, NodeAttributes& out) {
  const float value = attribute.f();
  if (!form.any_float && !std::isfinite(value)) {
    return unreadable({}, named(attribute) + " is " + (std::isnan(value) ? "NaN" : "infinite") +
                              "; it must be a finite number");
  }
  out.values.set(form.name, value);
  return {};
}

Result<void> take_value(Proto& attribute, const AttributeForm& form, ExternalData& external,
                        NodeAttributes& out) {
  switch (form.kind) {
    case AttributeKind::real: return take_real(attribute, form, out);
    case AttributeKind::integer: out.values.set(form.name, std::int64_t{attribute.i()}); return {};
    case AttributeKind::string: out.values.set(form.name, attribute.s()); return {};
    case AttributeKind::ints:
      out.values.set(form.name, Integers(attribute.ints().begin(), attribute.ints().end()));
      return {};
    case AttributeKind::tensor:
    case AttributeKind::floats: break;
  }
  if (out.tensor) return unreadable({}, named(attribute) + " is a second value");
  auto tensor = form.kind == AttributeKind::floats ? float_list(attribute)
                                                   : take_tensor(*attribute.mutable_t(), external);
  if (!tensor) return tensor.error().inside(named(attribute));
  out.tensor = std::move(*tensor);
  return {};
}

Result<void> take_attribute(Proto& attribute, std::span<const AttributeForm> forms,
                            ExternalData& external, NodeAttributes& out) {
  if (attribute.name().empty()) return unreadable({}, "an attribute has no name");
  if (auto ok = check_content(attribute); !ok) return ok;
  const auto form = std::ranges::find(forms, attribute.name(), &AttributeForm::name);
  if (form == forms.end()) {
    return unreadable({}, named(attribute) + " is not one the operator has at this opset");
  }
  if (form->presence == AttributeForm::Presence::refused) {
    return unavailable({}, named(attribute) + " is not supported");
  }
  if (attribute.type() != wire_type(form->kind)) {
    return unreadable({}, named(attribute) + " is " + Proto::AttributeType_Name(attribute.type()) +
                              "; the operator has it as " +
                              Proto::AttributeType_Name(wire_type(form->kind)));
  }
  return take_value(attribute, *form, external, out);
}

}  // namespace

Result<NodeAttributes> take_attributes(onnx::NodeProto& node, std::span<const AttributeForm> forms,
                                       ExternalData& external) {
  NodeAttributes out;
  std::vector<std::string> given;
  for (Proto& attribute : *node.mutable_attribute()) {
    if (std::ranges::find(given, attribute.name()) != given.end()) {
      return unreadable({}, named(attribute) + " is given twice");
    }
    given.push_back(attribute.name());
    if (auto ok = take_attribute(attribute, forms, external, out); !ok) return ok.error();
  }
  for (const AttributeForm& form : forms) {
    if (std::ranges::find(given, form.name) != given.end()) continue;
    if (form.presence == AttributeForm::Presence::required) {
      return unreadable({}, "attribute '" + std::string(form.name) + "' is missing");
    }
    if (form.presence == AttributeForm::Presence::defaulted) {
      out.values.set(form.name, form.fallback);
    }
  }
  return out;
}

}  // namespace touchstone::onnx_reading
