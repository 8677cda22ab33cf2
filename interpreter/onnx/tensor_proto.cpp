#include "tensor_proto.h"

#include <onnx/onnx_pb.h>

#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace touchstone::onnx_reading {

namespace {

/// The fields in which a tensor's elements can stand, by name, with their number of entries.
std::vector<std::pair<std::string_view, int>> data_fields(const onnx::TensorProto& proto) {
  return {{"float_data", proto.float_data_size()},   {"int32_data", proto.int32_data_size()},
          {"int64_data", proto.int64_data_size()},   {"string_data", proto.string_data_size()},
          {"double_data", proto.double_data_size()}, {"uint64_data", proto.uint64_data_size()}};
}

std::string_view data_field_of(ElementForm form) {
  if (form.element == ElementType::float32) return "float_data";
  return form.element == ElementType::boolean || form.narrow ? "int32_data" : "int64_data";
}

Result<void> check_placement(const onnx::TensorProto& proto, ElementForm form) {
  const bool external = proto.data_location() == onnx::TensorProto::EXTERNAL;
  if (!external && proto.external_data_size() > 0) {
    return unreadable({}, "it names external data, but its data_location is not EXTERNAL");
  }
  if (proto.has_segment()) return unavailable({}, "a tensor in segments is not supported");
  if (external && proto.has_raw_data()) {
    return unreadable({}, "it holds raw_data although its data is external");
  }
  for (const auto& [name, count] : data_fields(proto)) {
    if (count == 0) continue;
    if (external || proto.has_raw_data()) {
      return unreadable({}, "it holds data in two places, one of them " + std::string(name));
    }
    if (name != data_field_of(form)) {
      return unreadable({}, "it holds data in " + std::string(name) +
                                ", which does not fit its element type " +
                                std::string(onnx_name(form)));
    }
  }
  return {};
}

/// Bytes per element as ONNX stores them.
std::size_t stored_size(ElementForm form) { return form.narrow ? 4 : byte_size(form.element); }

Diagnostic wrong_count(const TensorType& type, std::size_t held, std::string_view unit) {
  return unreadable({}, "it has shape " + type.shape.text() + " but holds " + std::to_string(held) +
                            " " + std::string(unit));
}

Result<Tensor> to_tensor(const TensorType& type, std::vector<std::byte> bytes) {
  auto tensor = Tensor::create(type, std::move(bytes));
  if (!tensor) return unreadable({}, "a BOOL element is neither 0 nor 1");
  return std::move(*tensor);
}

Result<Tensor> from_raw(const TensorType& type, ElementForm form, std::string_view raw) {
  const auto elements = static_cast<std::size_t>(type.shape.element_count());
  const std::size_t size = stored_size(form);
  if (raw.size() / size != elements || raw.size() % size != 0) {
    return wrong_count(type, raw.size(), "bytes of " + std::string(onnx_name(form)) + " data");
  }
  const auto source = std::as_bytes(std::span(raw.data(), raw.size()));
  if (!form.narrow) return to_tensor(type, {source.begin(), source.end()});
  std::vector<std::int64_t> wide(elements);
  for (std::size_t i = 0; i < elements; ++i) {
    std::int32_t element = 0;
    std::memcpy(&element, source.data() + i * sizeof element, sizeof element);
    wide[i] = element;
  }
  return Tensor::of(type.shape, wide);
}

template <class Target, class Field>
Result<Tensor> from_field(const TensorType& type, const Field& field) {
  if (!std::cmp_equal(field.size(), type.shape.element_count())) {
    return wrong_count(type, static_cast<std::size_t>(field.size()), "elements");
  }
  const std::vector<Target> values(field.begin(), field.end());
  return Tensor::of(type.shape, std::span<const Target>(values));
}

Result<Tensor> from_booleans(const TensorType& type, const onnx::TensorProto& proto) {
  if (!std::cmp_equal(proto.int32_data_size(), type.shape.element_count())) {
    return wrong_count(type, static_cast<std::size_t>(proto.int32_data_size()), "elements");
  }
  std::vector<std::byte> bytes;
  bytes.reserve(static_cast<std::size_t>(proto.int32_data_size()));
  for (const std::int32_t element : proto.int32_data()) {
    if (element != 0 && element != 1) return unreadable({}, "a BOOL element is neither 0 nor 1");
    bytes.push_back(static_cast<std::byte>(element));
  }
  return to_tensor(type, std::move(bytes));
}

Result<Tensor> from_fields(const TensorType& type, ElementForm form,
                           const onnx::TensorProto& proto) {
  if (form.element == ElementType::float32) return from_field<float>(type, proto.float_data());
  if (form.element == ElementType::boolean) return from_booleans(type, proto);
  if (form.narrow) return from_field<std::int64_t>(type, proto.int32_data());
  return from_field<std::int64_t>(type, proto.int64_data());
}

Result<std::int64_t> decimal(const std::string& key, const std::string& text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, failed] = std::from_chars(text.data(), end, value);
  if (failed != std::errc{} || stopped != end || value < 0) {
    return unreadable({}, "external data has " + key + " \"" + printable(text) +
                              "\", which is not a number of bytes");
  }
  return value;
}

