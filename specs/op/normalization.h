#pragma once

#include <optional>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "geometry.h"
#include "index_space.h"
#include "reduction_space.h"

namespace touchstone {

namespace op {

/// What a norm takes from one row of elements: n(x) = (x − mean) · inverse, or x · inverse.
template <Domain D>
struct RowNorm {
  std::optional<typename D::Value> mean;
  typename D::Value inverse;

  [[nodiscard]] typename D::Value normalized(const typename D::Value& x) const {
    return (mean ? x - *mean : x) * inverse;
  }
};

/// 1 / sqrt(mean of x² + epsilon).
template <Domain D>
typename D::Value inverse_root_mean_square(const D& d, float epsilon,
                                           std::vector<typename D::Value> x) {
  using Value = typename D::Value;
  for (Value& element : x) element = element * element;
  const Value mean = canonical_mean(d, std::span<const Value>(x));
  return d.constant(1.0F) / sqrt(mean + d.constant(epsilon));
}

/// m₀ = mean(x), m = m₀ + mean(x − m₀), so that the m of a constant row is that constant exactly;
/// inverse = 1 / sqrt(mean of (x − m)² + epsilon).
template <Domain D>
RowNorm<D> layer_norm_row(const D& d, float epsilon, std::vector<typename D::Value> x) {
  using Value = typename D::Value;
  const Value first = canonical_mean(d, std::span<const Value>(x));
  std::vector<Value> differences = x;
  for (Value& element : differences) element = element - first;
  const Value mean = first + canonical_mean(d, std::span<const Value>(differences));
  for (Value& element : x) element = element - mean;
  return {mean, inverse_root_mean_square(d, epsilon, std::move(x))};
}

template <Domain D>
RowNorm<D> rms_norm_row(const D& d, float epsilon, std::vector<typename D::Value> x) {
  return {std::nullopt, inverse_root_mean_square(d, epsilon, std::move(x))};
}

/// A norm over the axes of attribute "axes", each kept position being a row, with an optional scale
/// and an optional bias by position within the row.
template <Domain D>
struct RowNormUse {
  using Value = typename D::Value;
  using Row = RowNorm<D> (*)(const D&, float, std::vector<Value>);

  const Use<D>& use;
  Row row;
  ReductionSpace space;

  RowNormUse(const Use<D>& of, Row with)
      : use(of),
        row(with),
        space(reduction_space(of.shape(0), axes_of(of.attributes, of.shape(0).rank()))) {}

  [[nodiscard]] RowNorm<D> norm_at(const Index& kept) const {
    return row(use.d, use.attributes.real("epsilon"),
               elements_at<D>(use.value(0), kept, space.reduced));
  }
  /// The element of scale or bias that belongs to a position within the row.
  [[nodiscard]] static Value parameter(const typename D::In& operand, const ReductionSpace& space,
                                       const Index& reduced) {
    return operand(row_major_position(operand.shape(), row_major_number(space.reduced, reduced)));
  }

  /// out = n(x) · scale + bias, two roundings where both are there.
  void forward(const typename D::Out& out) const {
    for (const Index& i : use.part.of(space.kept)) {
      const RowNorm<D> norm = norm_at(i);
      for (const Index& r : all(space.reduced)) {
        Value y = norm.normalized(use.value(0)(plus(i, r)));
        if (const auto* scale = use.x.value_if(1)) y = y * parameter(*scale, space, r);
        if (const auto* bias = use.x.value_if(2)) y = y + parameter(*bias, space, r);
        out(plus(i, r)) = y;
      }
    }
  }

