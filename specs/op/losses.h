#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"
#include "indexing.h"
#include "softmax.h"
#include "softmax_row.h"

namespace touchstone {

namespace op {

/// The loss of attribute "reduction" over all terms, in order: their canonical_sum or their mean.
template <Domain D>
typename D::Value loss_of(const Use<D>& use, std::span<const typename D::Value> terms) {
  const bool mean = use.attributes.text("reduction") == "mean";
  return mean ? canonical_mean(use.d, terms) : canonical_sum(use.d, terms);
}

/// The gradient of one of `count` terms: g, or g / count for a mean.
template <Domain D>
typename D::Value term_gradient(const Use<D>& use, const Cotangent<D>& by, std::int64_t count) {
  const typename D::Value g = by.cotangent(Index{});
  const bool mean = use.attributes.text("reduction") == "mean";
  return mean ? g / use.d.constant(static_cast<float>(count)) : g;
}

}  // namespace op

/// For each target position, row-major, the term −(s[target] − log(canonical_sum(exp(s)))), where
/// s = x − maximum of x along `axis`: log_softmax at the target, negated. The canonical sum of the
/// terms, divided by their count where reduction is "mean" (NaN without any).
template <>
struct Definition<Op::cross_entropy_loss> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using Value = typename D::Value;
    const std::size_t axis = axis_of(use.attributes, use.shape(0));
    for (const Index& scalar : use.part.of(out.shape())) {
      std::vector<Value> terms;
      for (const Index& i : all(use.x.indices[0].shape())) terms.push_back(term(use, i, axis));
      out(scalar) = op::loss_of(use, std::span<const Value>(terms));
    }
  }

  /// ∂x = (p − 1) · h at the target and p · h elsewhere, p = softmax of x along `axis` and h = g,
  /// or g / count for a mean.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const std::size_t axis = axis_of(use.attributes, use.shape(0));
    const auto& targets = use.x.indices[0];
    const Value h = op::term_gradient(use, by, targets.shape().element_count());
    for (const Index& i : use.part.of(targets.shape())) {
      const Index start = i.inserted(axis, 0);
      const std::int64_t target = op::wrapped_index(targets(i), use.shape(0)[axis]);
      const auto gradient = out.line(start, axis);
      std::int64_t j = 0;
      for (const Value& p : op::softmax_row(
               use.d, op::read_line<Value>(use.value(0).line(start, axis), use.shape(0)[axis]))) {
        gradient(j) = (j == target ? p - use.d.constant(1.0F) : p) * h;
        ++j;
      }
    }
  }

 private:
  template <Domain D>
  static typename D::Value term(const Use<D>& use, const Index& i, std::size_t axis) {
    using Value = typename D::Value;
    const Index start = i.inserted(axis, 0);
    std::vector<Value> row =
        op::read_line<Value>(use.value(0).line(start, axis), use.shape(0)[axis]);
    const Value greatest = op::row_maximum(std::span<const Value>(row));
    for (Value& element : row) element = exp(element - greatest);
    const Value logarithm = log(op::canonical_sum(use.d, std::span<const Value>(row)));
    const std::int64_t target = op::wrapped_index(use.x.indices[0](i), use.shape(0)[axis]);
    return -((use.value(0).line(start, axis)(target) - greatest) - logarithm);
  }
};

/// The canonical sum, row-major, of e · e, where e = x − target is rounded; divided by their count
/// where reduction is "mean" (NaN without any).
template <>
struct Definition<Op::mse_loss> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using Value = typename D::Value;
    for (const Index& scalar : use.part.of(out.shape())) {
      std::vector<Value> terms;
      terms.reserve(static_cast<std::size_t>(use.shape(0).element_count()));
      for (const Index& i : all(use.shape(0))) {
        const Value e = use.value(0)(i) - use.value(1)(i);
        terms.push_back(e * e);
      }
      out(scalar) = op::loss_of(use, std::span<const Value>(terms));
    }
  }

  /// ∂x = (2 · h) · (x − target), h = g, or g / count for a mean; ∂target = −∂x.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto twice =
        use.d.constant(2.0F) * op::term_gradient(use, by, out.shape().element_count());
    for (const Index& i : use.part.of(out.shape())) {
      const auto gradient = twice * (use.value(0)(i) - use.value(1)(i));
      out(i) = by.value == 0 ? gradient : -gradient;
    }
  }
};

}  // namespace touchstone
