#include "element_types.h"

#include <array>
#include <stdexcept>
#include <string_view>

namespace touchstone::onnx_reading {

namespace {

/// TensorProto.DataType, by number.
constexpr std::array<std::string_view, 27> data_types{
    "UNDEFINED",      "FLOAT",    "UINT8",        "INT8",           "UINT16",
    "INT16",          "INT32",    "INT64",        "STRING",         "BOOL",
    "FLOAT16",        "DOUBLE",   "UINT32",       "UINT64",         "COMPLEX64",
    "COMPLEX128",     "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2",
    "FLOAT8E5M2FNUZ", "UINT4",    "INT4",         "FLOAT4E2M1",     "FLOAT8E8M0",
    "UINT2",          "INT2"};

struct HeldType {
  std::string_view name;
  ElementForm form;
};

constexpr std::array<HeldType, 4> held_types{{{"FLOAT", {ElementType::float32, false}},
                                              {"INT64", {ElementType::int64, false}},
                                              {"INT32", {ElementType::int64, true}},
                                              {"BOOL", {ElementType::boolean, false}}}};

}  // namespace

std::string data_type_name(std::int32_t data_type) {
  if (data_type < 1 || data_type >= static_cast<std::int32_t>(data_types.size())) return {};
  return std::string(data_types[static_cast<std::size_t>(data_type)]);
}

std::string_view onnx_name(ElementForm form) {
  for (const HeldType& held : held_types) {
    if (held.form == form) return held.name;
  }
  throw std::logic_error("not an element form");
}

Result<ElementForm> element_form(std::int32_t data_type) {
  const std::string name = data_type_name(data_type);
  if (name.empty()) {
    return unreadable({}, "element type " + std::to_string(data_type) + " is not one of ONNX's");
  }
  for (const HeldType& held : held_types) {
    if (held.name == name) return held.form;
  }
  return unavailable({}, "element type " + name +
                             " is not supported; FLOAT is, BOOL for masks, and INT64 and INT32 for "
                             "indices and in arithmetic on shapes");
}

}  // namespace touchstone::onnx_reading
