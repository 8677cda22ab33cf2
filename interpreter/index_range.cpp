#include "index_range.h"

#include <string>

#include "touchstone/op/geometry.h"

namespace touchstone {

std::optional<Diagnostic> index_fault(const Attributes& attributes, const Shape& x,
                                      const Tensor& indices) {
  const std::int64_t length = x[indexed_axis(attributes, x)];
  std::int64_t position = 0;
  for (const std::int64_t index : indices.integers()) {
    if (index < -length || index >= length) {
      return unreadable({}, "index " + std::to_string(index) + " (element " +
                                std::to_string(position) + " of the indices) lies outside [-" +
                                std::to_string(length) + ", " + std::to_string(length) + ")");
    }
    ++position;
  }
  return std::nullopt;
}

}  // namespace touchstone