Result<ExternalRegion> external_region(const onnx::TensorProto& proto) {
  ExternalRegion region;
  std::vector<std::string_view> seen;
  for (const auto& entry : proto.external_data()) {
    const std::string& key = entry.key();
    for (const std::string_view earlier : seen) {
      if (earlier == key) return unreadable({}, "external data has two entries " + key);
    }
    if (key == "location") {
      region.location = entry.value();
    } else if (key == "offset" || key == "length") {
      auto number = decimal(key, entry.value());
      if (!number) return number.error();
      if (key == "offset") region.offset = *number;
      if (key == "length") region.length = *number;
    } else {
      return unavailable({}, "external data has an entry \"" + printable(key) +
                                 "\", which is not supported; location, offset and length are");
    }
    seen.push_back(key);
  }
  if (region.location.empty()) return unreadable({}, "external data has no location");
  return region;
}

Result<Tensor> from_external(const TensorType& type, ElementForm form,
                             const onnx::TensorProto& proto, ExternalData& external) {
  auto region = external_region(proto);
  if (!region) return region.error();
  auto bytes = external.bytes(*region);
  if (!bytes) return bytes.error();
  return from_raw(type, form, *bytes);
}

/// Frees the memory of the data and leaves the name, which others refer to. Clearing a field would
/// keep its memory for reuse.
void release_data(onnx::TensorProto& proto) {
  delete proto.release_raw_data();
  google::protobuf::RepeatedField<float>().Swap(proto.mutable_float_data());
  google::protobuf::RepeatedField<std::int32_t>().Swap(proto.mutable_int32_data());
  google::protobuf::RepeatedField<std::int64_t>().Swap(proto.mutable_int64_data());
}

}  // namespace

Result<Constant> take_tensor(onnx::TensorProto& proto, ExternalData& external) {
  auto form = element_form(proto.data_type());
  if (!form) return form.error();
  auto shape = Shape::create({proto.dims().data(), static_cast<std::size_t>(proto.dims_size())});
  if (!shape) return shape.error();
  if (auto ok = check_placement(proto, *form); !ok) return ok.error();

  const TensorType type{form->element, *shape};
  auto tensor = proto.data_location() == onnx::TensorProto::EXTERNAL
                    ? from_external(type, *form, proto, external)
                : proto.has_raw_data() ? from_raw(type, *form, proto.raw_data())
                                       : from_fields(type, *form, proto);
  if (!tensor) return tensor.error();
  release_data(proto);
  return Constant{std::move(*tensor), form->narrow};
}

}  // namespace touchstone::onnx_reading
