#pragma once

#include <span>
#include <utility>
#include <vector>

#include "attention_rows.h"
#include "softmax_row.h"

namespace touchstone {

namespace op {

/// Scaled dot-product attention, a row at a time.
struct DotProductRule {
  /// The weights: softmax of the scores over the keys that take part (softmax_row.h, masked.h).
  template <Domain D>
  static AttentionRow<D> row(const Attention<D>& attention, const Index& i) {
    AttentionRow<D> out{attention.scores(i), attention.present(i)};
    if (!attention.has_boolean_mask()) {
      out.weights = softmax_row(attention.d(), std::move(out.weights));
      return out;
    }
    std::vector<Maybe<D>> scores;
    scores.reserve(out.weights.size());
    for (std::size_t j = 0; j < out.weights.size(); ++j) {
      scores.push_back({out.present[j], out.weights[j]});
    }
    out.weights = masked_softmax_row<D>(attention.d(), std::move(scores));
    return out;
  }

  /// The gradient of softmax at the gradient of the weights.
  template <Domain D>
  static std::vector<typename D::Value> score_gradient(const Attention<D>& attention,
                                                       const AttentionRow<D>& row, const Index& i,
                                                       const Cotangent<D>& by) {
    const auto g = attention.weight_gradient(i, by.cotangent);
    if (row.present.empty()) return softmax_row_gradient<D>(attention.d(), row.weights, g);
    return masked_softmax_row_gradient<D>(attention.d(), row.present, row.weights, g);
  }
};

}  // namespace op

/// query[b,hq,lq,e], key[b,hk,lk,e], value[b,hk,lk,ev], mask? broadcast to [b,hq,lq,lk], to
/// out[b,hq,lq,ev] (Vaswani et al., "Attention Is All You Need", 2017; grouped heads: Ainslie et
/// al., "GQA", 2023). For each row, over the keys j it sees (`op::Attention`):
///   s[j] = (chain over the width of query · key[j]) · scale, then + mask[j] if that holds numbers
///   p = softmax(s): exp(s − maximum of s) / canonical sum of these
///   out[c] = chain over j of p[j] · value[j, c]
/// Keys that a boolean mask leaves out keep their position and contribute no term to the maximum,
/// the sum and the chain; a row without any is +0, with gradients of +0. Causal is such a mask, and
/// joins a boolean one. An additive mask is an addition only: a row of −∞ is NaN.
/// Gradients: `op::AttentionGradient`.
template <>
struct Definition<Op::scaled_dot_product_attention> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const op::Attention<D> attention(use);
    for (const Index& i : use.part.of(attention.rows())) {
      const op::AttentionRow<D> row = op::DotProductRule::row(attention, i);
      for (std::int64_t c = 0; c < out.shape()[3]; ++c) {
        auto sum = use.d.constant(0.0F);
        for (std::size_t j = 0; j < row.weights.size(); ++j) {
          const auto value = attention.value(i, static_cast<std::int64_t>(j), c);
          sum = op::step(row, j, row.weights[j], value, sum);
        }
        out(i.with(c)) = sum;
      }
    }
  }

  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::AttentionGradient<D, op::DotProductRule>(use, by, out).write();
  }
};

}  // namespace touchstone
