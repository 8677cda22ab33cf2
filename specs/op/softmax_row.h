#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "domain.h"

namespace touchstone::op {

/// The greatest of at least one element: the first, then maximum with each further one in order.
template <class S>
S row_maximum(std::span<const S> x) {
  S greatest = x[0];
  for (std::size_t j = 1; j < x.size(); ++j) greatest = maximum(greatest, x[j]);
  return greatest;
}

/// e[j] = exp(x[j] − maximum of x), out[j] = e[j] / canonical_sum(e), of at least one element. A
/// maximum of −∞ or +∞ gives NaN.
template <Domain D>
std::vector<typename D::Value> softmax_row(const D& d, std::vector<typename D::Value> x) {
  using S = typename D::Value;
  const S greatest = row_maximum(std::span<const S>(x));
  for (S& element : x) element = exp(element - greatest);
  const S sum = canonical_sum(d, std::span<const S>(x));
  for (S& element : x) element = element / sum;
  return x;
}

/// The gradient by x of a row y = softmax(x) with cotangent g: y[j] · (g[j] − canonical_sum(g ·
/// y)).
template <Domain D>
std::vector<typename D::Value> softmax_row_gradient(const D& d,
                                                    std::span<const typename D::Value> y,
                                                    std::span<const typename D::Value> g) {
  using S = typename D::Value;
  std::vector<S> out;
  out.reserve(y.size());
  for (std::size_t j = 0; j < y.size(); ++j) out.push_back(g[j] * y[j]);
  const S sum = canonical_sum(d, std::span<const S>(out));
  for (std::size_t j = 0; j < y.size(); ++j) out[j] = y[j] * (g[j] - sum);
  return out;
}

}  // namespace touchstone::op
