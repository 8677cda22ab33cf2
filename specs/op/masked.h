#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "domain.h"

/// Sums, maxima and products over elements of which a boolean mask leaves some out. An element left
/// out keeps its position, so it decides which others are added to which, but it contributes no
/// term: nothing is added for it, not even a zero, and a NaN or an infinity there does no harm.
/// Whether an element takes part is a statement of the domain, so everything here is `select`.
namespace touchstone::op {

/// A value that may be absent; then `value` means nothing.
template <Domain D>
struct Maybe {
  typename D::Bool present;
  typename D::Value value;

  /// Both values added, or the one that is present.
  friend Maybe operator+(const Maybe& a, const Maybe& b) { return joined(a, b, a.value + b.value); }
  friend Maybe maximum(const Maybe& a, const Maybe& b) {
    return joined(a, b, maximum(a.value, b.value));
  }

  /// `together` where both are present, otherwise the one that is.
  friend Maybe joined(const Maybe& a, const Maybe& b, const typename D::Value& together) {
    return {either(a.present, b.present),
            select(both(a.present, b.present), together, select(a.present, a.value, b.value))};
  }
};

template <Domain D>
typename D::Value or_zero(const D& d, const Maybe<D>& x) {
  return select(x.present, x.value, d.constant(0.0F));
}

/// The greatest of the elements present, in order; absent if none is.
template <Domain D>
Maybe<D> masked_maximum(const D& d, std::span<const Maybe<D>> x) {
  if (x.empty()) return {d.truth(false), d.constant(0.0F)};
  Maybe<D> greatest = x[0];
  for (std::size_t j = 1; j < x.size(); ++j) greatest = maximum(greatest, x[j]);
  return greatest;
}

/// The canonical sum in which lanes and chunks are those of all elements and only those present
/// are added; absent if none is.
template <Domain D>
Maybe<D> masked_sum(const D& d, std::span<const Maybe<D>> x) {
  struct NoSum {
    const D& d;
    [[nodiscard]] Maybe<D> constant(float value) const {
      return {d.truth(false), d.constant(value)};
    }
  };
  return canonical_sum(NoSum{d}, x);
}

/// One step of an fma chain that an element left out leaves unchanged.
template <class Bool, class Value>
Value masked_fma(const Bool& present, const Value& x, const Value& y, const Value& sum) {
  return select(present, fma(x, y, sum), sum);
}

/// Softmax over the elements present: e[j] = exp(x[j] − their maximum), out[j] = e[j] / their sum,
/// and +0 for an element left out, so a row without any is +0.
template <Domain D>
std::vector<typename D::Value> masked_softmax_row(const D& d, std::vector<Maybe<D>> x) {
  const auto greatest = masked_maximum<D>(d, x).value;
  for (Maybe<D>& element : x) element.value = exp(element.value - greatest);
  const auto sum = masked_sum<D>(d, x).value;
  std::vector<typename D::Value> out;
  out.reserve(x.size());
  for (const Maybe<D>& element : x) {
    out.push_back(or_zero(d, Maybe<D>{element.present, element.value / sum}));
  }
  return out;
}

/// Its gradient by x, from its result y and cotangent g, where `present` says who took part:
/// y[j] · (g[j] − sum of g · y over those), and +0 for an element left out.
template <Domain D>
std::vector<typename D::Value> masked_softmax_row_gradient(
    const D& d, std::span<const typename D::Bool> present, std::span<const typename D::Value> y,
    std::span<const typename D::Value> g) {
  std::vector<Maybe<D>> terms;
  terms.reserve(y.size());
  for (std::size_t j = 0; j < y.size(); ++j) terms.push_back({present[j], g[j] * y[j]});
  const auto sum = masked_sum<D>(d, terms).value;
  std::vector<typename D::Value> out;
  out.reserve(y.size());
  for (std::size_t j = 0; j < y.size(); ++j) {
    out.push_back(or_zero(d, Maybe<D>{present[j], y[j] * (g[j] - sum)}));
  }
  return out;
}

}  // namespace touchstone::op
