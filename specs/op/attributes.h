#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "touchstone/core/digest.h"

namespace touchstone {

using Integers = std::vector<std::int64_t>;

/// One attribute's value. A float is binary32, since that is what a definition reads.
using AttributeValue = std::variant<bool, std::int64_t, float, Integers, std::string>;

/// The attributes of one operation by name. After `complete` (vocabulary.h) every attribute of the
/// operation is present with its declared type, and the getters cannot fail.
class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<std::pair<const std::string, AttributeValue>> values)
      : values_(values) {}

  [[nodiscard]] const std::map<std::string, AttributeValue, std::less<>>& values() const {
    return values_;
  }
  [[nodiscard]] bool contains(std::string_view name) const { return values_.contains(name); }
  void set(std::string_view name, AttributeValue value) {
    values_.insert_or_assign(std::string(name), std::move(value));
  }

  [[nodiscard]] bool boolean(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] float real(std::string_view name) const;
  [[nodiscard]] const Integers& integers(std::string_view name) const;
  [[nodiscard]] const std::string& text(std::string_view name) const;

  /// "axis=1 keepdims=true".
  [[nodiscard]] std::string summary() const;
  void hash_into(Sha256& hash) const;

  bool operator==(const Attributes&) const = default;

 private:
  std::map<std::string, AttributeValue, std::less<>> values_;
};

/// Shortest text that reads back as the same value: "0.001", "[1,2]", "true".
[[nodiscard]] std::string text_of(const AttributeValue& value);

}  // namespace touchstone
