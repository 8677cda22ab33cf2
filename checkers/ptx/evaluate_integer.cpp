#include "evaluate_integer.h"

#include <algorithm>
#include <bit>

namespace touchstone::ptx {
namespace {

using Words = const std::uint64_t*;
__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

bool less(Type type, std::uint64_t a, std::uint64_t b) {
  if (is_signed(type)) return integer_of(type, a) < integer_of(type, b);
  return low_bits(type, a) < low_bits(type, b);
}

/// The exact product of two integers of this type, as its lowest 128 bits.
Wide product(Type type, std::uint64_t a, std::uint64_t b) {
  if (!is_signed(type)) return Wide{low_bits(type, a)} * low_bits(type, b);
  return static_cast<Wide>(SignedWide{integer_of(type, a)} * integer_of(type, b));
}

std::uint64_t part_of_product(const Form& form, std::uint64_t a, std::uint64_t b) {
  const Wide whole = product(form.type, a, b);
  if (form.part == Part::hi) {
    return low_bits(form.type, static_cast<std::uint64_t>(whole >> bits_of(form.type)));
  }
  const auto low = static_cast<std::uint64_t>(whole);
  if (form.part != Part::wide) return low_bits(form.type, low);
  return bits_of(form.type) == 16 ? low & 0xFFFF'FFFFU : low;
}

std::uint64_t saturated(std::int64_t sum) {
  const std::int64_t clamped = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
  return static_cast<std::uint64_t>(clamped) & 0xFFFF'FFFFU;
}

std::uint64_t added(const Form& form, std::uint64_t a, std::uint64_t b) {
  if (!form.saturate) return low_bits(form.type, a + b);
  return saturated(integer_of(form.type, a) + integer_of(form.type, b));
}

std::uint64_t add(const Form& form, Words x) { return added(form, x[0], x[1]); }

std::uint64_t subtract(const Form& form, Words x) {
  if (!form.saturate) return low_bits(form.type, x[0] - x[1]);
  return saturated(integer_of(form.type, x[0]) - integer_of(form.type, x[1]));
}

std::uint64_t multiply(const Form& form, Words x) { return part_of_product(form, x[0], x[1]); }

std::uint64_t multiply_add(const Form& form, Words x) {
  const std::uint64_t factor = part_of_product(form, x[0], x[1]);
  if (form.part != Part::wide) return added(form, factor, x[2]);
  return bits_of(form.type) == 16 ? (factor + x[2]) & 0xFFFF'FFFFU : factor + x[2];
}

std::uint64_t product_of_24_bits(const Form& form, Words x) {
  const auto factor = [&form](std::uint64_t bits) {
    const std::uint64_t low = bits & 0xFF'FFFFU;
    const bool negative = is_signed(form.type) && (low & 0x80'0000U) != 0;
    return static_cast<std::int64_t>(low) - (negative ? 0x100'0000 : 0);
  };
  const auto whole = static_cast<std::uint64_t>(factor(x[0]) * factor(x[1]));
  return (form.part == Part::hi ? whole >> 16U : whole) & 0xFFFF'FFFFU;
}

std::uint64_t multiply_24(const Form& form, Words x) { return product_of_24_bits(form, x); }

std::uint64_t multiply_add_24(const Form& form, Words x) {
  return added(form, product_of_24_bits(form, x), x[2]);
}

std::uint64_t sum_of_differences(const Form& form, Words x) {
  const std::uint64_t difference = less(form.type, x[0], x[1]) ? x[1] - x[0] : x[0] - x[1];
  return low_bits(form.type, x[2] + difference);
}

std::uint64_t divide(const Form& form, Words x) {
  const std::uint64_t divisor = low_bits(form.type, x[1]);
  if (divisor == 0) return low_bits(form.type, ~std::uint64_t{0});
  if (!is_signed(form.type)) return low_bits(form.type, x[0]) / divisor;
  const std::int64_t by = integer_of(form.type, x[1]);
  if (by == -1) return low_bits(form.type, 0 - x[0]);
  return low_bits(form.type, static_cast<std::uint64_t>(integer_of(form.type, x[0]) / by));
}

std::uint64_t remainder(const Form& form, Words x) {
  const std::uint64_t divisor = low_bits(form.type, x[1]);
  if (divisor == 0) return low_bits(form.type, x[0]);
  if (!is_signed(form.type)) return low_bits(form.type, x[0]) % divisor;
  const std::int64_t by = integer_of(form.type, x[1]);
  if (by == -1) return 0;
  return low_bits(form.type, static_cast<std::uint64_t>(integer_of(form.type, x[0]) % by));
}

std::uint64_t absolute(const Form& form, Words x) {
  return low_bits(form.type, integer_of(form.type, x[0]) < 0 ? 0 - x[0] : x[0]);
}

std::uint64_t negate(const Form& form, Words x) { return low_bits(form.type, 0 - x[0]); }

std::uint64_t not_negative(const Form& form, std::uint64_t bits) {
  return form.relu && integer_of(form.type, bits) < 0 ? 0 : low_bits(form.type, bits);
}

std::uint64_t minimum(const Form& form, Words x) {
  return not_negative(form, less(form.type, x[1], x[0]) ? x[1] : x[0]);
}

std::uint64_t maximum(const Form& form, Words x) {
  return not_negative(form, less(form.type, x[0], x[1]) ? x[1] : x[0]);
}

std::uint64_t population_count(const Form& form, Words x) {
  return static_cast<std::uint64_t>(std::popcount(low_bits(form.type, x[0])));
}

std::uint64_t count_leading_zeros(const Form& form, Words x) {
  const int zeros = std::countl_zero(low_bits(form.type, x[0]));
  return static_cast<std::uint64_t>(zeros) - (64 - bits_of(form.type));
}

std::uint64_t find_leading_bit(const Form& form, Words x) {
  const bool negative = is_signed(form.type) && integer_of(form.type, x[0]) < 0;
  const std::uint64_t bits = low_bits(form.type, negative ? ~x[0] : x[0]);
  if (bits == 0) return 0xFFFF'FFFFU;
  const auto position = static_cast<std::uint64_t>(63 - std::countl_zero(bits));
  return form.shift == Shift::none ? position : bits_of(form.type) - 1 - position;
}

std::uint64_t reverse_bits(const Form& form, Words x) {
  std::uint64_t reversed = 0;
  for (unsigned bit = 0; bit < bits_of(form.type); ++bit) {
    reversed = (reversed << 1U) | ((x[0] >> bit) & 1U);
  }
  return reversed;
}

/// The lowest `count` bits set.
std::uint64_t ones(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

std::uint64_t extract_bits(const Form& form, Words x) {
  const std::uint64_t position = x[1] & 0xFFU;
  const std::uint64_t length = x[2] & 0xFFU;
  const std::uint64_t last = bits_of(form.type) - 1;
  if (length == 0) return 0;
  const std::uint64_t available = position > last ? 0 : std::min(length, last + 1 - position);
  const std::uint64_t field = available == 0 ? 0 : (x[0] >> position) & ones(available);
  const std::uint64_t sign_position = std::min(position + length - 1, last);
  const bool negative = is_signed(form.type) && ((x[0] >> sign_position) & 1U) != 0;
  return low_bits(form.type, negative ? field | ~ones(available) : field);
}

std::uint64_t insert_bits(const Form& form, Words x) {
  const std::uint64_t position = x[2] & 0xFFU;
  const std::uint64_t length = x[3] & 0xFFU;
  if (position >= bits_of(form.type)) return low_bits(form.type, x[1]);
  const std::uint64_t mask = ones(length) << position;
  return low_bits(form.type, (x[1] & ~mask) | ((x[0] << position) & mask));
}

/// Part `index` of a word in parts of `bits` bits, as an integer of the type's signedness.
std::int64_t part_at(Type type, std::uint64_t word, unsigned index, unsigned bits) {
  const std::uint64_t part = (word >> (index * bits)) & ones(bits);
  const bool negative = is_signed(type) && (part >> (bits - 1)) != 0;
  return static_cast<std::int64_t>(part) - (negative ? std::int64_t{1} << bits : 0);
}

std::uint64_t dot_product(const Form& form, Words x) {
  const bool of_bytes = form.part == Part::none;  // dp4a
  const unsigned first = form.part == Part::hi ? 2 : 0;
  std::uint64_t sum = x[2];
  for (unsigned index = 0; index < (of_bytes ? 4U : 2U); ++index) {
    sum += static_cast<std::uint64_t>(part_at(form.type, x[0], index, of_bytes ? 8 : 16) *
                                      part_at(form.source, x[1], first + index, 8));
  }
  return sum & 0xFFFF'FFFFU;
}

std::uint64_t conjunction(const Form& form, Words x) { return low_bits(form.type, x[0] & x[1]); }
std::uint64_t disjunction(const Form& form, Words x) { return low_bits(form.type, x[0] | x[1]); }
std::uint64_t exclusive_or(const Form& form, Words x) { return low_bits(form.type, x[0] ^ x[1]); }
std::uint64_t complement(const Form& form, Words x) { return low_bits(form.type, ~x[0]); }

std::uint64_t logical_negation(const Form& form, Words x) {
  return low_bits(form.type, x[0]) == 0 ? 1 : 0;
}

std::uint64_t three_input_logic(const Form& /*form*/, Words x) {
  std::uint64_t result = 0;
  for (unsigned index = 0; index < 8; ++index) {
    if (((x[3] >> index) & 1U) == 0) continue;
    result |= ((index & 4U) != 0 ? x[0] : ~x[0]) & ((index & 2U) != 0 ? x[1] : ~x[1]) &
              ((index & 1U) != 0 ? x[2] : ~x[2]);
  }
  return result & 0xFFFF'FFFFU;
}

std::uint64_t shift_left(const Form& form, Words x) {
  const std::uint64_t amount = x[1] & 0xFFFF'FFFFU;
  return amount >= bits_of(form.type) ? 0 : low_bits(form.type, x[0] << amount);
}

std::uint64_t shift_right(const Form& form, Words x) {
  const std::uint64_t amount = x[1] & 0xFFFF'FFFFU;
  if (is_signed(form.type)) {
    const std::int64_t value = integer_of(form.type, x[0]);
    return low_bits(form.type,
                    static_cast<std::uint64_t>(value >> std::min<std::uint64_t>(amount, 63)));
  }
  return amount >= bits_of(form.type) ? 0 : low_bits(form.type, x[0]) >> amount;
}

std::uint64_t funnel_shift(const Form& form, Words x) {
  const std::uint64_t both = (x[1] << 32U) | (x[0] & 0xFFFF'FFFFU);
  const std::uint64_t amount =
      form.wrap ? x[2] & 31U : std::min<std::uint64_t>(x[2] & 0xFFFF'FFFFU, 32);
  return form.shift == Shift::left ? (both << amount) >> 32U : (both >> amount) & 0xFFFF'FFFFU;
}

/// Which of the eight source bytes goes to place `index`, by the mode's table.
unsigned byte_chosen(Bytes mode, unsigned selector, unsigned index) {
  switch (mode) {
    case Bytes::none: return 0;
    case Bytes::f4e: return selector + index;
    case Bytes::b4e: return (selector - index) & 7U;
    case Bytes::rc8: return selector;
    case Bytes::ecl: return std::max(selector, index);
    case Bytes::ecr: return std::min(selector, index);
    case Bytes::rc16: return (selector & 1U) * 2 + (index & 1U);
  }
  return 0;
}

std::uint64_t permute_bytes(const Form& form, Words x) {
  const std::uint64_t source = (x[1] << 32U) | (x[0] & 0xFFFF'FFFFU);
  std::uint64_t result = 0;
  for (unsigned index = 0; index < 4; ++index) {
    const auto nibble = static_cast<unsigned>((x[2] >> (4 * index)) & 15U);
    const bool generic = form.bytes == Bytes::none;
    const unsigned chosen =
        generic ? nibble & 7U : byte_chosen(form.bytes, static_cast<unsigned>(x[2] & 3U), index);
    std::uint64_t byte = (source >> (8 * chosen)) & 0xFFU;
    if (generic && (nibble & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xFF : 0;
    result |= byte << (8 * index);
  }
  return result;
}

}  // namespace

std::uint64_t low_bits(Type type, std::uint64_t bits) {
  const unsigned width = bits_of(type);
  return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

std::int64_t integer_of(Type type, std::uint64_t bits) {
  return static_cast<std::int64_t>(widened(type, bits, 64));
}

ValueFunction integer_function(const Form& form) {
  switch (form.rule) {
    case Rule::add: return add;
    case Rule::subtract: return subtract;
    case Rule::multiply: return multiply;
    case Rule::multiply_add: return multiply_add;
    case Rule::multiply_24: return multiply_24;
    case Rule::multiply_add_24: return multiply_add_24;
    case Rule::sum_of_differences: return sum_of_differences;
    case Rule::divide: return divide;
    case Rule::remainder: return remainder;
    case Rule::absolute: return absolute;
    case Rule::negate: return negate;
    case Rule::minimum: return minimum;
    case Rule::maximum: return maximum;
    case Rule::population_count: return population_count;
    case Rule::count_leading_zeros: return count_leading_zeros;
    case Rule::find_leading_bit: return find_leading_bit;
    case Rule::reverse_bits: return reverse_bits;
    case Rule::extract_bits: return extract_bits;
    case Rule::insert_bits: return insert_bits;
    case Rule::dot_product: return dot_product;
    case Rule::conjunction: return conjunction;
    case Rule::disjunction: return disjunction;
    case Rule::exclusive_or: return exclusive_or;
    case Rule::complement: return complement;
    case Rule::logical_negation: return logical_negation;
    case Rule::three_input_logic: return three_input_logic;
    case Rule::shift_left: return shift_left;
    case Rule::shift_right: return shift_right;
    case Rule::funnel_shift: return funnel_shift;
    case Rule::permute_bytes: return permute_bytes;
    default: return nullptr;
  }
}

}  // namespace touchstone::ptx
