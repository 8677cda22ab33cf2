#include "table.h"

#include <array>
#include <vector>

namespace touchstone::ptx {

std::span<const Row> rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> joined;
    for (const std::span<const Row> part :
         {integer_rows(), float_rows(), half_rows(), comparison_rows(), logic_rows(),
          conversion_rows(), memory_rows(), warp_rows(), control_rows()}) {
      joined.insert(joined.end(), part.begin(), part.end());
    }
    for (std::size_t index = 0; index < joined.size(); ++index) {
      joined[index].base.entry = static_cast<std::uint16_t>(index);
    }
    return joined;
  }();
  return all;
}

std::span<const Entry> entries() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> written;
    for (const Row& row : rows()) written.push_back(row.entry);
    return written;
  }();
  return all;
}

}  // namespace touchstone::ptx
