#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"
#include "touchstone/format/json.h"

/// For use inside this folder: reading records field by field.
namespace touchstone {

/// Takes one field after another and keeps the first failure, so that a reader is one line a field.
class FieldReader {
 public:
  template <class T>
  void take(T& into, Result<T> result) {
    if (result) {
      into = *std::move(result);
    } else if (!fault_) {
      fault_ = result.error();
    }
  }
  void fail(const Diagnostic& fault) {
    if (!fault_) fault_ = fault;
  }
  [[nodiscard]] const std::optional<Diagnostic>& fault() const { return fault_; }

 private:
  std::optional<Diagnostic> fault_;
};

[[nodiscard]] Result<std::string> text_field(const JsonCursor& cursor);
/// Text that shows something: not of blanks and characters that cannot be seen alone.
[[nodiscard]] Result<std::string> filled_text_field(const JsonCursor& cursor);
/// A timestamp (timestamp.h).
[[nodiscard]] Result<std::string> time_field(const JsonCursor& cursor);
/// 64 lower-case hexadecimal digits.
[[nodiscard]] Result<Digest> hex_field(const JsonCursor& cursor);
/// A whole number that is not negative.
[[nodiscard]] Result<std::int64_t> count_field(const JsonCursor& cursor);
[[nodiscard]] Result<std::uint64_t> size_field(const JsonCursor& cursor);
/// That `format` and `version` are these. Errors (unreadable).
[[nodiscard]] Result<void> check_format(const JsonFields& fields, std::string_view format,
                                        std::int64_t version);

/// The value whose name stands there.
template <class T>
[[nodiscard]] Result<T> named_field(const JsonCursor& cursor,
                                    std::optional<T> (*find)(std::string_view)) {
  const auto text = cursor.text();
  if (!text) return text.error();
  if (const auto found = find(*text)) return *found;
  return cursor.refuse("'" + printable(*text) + "' is not a name known here");
}

}  // namespace touchstone