  /// ∂x = ((h − mean(h)) − n · mean(h · n)) · inverse, h = g · scale, per row. A norm that
  /// subtracts no mean has no mean(h) either.
  void vjp_x(const Cotangent<D>& by, const typename D::Out& out) const {
    for (const Index& i : use.part.of(space.kept)) {
      const RowNorm<D> norm = norm_at(i);
      std::vector<Value> h = elements_at<D>(by.cotangent, i, space.reduced);
      if (const auto* scale = use.x.value_if(1)) {
        std::size_t j = 0;
        for (const Index& r : all(space.reduced)) {
          h[j] = h[j] * parameter(*scale, space, r);
          ++j;
        }
      }
      write_vjp_x(norm, i, h, out);
    }
  }

  /// ∂scale = canonical_sum over the rows, row-major, of g · n(x).
  void vjp_scale(const Cotangent<D>& by, const typename D::Out& out) const {
    std::vector<RowNorm<D>> norms;
    for (const Index& i : all(space.kept)) norms.push_back(norm_at(i));
    sum_over_rows(out, [&](std::size_t row_number, const Index& i) {
      return by.cotangent(i) * norms[row_number].normalized(use.value(0)(i));
    });
  }

  /// ∂bias = canonical_sum over the rows, row-major, of g.
  void vjp_bias(const Cotangent<D>& by, const typename D::Out& out) const {
    sum_over_rows(out, [&](std::size_t, const Index& i) { return by.cotangent(i); });
  }

  void vjp(const Cotangent<D>& by, const typename D::Out& out) const {
    if (by.value == 0) vjp_x(by, out);
    if (by.value == 1) vjp_scale(by, out);
    if (by.value == 2) vjp_bias(by, out);
  }

 private:
  void write_vjp_x(const RowNorm<D>& norm, const Index& i, const std::vector<Value>& h,
                   const typename D::Out& out) const {
    const std::vector<Value> x = elements_at<D>(use.value(0), i, space.reduced);
    std::vector<Value> products;
    products.reserve(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) products.push_back(h[j] * norm.normalized(x[j]));
    const Value slope = canonical_mean(use.d, std::span<const Value>(products));
    std::optional<Value> mean;
    if (norm.mean) mean = canonical_mean(use.d, std::span<const Value>(h));
    std::size_t j = 0;
    for (const Index& r : all(space.reduced)) {
      const Value centred = mean ? h[j] - *mean : h[j];
      out(plus(i, r)) = (centred - norm.normalized(x[j]) * slope) * norm.inverse;
      ++j;
    }
  }

