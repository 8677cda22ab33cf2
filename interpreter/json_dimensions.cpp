#include "json_dimensions.h"

#include <algorithm>

namespace touchstone {

namespace {

/// So many unbound names are kept and listed.
constexpr std::size_t listed = 16;

std::string quoted(std::string_view name) { return "\"" + printable(name, 60) + "\""; }

}  // namespace

Result<JsonDimensions> JsonDimensions::create(std::span<const Binding> bindings) {
  JsonDimensions out;
  for (const auto& [name, value] : bindings) {
    if (name.empty()) return unreadable({}, "a dimension without a name is bound");
    if (value < 0) {
      return unreadable({}, "the dimension " + quoted(name) + " is bound to the negative number " +
                                std::to_string(value));
    }
    if (!out.bound_.try_emplace(name, Extent{value, false}).second) {
      return unreadable({}, "the dimension " + quoted(name) + " is bound twice");
    }
  }
  return out;
}

Result<std::int64_t> JsonDimensions::extent(const JsonCursor& cursor) {
  const auto* const name = std::get_if<std::string>(&cursor.json().value);
  if (name == nullptr) return cursor.integer();
  if (name->empty()) return cursor.refuse("the name of a dimension is empty");
  if (const auto found = bound_.find(*name); found != bound_.end()) {
    found->second.used = true;
    return found->second.value;
  }
  if (std::find(unbound_.begin(), unbound_.end(), *name) == unbound_.end()) {
    ++unbound_count_;
    if (unbound_.size() < listed) unbound_.push_back(*name);
  }
  return 1;
}

Result<Shape> JsonDimensions::shape(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<std::int64_t> extents;
  for (const JsonCursor& item : *items) {
    const auto value = extent(item);
    if (!value) return value.error();
    extents.push_back(*value);
  }
  auto shape = Shape::create(extents);
  if (!shape) return shape.error().inside(cursor.place());
  return shape;
}

Result<void> JsonDimensions::check_bound(std::string_view place) const {
  if (unbound_.empty()) return {};
  std::string names;
  for (const std::string& name : unbound_) names += (names.empty() ? "" : ", ") + quoted(name);
  if (unbound_count_ > unbound_.size()) names += " and more";
  return unreadable(std::string(place), "these dimensions have no extent: " + names,
                    "bind each, for example --shape " + printable(unbound_[0], 60) + "=1");
}

Result<void> JsonDimensions::check_used() const {
  for (const auto& [name, extent] : bound_) {
    if (!extent.used) {
      return unreadable({}, "no dimension of the model is named " + quoted(name),
                        "leave this binding out");
    }
  }
  return {};
}

}  // namespace touchstone
