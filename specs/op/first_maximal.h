#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "domain.h"

namespace touchstone::op {

/// For each of at least one element, whether it is the first maximal one. The best so far is
/// replaced only by an element that exceeds it, so of equal ones the first remains, +0 replaces −0,
/// and the first NaN replaces everything. Exactly one holds.
template <Domain D>
std::vector<typename D::Bool> first_maximal(const D& d, std::span<const typename D::Value> x) {
  std::vector<typename D::Bool> chosen{d.truth(true)};
  chosen.reserve(x.size());
  auto best = x[0];
  for (std::size_t j = 1; j < x.size(); ++j) {
    chosen.push_back(exceeds(x[j], best));
    best = maximum(best, x[j]);
  }
  // The last one that replaced the best is the one.
  auto later = chosen.back();
  for (std::size_t j = x.size() - 1; j-- > 0;) {
    const auto replaced = chosen[j];
    chosen[j] = both(replaced, opposite(later));
    later = either(replaced, later);
  }
  return chosen;
}

}  // namespace touchstone::op