  template <class At>
  void sum_over_rows(const typename D::Out& out, const At& at) const {
    for (const Index& k : use.part.of(out.shape())) {
      const Index r = row_major_position(space.reduced, row_major_number(out.shape(), k));
      std::vector<Value> terms;
      terms.reserve(static_cast<std::size_t>(space.kept.element_count()));
      for (const Index& i : all(space.kept)) terms.push_back(at(terms.size(), plus(i, r)));
      out(k) = canonical_sum(use.d, std::span<const Value>(terms));
    }
  }
};

/// variance[c] + epsilon
template <Domain D>
typename D::Value raised_variance(const Use<D>& use, const Index& c) {
  return use.value(4)(c) + use.d.constant(use.attributes.real("epsilon"));
}

/// 1 / sqrt(variance[c] + epsilon)
template <Domain D>
typename D::Value inverse_deviation(const Use<D>& use, const Index& c) {
  return use.d.constant(1.0F) / sqrt(raised_variance(use, c));
}

/// out[c] = finish(c, canonical_sum over batch and further axes, row-major, of at(i, c)).
template <Domain D, class At, class Finish>
void by_channel(const Use<D>& use, const typename D::Out& out, const At& at, const Finish& finish) {
  using Value = typename D::Value;
  Index others = use.shape(0).extents();
  others[1] = 1;
  const IndexRange positions = all(Shape::of(others));
  for (const Index& c : use.part.of(out.shape())) {
    std::vector<Value> terms;
    for (Index i : positions) {
      i[1] = c[0];
      terms.push_back(at(i, c));
    }
    out(c) = finish(c, canonical_sum(use.d, std::span<const Value>(terms)));
  }
}

}  // namespace op

/// r = 1 / sqrt(variance[c] + epsilon), out[n,c,…] = ((x − mean[c]) · r) · scale[c] + bias[c].
template <>
struct Definition<Op::batch_norm> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    for (const Index& i : use.part.of(out.shape())) {
      const Index c{i[1]};
      out(i) =
          ((use.value(0)(i) - use.value(3)(c)) * op::inverse_deviation(use, c)) * use.value(1)(c) +
          use.value(2)(c);
    }
  }

  /// With sums over batch and further axes:
  ///   ∂x = (g · scale) · r               ∂scale = sum of g · ((x − mean) · r)
  ///   ∂mean = −(sum of (g · scale) · r)   ∂bias = sum of g
  ///   ∂variance = ((sum of (g · scale) · (x − mean)) · r) · (−½) / (variance + epsilon)
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    switch (by.value) {
      case 0: return vjp_x(use, by, out);
      case 1: return vjp_scale(use, by, out);
      case 2: return vjp_bias(use, by, out);
      case 3: return vjp_mean(use, by, out);
      default: return vjp_variance(use, by, out);
    }
  }

 private:
  template <Domain D>
  static void vjp_x(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    for (const Index& i : use.part.of(out.shape())) {
      const Index c{i[1]};
      out(i) = (by.cotangent(i) * use.value(1)(c)) * op::inverse_deviation(use, c);
    }
  }

  template <Domain D>
  static void vjp_scale(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::by_channel(
        use, out,
        [&](const Index& i, const Index& c) {
          return by.cotangent(i) *
                 ((use.value(0)(i) - use.value(3)(c)) * op::inverse_deviation(use, c));
        },
        [](const Index&, const auto& sum) { return sum; });
  }

  template <Domain D>
  static void vjp_bias(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::by_channel(
        use, out, [&](const Index& i, const Index&) { return by.cotangent(i); },
        [](const Index&, const auto& sum) { return sum; });
  }

  template <Domain D>
  static void vjp_mean(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::by_channel(
        use, out,
        [&](const Index& i, const Index& c) {
          return (by.cotangent(i) * use.value(1)(c)) * op::inverse_deviation(use, c);
        },
        [](const Index&, const auto& sum) { return -sum; });
  }

  template <Domain D>
  static void vjp_variance(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::by_channel(
        use, out,
        [&](const Index& i, const Index& c) {
          return (by.cotangent(i) * use.value(1)(c)) * (use.value(0)(i) - use.value(3)(c));
        },
        [&](const Index& c, const auto& sum) {
          return ((sum * op::inverse_deviation(use, c)) * use.d.constant(-0.5F)) /
                 op::raised_variance(use, c);
        });
  }
};

/// Per row of the axes: m = m₀ + mean(x − m₀), m₀ = mean(x), the mean corrected once;
/// out = ((x − m) · (1 / sqrt(mean((x − m)²) + epsilon))) · scale + bias, means by canonical_sum.
/// A constant row normalises to exactly +0, so it gives the bias (and +0 for a bias of −0), unless
/// its sum overflows. With an epsilon of 0 it is 0 · ∞, NaN.
template <>
struct Definition<Op::layer_norm> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::RowNormUse<D>(use, op::layer_norm_row<D>).forward(out);
  }

  /// RowNormUse. The correction of the mean, zero over the reals, has no gradient of its own.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::RowNormUse<D>(use, op::layer_norm_row<D>).vjp(by, out);
  }
};

/// Per row of the axes: out = (x · (1 / sqrt(mean(x²) + epsilon))) · scale, mean by canonical_sum.
template <>
struct Definition<Op::rms_norm> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::RowNormUse<D>(use, op::rms_norm_row<D>).forward(out);
  }

  /// RowNormUse.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::RowNormUse<D>(use, op::rms_norm_row<D>).vjp(by, out);
  }
};

}  // namespace touchstone
