#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace touchstone::philox {

/// Philox4x32-10: four random words for a counter and a key, by integer arithmetic alone. Salmon,
/// Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
[[nodiscard]] std::array<std::uint32_t, 4> words(std::array<std::uint32_t, 4> counter,
                                                 std::array<std::uint32_t, 2> key);

/// The first four bytes, little-endian, of the SHA-256 digest of a stream's name.
[[nodiscard]] std::uint32_t stream_word(std::string_view stream);

/// Which random numbers an operation draws: one for each index, seed, stream and step.
class Source {
 public:
  /// Of a step counts the low half.
  Source(std::int64_t seed, std::string_view stream, std::int64_t step);

  /// u >> 8, u being word 0 at the counter (index low, index high, stream, step) and the key
  /// (seed low, seed high): uniform in [0, 2^24).
  [[nodiscard]] std::uint32_t draw(std::int64_t index) const;

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint32_t stream_;
  std::uint32_t step_;
};

}  // namespace touchstone::philox
