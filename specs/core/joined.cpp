#include "joined.h"

namespace touchstone {

std::string joined(std::span<const std::string> texts, std::string_view between) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += between;
    out += texts[i];
  }
  return out;
}

}  // namespace touchstone
