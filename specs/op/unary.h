#pragma once

#include "definition.h"
#include "elementwise.h"
#include "index_space.h"

namespace touchstone {

/// out[i] = |x[i]|, the sign cleared.
template <>
struct Definition<Op::abs> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return abs(x(i)); });
  }

  /// ∂x = g where x exceeds +0, −g where x < 0, otherwise +0.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    op::each(use.part, out, [&](const Index& i) {
      return select(exceeds(x(i), zero), g(i), select(less(x(i), zero), -g(i), zero));
    });
  }
};

/// out[i] = minimum(maximum(x[i], min), max).
template <>
struct Definition<Op::clamp> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto least = use.d.constant(use.attributes.real("min"));
    const auto most = use.d.constant(use.attributes.real("max"));
    op::each(use.part, out, [&](const Index& i) { return minimum(maximum(x(i), least), most); });
  }

  /// ∂x = g where neither bound takes the place of x, which at a tie it does not; otherwise +0.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    const auto least = use.d.constant(use.attributes.real("min"));
    const auto most = use.d.constant(use.attributes.real("max"));
    op::each(use.part, out, [&](const Index& i) {
      const auto outside = either(exceeds(least, x(i)), exceeds(-most, -x(i)));
      return select(outside, zero, g(i));
    });
  }
};

/// out[i] = 1 / x[i].
template <>
struct Definition<Op::inv> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto one = use.d.constant(1.0F);
    op::each(use.part, out, [&](const Index& i) { return one / x(i); });
  }

  /// ∂x = −((g · z) · z), z the result.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& z = by.result;
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return -((g(i) * z(i)) * z(i)); });
  }
};

/// out[i] = −x[i], the sign flipped.
template <>
struct Definition<Op::neg> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return -x(i); });
  }

  /// ∂x = −g.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return -g(i); });
  }
};

/// out[i] = maximum(x[i], +0): NaN stays NaN, −0 becomes +0.
template <>
struct Definition<Op::relu> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    for (const Index& i : use.part.of(out.shape())) {
      out(i) = maximum(use.value(0)(i), use.d.constant(0.0F));
    }
  }

  /// ∂x = g where x exceeds +0, otherwise +0.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    op::each(use.part, out,
             [&](const Index& i) { return select(exceeds(x(i), zero), g(i), zero); });
  }
};

/// out[i] = 1 / √x[i], rounded once. ±∞ at ±0, NaN below 0.
template <>
struct Definition<Op::rsqrt> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return rsqrt(x(i)); });
  }

  /// ∂x = (g · (−½ · z)) / x, z the result.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& z = by.result;
    const auto& g = by.cotangent;
    const auto half = use.d.constant(-0.5F);
    op::each(use.part, out, [&](const Index& i) { return (g(i) * (half * z(i))) / x(i); });
  }
};

/// out[i] = x[i] · factor.
template <>
struct Definition<Op::scale> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto factor = use.d.constant(use.attributes.real("factor"));
    op::each(use.part, out, [&](const Index& i) { return x(i) * factor; });
  }

  /// ∂x = g · factor.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    const auto factor = use.d.constant(use.attributes.real("factor"));
    op::each(use.part, out, [&](const Index& i) { return g(i) * factor; });
  }
};

/// out[i] = √x[i]. √−0 = −0, NaN below 0.
template <>
struct Definition<Op::sqrt> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return sqrt(x(i)); });
  }

  /// ∂x = g / (z + z), z the result.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& z = by.result;
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return g(i) / (z(i) + z(i)); });
  }
};

}  // namespace touchstone
