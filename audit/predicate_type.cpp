#include "predicate_type.h"

#include "touchstone/format/json.h"

namespace touchstone {

std::string predicate_type_of(std::string_view statement) {
  // Inside a string its quotes would be escaped, and no other member has this name; so what stands
  // here, if anything does, is the member itself.
  constexpr std::string_view member = "\"predicateType\":\"";
  const auto at = statement.find(member);
  if (at != std::string_view::npos) {
    const std::string_view value = statement.substr(at + member.size());
    const std::string_view text = value.substr(0, value.find('"'));
    if (text.find('\\') == std::string_view::npos) return std::string(text);
  }
  const auto json = parse_json(statement);
  if (!json) return {};
  const auto members = JsonCursor(*json).members();
  if (!members) return {};
  for (const auto& [name, value] : *members) {
    if (name == "predicateType" && value.text()) return std::string(*value.text());
  }
  return {};
}

}  // namespace touchstone
