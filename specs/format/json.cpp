#include "json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace touchstone {

namespace {

template <class Real>
std::string shortest(Real number) {
  if (!std::isfinite(number)) throw std::logic_error("JSON has no number for this value");
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

}  // namespace

Json Json::boolean(bool flag) {
  Json out;
  out.value = flag;
  return out;
}

Json Json::integer(std::int64_t number) { return JsonNumber{std::to_string(number)}; }

Json Json::real(float number) { return JsonNumber{shortest(number)}; }

Json Json::real64(double number) { return JsonNumber{shortest(number)}; }

bool Json::operator==(const Json& other) const { return value == other.value; }

}  // namespace touchstone
