#include "touchstone/core/nearest_names.h"
#include "vocabulary.h"

namespace touchstone {

std::vector<std::string_view> nearest_operations(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Operation& candidate : vocabulary()) names.push_back(candidate.name);
  return nearest_names(name, names);
}

}  // namespace touchstone
