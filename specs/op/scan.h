#pragma once

#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// One state of a selective scan: channel c, state s of batch entry n, through all times.
template <Domain D>
class ScanState {
 public:
  using Value = typename D::Value;

  /// h[t] = (decay[t] · h[t − 1]) + ((delta[t] · u[t]) · b[t]), decay[t] = exp(delta[t] · a), from
  /// h[−1] = +0.
  ScanState(const Use<D>& use, std::int64_t n, std::int64_t c, std::int64_t s)
      : use_(use), n_(n), c_(c), s_(s), a_(use.value(2)(Index{c, s})) {
    Value h = use.d.constant(0.0F);
    const std::int64_t times = use.shape(0)[1];
    reserve(decay_, times);
    reserve(h_, times + 1);
    h_.push_back(h);
    for (std::int64_t t = 0; t < times; ++t) {
      const Value delta = use.value(1)(Index{n, t, c});
      decay_.push_back(exp(delta * a_));
      h = decay_.back() * h + (delta * use.value(0)(Index{n, t, c})) * use.value(3)(Index{n, t, s});
      h_.push_back(h);
    }
  }

  [[nodiscard]] const Value& a() const { return a_; }
  [[nodiscard]] const Value& decay(std::int64_t t) const { return of(decay_, t); }
  [[nodiscard]] const Value& before(std::int64_t t) const { return of(h_, t); }
  [[nodiscard]] const Value& after(std::int64_t t) const { return of(h_, t + 1); }

  /// ∂h[t] = carried[t] + g[t] · c[t], where carried[t] = decay[t + 1] · ∂h[t + 1] and +0 at the
  /// last time, t descending.
  [[nodiscard]] std::vector<Value> gradient(const typename D::In& g) const {
    std::vector<Value> out(decay_);
    Value carried = use_.d.constant(0.0F);
    for (std::int64_t t = use_.shape(0)[1] - 1; t >= 0; --t) {
      const Value h = carried + g(Index{n_, t, c_}) * use_.value(4)(Index{n_, t, s_});
      out[static_cast<std::size_t>(t)] = h;
      carried = decay(t) * h;
    }
    return out;
  }

 private:
  static void reserve(std::vector<Value>& values, std::int64_t count) {
    values.reserve(static_cast<std::size_t>(count));
  }
  static const Value& of(const std::vector<Value>& values, std::int64_t t) {
    return values[static_cast<std::size_t>(t)];
  }

  const Use<D>& use_;
  std::int64_t n_;
  std::int64_t c_;
  std::int64_t s_;
  Value a_;
  std::vector<Value> decay_;
  std::vector<Value> h_;  ///< entry t + 1 is h[t]
};

}  // namespace op

