#include "json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace touchstone {

Json Json::boolean(bool flag) {
  Json out;
  out.value = flag;
  return out;
}

Json Json::integer(std::int64_t number) { return JsonNumber{std::to_string(number)}; }

Json Json::real(float number) {
  if (!std::isfinite(number)) throw std::logic_error("JSON has no number for this value");
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return JsonNumber{std::string(buffer.data(), end)};
}

bool Json::operator==(const Json& other) const { return value == other.value; }

}  // namespace touchstone
