#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "digest.h"
#include "shape.h"

namespace touchstone {

/// What one element of a tensor is.
enum class ElementType : std::uint8_t {
  float32,  ///< IEEE 754 binary32, 4 bytes
  int64,    ///< two's complement, 8 bytes: indices and shapes
  boolean,  ///< 1 byte, 0 or 1: masks
};

[[nodiscard]] std::size_t byte_size(ElementType type);
/// "float32", "int64", "bool"
[[nodiscard]] std::string_view name_of(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type_named(std::string_view name);

struct TensorType {
  ElementType element = ElementType::float32;
  Shape shape;

  /// "float32 [1,5]"
  [[nodiscard]] std::string text() const;
  auto operator<=>(const TensorType&) const = default;
};

/// Number of bytes of a dense tensor of this type, or nothing when it exceeds 2^63 − 1.
[[nodiscard]] std::optional<std::int64_t> byte_count(const TensorType& type);

/// An immutable dense row-major tensor in host byte order (little-endian on every platform we
/// support). Copies share the bytes. The bytes are aligned for every element type.
class Tensor {
 public:
  Tensor() = default;

  /// Takes the bytes; nothing if their number does not match the type, or a boolean is not 0 or 1.
  [[nodiscard]] static std::optional<Tensor> create(TensorType type, std::vector<std::byte> bytes);
  [[nodiscard]] static Tensor of(const Shape& shape, std::span<const float> values);
  [[nodiscard]] static Tensor of(const Shape& shape, std::span<const std::int64_t> values);

  [[nodiscard]] const TensorType& type() const { return type_; }
  [[nodiscard]] const Shape& shape() const { return type_.shape; }
  [[nodiscard]] std::span<const std::byte> bytes() const;

  /// The elements; requires the matching element type.
  [[nodiscard]] std::span<const float> floats() const;
  [[nodiscard]] std::span<const std::int64_t> integers() const;

  /// The same elements under another shape of equal element count.
  [[nodiscard]] Tensor reshaped(const Shape& shape) const;

 private:
  TensorType type_;
  std::shared_ptr<const std::vector<std::byte>> bytes_;
};

/// Digest of type, shape and elements; every NaN counts as 0x7FC00000.
[[nodiscard]] Digest digest_of(const Tensor& tensor);

}  // namespace touchstone
