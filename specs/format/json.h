#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "touchstone/core/result.h"

namespace touchstone {

struct Json;
using JsonArray = std::vector<Json>;
/// Members in file order. Names are unique.
using JsonObject = std::vector<std::pair<std::string, Json>>;

/// A number as it was written, so that no reader loses a digit, a sign of zero or a large integer.
struct JsonNumber {
  std::string text;
  bool operator==(const JsonNumber&) const = default;
};

/// A JSON value (RFC 8259).
struct Json {
  std::variant<std::nullptr_t, bool, JsonNumber, std::string, JsonArray, JsonObject> value;

  Json() : value(nullptr) {}
  Json(std::string text) : value(std::move(text)) {}
  Json(std::string_view text) : value(std::string(text)) {}
  Json(const char* text) : value(std::string(text)) {}
  Json(JsonNumber number) : value(std::move(number)) {}
  Json(JsonArray items) : value(std::move(items)) {}
  Json(JsonObject members) : value(std::move(members)) {}
  /// Named, since pointers and numbers convert to bool.
  [[nodiscard]] static Json boolean(bool flag);
  [[nodiscard]] static Json integer(std::int64_t number);
  /// Shortest decimal that reads back as the same binary32. Requires a finite number.
  [[nodiscard]] static Json real(float number);
  /// The same of a binary64.
  [[nodiscard]] static Json real64(double number);

  bool operator==(const Json&) const;
};

struct JsonLimits {
  std::size_t depth = 64;
  std::size_t bytes = std::size_t{1} << 32U;  ///< of the text
};
/// Of a document that a person writes or that describes one thing: it needs far less.
inline constexpr JsonLimits small_document{16, std::size_t{1} << 20U};

/// Reads strictly: UTF-8 without BOM, no duplicate member names, no NUL bytes, no trailing text, no
/// literal NaN or Infinity, depth and length within the limits. Errors are unreadable, with line
/// and column.
[[nodiscard]] Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

enum class JsonStyle {
  compact,   ///< one line
  indented,  ///< two spaces; arrays of numbers and short arrays of strings on one line
};
/// Deterministic: members in their order, strings escaped minimally (those with
/// terminal controls wholly in ASCII), invalid UTF-8 replaced. Indented text ends with a newline.
[[nodiscard]] std::string write_json(const Json& json, JsonStyle style);

class JsonFields;

/// A value together with its place in the document ("nodes[3].inputs[0]"), so that every refusal
/// says where. Each getter's error is unreadable and names the place and what was expected.
class JsonCursor {
 public:
  /// `root_place` may be empty.
  explicit JsonCursor(const Json& json, std::string place = {});

  [[nodiscard]] const Json& json() const { return *json_; }
  [[nodiscard]] const std::string& place() const { return place_; }

  [[nodiscard]] Result<bool> boolean() const;
  /// A whole number without fraction or exponent that fits in 64 bits ("-0" is 0).
  [[nodiscard]] Result<std::int64_t> integer() const;
  /// The nearest binary32, however the caller rounds; refuses what overflows. Keeps −0; underflow
  /// rounds as IEEE 754 says.
  [[nodiscard]] Result<float> real() const;
  /// The same of a binary64.
  [[nodiscard]] Result<double> real64() const;
  [[nodiscard]] Result<std::string_view> text() const;
  [[nodiscard]] Result<std::vector<JsonCursor>> items() const;
  /// A list of whole numbers.
  [[nodiscard]] Result<std::vector<std::int64_t>> integers() const;
  /// An object with all of `required` and, beside them, only members of `optional`.
  [[nodiscard]] Result<JsonFields> fields(
      std::initializer_list<std::string_view> required,
      std::initializer_list<std::string_view> optional = {}) const;
  /// An object's members whatever their names, each with its own place.
  [[nodiscard]] Result<std::vector<std::pair<std::string_view, JsonCursor>>> members() const;
  /// An unreadable diagnostic at this place.
  [[nodiscard]] Diagnostic refuse(std::string reason, std::string remedy = {}) const;

 private:
  const Json* json_;
  std::string place_;
};

/// The members of an object already checked for required and unknown names.
class JsonFields {
 public:
  explicit JsonFields(std::vector<std::pair<std::string_view, JsonCursor>> members)
      : members_(std::move(members)) {}
  /// Requires that `name` was among the required names.
  [[nodiscard]] const JsonCursor& at(std::string_view name) const;
  [[nodiscard]] std::optional<JsonCursor> find(std::string_view name) const;

 private:
  std::vector<std::pair<std::string_view, JsonCursor>> members_;
};

}  // namespace touchstone
