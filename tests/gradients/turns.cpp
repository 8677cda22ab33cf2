#include "turns.h"

#include <vector>

namespace touchstone::gradients {

namespace {

constexpr std::int64_t longest = 64;

Turn computed(std::int64_t k, std::int64_t n) {
  return {MpfrNumber::turn_cosine(k, n), MpfrNumber::turn_sine(k, n)};
}

/// Entry n(n − 1)/2 + k for every 0 <= k < n <= longest.
std::vector<Turn> make_table() {
  std::vector<Turn> out;
  for (std::int64_t n = 1; n <= longest; ++n) {
    for (std::int64_t k = 0; k < n; ++k) out.push_back(computed(k, n));
  }
  return out;
}

}  // namespace

Turn turn(std::int64_t k, std::int64_t n) {
  if (k < 0 || k >= n || n > longest) return computed(k, n);
  static const std::vector<Turn> table = make_table();
  return table[static_cast<std::size_t>(n * (n - 1) / 2 + k)];
}

}  // namespace touchstone::gradients