/// The recurrence of state-space models (Gu and Dao, "Mamba: Linear-Time Sequence Modeling with
/// Selective State Spaces", 2023) over times t = 0, 1, …, for batch entry n and channel c, with one
/// h per state s (`op::ScanState`):
///
///   h[t] = (exp(delta[n,t,c] · a[c,s]) · h[t − 1]) + ((delta[n,t,c] · u[n,t,c]) · b[n,t,s])
///
///   out[n,t,c] = canonical_sum over s of c[n,t,s] · h[t], then + (d[c] · u[n,t,c]) if there is d
///
/// h[−1] is +0, and takes part like any other. Nothing is fused.
template <>
struct Definition<Op::selective_scan> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using Value = typename D::Value;
    const Shape& shape = use.shape(0);
    const std::int64_t states = use.shape(2)[1];
    const auto* skip = use.x.value_if(5);
    for (const Index& i : use.part.of(Shape::of({shape[0], shape[2]}))) {
      std::vector<op::ScanState<D>> state;
      for (std::int64_t s = 0; s < states; ++s) state.emplace_back(use, i[0], i[1], s);
      for (std::int64_t t = 0; t < shape[1]; ++t) {
        std::vector<Value> terms;
        for (std::int64_t s = 0; s < states; ++s) {
          terms.push_back(use.value(4)(Index{i[0], t, s}) *
                          state[static_cast<std::size_t>(s)].after(t));
        }
        const Value sum = op::canonical_sum(use.d, std::span<const Value>(terms));
        const Index at{i[0], t, i[1]};
        out(at) = skip == nullptr ? sum : sum + (*skip)(Index{i[1]}) * use.value(0)(at);
      }
    }
  }

  /// With ∂h[t] of `op::ScanState::gradient`, for every batch entry, channel and state, and
  /// S[t] = canonical_sum over s of ∂h[t] · b[n,t,s] and e[t] = (∂h[t] · h[t − 1]) · decay[t]:
  ///
  ///   ∂u[n,t,c] = delta · S[t], then + (d[c] · g[n,t,c]) if there is d
  ///
  ///   ∂delta[n,t,c] = (canonical_sum over s of e[t] · a[c,s]) + u · S[t]
  ///
  ///   ∂a[c,s] = canonical_sum over (n, t) of e[t] · delta[n,t,c]
  ///
  ///   ∂b[n,t,s] = canonical_sum over c of ∂h[t] · (delta[n,t,c] · u[n,t,c])
  ///
  ///   ∂c[n,t,s] = canonical_sum over c of g[n,t,c] · h[t]
  ///
  ///   ∂d[c] = canonical_sum over (n, t) of g[n,t,c] · u[n,t,c]
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    switch (by.value) {
      case 0:
      case 1: by_channel(use, by, out); break;
      case 2: by_decay(use, by, out); break;
      case 3:
      case 4: by_state(use, by, out); break;
      default: by_skip(use, by, out); break;
    }
  }

 private:
  /// The sum of each time's terms, one of every state or channel.
  template <Domain D>
  static std::vector<typename D::Value> sums(
      const D& d, const std::vector<std::vector<typename D::Value>>& terms, std::int64_t times) {
    using Value = typename D::Value;
    std::vector<Value> out;
    for (std::int64_t t = 0; t < times; ++t) {
      std::vector<Value> at;
      for (const auto& line : terms) at.push_back(line[static_cast<std::size_t>(t)]);
      out.push_back(op::canonical_sum(d, std::span<const Value>(at)));
    }
    return out;
  }

  /// ∂u or ∂delta.
  template <Domain D>
  static void by_channel(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const Shape& shape = use.shape(0);
    const std::int64_t times = shape[1];
    const auto* skip = use.x.value_if(5);
    for (const Index& i : use.part.of(Shape::of({shape[0], shape[2]}))) {
      std::vector<std::vector<Value>> input;
      std::vector<std::vector<Value>> step;
      for (std::int64_t s = 0; s < use.shape(2)[1]; ++s) {
        const op::ScanState<D> state(use, i[0], i[1], s);
        input.push_back(state.gradient(by.cotangent));
        std::vector<Value>& h = input.back();
        step.push_back(h);
        for (std::int64_t t = 0; t < times; ++t) {
          const auto k = static_cast<std::size_t>(t);
          step.back()[k] = ((h[k] * state.before(t)) * state.decay(t)) * state.a();
          h[k] = h[k] * use.value(3)(Index{i[0], t, s});
        }
      }
      const auto from_input = sums(use.d, input, times);
      const auto from_step = sums(use.d, step, times);
      for (std::int64_t t = 0; t < times; ++t) {
        const auto k = static_cast<std::size_t>(t);
        const Index at{i[0], t, i[1]};
        if (by.value == 1) {
          out(at) = from_step[k] + use.value(0)(at) * from_input[k];
        } else if (skip == nullptr) {
          out(at) = use.value(1)(at) * from_input[k];
        } else {
          out(at) = use.value(1)(at) * from_input[k] + (*skip)(Index{i[1]}) * by.cotangent(at);
        }
      }
    }
  }

  /// ∂a.
  template <Domain D>
  static void by_decay(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const Shape& shape = use.shape(0);
    for (const Index& i : use.part.of(out.shape())) {
      std::vector<Value> terms;
      for (std::int64_t n = 0; n < shape[0]; ++n) {
        const op::ScanState<D> state(use, n, i[0], i[1]);
        const auto h = state.gradient(by.cotangent);
        for (std::int64_t t = 0; t < shape[1]; ++t) {
          const Value through = (h[static_cast<std::size_t>(t)] * state.before(t)) * state.decay(t);
          terms.push_back(through * use.value(1)(Index{n, t, i[0]}));
        }
      }
      out(i) = op::canonical_sum(use.d, std::span<const Value>(terms));
    }
  }

  /// ∂b or ∂c.
  template <Domain D>
  static void by_state(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const Shape& shape = use.shape(0);
    for (const Index& i : use.part.of(Shape::of({shape[0], use.shape(2)[1]}))) {
      std::vector<std::vector<Value>> terms;
      for (std::int64_t c = 0; c < shape[2]; ++c) {
        const op::ScanState<D> state(use, i[0], c, i[1]);
        std::vector<Value> line;
        if (by.value == 3) line = state.gradient(by.cotangent);
        for (std::int64_t t = 0; t < shape[1]; ++t) {
          const Index at{i[0], t, c};
          if (by.value == 3) {
            Value& h = line[static_cast<std::size_t>(t)];
            h = h * (use.value(1)(at) * use.value(0)(at));
          } else {
            line.push_back(by.cotangent(at) * state.after(t));
          }
        }
        terms.push_back(std::move(line));
      }
      const auto sum = sums(use.d, terms, shape[1]);
      for (std::int64_t t = 0; t < shape[1]; ++t) {
        out(Index{i[0], t, i[1]}) = sum[static_cast<std::size_t>(t)];
      }
    }
  }

  /// ∂d.
  template <Domain D>
  static void by_skip(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const Shape& shape = use.shape(0);
    for (const Index& i : use.part.of(out.shape())) {
      std::vector<Value> terms;
      for (const Index& at : all(Shape::of({shape[0], shape[1]}))) {
        terms.push_back(by.cotangent(at.with(i[0])) * use.value(0)(at.with(i[0])));
      }
      out(i) = op::canonical_sum(use.d, std::span<const Value>(terms));
    }
  }
};

}  // namespace touchstone
