#pragma once

#include <cstdint>
#include <vector>

#include "domain.h"
#include "fourier_plan.h"

namespace touchstone::op {

template <class S>
struct Complex {
  S re;
  S im;
};

/// a + i·b and a − i·b.
template <class S>
Complex<S> plus_i_times(const Complex<S>& a, const Complex<S>& b) {
  return {a.re - b.im, a.im + b.re};
}
template <class S>
Complex<S> minus_i_times(const Complex<S>& a, const Complex<S>& b) {
  return {a.re + b.im, a.im - b.re};
}

template <class S>
Complex<S> sum(const Complex<S>& a, const Complex<S>& b) {
  return {a.re + b.re, a.im + b.im};
}

template <class S>
Complex<S> difference(const Complex<S>& a, const Complex<S>& b) {
  return {a.re - b.re, a.im - b.im};
}

/// The discrete Fourier transform of one length n >= 1,
///   X[k] = Σ_j x[j] · exp(−2πi·jk/n),
/// by decimation in time (Cooley and Tukey, Math. Comp. 19, 1965) with the radices of
/// `transform_radices`. Write c(t) and s(t) for cos(2πt) and sin(2πt), rounded once. A transform of
/// length L = r·m, r the first of its radices, is r transforms of length m, y_q that of x[q],
/// x[q + r], …, with the radices that are left. Then for every k < m: where q·k = 0, t_q = y_q[k],
/// otherwise with u = q·k/L
///   t_q = (fma(re, c(u), im·s(u)), fma(im, c(u), −(re·s(u)))) of the parts of y_q[k],   and
///   r = 2:  X[k] = t_0 + t_1,  X[k + m] = t_0 − t_1
///   r = 4:  a = t_0 + t_2, b = t_0 − t_2, e = t_1 + t_3, f = t_1 − t_3, and
///           X[k], X[k + m], X[k + 2m], X[k + 3m] = a + e, b − i·f, a − e, b + i·f
///   r odd:  e_q = t_q + t_{r−q} and f_q = t_q − t_{r−q} for q = 1 … h, h = (r − 1)/2;
///           X[k] = ((t_0 + e_1) + e_2) + …;
///           for p = 1 … h, A = t_0, then A = fma(c(pq/r), e_q, A) for q = 1 … h, and
///           B = s(p/r)·f_1, then B = fma(s(pq/r), f_q, B) for q = 2 … h, part by part;
///           X[k + p·m] = A − i·B,  X[k + (r − p)·m] = A + i·B
/// A length of 1 copies. The transform of reals, whose imaginary parts are +0, has +0 there at k =
/// 0 and, where n is even, at k = n/2: on the way to these nothing is multiplied.
template <Domain D>
class Transform {
 public:
  using Value = typename D::Value;
  using Line = std::vector<Complex<Value>>;

  Transform(const D& d, std::int64_t length)
      : length_(length), radices_(transform_radices(length)) {
    turns_.reserve(static_cast<std::size_t>(length));
    for (std::int64_t t = 0; t < length; ++t) {
      turns_.push_back({d.turn_cosine(t, length), d.turn_sine(t, length)});
    }
  }

  [[nodiscard]] std::int64_t length() const { return length_; }

  [[nodiscard]] Line operator()(const Line& x) const {
    Line out(x.size(), x[0]);
    split(x, {0, 1, length_, 0, 0}, out);
    return out;
  }

 private:
  /// The transform of x[from], x[from + stride], … (`length` of them; stride · length is n) by the
  /// radices from number `level` on, which is written from out[to] on.
  struct Piece {
    std::int64_t from;
    std::int64_t stride;
    std::int64_t length;
    std::size_t level;
    std::int64_t to;
  };

  void split(const Line& x, const Piece& piece, Line& out) const {
    const auto& [from, stride, length, level, to] = piece;
    if (length == 1) {
      at(out, to) = x[static_cast<std::size_t>(from)];
      return;
    }
    const std::int64_t radix = radices_[level];
    const std::int64_t m = length / radix;
    for (std::int64_t q = 0; q < radix; ++q) {
      split(x, {from + q * stride, stride * radix, m, level + 1, to + q * m}, out);
    }
    Line t;
    t.reserve(static_cast<std::size_t>(radix));
    for (std::int64_t k = 0; k < m; ++k) {
      t.clear();
      for (std::int64_t q = 0; q < radix; ++q) {
        const Complex<Value>& y = at(out, to + q * m + k);
        t.push_back(q * k == 0 ? y : turned_back(y, turn(q * k * stride)));
      }
      join(t, to + k, m, out);
    }
  }

  /// Writes X[k], X[k + m], … to out[to], out[to + m], ….
  void join(const Line& t, std::int64_t to, std::int64_t m, Line& out) const {
    if (t.size() == 2) {
      at(out, to) = sum(t[0], t[1]);
      at(out, to + m) = difference(t[0], t[1]);
    } else if (t.size() == 4) {
      const auto a = sum(t[0], t[2]);
      const auto b = difference(t[0], t[2]);
      const auto e = sum(t[1], t[3]);
      const auto f = difference(t[1], t[3]);
      at(out, to) = sum(a, e);
      at(out, to + m) = minus_i_times(b, f);
      at(out, to + 2 * m) = difference(a, e);
      at(out, to + 3 * m) = plus_i_times(b, f);
    } else {
      join_odd(t, to, m, out);
    }
  }

  void join_odd(const Line& t, std::int64_t to, std::int64_t m, Line& out) const {
    const auto radix = static_cast<std::int64_t>(t.size());
    const std::int64_t half = (radix - 1) / 2;
    Line e;
    Line f;
    for (std::int64_t q = 1; q <= half; ++q) {
      const auto& left = t[static_cast<std::size_t>(q)];
      const auto& right = t[static_cast<std::size_t>(radix - q)];
      e.push_back(sum(left, right));
      f.push_back(difference(left, right));
    }
    Complex<Value> total = t[0];
    for (const auto& pair : e) total = sum(total, pair);
    at(out, to) = total;
    for (std::int64_t p = 1; p <= half; ++p) {
      const Value& sine = turn(p * (length_ / radix)).im;
      Complex<Value> a = t[0];
      Complex<Value> b{sine * f[0].re, sine * f[0].im};
      for (std::int64_t q = 1; q <= half; ++q) {
        const Complex<Value>& w = turn(p * q % radix * (length_ / radix));
        const auto& e_q = e[static_cast<std::size_t>(q - 1)];
        const auto& f_q = f[static_cast<std::size_t>(q - 1)];
        a = {fma(w.re, e_q.re, a.re), fma(w.re, e_q.im, a.im)};
        if (q > 1) b = {fma(w.im, f_q.re, b.re), fma(w.im, f_q.im, b.im)};
      }
      at(out, to + p * m) = minus_i_times(a, b);
      at(out, to + (radix - p) * m) = plus_i_times(a, b);
    }
  }

  /// y · (cosine − i·sine)
  static Complex<Value> turned_back(const Complex<Value>& y, const Complex<Value>& turn) {
    return {fma(y.re, turn.re, y.im * turn.im), fma(y.im, turn.re, -(y.re * turn.im))};
  }

  /// Cosine and sine of t/n of a turn, 0 <= t < n.
  [[nodiscard]] const Complex<Value>& turn(std::int64_t t) const {
    return turns_[static_cast<std::size_t>(t)];
  }
  static Complex<Value>& at(Line& line, std::int64_t k) {
    return line[static_cast<std::size_t>(k)];
  }

  std::int64_t length_;
  std::vector<std::int64_t> radices_;
  Line turns_;
};

}  // namespace touchstone::op
