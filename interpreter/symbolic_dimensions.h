#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "touchstone/core/result.h"

namespace touchstone {

/// The symbolic dimensions of a model, such as "batch", and the extents that the user gives them.
/// A reader asks for each extent as it meets the name, and for what was left open at the end.
class SymbolicDimensions {
 public:
  using Binding = std::pair<std::string, std::int64_t>;

  /// Errors (unreadable): a name that is empty or bound twice, a negative extent.
  [[nodiscard]] static Result<SymbolicDimensions> create(std::span<const Binding> bindings);

  /// The extent of a dimension of an input. A name that is not bound stands as 1 and is remembered
  /// for `check_bound`.
  [[nodiscard]] std::int64_t extent_of(std::string_view name);
  /// The extent, if the name is bound. For what a model declares of other values.
  [[nodiscard]] std::optional<std::int64_t> bound_extent(std::string_view name);

  /// Error (unreadable) naming every dimension that an input has and that is not bound.
  [[nodiscard]] Result<void> check_bound() const;
  /// Error (unreadable) when a binding names no dimension of the model.
  [[nodiscard]] Result<void> check_used() const;

 private:
  struct Extent {
    std::int64_t value = 0;
    bool used = false;
  };
  std::map<std::string, Extent, std::less<>> bound_;
  std::set<std::string, std::less<>> symbols_;  ///< all names in the inputs
  std::set<std::string, std::less<>> unbound_;  ///< those of them without an extent
};

}  // namespace touchstone
