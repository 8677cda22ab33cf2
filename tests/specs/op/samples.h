#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "evaluate.h"

/// Seeded operands for laws that hold bit for bit.
namespace touchstone::evaluation {

/// A sequence of numbers by the splitmix64 generator (Steele, Lea and Flood, OOPSLA 2014).
class Samples {
 public:
  explicit Samples(std::uint64_t seed) : state_(seed) {}

  /// Finite values of both signs over a range where products underflow now and then, with zeros of
  /// both signs, so that an order of additions, a skipped zero or a lost sign shows.
  [[nodiscard]] Operand wild(const std::vector<std::int64_t>& extents) {
    Floats out;
    for (std::int64_t i = count(extents); i > 0; --i) out.push_back(wild_value());
    return {extents, out};
  }
  /// Whole numbers from −4 to 4: sums of few products are exact in any order.
  [[nodiscard]] Operand whole(const std::vector<std::int64_t>& extents) {
    Floats out;
    for (std::int64_t i = count(extents); i > 0; --i) {
      out.push_back(static_cast<float>(static_cast<std::int64_t>(next() % 9) - 4));
    }
    return {extents, out};
  }
  /// Indices of an axis of length n, from both ends.
  [[nodiscard]] Operand indices(const std::vector<std::int64_t>& extents, std::int64_t n) {
    Ints out;
    for (std::int64_t i = count(extents); i > 0; --i) {
      out.push_back(static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(2 * n)) - n);
    }
    return {extents, out};
  }

 private:
  static std::int64_t count(const std::vector<std::int64_t>& extents) {
    return Shape::of(Index(std::span<const std::int64_t>(extents))).element_count();
  }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  float wild_value() {
    const std::uint64_t bits = next();
    const auto sign = static_cast<std::uint32_t>(bits & 1U) << 31U;
    if ((bits >> 1U) % 8 == 0) return std::bit_cast<float>(sign);
    // One in eight has an exponent near −75, so that a product of two is about the least subnormal.
    const std::uint32_t exponent =
        (bits >> 4U) % 8 == 0 ? 50U : 120U + static_cast<std::uint32_t>((bits >> 8U) % 16);
    return std::bit_cast<float>(sign | exponent << 23U | static_cast<std::uint32_t>(bits >> 41U));
  }

  std::uint64_t state_;
};

/// The bits, every NaN alike.
inline std::vector<std::uint32_t> bits(const Floats& values) {
  std::vector<std::uint32_t> out;
  for (const float x : values) out.push_back(canonical_bits(x));
  return out;
}

inline const Floats& floats(const Operand& operand) { return std::get<Floats>(operand.elements); }

/// The result with its shape, to be read again.
inline Operand applied(Op op, const Attributes& attributes, const std::vector<Operand>& operands) {
  const Attributes full = *complete(operation(op), attributes);
  const auto entries = inferred(op, full, operands).shape;
  return {{entries.extents().entries().begin(), entries.extents().entries().end()},
          forward(op, full, operands)};
}

/// The gradient of a value operand, with that operand's shape.
inline Operand gradient(Op op, const Attributes& attributes, const std::vector<Operand>& operands,
                        std::size_t value, const Operand& cotangent) {
  const std::size_t position = position_of(Pass::vjp(value), types_of(operands));
  return {operands[position].extents, vjp(op, attributes, operands, value, floats(cotangent))};
}

}  // namespace touchstone::evaluation
