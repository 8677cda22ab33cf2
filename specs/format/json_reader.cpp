#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "json.h"

namespace touchstone {

namespace {

/// Walks over the text and leaves behind how far the reader has come, which nlohmann's event
/// interface does not tell.
class TrackingIterator {
 public:
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  TrackingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  TrackingIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  TrackingIterator operator++(int) {
    TrackingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TrackingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

/// "line 4, column 17" of the last byte of `read`; columns count bytes.
std::string position_after(std::string_view read) {
  if (!read.empty()) read.remove_suffix(1);
  const auto lines = std::count(read.begin(), read.end(), '\n');
  const std::size_t newline = read.rfind('\n');
  const std::size_t column =
      newline == std::string_view::npos ? read.size() : read.size() - newline - 1;
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column + 1);
}

/// The names of one open object. Small objects are searched; from a certain size on an ordered set
/// keeps the search short whatever the names are (a hash table could be attacked).
class SeenNames {
 public:
  /// False if the name is among `members` already.
  bool add(const JsonObject& members, const std::string& name) {
    if (members.size() < threshold) {
      return std::none_of(members.begin(), members.end(),
                          [&](const auto& member) { return member.first == name; });
    }
    if (names_.empty()) {
      for (const auto& member : members) names_.insert(member.first);
    }
    return names_.insert(name).second;
  }

 private:
  static constexpr std::size_t threshold = 16;
  std::set<std::string> names_;
};

/// Builds a Json from nlohmann's events. Callbacks return false to stop reading.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::size_t depth_limit) : depth_limit_(depth_limit) {}

  bool null() override { return put(Json()); }
  bool boolean(bool flag) override { return put(Json::boolean(flag)); }
  // nlohmann calls this for negative literals alone, so a zero was written "-0".
  bool number_integer(number_integer_t number) override {
    return put(JsonNumber{number == 0 ? "-0" : std::to_string(number)});
  }
  bool number_unsigned(number_unsigned_t number) override {
    return put(JsonNumber{std::to_string(number)});
  }
  bool number_float(number_float_t, const string_t& literal) override {
    std::string text = literal;
    // The lexer has put the decimal point of the current locale into its copy.
    const auto foreign = std::find_if(text.begin(), text.end(), [](char c) {
      return std::string_view("+-0123456789eE").find(c) == std::string_view::npos;
    });
    if (foreign != text.end()) *foreign = '.';
    return put(JsonNumber{std::move(text)});
  }
  bool string(string_t& text) override { return put(Json(std::move(text))); }
  bool binary(binary_t&) override { return refuse("binary data are not JSON"); }

  bool start_object(std::size_t) override { return open(JsonObject{}); }
  bool key(string_t& name) override {
    auto& members = std::get<JsonObject>(open_.back().container->value);
    if (!open_.back().names.add(members, name)) {
      return refuse("the member \"" + printable(name, excerpt) + "\" appears twice in one object");
    }
    members.emplace_back(std::move(name), Json());
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(JsonArray{}); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t, const std::string& token,
                   const nlohmann::json::exception& error) override {
    if (error.id == number_overflow) {
      return refuse("the number " + printable(token, excerpt) + " is too large for any type");
    }
    // nlohmann's own words, without its position (ours follows) and without an unbounded excerpt.
    std::string_view words = error.what();
    words = words.substr(std::min(words.find("syntax error"), words.size()));
    words = words.substr(0, words.find("; last read:"));
    std::string reason = "the text is not JSON: " + printable(words, 3 * excerpt);
    if (!token.empty()) reason += "; last read: " + printable(token, excerpt);
    return refuse(std::move(reason));
  }

  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] Json take() { return std::move(root_); }

 private:
  static constexpr std::size_t excerpt = 60;
  static constexpr int number_overflow = 406;  ///< nlohmann's number of this error

  /// A container being read. Its parent does not change meanwhile, so the pointer holds.
  struct Open {
    Json* container;
    SeenNames names;
  };

  bool refuse(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  /// Where the next value belongs.
  Json* place(Json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back().container;
    if (auto* const items = std::get_if<JsonArray>(&parent.value)) {
      return &items->emplace_back(std::move(value));
    }
    Json& member = std::get<JsonObject>(parent.value).back().second;
    member = std::move(value);
    return &member;
  }

  bool put(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() >= depth_limit_) {
      return refuse("arrays and objects are nested more than " + std::to_string(depth_limit_) +
                    " levels deep");
    }
    open_.push_back({place(std::move(container)), {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::size_t depth_limit_;
  Json root_;
  std::vector<Open> open_;
  std::string reason_;
};

/// What nlohmann accepts and RFC 8259 or this format does not.
std::optional<Diagnostic> objection_to(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    return unreadable("line 1, column 1", "the text begins with a byte order mark",
                      "save it as UTF-8 without BOM");
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return unreadable(position_after(text.substr(0, nul + 1)), "the text holds a NUL byte",
                      "save it as UTF-8 text");
  }
  return std::nullopt;
}

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return unreadable({}, "the text has " + std::to_string(text.size()) + " bytes, more than the " +
                              std::to_string(limits.bytes) + " that such a document may have");
  }
  if (auto objection = objection_to(text)) return *std::move(objection);
  const char* furthest = text.data();
  const TrackingIterator begin(text.data(), &furthest);
  const TrackingIterator end(text.data() + text.size(), &furthest);
  Builder builder(limits.depth);
  if (nlohmann::json::sax_parse(begin, end, &builder)) return builder.take();
  const auto length = static_cast<std::size_t>(furthest - text.data());
  return unreadable(position_after(text.substr(0, length)), builder.reason());
}

}  // namespace touchstone
