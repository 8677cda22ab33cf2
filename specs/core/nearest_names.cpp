#include "nearest_names.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace touchstone {

namespace {

/// Levenshtein distance by the two-row recurrence, O(|a|·|b|).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> previous(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, changed});
    }
    previous = std::move(row);
  }
  return previous[b.size()];
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view written,
                                            std::span<const std::string_view> names) {
  constexpr std::size_t longest_useful = 32;
  constexpr std::size_t offered = 3;
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  ranked.reserve(names.size());
  for (const std::string_view name : names) {
    ranked.emplace_back(
        edit_distance(written.substr(0, longest_useful), name.substr(0, longest_useful)), name);
  }
  const auto wanted = static_cast<std::ptrdiff_t>(std::min(offered, ranked.size()));
  std::partial_sort(ranked.begin(), ranked.begin() + wanted, ranked.end());
  std::vector<std::string_view> out;
  for (const auto& [distance, name] : std::span(ranked).first(static_cast<std::size_t>(wanted))) {
    out.push_back(name);
  }
  return out;
}

}  // namespace touchstone
