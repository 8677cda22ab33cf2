#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "json.h"

namespace touchstone {

namespace {

/// Arrays of at most this many strings stay on one line.
constexpr std::size_t short_array = 8;

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

/// DEL and the C1 controls are plain characters to JSON, and commands to some terminals.
bool drives_terminals(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool c1 =
        text[i] == '\xc2' && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (text[i] == '\x7f' || c1) return true;
  }
  return false;
}

std::string quoted(const std::string& text) {
  if (is_plain(text)) return '"' + text + '"';
  return nlohmann::json(text).dump(-1, ' ', drives_terminals(text),
                                   nlohmann::json::error_handler_t::replace);
}

class Writer {
 public:
  explicit Writer(JsonStyle style) : indented_(style == JsonStyle::indented) {}

  void write(const Json& json, std::size_t level) {
    if (std::holds_alternative<std::nullptr_t>(json.value)) out_ += "null";
    if (const auto* flag = std::get_if<bool>(&json.value)) out_ += *flag ? "true" : "false";
    if (const auto* number = std::get_if<JsonNumber>(&json.value)) out_ += number->text;
    if (const auto* text = std::get_if<std::string>(&json.value)) out_ += quoted(*text);
    if (const auto* items = std::get_if<JsonArray>(&json.value)) write_array(*items, level);
    if (const auto* members = std::get_if<JsonObject>(&json.value)) write_object(*members, level);
  }

  std::string finish() && {
    if (indented_) out_ += '\n';
    return std::move(out_);
  }

 private:
  static bool fits_one_line(const JsonArray& items) {
    const auto all = [&](auto holds) { return std::all_of(items.begin(), items.end(), holds); };
    return all([](const Json& item) { return std::holds_alternative<JsonNumber>(item.value); }) ||
           (items.size() <= short_array &&
            all([](const Json& item) { return std::holds_alternative<std::string>(item.value); }));
  }

  void new_line(std::size_t level) {
    out_ += '\n';
    out_.append(2 * level, ' ');
  }

  void write_array(const JsonArray& items, std::size_t level) {
    const bool one_line = !indented_ || fits_one_line(items);
    out_ += '[';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += indented_ && one_line ? ", " : ",";
      if (!one_line) new_line(level + 1);
      write(items[i], level + 1);
    }
    if (!one_line) new_line(level);
    out_ += ']';
  }

  void write_object(const JsonObject& members, std::size_t level) {
    out_ += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0) out_ += ',';
      if (indented_) new_line(level + 1);
      out_ += quoted(members[i].first) + (indented_ ? ": " : ":");
      write(members[i].second, level + 1);
    }
    if (indented_ && !members.empty()) new_line(level);
    out_ += '}';
  }

  bool indented_;
  std::string out_;
};

}  // namespace

std::string write_json(const Json& json, JsonStyle style) {
  Writer writer(style);
  writer.write(json, 0);
  return std::move(writer).finish();
}

}  // namespace touchstone
