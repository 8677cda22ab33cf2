#pragma once

#include <vector>

#include "fourier.h"

namespace touchstone {

namespace op {

/// Half-spectra, cut to their lowest `modes`, of channels of a tensor [batch, channels, n].
template <Domain D>
class Channels {
 public:
  using Line = typename Transform<D>::Line;

  /// Those of every channel of batch entry b. `spectrum` makes one from a line of n reals.
  template <class In, class Spectrum>
  Channels(const In& x, std::int64_t b, std::int64_t modes, const Spectrum& spectrum) {
    for (std::int64_t c = 0; c < x.shape()[1]; ++c) {
      Line line = spectrum(x.line(Index{b, c, 0}, 2));
      line.erase(line.begin() + modes, line.end());
      lines_.push_back(std::move(line));
    }
  }

  [[nodiscard]] const Complex<typename D::Value>& operator()(std::int64_t c, std::int64_t k) const {
    return lines_[static_cast<std::size_t>(c)][static_cast<std::size_t>(k)];
  }

 private:
  std::vector<Line> lines_;
};

/// sum + a · b: each part two fma steps, the
/// product with a.re first.
template <class S>
Complex<S> plus_product(const Complex<S>& sum, const Complex<S>& a, const Complex<S>& b) {
  return {fma(-a.im, b.im, fma(a.re, b.re, sum.re)), fma(a.im, b.re, fma(a.re, b.im, sum.im))};
}

/// sum + (conj a) · b, in the same order.
template <class S>
Complex<S> plus_conjugate_product(const Complex<S>& sum, const Complex<S>& a, const Complex<S>& b) {
  return {fma(a.im, b.im, fma(a.re, b.re, sum.re)), fma(-a.im, b.re, fma(a.re, b.im, sum.im))};
}

/// weight[c, o, k] of a tensor [in, out, modes, 2].
template <class In>
auto mode_weight(const In& weight, std::int64_t c, std::int64_t o, std::int64_t k) {
  return spectrum_of(weight, Index{c, o})(k);
}

}  // namespace op

/// x[b, ci, n], weight[ci, co, modes, 2] to out[b, co, n] (Li et al., "Fourier Neural Operator for
/// Parametric Partial Differential Equations", 2021): X[b, c] the transform of x[b, c] (as rfft),
///   Y[b, o, k] = Σ_c X[b, c, k] · weight[c, o, k] for k < modes, from (+0, +0) with c ascending by
///                `op::plus_product`: re = fma(−X.im, w.im, fma(X.re, w.re, re)),
///                im = fma(X.im, w.re, fma(X.re, w.im, im)),
/// Y[b, o, k] = (+0, +0) for the other k <= n/2, and out[b, o] = irfft(Y[b, o]), so that im Y[b, o,
/// 0] and, where n is even, im Y[b, o, n/2] count for nothing.
template <>
struct Definition<Op::spectral_conv> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using Complex = op::Complex<typename D::Value>;
    const Shape& shape = use.shape(0);
    const std::int64_t modes = use.shape(1)[2];
    const Complex zero{use.d.constant(0.0F), use.d.constant(0.0F)};
    const Shape rows = Shape::of({shape[0]});
    op::for_rows(use, rows, shape[2], [&](const op::Transform<D>& transform, const Index& i) {
      const op::Channels<D> x(use.value(0), i[0], modes, [&](const auto& line) {
        return op::transformed(use.d, transform, line);
      });
      for (std::int64_t o = 0; o < out.shape()[1]; ++o) {
        std::vector<Complex> y(static_cast<std::size_t>(half_spectrum_length(shape[2])), zero);
        for (std::int64_t k = 0; k < modes; ++k) {
          auto& sum = y[static_cast<std::size_t>(k)];
          for (std::int64_t c = 0; c < shape[1]; ++c) {
            sum = op::plus_product(sum, x(c, k), op::mode_weight(use.value(1), c, o, k));
          }
        }
        const auto spectrum = [&](std::int64_t k) { return y[static_cast<std::size_t>(k)]; };
        op::write_row(op::inverse(use.d, transform, spectrum), i.with(o), out);
      }
    });
  }

  /// With G[b, o] = `op::adjoint_of_inverse` of g[b, o]:
  ///   ∂x[b, c] = `op::adjoint_of_transform` of Σ_o (conj weight[c, o, k]) · G[b, o, k] for
  ///              k < modes, o ascending, and (+0, +0) beyond
  ///   ∂weight[c, o, k] = Σ_b (conj X[b, c, k]) · G[b, o, k], b ascending
  /// both from (+0, +0) by `op::plus_conjugate_product`.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    by.value == 0 ? by_input(use, by, out) : by_weight(use, by, out);
  }

 private:
  template <Domain D>
  static op::Channels<D> cotangents(const Use<D>& use, const Cotangent<D>& by,
                                    const op::Transform<D>& transform, std::int64_t b) {
    return {by.cotangent, b, use.shape(1)[2],
            [&](const auto& line) { return op::adjoint_of_inverse(use.d, transform, line); }};
  }

  template <Domain D>
  static void by_input(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Complex = op::Complex<typename D::Value>;
    const Shape& shape = use.shape(0);
    const std::int64_t modes = use.shape(1)[2];
    const Complex zero{use.d.constant(0.0F), use.d.constant(0.0F)};
    const Shape rows = Shape::of({shape[0]});
    op::for_rows(use, rows, shape[2], [&](const op::Transform<D>& transform, const Index& i) {
      const auto g = cotangents(use, by, transform, i[0]);
      for (std::int64_t c = 0; c < shape[1]; ++c) {
        std::vector<Complex> x(static_cast<std::size_t>(half_spectrum_length(shape[2])), zero);
        for (std::int64_t k = 0; k < modes; ++k) {
          auto& sum = x[static_cast<std::size_t>(k)];
          for (std::int64_t o = 0; o < use.shape(1)[1]; ++o) {
            const auto w = op::mode_weight(use.value(1), c, o, k);
            sum = op::plus_conjugate_product(sum, w, g(o, k));
          }
        }
        const auto spectrum = [&](std::int64_t k) { return x[static_cast<std::size_t>(k)]; };
        op::write_row(op::adjoint_of_transform(use.d, transform, spectrum), i.with(c), out);
      }
    });
  }

  template <Domain D>
  static void by_weight(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Complex = op::Complex<typename D::Value>;
    const Shape& shape = use.shape(0);
    const std::int64_t modes = out.shape()[2];
    const Complex zero{use.d.constant(0.0F), use.d.constant(0.0F)};
    std::vector<op::Channels<D>> g;
    const Shape rows = Shape::of({shape[1]});
    op::for_rows(use, rows, shape[2], [&](const op::Transform<D>& transform, const Index& i) {
      while (static_cast<std::int64_t>(g.size()) < shape[0]) {
        g.push_back(cotangents(use, by, transform, static_cast<std::int64_t>(g.size())));
      }
      std::vector<typename op::Transform<D>::Line> x;
      for (std::int64_t b = 0; b < shape[0]; ++b) {
        const auto line = use.value(0).line(Index{b, i[0], 0}, 2);
        x.push_back(op::transformed(use.d, transform, line));
      }
      for (std::int64_t o = 0; o < out.shape()[1]; ++o) {
        std::vector<Complex> w(static_cast<std::size_t>(modes), zero);
        for (std::int64_t k = 0; k < modes; ++k) {
          auto& sum = w[static_cast<std::size_t>(k)];
          for (std::size_t b = 0; b < x.size(); ++b) {
            sum = op::plus_conjugate_product(sum, x[b][static_cast<std::size_t>(k)], g[b](o, k));
          }
        }
        op::write_spectrum(w, modes, i.with(o), out);
      }
    });
  }
};

}  // namespace touchstone
