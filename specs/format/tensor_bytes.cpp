#include "tensor_bytes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace touchstone {

static_assert(std::endian::native == std::endian::little, "files and tensors share a byte order");

Result<Tensor> tensor_from_bytes(const TensorType& type, std::string_view bytes) {
  const auto expected = byte_count(type);
  if (!expected || !std::cmp_equal(*expected, bytes.size())) {
    return unreadable({}, "a tensor of type " + type.text() + " has " +
                              (expected ? std::to_string(*expected) : "more than 2^63") +
                              " bytes, not " + std::to_string(bytes.size()));
  }
  const auto source = std::as_bytes(std::span(bytes));
  auto tensor = Tensor::create(type, std::vector<std::byte>(source.begin(), source.end()));
  if (!tensor) return unreadable({}, "a boolean is neither 0 nor 1");
  return *std::move(tensor);
}

void append_bytes(const Tensor& tensor, std::string& out) {
  const auto bytes = tensor.bytes();
  const std::size_t begin = out.size();
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (tensor.type().element != ElementType::float32) return;
  const auto values = tensor.floats();
  const float quiet = std::bit_cast<float>(0x7FC00000U);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) std::memcpy(out.data() + begin + 4 * i, &quiet, sizeof quiet);
  }
}

}  // namespace touchstone
