#pragma once

#include "definition.h"
#include "elementwise.h"

namespace touchstone {

/// out[i] = cos x[i]. NaN at ±∞.
template <>
struct Definition<Op::cos> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return cos(x(i)); });
  }

  /// ∂x = −(g · sin x).
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return -(g(i) * sin(x(i))); });
  }
};

/// out[i] = erf x[i] = 2/√π ∫₀^x e^(−t²) dt.
template <>
struct Definition<Op::erf> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return erf(x(i)); });
  }

  /// ∂x = g · (2/√π · e^(−(x · x))).
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto slope = use.d.constant(0x1.20dd76p+0F);  // 2/√π
    op::each(use.part, out, [&](const Index& i) { return g(i) * (slope * exp(-(x(i) * x(i)))); });
  }
};

/// out[i] = e^x[i].
template <>
struct Definition<Op::exp> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return exp(x(i)); });
  }

  /// ∂x = g · z, z the result.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& z = by.result;
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return g(i) * z(i); });
  }
};

/// approximate = none: out[i] = x[i] · Φ(x[i]), rounded once, with Φ(x) = (1 + erf(x / √2)) / 2,
/// the distribution function of the normal distribution. −0 at −∞. approximate = tanh: out[i] = (½
/// · x) · (1 + tanh u), u = 0.7978846 · (x + 0.044715 · ((x · x) · x)), 0.7978846 = √(2/π), each
/// operation rounded. NaN at −∞, as written. Hendrycks and Gimpel, "Gaussian error linear units",
/// arXiv:1606.08415; ONNX Gelu.
template <>
struct Definition<Op::gelu> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    if (use.attributes.text("approximate") == "none") {
      op::each(use.part, out, [&](const Index& i) { return gelu(x(i)); });
      return;
    }
    const auto half = use.d.constant(0.5F);
    const auto one = use.d.constant(1.0F);
    op::each(use.part, out,
             [&](const Index& i) { return (half * x(i)) * (one + tanh(argument(use.d, x(i)))); });
  }

  /// none: ∂x = g · fma(c, φ, Φ), c = minimum(maximum(x, −16), 16), φ = 1/√(2π) · e^(−½ · (c · c)),
  /// which is 0 where c is not x, so that ±∞ never meets it. Φ = z / x where x < −1, z the result,
  /// since there 1 + erf cancels, and otherwise fma(½, erf(√½ · x), ½).
  /// tanh: with u and t = tanh u at c in place of x, ∂x = g · fma((½ · c) · fma(−t, t, 1), u′,
  /// ½ · (1 + t)), u′ = 0.7978846 · fma(0.134145, c · c, 1).
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto bound = use.d.constant(16.0F);
    const bool exact = use.attributes.text("approximate") == "none";
    op::each(use.part, out, [&](const Index& i) {
      const auto c = minimum(maximum(x(i), -bound), bound);
      return g(i) * (exact ? slope(use.d, x(i), c, by.result(i)) : tanh_slope(use.d, c));
    });
  }

 private:
  template <Domain D>
  static typename D::Value argument(const D& d, const typename D::Value& x) {
    return d.constant(0x1.988454p-1F) * (x + d.constant(0.044715F) * ((x * x) * x));
  }

  template <Domain D>
  static typename D::Value slope(const D& d, const typename D::Value& x, const typename D::Value& c,
                                 const typename D::Value& z) {
    const auto half = d.constant(0.5F);
    const auto density = d.constant(0x1.988454p-2F) * exp(-half * (c * c));
    const auto body = fma(half, erf(d.constant(0x1.6a09e6p-1F) * x), half);
    return fma(c, density, select(less(x, d.constant(-1.0F)), z / x, body));
  }

  template <Domain D>
  static typename D::Value tanh_slope(const D& d, const typename D::Value& c) {
    const auto half = d.constant(0.5F);
    const auto one = d.constant(1.0F);
    const auto t = tanh(argument(d, c));
    const auto inner = d.constant(0x1.988454p-1F) * fma(d.constant(0.134145F), c * c, one);
    return fma((half * c) * fma(-t, t, one), inner, half * (one + t));
  }
};

/// out[i] = ln x[i]. −∞ at ±0, NaN below 0.
template <>
struct Definition<Op::log> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return log(x(i)); });
  }

  /// ∂x = g / x.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return g(i) / x(i); });
  }
};

/// out[i] = ln(maximum(x[i], epsilon)).
template <>
struct Definition<Op::safe_log> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto epsilon = use.d.constant(use.attributes.real("epsilon"));
    op::each(use.part, out, [&](const Index& i) { return log(maximum(x(i), epsilon)); });
  }

  /// ∂x = g / x where epsilon does not exceed x, otherwise +0.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto zero = use.d.constant(0.0F);
    const auto epsilon = use.d.constant(use.attributes.real("epsilon"));
    op::each(use.part, out,
             [&](const Index& i) { return select(exceeds(epsilon, x(i)), zero, g(i) / x(i)); });
  }
};

/// out[i] = 1 / (1 + e^(−x[i])), rounded once.
template <>
struct Definition<Op::sigmoid> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return sigmoid(x(i)); });
  }

  /// ∂x = g · (z · (1 − z)), z the result.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& z = by.result;
    const auto& g = by.cotangent;
    const auto one = use.d.constant(1.0F);
    op::each(use.part, out, [&](const Index& i) { return g(i) * (z(i) * (one - z(i))); });
  }
};

/// out[i] = x[i] / (1 + e^(−x[i])), rounded once. −0 at −∞.
/// Elfwing, Uchibe and Doya, "Sigmoid-weighted linear units", Neural Networks 107, 2018.
template <>
struct Definition<Op::silu> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return silu(x(i)); });
  }

  /// ∂x = g · (sigmoid x · fma(c, sigmoid(−x), 1)), c = minimum(maximum(x, −128), 128). Where |x| >
  /// 128 one sigmoid is 0 and the product with c too, but at ±∞ that with x would be NaN.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    const auto one = use.d.constant(1.0F);
    const auto bound = use.d.constant(128.0F);
    op::each(use.part, out, [&](const Index& i) {
      const auto c = minimum(maximum(x(i), -bound), bound);
      return g(i) * (sigmoid(x(i)) * fma(c, sigmoid(-x(i)), one));
    });
  }
};

/// out[i] = sin x[i]. NaN at ±∞.
template <>
struct Definition<Op::sin> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return sin(x(i)); });
  }

  /// ∂x = g · cos x.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return g(i) * cos(x(i)); });
  }
};

/// out[i] = ln(1 + e^x[i]), rounded once.
template <>
struct Definition<Op::softplus> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return softplus(x(i)); });
  }

  /// ∂x = g · sigmoid x.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& x = use.value(0);
    const auto& g = by.cotangent;
    op::each(use.part, out, [&](const Index& i) { return g(i) * sigmoid(x(i)); });
  }
};

/// out[i] = tanh x[i].
template <>
struct Definition<Op::tanh> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const auto& x = use.value(0);
    op::each(use.part, out, [&](const Index& i) { return tanh(x(i)); });
  }

  /// ∂x = g · fma(−z, z, 1), z the result.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const auto& z = by.result;
    const auto& g = by.cotangent;
    const auto one = use.d.constant(1.0F);
    op::each(use.part, out, [&](const Index& i) { return g(i) * fma(-z(i), z(i), one); });
  }
};

}  // namespace touchstone
