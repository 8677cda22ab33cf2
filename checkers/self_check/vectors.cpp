#include "vectors.h"

#include <array>

namespace touchstone {

namespace {

constexpr std::array<std::uint32_t, 20> specials{
    0x00000000, 0x80000000,                          // ±0
    0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF,  // least and greatest subnormals
    0x00800000, 0x80800000,                          // least normals
    0x3F800000, 0xBF800000, 0x3F800001, 0x3F7FFFFF,  // ±1, neighbours of 1
    0x33800000, 0x40490FDB, 0xC2AEAC50,  // 2^-24, about π, about −87.34 (exp underflows)
    0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000,  // ± greatest finite, ± infinity
    0x7FC00000};                                     // NaN

/// Values whose products and sums underflow, overflow or cancel with each other.
constexpr std::array<std::uint32_t, 6> fills{0x80000000, 0x80000001, 0x00000001,
                                             0x3F800001, 0x7F7FFFFF, 0xFF800000};

constexpr std::size_t most_single_positions = 128;
constexpr std::size_t longest_filled = 2048;
constexpr std::size_t most_fills = 216;
constexpr std::size_t seeded = 16;
constexpr std::size_t seeded_when_long = 2;

}  // namespace

std::span<const std::uint32_t> special_values() { return specials; }

VectorSet::VectorSet(const SymbolicReading& reading) : state_(0x746F756368ULL) {
  std::size_t length = 0;
  for (const TensorType& type : reading.types.operands) {
    begins_.push_back(length);
    if (type.element != ElementType::int64) {
      length += static_cast<std::size_t>(type.shape.element_count());
    }
  }
  begins_.push_back(length);
  const bool is_short = length <= longest_filled;
  add_uniform(is_short ? std::span<const std::uint32_t>(specials) : fills);
  add_halves();
  if (length <= most_single_positions) add_single_positions(reading);
  if (is_short) add_operand_fills();
  add_seeded(is_short ? seeded : seeded_when_long);
  make_statements(reading);
}

std::span<const std::uint32_t> VectorSet::operand(std::size_t vector, std::size_t operand) const {
  const std::size_t start = vector * begins_.back();
  return std::span(bits_).subspan(start + begins_[operand],
                                  begins_[operand + 1] - begins_[operand]);
}

void VectorSet::add_uniform(std::span<const std::uint32_t> values) {
  for (const std::uint32_t special : values) {
    for (std::uint32_t& bits : append()) bits = special;
  }
}

void VectorSet::add_single_positions(const SymbolicReading& reading) {
  for (const TermNode& node : reading.arena.nodes()) {
    if (node.kind != TermKind::input) continue;
    for (const std::uint32_t special : specials) {
      const auto vector = append();
      fill_ordinary(vector);
      vector[begins_[node.a] + node.b] = special;
    }
  }
}

void VectorSet::add_operand_fills() {
  const std::size_t operands = begins_.size() - 1;
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < operands && combinations <= most_fills; ++i) {
    combinations *= fills.size();
  }
  const bool all = combinations <= most_fills;
  for (std::size_t n = 0; n < (all ? combinations : most_fills); ++n) {
    std::uint64_t choice = all ? n : random();
    const auto vector = append();
    for (std::size_t i = 0; i < operands; ++i, choice /= fills.size()) {
      for (std::size_t j = begins_[i]; j < begins_[i + 1]; ++j) {
        vector[j] = fills[choice % fills.size()];
      }
    }
  }
}

void VectorSet::add_seeded(std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) {
    const auto vector = append();
    fill_ordinary(vector);
    if (n % 2 == 0) continue;
    for (std::uint32_t& bits : vector) {
      if (random() % 8 == 0) bits = specials[random() % specials.size()];
    }
  }
}

/// Each operand with one half −∞ (left out, in a mask) and the other ordinary: rows that are empty
/// at first, or from some place on.
void VectorSet::add_halves() {
  for (const bool second : {false, true}) {
    const auto vector = append();
    fill_ordinary(vector);
    for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
      const std::size_t middle = (begins_[i] + begins_[i + 1]) / 2;
      for (std::size_t j = begins_[i]; j < begins_[i + 1]; ++j) {
        if ((j >= middle) == second) {
          vector[j] = 0xFF800000U;
        } else {
          vector[j] |= 1U;
        }
      }
    }
  }
}

/// An element of a mask is what the last bit says: among the special values both occur, and half of
/// the seeded ones.
void VectorSet::make_statements(const SymbolicReading& reading) {
  for (std::size_t i = 0; i < reading.types.operands.size(); ++i) {
    if (reading.types.operands[i].element != ElementType::boolean) continue;
    for (std::size_t n = 0; n < count_; ++n) {
      for (std::size_t j = begins_[i]; j < begins_[i + 1]; ++j) {
        bits_[n * begins_.back() + j] &= 1U;
      }
    }
  }
}

std::span<std::uint32_t> VectorSet::append() {
  bits_.resize(bits_.size() + begins_.back());
  ++count_;
  return std::span(bits_).last(begins_.back());
}

/// Random signs and significands, exponents from 2^-4 to 2^3, so that sums round and cancel.
void VectorSet::fill_ordinary(std::span<std::uint32_t> vector) {
  for (std::uint32_t& bits : vector) {
    const std::uint64_t r = random();
    const auto exponent = static_cast<std::uint32_t>(123 + r % 8);
    bits = (static_cast<std::uint32_t>(r >> 32U) & 0x807FFFFFU) | (exponent << 23U);
  }
}

/// splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t VectorSet::random() {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

}  // namespace touchstone
