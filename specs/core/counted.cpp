#include "counted.h"

namespace touchstone {

std::string with_thousands(std::int64_t number) {
  std::string out = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = out.size(); at > first + 3;) {
    at -= 3;
    out.insert(at, 1, ',');
  }
  return out;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return with_thousands(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string counted(std::size_t number, std::string_view noun) {
  return counted(static_cast<std::int64_t>(number), noun);
}

}  // namespace touchstone
