#include "symbolic_dimensions.h"

namespace touchstone {

namespace {

/// So many names are listed in one message.
constexpr std::size_t listed_names = 16;

std::string list_of(const std::set<std::string, std::less<>>& names) {
  std::string out;
  std::size_t listed = 0;
  for (const std::string& name : names) {
    if (listed == listed_names) break;
    out += (listed++ > 0 ? ", " : "") + printable(name);
  }
  if (names.size() > listed_names) {
    out += " and " + std::to_string(names.size() - listed_names) + " more";
  }
  return out;
}

}  // namespace

Result<SymbolicDimensions> SymbolicDimensions::create(std::span<const Binding> bindings) {
  SymbolicDimensions out;
  for (const auto& [name, extent] : bindings) {
    if (name.empty()) return unreadable({}, "a dimension without a name is bound");
    if (extent < 0) {
      return unreadable({}, "the dimension " + printable(name) + " is bound to " +
                                std::to_string(extent) + "; an extent is not negative");
    }
    if (!out.bound_.try_emplace(name, Extent{extent, false}).second) {
      return unreadable({}, "the dimension " + printable(name) + " is bound twice");
    }
  }
  return out;
}

std::int64_t SymbolicDimensions::extent_of(std::string_view name) {
  symbols_.emplace(name);
  const auto extent = bound_extent(name);
  if (!extent) unbound_.emplace(name);
  return extent.value_or(1);
}

std::optional<std::int64_t> SymbolicDimensions::bound_extent(std::string_view name) {
  const auto found = bound_.find(name);
  if (found == bound_.end()) return std::nullopt;
  found->second.used = true;
  return found->second.value;
}

Result<void> SymbolicDimensions::check_bound() const {
  if (unbound_.empty()) return {};
  const bool one = unbound_.size() == 1;
  return unreadable({},
                    std::string(one ? "the dimension " : "the dimensions ") + list_of(unbound_) +
                        (one ? " has" : " have") + " no extent in the model",
                    "bind " + std::string(one ? "it" : "each") + ", for example --shape " +
                        printable(*unbound_.begin()) + "=1");
}

Result<void> SymbolicDimensions::check_used() const {
  for (const auto& [name, extent] : bound_) {
    if (!extent.used) {
      return unreadable({}, "no dimension of the model is named " + printable(name),
                        symbols_.empty() ? "its inputs have no dimension to bind"
                                         : "its inputs have " + list_of(symbols_));
    }
  }
  return {};
}

}  // namespace touchstone
