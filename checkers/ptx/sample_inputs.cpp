#include "sample_inputs.h"

#include <algorithm>
#include <array>
#include <bit>

namespace touchstone::ptx {

namespace {

/// The values at which binary32 arithmetic has rules of its own, the most telling first.
constexpr std::array<std::uint32_t, 20> specials{
    0x7FC00000U,  // NaN
    0x80000000U,  // -0
    0x7F800000U,  // +inf
    0x00000000U,  // +0
    0xFF800000U,  // -inf
    0x00000001U,  // the least subnormal
    0x7F7FFFFFU,  // the greatest number
    0x3F800000U,  // 1
    0xFFC12345U,  // NaN, negative, with a payload
    0x807FFFFFU,  // the greatest subnormal, negative
    0x00800000U,  // the least normal number
    0xFF7FFFFFU, 0xBF800000U,
    0x7F800001U,  // a signalling NaN
    0x80000001U, 0x007FFFFFU, 0x80800000U,
    0x4B800000U,  // 2^24, from where on integers have gaps
    0xCB800001U,
    0x33800000U,  // 2^-24, half of the last place of 1
};

/// The splitmix64 generator (Steele, Lea and Flood, OOPSLA 2014).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed * 0xD1B54A32D192ED03U + 1) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  std::uint32_t bits() { return static_cast<std::uint32_t>(next()); }
  /// The more telling, the more often.
  std::uint32_t special() { return specials[below(1 + below(specials.size()))]; }
  std::uint32_t small_integer() {
    return std::bit_cast<std::uint32_t>(static_cast<float>(below(17)) - 8.0F);
  }
  /// Of either sign, from 1/8 to 8.
  std::uint32_t ordinary() { return with_exponent(124 + below(6)); }
  std::uint32_t power_of_two() { return with_exponent(1 + below(254)) & 0xFF800000U; }
  std::uint32_t subnormal() { return bits() & 0x807FFFFFU; }
  /// Whose products round to zeros of either sign.
  std::uint32_t next_to_zero() { return bits() & 0x80000001U; }
  /// Numbers that swallow each other when they are added.
  std::uint32_t far_apart() {
    constexpr std::array<std::uint64_t, 6> exponents{127, 151, 103, 250, 64, 4};
    return with_exponent(exponents[below(exponents.size())]);
  }

 private:
  std::uint32_t with_exponent(std::uint64_t exponent) {
    return (bits() & 0x807FFFFFU) | static_cast<std::uint32_t>(exponent << 23U);
  }

  std::uint64_t state_;
};

template <class Value>
void fill(InputValues& values, const Value& value) {
  for (std::vector<std::uint32_t>& operand : values) {
    for (std::uint32_t& element : operand) element = value();
  }
}

/// Inputs of one kind throughout. Their order is the order in which they are tried.
constexpr std::uint64_t mixture_count = 8;
void fill_mixture(InputValues& values, std::uint64_t which, Draw& draw) {
  switch (which) {
    case 0: return fill(values, [&] { return draw.small_integer(); });
    case 1: return fill(values, [&] { return draw.ordinary(); });
    case 2: return fill(values, [&] { return draw.bits(); });
    case 3: return fill(values, [&] { return draw.far_apart(); });
    case 4: return fill(values, [&] { return draw.power_of_two(); });
    case 5: return fill(values, [&] { return draw.subnormal(); });
    case 6: return fill(values, [&] { return draw.next_to_zero(); });
    default: return fill(values, [&, all = draw.ordinary()] { return all; });
  }
}

/// A special value in all positions, in all of one operand, or alone.
constexpr std::uint64_t placement_count = 4;
void place_special(InputValues& values, std::uint64_t placement, std::uint32_t special,
                   Draw& draw) {
  if (placement == 0) return fill(values, [&] { return special; });
  fill(values, [&] { return draw.ordinary(); });
  std::vector<std::uint32_t>& operand = values[draw.below(values.size())];
  if (operand.empty()) return;
  if (placement == 1) {
    operand.assign(operand.size(), special);
  } else if (placement == 2) {
    operand[draw.below(2) != 0 ? 0 : operand.size() - 1] = special;
  } else {
    for (int i = 0; i < 3; ++i) operand[draw.below(operand.size())] = special;
  }
}

}  // namespace

InputValues sample_inputs(std::span<const std::size_t> counts, std::uint64_t number) {
  InputValues out;
  for (const std::size_t count : counts) out.emplace_back(count);
  if (out.empty()) return out;
  Draw draw(number);
  // Specials beside each other tell most of what one alone does not, so every fourth has them.
  const std::uint64_t in_group = number % 4;
  if (in_group == 2) {
    fill(out, [&] { return draw.below(4) != 0 ? draw.special() : draw.ordinary(); });
    return out;
  }
  constexpr std::uint64_t placements = placement_count * specials.size();
  const std::uint64_t other = number / 4 * 3 + std::min<std::uint64_t>(in_group, 2);
  const std::uint64_t in_round = other % (mixture_count + placements);
  if (in_round < mixture_count) {
    fill_mixture(out, in_round, draw);
  } else {
    // Every placement of one special value before the next value.
    const std::uint64_t at = in_round - mixture_count;
    place_special(out, at % placement_count, specials[at / placement_count], draw);
  }
  return out;
}

}  // namespace touchstone::ptx
