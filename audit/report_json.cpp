#include "report_json.h"

#include <concepts>
#include <map>
#include <type_traits>

#include "report_faults.h"
#include "report_fields.h"
#include "touchstone/format/json.h"

namespace touchstone {

namespace {

constexpr std::string_view report_format = "touchstone.report";
constexpr std::int64_t report_version = 1;

class Writer {
 public:
  template <class T>
  void operator()(const char* name, const T& value) {
    members.emplace_back(name, json_of(value));
  }
  /// What is absent has no member.
  template <class T>
  void operator()(const char* name, const std::optional<T>& value) {
    if (value) members.emplace_back(name, json_of(*value));
  }

  JsonObject members;

 private:
  template <class T>
  static Json json_of(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      return Json::boolean(value);
    } else if constexpr (std::integral<T>) {
      return Json::integer(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_same_v<T, std::string>) {
      return value;
    } else if constexpr (std::is_same_v<T, Digest>) {
      return value.hex();
    } else {
      Writer inner;
      describe(inner, value);
      return std::move(inner.members);
    }
  }
  template <class T>
  static Json json_of(const std::vector<T>& values) {
    JsonArray out;
    out.reserve(values.size());
    for (const T& value : values) out.push_back(json_of(value));
    return out;
  }
};

/// Reads the members of one object, one after another, and keeps the first failure.
class Reader {
 public:
  explicit Reader(const JsonCursor& object) : object_(object) {
    auto members = object.members();
    if (!members) {
      fault_ = members.error();
      return;
    }
    for (auto& [name, cursor] : *members) members_.emplace(name, std::move(cursor));
  }

  template <class T>
  void operator()(const char* name, T& into) {
    const auto found = members_.find(name);
    if (found == members_.end()) {
      fail(object_.refuse("the member '" + std::string(name) + "' is missing"));
      return;
    }
    take(found->second, into);
    members_.erase(found);
  }
  template <class T>
  void operator()(const char* name, std::optional<T>& into) {
    const auto found = members_.find(name);
    if (found == members_.end()) return;
    take(found->second, into.emplace());
    members_.erase(found);
  }

  /// After every member was asked for: the first failure, an unknown member being one.
  [[nodiscard]] std::optional<Diagnostic> finish() {
    if (!members_.empty()) {
      fail(members_.begin()->second.refuse("a report has no such member here"));
    }
    return fault_;
  }

 private:
  void fail(const Diagnostic& fault) {
    if (!fault_) fault_ = fault;
  }

  template <class T>
  void take(const JsonCursor& cursor, T& into) {
    if (fault_) return;
    if constexpr (std::is_same_v<T, bool>) {
      keep(cursor.boolean(), into);
    } else if constexpr (std::is_same_v<T, std::string>) {
      keep(cursor.text(), into);
    } else if constexpr (std::is_same_v<T, Digest>) {
      std::string text;
      keep(cursor.text(), text);
      const auto digest = Digest::from_hex(text);
      if (!digest) return fail(cursor.refuse("a digest is 64 lower-case hexadecimal digits"));
      into = *digest;
    } else if constexpr (std::integral<T>) {
      take_integer(cursor, into);
    } else {
      Reader inner(cursor);
      describe(inner, into);
      if (const auto fault = inner.finish()) fail(*fault);
    }
  }
  template <class T>
  void take(const JsonCursor& cursor, std::vector<T>& into) {
    if (fault_) return;
    const auto items = cursor.items();
    if (!items) return fail(items.error());
    into.reserve(items->size());
    for (const JsonCursor& item : *items) {
      take(item, into.emplace_back());
      if (fault_) return;
    }
  }

  template <class T, class From>
  void keep(const Result<From>& result, T& into) {
    if (!result) return fail(result.error());
    into = T(*result);
  }

  /// Nothing that a report counts is negative.
  template <class T>
  void take_integer(const JsonCursor& cursor, T& into) {
    const auto number = cursor.integer();
    if (!number) return fail(number.error());
    if (*number < 0 || !std::in_range<T>(*number)) {
      return fail(cursor.refuse("expected a number that is not negative and fits"));
    }
    into = static_cast<T>(*number);
  }

  const JsonCursor& object_;
  std::map<std::string_view, JsonCursor> members_;
  std::optional<Diagnostic> fault_;
};

}  // namespace

std::string report_json(const Report& report) {
  Writer writer;
  writer("format", std::string(report_format));
  writer("version", report_version);
  describe(writer, report);
  return write_json(std::move(writer.members), JsonStyle::indented);
}

Result<Report> parse_report(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return json.error();
  const JsonCursor cursor(*json);
  Reader reader(cursor);
  std::string format;
  std::int64_t version = 0;
  Report out;
  reader("format", format);
  reader("version", version);
  if (format != report_format || version != report_version) {
    return cursor.refuse("expected format touchstone.report, version 1",
                         "touchstone audit report MODEL -o report.json writes one");
  }
  describe(reader, out);
  if (auto fault = reader.finish()) return *fault;
  if (auto fault = fault_of(out)) return *fault;
  return out;
}

}  // namespace touchstone
