#pragma once

#include "elementwise.h"

namespace touchstone {

/// out[i] says whether x[i] = y[i] as IEEE 754 compares: false with NaN, −0 equals +0. Broadcast.
template <>
struct Definition<Op::equal> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::MaskOut& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return equal(x, y);
    });
  }
};

/// out[i] says whether x[i] > y[i] as IEEE 754 compares: false with NaN, −0 equals +0. Broadcast.
template <>
struct Definition<Op::greater> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::MaskOut& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return less(y, x);
    });
  }
};

/// out[i] says whether x[i] ≥ y[i] as IEEE 754 compares: false with NaN, −0 equals +0. Broadcast.
template <>
struct Definition<Op::greater_equal> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::MaskOut& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return either(less(y, x), equal(x, y));
    });
  }
};

/// out[i] says whether x[i] < y[i] as IEEE 754 compares: false with NaN, −0 equals +0. Broadcast.
template <>
struct Definition<Op::less> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::MaskOut& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return less(x, y);
    });
  }
};

/// out[i] says whether x[i] ≤ y[i] as IEEE 754 compares: false with NaN, −0 equals +0. Broadcast.
template <>
struct Definition<Op::less_equal> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::MaskOut& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return either(less(x, y), equal(x, y));
    });
  }
};

/// out[i] = x[i] where condition[i] holds, otherwise y[i]; all three broadcast. What is not chosen
/// has no influence, NaN or not.
template <>
struct Definition<Op::where> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::each(use.part, out, [&](const Index& i) {
      return select(op::at(use.x.masks[0], i), op::at(use.value(0), i), op::at(use.value(1), i));
    });
  }

  /// ∂x = g where the condition holds, otherwise +0; ∂y the other way round. Never a product.
  /// Summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) {
      const auto first = op::at(use.x.masks[0], i);
      return by.value == 0 ? select(first, g(i), zero) : select(first, zero, g(i));
    });
  }
};

}  // namespace touchstone
