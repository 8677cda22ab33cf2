#include "module.h"

#include <algorithm>

namespace touchstone::ptx {

const Function* Module::find(std::string_view name) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function& each) { return each.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

std::string Module::text_of(const Place& place) const {
  std::string text = "line " + std::to_string(place.line);
  if (place.source_file == 0 || place.source_file >= files.size()) return text;
  std::string_view file = files[place.source_file];
  const std::size_t folder = file.rfind('/');
  if (folder != std::string_view::npos) file.remove_prefix(folder + 1);
  return text + " (" + printable(file) + ":" + std::to_string(place.source_line) + ")";
}

}  // namespace touchstone::ptx
