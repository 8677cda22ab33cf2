#include "philox.h"

#include "touchstone/core/digest.h"

namespace touchstone::philox {

namespace {

constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); }

}  // namespace

std::array<std::uint32_t, 4> words(std::array<std::uint32_t, 4> counter,
                                   std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {high(second) ^ counter[1] ^ key[0], low(second), high(first) ^ counter[3] ^ key[1],
               low(first)};
    // Weyl sequences: the golden ratio and √3 − 1, as fractions of 2^32.
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

std::uint32_t stream_word(std::string_view stream) {
  const Digest digest = sha256(stream);
  std::uint32_t word = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    word |= static_cast<std::uint32_t>(digest.bytes[byte]) << (8 * byte);
  }
  return word;
}

Source::Source(std::int64_t seed, std::string_view stream, std::int64_t step)
    : key_{low(static_cast<std::uint64_t>(seed)), high(static_cast<std::uint64_t>(seed))},
      stream_(stream_word(stream)),
      step_(low(static_cast<std::uint64_t>(step))) {}

std::uint32_t Source::draw(std::int64_t index) const {
  const auto number = static_cast<std::uint64_t>(index);
  return words({low(number), high(number), stream_, step_}, key_)[0] >> 8U;
}

}  // namespace touchstone::philox
