#include "wire.h"

#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <climits>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::onnx_reading {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::UnknownField;

enum class Treatment {
  harmless,           ///< says nothing about what the model computes
  harmless_if_empty,  ///< the same, as long as it holds nothing
  refused,            ///< real, and it changes how the model is meant to run
};

/// Fields that ONNX has added since the schema this was built with (IR version 8).
struct NewerField {
  std::string_view message;
  int number;
  std::string_view name;
  Treatment treatment;
};

constexpr std::array newer_fields{
    NewerField{"onnx.ValueInfoProto", 4, "metadata_props", Treatment::harmless},
    NewerField{"onnx.NodeProto", 8, "overload", Treatment::harmless_if_empty},
    NewerField{"onnx.NodeProto", 9, "metadata_props", Treatment::harmless},
    NewerField{"onnx.NodeProto", 10, "device_configurations", Treatment::refused},
    NewerField{"onnx.GraphProto", 16, "metadata_props", Treatment::harmless},
    NewerField{"onnx.TensorProto", 16, "metadata_props", Treatment::harmless},
    NewerField{"onnx.TypeProto", 7, "opaque_type", Treatment::refused},
    NewerField{"onnx.FunctionProto", 11, "attribute_proto", Treatment::refused},
    NewerField{"onnx.FunctionProto", 12, "value_info", Treatment::refused},
    NewerField{"onnx.FunctionProto", 13, "overload", Treatment::refused},
    NewerField{"onnx.FunctionProto", 14, "metadata_props", Treatment::refused},
    NewerField{"onnx.ModelProto", 26, "configuration", Treatment::refused},
};

Diagnostic malformed_field(const Descriptor& message, const UnknownField& field) {
  const std::string number = std::to_string(field.number());
  if (const FieldDescriptor* known = message.FindFieldByNumber(field.number())) {
    return unreadable(message.full_name(), "field " + number + " ('" + known->name() +
                                               "') has a value that ONNX does not define");
  }
  return unreadable(message.full_name(),
                    "field " + number + " is not one of ONNX's, so its meaning is unknown");
}

Result<void> check_unknown_field(const Descriptor& message, const UnknownField& field) {
  const auto newer =
      std::find_if(newer_fields.begin(), newer_fields.end(), [&](const NewerField& entry) {
        return entry.message == message.full_name() && entry.number == field.number();
      });
  if (newer == newer_fields.end() || field.type() != UnknownField::TYPE_LENGTH_DELIMITED) {
    return malformed_field(message, field);
  }
  const bool harmless =
      newer->treatment == Treatment::harmless ||
      (newer->treatment == Treatment::harmless_if_empty && field.length_delimited().empty());
  if (harmless) return {};
  return unavailable(message.full_name(),
                     "field " + std::to_string(field.number()) + " ('" + std::string(newer->name) +
                         "') is part of newer versions of ONNX and is not supported");
}

/// The messages directly inside `message`, pushed onto `pending`.
void push_children(const Message& message, std::vector<const Message*>& pending) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      pending.push_back(&reflection.GetMessage(message, field));
      continue;
    }
    const int count = reflection.FieldSize(message, field);
    for (int i = 0; i < count; ++i) {
      pending.push_back(&reflection.GetRepeatedMessage(message, field, i));
    }
  }
}

Result<void> check_unknown_fields(const Message& root) {
  std::vector<const Message*> pending{&root};
  while (!pending.empty()) {
    const Message& message = *pending.back();
    pending.pop_back();
    const auto& unknown = message.GetReflection()->GetUnknownFields(message);
    for (int i = 0; i < unknown.field_count(); ++i) {
      if (auto ok = check_unknown_field(*message.GetDescriptor(), unknown.field(i)); !ok) return ok;
    }
    push_children(message, pending);
  }
  return {};
}

}  // namespace

void DeleteModel::operator()(onnx::ModelProto* model) const { delete model; }

Result<ModelPointer> parse_model(std::string_view bytes) {
  if (bytes.size() > static_cast<std::size_t>(INT_MAX)) {
    return unavailable({}, "the file has 2 GiB or more, which protobuf cannot hold",
                       "keep the tensors in external data files");
  }
  const google::protobuf::LogSilencer silent;
  ModelPointer model(new onnx::ModelProto);
  if (!model->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return unreadable({},
                      "this is not an ONNX model: its protobuf encoding is malformed, cut off, "
                      "or nested too deeply");
  }
  if (auto ok = check_unknown_fields(*model); !ok) return ok.error();
  return model;
}

}  // namespace touchstone::onnx_reading
