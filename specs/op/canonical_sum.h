#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace touchstone::op {

inline constexpr std::size_t sum_lanes = 128;
inline constexpr std::size_t sum_chunk = 4096;

/// The sum of 1 to 4096 elements: lane l of 128 adds elements l, l + 128, … in order, starting from
/// the first; then lanes halve (64, 32, … 1), lane l taking lane l + h where that holds a value.
template <class S>
S chunk_sum(std::span<const S> x) {
  const std::size_t used = std::min(sum_lanes, x.size());
  std::vector<S> lane(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(used));
  for (std::size_t i = sum_lanes; i < x.size(); ++i)
    lane[i % sum_lanes] = lane[i % sum_lanes] + x[i];
  for (std::size_t h = sum_lanes / 2; h > 0; h /= 2) {
    for (std::size_t l = 0; l < h && l + h < used; ++l) lane[l] = lane[l] + lane[l + h];
  }
  return lane[0];
}

/// The one order in which this project sums: chunks of 4096 consecutive elements, each by
/// `chunk_sum`, and the chunk sums by the same rule until one is left. The empty sum is +0.
///
/// It is a definition over the scalar domain, so it lives with the definitions and not in `number`:
/// the definitions' include path then holds no scalar at all. It takes values rather than a
/// callable and loops over levels, because a callable per level would be a new type per level.
template <class D, class S>
S canonical_sum(const D& d, std::span<const S> values) {
  if (values.empty()) return d.constant(0.0F);
  std::vector<S> level;
  do {
    std::vector<S> sums;
    for (std::size_t i = 0; i < values.size(); i += sum_chunk) {
      sums.push_back(chunk_sum(values.subspan(i, std::min(sum_chunk, values.size() - i))));
    }
    level = std::move(sums);
    values = level;
  } while (values.size() > 1);
  return values[0];
}

/// The canonical sum, divided once by the count rounded to binary32. The empty mean is NaN.
template <class D, class S>
S canonical_mean(const D& d, std::span<const S> values) {
  return canonical_sum(d, values) / d.constant(static_cast<float>(values.size()));
}

}  // namespace touchstone::op
