#include "attributes.h"

#include <array>
#include <bit>
#include <charconv>
#include <stdexcept>

namespace touchstone {

namespace {

template <class T>
const T& get(const std::map<std::string, AttributeValue, std::less<>>& values,
             std::string_view name) {
  const auto found = values.find(name);
  if (found == values.end()) throw std::logic_error("no attribute " + std::string(name));
  const auto* value = std::get_if<T>(&found->second);
  if (value == nullptr) throw std::logic_error("attribute of another type: " + std::string(name));
  return *value;
}

std::string shortest(float value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string list(const Integers& values) {
  std::string out = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ",";
    out += std::to_string(values[i]);
  }
  return out + "]";
}

void hash_value(Sha256& hash, const AttributeValue& value) {
  hash.u8(static_cast<std::uint8_t>(value.index()));
  if (const auto* flag = std::get_if<bool>(&value)) hash.u8(*flag ? 1 : 0);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    hash.u64(static_cast<std::uint64_t>(*integer));
  }
  if (const auto* real = std::get_if<float>(&value)) hash.u32(std::bit_cast<std::uint32_t>(*real));
  if (const auto* integers = std::get_if<Integers>(&value)) {
    hash.u64(integers->size());
    for (const std::int64_t i : *integers) hash.u64(static_cast<std::uint64_t>(i));
  }
  if (const auto* text = std::get_if<std::string>(&value)) hash.text(*text);
}

}  // namespace

bool Attributes::boolean(std::string_view name) const { return get<bool>(values_, name); }
std::int64_t Attributes::integer(std::string_view name) const {
  return get<std::int64_t>(values_, name);
}
float Attributes::real(std::string_view name) const { return get<float>(values_, name); }
const Integers& Attributes::integers(std::string_view name) const {
  return get<Integers>(values_, name);
}
const std::string& Attributes::text(std::string_view name) const {
  return get<std::string>(values_, name);
}

std::string text_of(const AttributeValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<float>(&value)) return shortest(*real);
  if (const auto* integers = std::get_if<Integers>(&value)) return list(*integers);
  return std::get<std::string>(value);
}

std::string Attributes::summary() const {
  std::string out;
  for (const auto& [name, value] : values_) {
    if (!out.empty()) out += " ";
    out += name + "=" + text_of(value);
  }
  return out;
}

void Attributes::hash_into(Sha256& hash) const {
  hash.u64(values_.size());
  for (const auto& [name, value] : values_) {
    hash.text(name);
    hash_value(hash, value);
  }
}

}  // namespace touchstone
