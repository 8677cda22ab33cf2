#include "form_places.h"

#include <vector>

#include "semantics.h"

namespace touchstone::ptx {

namespace {

void add_places(const Function& function, const Form& form, std::vector<Place>& places) {
  for (const Instruction& instruction : function.body) {
    if (instruction.form == form) places.push_back(instruction.place);
  }
}

}  // namespace

std::string text_with_places(const Module& module, const std::string& kernel, const Form& form) {
  std::vector<Place> places;
  for (const Function& function : module.functions) {
    if (function.name == kernel) add_places(function, form, places);
  }
  for (const Function& function : module.functions) {
    if (!function.entry) add_places(function, form, places);
  }
  std::string out = text_of(form);
  if (places.empty()) return out;
  out += " at " + module.text_of(places.front());
  if (places.size() == 2) out += " and one other place";
  if (places.size() > 2) out += " and " + std::to_string(places.size() - 1) + " other places";
  return out;
}

}  // namespace touchstone::ptx
