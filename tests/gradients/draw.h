#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace touchstone::gradients {

/// A stream of choices that is the same on every platform (SplitMix64).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  /// The stream of case `number` of the operation `name`.
  Draw(std::string_view name, std::int64_t number) : state_(static_cast<std::uint64_t>(number)) {
    for (const char c : name) state_ = bits() ^ static_cast<unsigned char>(c);
  }

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }
  /// In [least, most].
  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto count = static_cast<std::uint64_t>(most - least) + 1;
    return least + static_cast<std::int64_t>(bits() % count);
  }
  bool coin() { return (bits() >> 63) != 0; }
  /// True once in `times`.
  bool once_in(std::int64_t times) { return between(1, times) == 1; }
  /// In [least, most), a multiple of (most − least) · 2^-53.
  double real(double least, double most) {
    return least + (most - least) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }
  template <class T>
  T any_of(std::initializer_list<T> values) {
    return *(values.begin() + between(0, static_cast<std::int64_t>(values.size()) - 1));
  }

 private:
  std::uint64_t state_;
};

}  // namespace touchstone::gradients
