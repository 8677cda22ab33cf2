#pragma once

#include "broadcasting.h"
#include "definition.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// The element of a broadcast operand that result position i reads.
template <class In>
auto at(const In& x, const Index& i) {
  return x(aligned(i, x.shape()));
}

}  // namespace op

/// out[i] = x[i] + y[i], operands broadcast.
template <>
struct Definition<Op::add> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    for (const Index& i : use.part.of(out.shape())) {
      out(i) = op::at(use.value(0), i) + op::at(use.value(1), i);
    }
  }

  /// ∂x = g, ∂y = g, summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) { return g(i); });
  }
};

/// out[i] = x[i] · y[i], operands broadcast.
template <>
struct Definition<Op::mul> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    for (const Index& i : use.part.of(out.shape())) {
      out(i) = op::at(use.value(0), i) * op::at(use.value(1), i);
    }
  }

  /// ∂x = g · y, ∂y = g · x, summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    const auto& other = use.value(1 - by.value);
    op::sum_over_broadcast(use.d, use.part, g.shape(), out,
                           [&](const Index& i) { return g(i) * op::at(other, i); });
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
    const auto zero = use.d.constant(0.0F);
    for (const Index& i : use.part.of(out.shape())) {
      out(i) = select(exceeds(use.value(0)(i), zero), by.cotangent(i), zero);
    }
  }
};

/// out[i] = x[i] − y[i], operands broadcast.
template <>
struct Definition<Op::sub> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    for (const Index& i : use.part.of(out.shape())) {
      out(i) = op::at(use.value(0), i) - op::at(use.value(1), i);
    }
  }

  /// ∂x = g, ∂y = −g, summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    op::sum_over_broadcast(use.d, use.part, g.shape(), out,
                           [&](const Index& i) { return by.value == 0 ? g(i) : -g(i); });
  }
};

}  // namespace touchstone
