#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/shape.h"
#include "touchstone/format/json.h"

namespace touchstone {

/// The symbolic dimensions of a model.json, such as "N" in "shape": ["N", 3], and the extents that
/// the user gives them.
class JsonDimensions {
 public:
  using Binding = std::pair<std::string, std::int64_t>;

  /// Errors (unreadable): a name that is empty or bound twice, a negative extent.
  [[nodiscard]] static Result<JsonDimensions> create(std::span<const Binding> bindings);

  /// A shape with its names replaced by their extents. A name that is not bound stands as 1 and is
  /// remembered for `check_bound`. Errors: no list of whole numbers and names; those of
  /// Shape::create.
  [[nodiscard]] Result<Shape> shape(const JsonCursor& cursor);

  /// Error naming every dimension that was read and is not bound.
  [[nodiscard]] Result<void> check_bound(std::string_view place) const;
  /// Error when a binding was not read anywhere.
  [[nodiscard]] Result<void> check_used() const;

 private:
  struct Extent {
    std::int64_t value = 0;
    bool used = false;
  };
  [[nodiscard]] Result<std::int64_t> extent(const JsonCursor& cursor);

  std::map<std::string, Extent, std::less<>> bound_;
  std::vector<std::string> unbound_;  ///< in the order read, bounded
  std::size_t unbound_count_ = 0;
};

}  // namespace touchstone
