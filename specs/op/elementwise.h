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

/// out[i] = value(i), for this part of the result.
template <class Out, class Value>
void each(Part part, const Out& out, const Value& value) {
  for (const Index& i : part.of(out.shape())) out(i) = value(i);
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

/// out[i] = x[i] / y[i], operands broadcast.
template <>
struct Definition<Op::div> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return x / y;
    });
  }

  /// ∂x = g / y, ∂y = −(g · (z / y)), z the result; summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) {
      const auto y = op::at(use.value(1), i);
      return by.value == 0 ? g(i) / y : -(g(i) * (by.result(i) / y));
    });
  }
};

/// out[i] = maximum(x[i], y[i]) of IEEE 754-2019: NaN if either is, −0 < +0; operands broadcast.
template <>
struct Definition<Op::max> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return maximum(x, y);
    });
  }

  /// All to the first maximal operand: g to y where y exceeds x, otherwise to x, and +0 to the
  /// other; summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      const auto second = exceeds(y, x);
      return by.value == 0 ? select(second, zero, g(i)) : select(second, g(i), zero);
    });
  }
};

/// out[i] = minimum(x[i], y[i]) of IEEE 754-2019: NaN if either is, −0 < +0; operands broadcast.
template <>
struct Definition<Op::min> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return minimum(x, y);
    });
  }

  /// All to the first minimal operand: g to y where −y exceeds −x, otherwise to x, and +0 to the
  /// other; summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      const auto second = exceeds(-y, -x);
      return by.value == 0 ? select(second, zero, g(i)) : select(second, g(i), zero);
    });
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

/// out[i] = x[i]^y[i] with IEEE 754-2019's special cases (9.2.1), operands broadcast.
template <>
struct Definition<Op::pow> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::each(use.part, out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return pow(x, y);
    });
  }

  /// ∂x = g · (y · x^(y − 1)), but +0 where y = 0. y − 1 is rounded, so a negative x needs |y| <
  /// 2^24 for the sign to be right. ∂y = g · (z · log x), z the result, but +0 where z = 0 and at
  /// 0^0, where log x has a pole and the limit does not, or there is none. NaN at a negative x
  /// otherwise. Summed over the broadcast.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    if (by.value == 0) {
      by_base(use, by, out);
    } else {
      by_exponent(use, by, out);
    }
  }

 private:
  template <Domain D>
  static void by_base(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto zero = use.d.constant(0.0F);
    const auto one = use.d.constant(1.0F);
    const auto& g = by.cotangent;
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      return select(equal(y, zero), zero, g(i) * (y * pow(x, y - one)));
    });
  }

  template <Domain D>
  static void by_exponent(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto zero = use.d.constant(0.0F);
    const auto& g = by.cotangent;
    op::sum_over_broadcast(use.d, use.part, g.shape(), out, [&](const Index& i) {
      const auto x = op::at(use.value(0), i);
      const auto y = op::at(use.value(1), i);
      const auto z = by.result(i);
      const auto flat = either(equal(z, zero), both(equal(x, zero), equal(y, zero)));
      return select(flat, zero, g(i) * (z * log(x)));
    });
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
