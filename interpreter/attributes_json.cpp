#include "attributes_json.h"

#include <algorithm>
#include <string>

namespace touchstone {

namespace {

template <class T>
Result<AttributeValue> as_attribute(const Result<T>& value) {
  if (!value) return value.error();
  return AttributeValue(*value);
}

Result<std::string> read_text(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  return std::string(*text);
}

/// A value of the type that `spec` declares.
Result<AttributeValue> read_attribute(const JsonCursor& cursor, const AttributeSpec& spec) {
  if (std::holds_alternative<bool>(spec.fallback)) return as_attribute(cursor.boolean());
  if (std::holds_alternative<std::int64_t>(spec.fallback)) return as_attribute(cursor.integer());
  if (std::holds_alternative<float>(spec.fallback)) return as_attribute(cursor.real());
  if (std::holds_alternative<Integers>(spec.fallback)) return as_attribute(cursor.integers());
  return as_attribute(read_text(cursor));
}

Diagnostic unknown_attribute(const JsonCursor& cursor, const Operation& operation) {
  std::string names;
  for (const AttributeSpec& spec : operation.attributes) names += " " + std::string(spec.name);
  return cursor.refuse(std::string(operation.name) + " has no such attribute",
                       names.empty() ? "it takes none" : "it takes" + names);
}

Json value_to_json(const AttributeValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return Json::boolean(*flag);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Json::integer(*integer);
  if (const auto* real = std::get_if<float>(&value)) return Json::real(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  JsonArray list;
  for (const std::int64_t entry : std::get<Integers>(value)) list.push_back(Json::integer(entry));
  return list;
}

}  // namespace

Json attributes_to_json(const Attributes& attributes) {
  JsonObject out;
  for (const auto& [name, value] : attributes.values()) {
    out.emplace_back(name, value_to_json(value));
  }
  return out;
}

Result<Attributes> attributes_from_json(const JsonCursor& attributes, const Operation& operation) {
  const auto members = attributes.members();
  if (!members) return members.error();
  Attributes out;
  for (const auto& [name, cursor] : *members) {
    const auto& specs = operation.attributes;
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&name = name](const auto& s) { return s.name == name; });
    if (spec == specs.end()) return unknown_attribute(cursor, operation);
    auto value = read_attribute(cursor, *spec);
    if (!value) return value.error();
    out.set(name, *std::move(value));
  }
  return out;
}

}  // namespace touchstone
