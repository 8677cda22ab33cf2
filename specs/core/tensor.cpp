#include "tensor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "checked.h"

namespace touchstone {

static_assert(std::endian::native == std::endian::little,
              "tensors are kept and hashed in little-endian byte order");

namespace {

template <class T>
std::vector<std::byte> bytes_of(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

template <class T>
Tensor from_values(ElementType element, const Shape& shape, std::span<const T> values) {
  auto tensor = Tensor::create({element, shape}, bytes_of(values));
  if (!tensor) throw std::logic_error("the number of values does not match the shape");
  return std::move(*tensor);
}

}  // namespace

std::size_t byte_size(ElementType type) {
  switch (type) {
    case ElementType::float32: return 4;
    case ElementType::int64: return 8;
    case ElementType::boolean: return 1;
  }
  throw std::logic_error("not an element type");
}

std::string_view name_of(ElementType type) {
  switch (type) {
    case ElementType::float32: return "float32";
    case ElementType::int64: return "int64";
    case ElementType::boolean: return "bool";
  }
  throw std::logic_error("not an element type");
}

std::optional<ElementType> element_type_named(std::string_view name) {
  for (const auto type : {ElementType::float32, ElementType::int64, ElementType::boolean}) {
    if (name_of(type) == name) return type;
  }
  return std::nullopt;
}

std::string TensorType::text() const { return std::string(name_of(element)) + " " + shape.text(); }

std::optional<std::int64_t> byte_count(const TensorType& type) {
  return checked_mul(type.shape.element_count(),
                     static_cast<std::int64_t>(byte_size(type.element)));
}

std::optional<Tensor> Tensor::create(TensorType type, std::vector<std::byte> bytes) {
  const auto expected = byte_count(type);
  if (!expected || !std::cmp_equal(*expected, bytes.size())) return std::nullopt;
  const bool valid = type.element != ElementType::boolean ||
                     std::all_of(bytes.begin(), bytes.end(), [](std::byte b) {
                       return b == std::byte{0} || b == std::byte{1};
                     });
  if (!valid) return std::nullopt;
  Tensor out;
  out.type_ = type;
  out.bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return out;
}

Tensor Tensor::of(const Shape& shape, std::span<const float> values) {
  return from_values(ElementType::float32, shape, values);
}

Tensor Tensor::of(const Shape& shape, std::span<const std::int64_t> values) {
  return from_values(ElementType::int64, shape, values);
}

std::span<const std::byte> Tensor::bytes() const {
  if (bytes_ == nullptr) return {};
  return *bytes_;
}

std::span<const float> Tensor::floats() const {
  if (type_.element != ElementType::float32) throw std::logic_error("not a float32 tensor");
  return {reinterpret_cast<const float*>(bytes().data()), bytes().size() / sizeof(float)};
}

std::span<const std::int64_t> Tensor::integers() const {
  if (type_.element != ElementType::int64) throw std::logic_error("not an int64 tensor");
  return {reinterpret_cast<const std::int64_t*>(bytes().data()),
          bytes().size() / sizeof(std::int64_t)};
}

Tensor Tensor::reshaped(const Shape& shape) const {
  if (shape.element_count() != type_.shape.element_count()) {
    throw std::logic_error("a reshape keeps the number of elements");
  }
  Tensor out = *this;
  out.type_.shape = shape;
  return out;
}

Digest digest_of(const Tensor& tensor) {
  Sha256 hash;
  hash.text(name_of(tensor.type().element)).u8(static_cast<std::uint8_t>(tensor.shape().rank()));
  for (const std::int64_t extent : tensor.shape().extents().entries()) {
    hash.u64(static_cast<std::uint64_t>(extent));
  }
  const bool has_nan =
      tensor.type().element == ElementType::float32 &&
      std::any_of(tensor.floats().begin(), tensor.floats().end(), [](float x) { return x != x; });
  if (!has_nan) return hash.raw(tensor.bytes()).finish();
  for (const float x : tensor.floats()) {
    hash.u32(x != x ? 0x7FC00000U : std::bit_cast<std::uint32_t>(x));
  }
  return hash.finish();
}

}  // namespace touchstone
