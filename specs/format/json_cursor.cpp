#include <algorithm>
#include <cfenv>
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "json.h"

namespace touchstone {

namespace {

constexpr std::size_t excerpt = 60;

/// "a list", "the number 1.5": what a value is, for an error message.
std::string described(const Json& json) {
  if (const auto* flag = std::get_if<bool>(&json.value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<JsonNumber>(&json.value)) {
    return "the number " + printable(number->text, excerpt);
  }
  if (const auto* text = std::get_if<std::string>(&json.value)) {
    return "the text \"" + printable(*text, excerpt) + "\"";
  }
  if (std::holds_alternative<JsonArray>(json.value)) return "a list";
  if (std::holds_alternative<JsonObject>(json.value)) return "an object";
  return "null";
}

Diagnostic mismatch(const JsonCursor& cursor, std::string_view expected) {
  return cursor.refuse("expected " + std::string(expected) + ", found " + described(cursor.json()));
}

std::string member_place(const std::string& parent, std::string_view name) {
  const std::string shown = printable(name, excerpt);
  return parent.empty() ? shown : parent + "." + shown;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a finite JSON number is below 1 in magnitude, whatever its exponent.
bool is_below_one(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  std::string_view exponent_text = text.substr(std::min(mark + 1, text.size()));
  const std::string_view mantissa = text.substr(0, mark);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  // The number is 0.d… times ten to `order`, with d the first digit that is not zero.
  const auto order = first < point ? static_cast<std::int64_t>(point - first)
                                   : -static_cast<std::int64_t>(first - point - 1);
  const bool negative = exponent_text.starts_with('-');
  if (!exponent_text.empty() && !is_digit(exponent_text[0])) exponent_text.remove_prefix(1);
  std::int64_t exponent = 0;
  // Beyond any point in a text, and small enough that ten times it still fits.
  constexpr std::int64_t saturated = std::int64_t{1} << 56U;
  for (const char c : exponent_text) exponent = std::min(saturated, exponent * 10 + (c - '0'));
  return order + (negative ? -exponent : exponent) <= 0;
}

std::string names_joined(std::initializer_list<std::string_view> a,
                         std::initializer_list<std::string_view> b) {
  std::string out;
  for (const auto& list : {a, b}) {
    for (const std::string_view name : list) {
      if (!out.empty()) out += ", ";
      out += name;
    }
  }
  return out;
}

/// Rounds to nearest for as long as it lives: libstdc++'s from_chars follows the caller's mode.
class RoundToNearest {
 public:
  RoundToNearest() { std::fesetround(FE_TONEAREST); }
  ~RoundToNearest() { std::fesetround(before_); }
  RoundToNearest(const RoundToNearest&) = delete;
  RoundToNearest& operator=(const RoundToNearest&) = delete;

 private:
  int before_ = std::fegetround();
};

/// The nearest number of type Real, whose name is `type`.
template <class Real>
Result<Real> nearest(const JsonCursor& cursor, std::string_view type) {
  const auto* const number = std::get_if<JsonNumber>(&cursor.json().value);
  if (number == nullptr) return mismatch(cursor, "a number");
  const std::string_view text = number->text;
  Real value = 0;
  const char* const end = text.data() + text.size();
  const RoundToNearest rounding;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range) {
    // Too small is an error to from_chars and a zero to IEEE 754.
    if (!is_below_one(text)) {
      return mismatch(cursor, "a number within the range of " + std::string(type));
    }
    return text.starts_with('-') ? -Real{0} : Real{0};
  }
  if (error != std::errc{} || stop != end) return mismatch(cursor, "a number");
  return value;
}

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

JsonCursor::JsonCursor(const Json& json, std::string place)
    : json_(&json), place_(std::move(place)) {}

Result<bool> JsonCursor::boolean() const {
  if (const auto* flag = std::get_if<bool>(&json_->value)) return *flag;
  return mismatch(*this, "true or false");
}

Result<std::int64_t> JsonCursor::integer() const {
  const auto* const number = std::get_if<JsonNumber>(&json_->value);
  if (number == nullptr) return mismatch(*this, "a whole number");
  const std::string_view text = number->text;
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return mismatch(*this, "a whole number without fraction or exponent");
  }
  std::int64_t value = 0;
  const auto error = std::from_chars(text.data(), text.data() + text.size(), value).ec;
  if (error != std::errc{}) return mismatch(*this, "a whole number of at most 64 bits");
  return value;
}

Result<float> JsonCursor::real() const { return nearest<float>(*this, "float32"); }

Result<double> JsonCursor::real64() const { return nearest<double>(*this, "float64"); }

Result<std::string_view> JsonCursor::text() const {
  if (const auto* text = std::get_if<std::string>(&json_->value)) return std::string_view(*text);
  return mismatch(*this, "text");
}

Result<std::vector<JsonCursor>> JsonCursor::items() const {
  const auto* const array = std::get_if<JsonArray>(&json_->value);
  if (array == nullptr) return mismatch(*this, "a list");
  std::vector<JsonCursor> out;
  out.reserve(array->size());
  for (std::size_t i = 0; i < array->size(); ++i) {
    out.emplace_back((*array)[i], place_ + "[" + std::to_string(i) + "]");
  }
  return out;
}

Result<std::vector<std::int64_t>> JsonCursor::integers() const {
  const auto numbers = items();
  if (!numbers) return numbers.error();
  std::vector<std::int64_t> out;
  for (const JsonCursor& item : *numbers) {
    const auto number = item.integer();
    if (!number) return number.error();
    out.push_back(*number);
  }
  return out;
}

Result<std::vector<std::pair<std::string_view, JsonCursor>>> JsonCursor::members() const {
  const auto* const object = std::get_if<JsonObject>(&json_->value);
  if (object == nullptr) return mismatch(*this, "an object");
  std::vector<std::pair<std::string_view, JsonCursor>> out;
  out.reserve(object->size());
  for (const auto& [name, value] : *object) {
    out.emplace_back(name, JsonCursor(value, member_place(place_, name)));
  }
  return out;
}

Result<JsonFields> JsonCursor::fields(std::initializer_list<std::string_view> required,
                                      std::initializer_list<std::string_view> optional) const {
  auto all = members();
  if (!all) return all.error();
  for (const auto& [name, cursor] : *all) {
    if (!contains(required, name) && !contains(optional, name)) {
      return cursor.refuse("unknown field",
                           "the fields here are " + names_joined(required, optional));
    }
  }
  JsonFields out(std::move(*all));
  for (const std::string_view name : required) {
    if (!out.find(name)) return refuse("the field \"" + std::string(name) + "\" is missing");
  }
  return out;
}

Diagnostic JsonCursor::refuse(std::string reason, std::string remedy) const {
  return unreadable(place_, std::move(reason), std::move(remedy));
}

const JsonCursor& JsonFields::at(std::string_view name) const {
  for (const auto& [member, cursor] : members_) {
    if (member == name) return cursor;
  }
  throw std::logic_error("not a required field: " + std::string(name));
}

std::optional<JsonCursor> JsonFields::find(std::string_view name) const {
  for (const auto& [member, cursor] : members_) {
    if (member == name) return cursor;
  }
  return std::nullopt;
}

}  // namespace touchstone
