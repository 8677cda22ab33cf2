#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "samples.h"

/// Operands of a stated form with seeded elements, special values among them.
namespace touchstone::evaluation {

using Lengths = std::vector<std::int64_t>;
inline constexpr std::int64_t batch = 3;

/// One operand of an operation at a batch of three, and the axis where the batch lies.
struct Slot {
  Lengths extents;
  std::optional<std::size_t> axis;
  OperandKind kind = OperandKind::value;
  std::int64_t choices = 0;  ///< length of the axis that an index operand points into
};

inline Slot value(Lengths extents, std::size_t axis = 0) { return {std::move(extents), axis}; }
inline Slot shared(Lengths extents) { return {std::move(extents), std::nullopt}; }
inline Slot mask(Lengths extents, std::size_t axis = 0) {
  return {std::move(extents), axis, OperandKind::mask};
}
inline Slot shared_mask(Lengths extents) {
  return {std::move(extents), std::nullopt, OperandKind::mask};
}
inline Slot index(Lengths extents, std::int64_t choices) {
  return {std::move(extents), 0, OperandKind::index, choices};
}
inline Slot shared_index(Lengths extents, std::int64_t choices) {
  return {std::move(extents), std::nullopt, OperandKind::index, choices};
}
/// Which values operands hold.
enum class Mix {
  moderate,  ///< of either sign, around 1
  wide,      ///< every exponent, subnormals among them
  special,   ///< one in eight infinite, NaN, zero, subnormal or at the edge of the range
  ties,      ///< few different ones, zeros of both signs among them
};
inline constexpr Mix mixes[] = {Mix::moderate, Mix::wide, Mix::special, Mix::ties};

inline constexpr float inf = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float least = std::numeric_limits<float>::denorm_min();
inline constexpr float largest = std::numeric_limits<float>::max();
inline constexpr std::array<float, 11> specials{
    0.0F, -0.0F, inf, -inf, nan, least, -least, 0x1.fffffcp-127F, 0x1p-126F, largest, -largest};

class Draw {
 public:
  Draw(Mix mix, std::uint64_t seed) : mix_(mix), bits_(seed) {}

  [[nodiscard]] Operand operand(const Slot& slot, std::int64_t count) {
    Operand out{slot.extents, {}};
    if (slot.axis) out.extents[*slot.axis] = count;
    const std::int64_t elements = out.shape().element_count();
    if (slot.kind == OperandKind::mask) {
      out.elements = list<Masks>(elements, [&] { return bits_() % 4 != 0; });
    } else if (slot.kind == OperandKind::index) {
      const auto n = static_cast<std::uint64_t>(slot.choices);
      out.elements = list<Ints>(
          elements, [&] { return static_cast<std::int64_t>(bits_() % (2 * n)) - slot.choices; });
    } else {
      out.elements = list<Floats>(elements, [&] { return element(); });
    }
    return out;
  }

 private:
  template <class List, class Element>
  static List list(std::int64_t count, const Element& element) {
    List out;
    for (; count > 0; --count) out.push_back(element());
    return out;
  }
  float element() {
    const std::uint64_t word = bits_();
    const auto exponent = [&](std::uint64_t from, std::uint64_t count) {
      const auto field = static_cast<std::uint32_t>(from + (word >> 8U) % count) << 23U;
      return std::bit_cast<float>((static_cast<std::uint32_t>(word >> 32U) & 0x807FFFFFU) | field);
    };
    if (mix_ == Mix::wide) return exponent(0, 255);
    if (mix_ == Mix::ties) {
      constexpr std::array<float, 5> few{-1.0F, -0.0F, 0.0F, 1.0F, 2.0F};
      return few[word % few.size()];
    }
    if (mix_ == Mix::special && word % 8 == 0) return specials[(word >> 8U) % specials.size()];
    return exponent(123, 8);
  }

  Mix mix_;
  std::mt19937_64 bits_;
};
/// The same bits, NaN being one value.
inline bool same(const Operand& x, const Operand& y) {
  return x.extents == y.extents && bits(floats(x)) == bits(floats(y));
}

}  // namespace touchstone::evaluation
