#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "evaluate.h"

/// Operands for tests of both kinds of attention.
namespace touchstone::attention_tests {

using namespace evaluation;

constexpr Op both_kinds[] = {Op::scaled_dot_product_attention, Op::flash_attention};
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

inline std::vector<std::uint32_t> bits(const Floats& x) {
  std::vector<std::uint32_t> out;
  for (const float value : x) out.push_back(canonical_bits(value));
  return out;
}

inline Floats zeros(std::int64_t count) { return Floats(static_cast<std::size_t>(count), 0.0F); }

/// Values in [−1, 1) with all bits in use.
inline Floats noise(std::int64_t count, std::uint32_t state) {
  Floats out;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    out.push_back(static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31F);
  }
  return out;
}

struct Sizes {
  std::int64_t batch, heads, key_heads, queries, keys, width, value_width;

  [[nodiscard]] std::vector<Operand> operands(std::uint32_t state = 1) const {
    return {{{batch, heads, queries, width}, noise(batch * heads * queries * width, state)},
            {{batch, key_heads, keys, width}, noise(batch * key_heads * keys * width, state + 7)},
            {{batch, key_heads, keys, value_width},
             noise(batch * key_heads * keys * value_width, state + 13)}};
  }
  [[nodiscard]] Floats cotangent() const {
    return noise(batch * heads * queries * value_width, 99);
  }
  /// A mask [queries, keys].
  [[nodiscard]] Operand mask(
      const std::function<bool(std::int64_t, std::int64_t)>& takes_part) const {
    Masks out;
    for (std::int64_t i = 0; i < queries; ++i) {
      for (std::int64_t j = 0; j < keys; ++j) out.push_back(takes_part(i, j));
    }
    return {{queries, keys}, out};
  }
  /// The same as numbers to add: 0, or −∞ for a key left out.
  [[nodiscard]] Operand additive(
      const std::function<bool(std::int64_t, std::int64_t)>& takes_part) const {
    Floats out;
    for (std::int64_t i = 0; i < queries; ++i) {
      for (std::int64_t j = 0; j < keys; ++j) out.push_back(takes_part(i, j) ? 0.0F : -infinity);
    }
    return {{queries, keys}, out};
  }
};

inline std::vector<Operand> with(std::vector<Operand> operands, const Operand& mask) {
  operands.push_back(mask);
  return operands;
}

inline Attributes causal() { return {{"causal", true}}; }

/// The result and the gradients of query, key and value.
inline std::vector<std::vector<std::uint32_t>> everything(Op op, const Attributes& attributes,
                                                          const std::vector<Operand>& operands,
                                                          const Floats& cotangent) {
  std::vector<std::vector<std::uint32_t>> out{bits(forward(op, attributes, operands))};
  for (std::size_t i = 0; i < 3; ++i) {
    out.push_back(bits(vjp(op, attributes, operands, i, cotangent)));
  }
  return out;
}

/// One tile, one tile and six keys, more keys than queries and fewer.
constexpr Sizes shapes[] = {
    {2, 2, 1, 4, 4, 3, 2}, {1, 1, 1, 70, 70, 2, 1}, {1, 2, 2, 3, 5, 2, 2}, {1, 1, 1, 5, 3, 1, 2}};

}  // namespace touchstone::attention_tests
