#pragma once

#include <limits>
#include <span>
#include <vector>

#include "attention_rows.h"
#include "softmax_row.h"

namespace touchstone {

namespace op {

inline constexpr std::size_t flash_tile = 64;

/// Rows of which every key seen takes part.
template <Domain D>
struct EveryKey {
  using Value = typename D::Value;
  using Element = Value;

  static std::vector<Element> elements(const AttentionRow<D>& scores) { return scores.weights; }
  static const Value& value(const Element& x) { return x; }
  static Element with(const Element&, const Value& value) { return value; }
  static Element merged(const Element&, const Element&, const Value& together) { return together; }
  static Value or_zero(const D&, const Element&, const Value& value) { return value; }
};

/// Rows of which a boolean mask leaves keys out.
template <Domain D>
struct MaskedKeys {
  using Value = typename D::Value;
  using Element = Maybe<D>;

  static std::vector<Element> elements(const AttentionRow<D>& scores) {
    std::vector<Element> out;
    out.reserve(scores.weights.size());
    for (std::size_t j = 0; j < scores.weights.size(); ++j) {
      out.push_back({scores.present[j], scores.weights[j]});
    }
    return out;
  }
  static const Value& value(const Element& x) { return x.value; }
  static Element with(const Element& x, const Value& value) { return {x.present, value}; }
  /// `together` where both are there, otherwise the one that is.
  static Element merged(const Element& a, const Element& b, const Value& together) {
    return joined(a, b, together);
  }
  /// `value` where x is there.
  static Value or_zero(const D& d, const Element& x, const Value& value) {
    return op::or_zero(d, Element{x.present, value});
  }
};

/// What is known of a row: its greatest score, the score that exponentials are relative to, and the
/// sum of these.
template <Domain D, class Keys>
struct FlashStatistics {
  typename Keys::Element greatest;
  typename D::Value relative;
  typename Keys::Element sum;
};

/// What a tile after the first does to what has been summed before it.
template <Domain D, class Keys>
struct Rescaling {
  typename Keys::Element sum;
  typename D::Value factor;
};

/// m, but +0 where it is −∞, so that a tile of −∞ has exponentials of +0 and not of NaN.
template <Domain D>
typename D::Value reference(const D& d, const typename D::Value& m) {
  const auto least = d.constant(-std::numeric_limits<float>::infinity());
  return select(equal(m, least), d.constant(0.0F), m);
}

/// Goes through the scores s of a row in tiles of 64 keys, of which the last may be shorter (Dao,
/// "FlashAttention-2", 2023, algorithm 1). For each tile
///   m' = maximum(m, maximum of the tile's s),  r = `reference`(m'),  e[j] = exp(s[j] − r)
///   f = exp(m − r),  sum' = fma(sum, f, canonical_sum of the tile's e),  m = m', sum = sum'
/// and for the first m' = maximum of its s, sum' = canonical_sum of its e. Keys that a boolean mask
/// leaves out contribute no term. So after a tile without any m and sum are what they were (f is 1
/// where m is finite), and before the first tile with some there is nothing to rescale.
/// Calls tile(number of its first key, Rescaling or nullptr for the first, e).
template <class Keys, Domain D, class Tile>
FlashStatistics<D, Keys> by_tiles(const D& d, const AttentionRow<D>& scores, const Tile& tile) {
  using Element = typename Keys::Element;
  const std::vector<Element> all = Keys::elements(scores);
  const auto one_tile = [&](std::size_t start, const FlashStatistics<D, Keys>* before) {
    const std::size_t count = std::min(flash_tile, all.size() - start);
    const auto s = std::span<const Element>(all).subspan(start, count);
    Element greatest = row_maximum(s);
    if (before != nullptr) greatest = maximum(before->greatest, greatest);
    const auto relative = reference(d, Keys::value(greatest));
    std::vector<typename D::Value> e;
    std::vector<Element> terms;
    for (const Element& score : s) {
      e.push_back(exp(Keys::value(score) - relative));
      terms.push_back(Keys::with(score, e.back()));
    }
    // Of at most 4096 elements, at least one, it is the canonical sum.
    Element sum = chunk_sum(std::span<const Element>(terms));
    if (before == nullptr) {
      tile(start, static_cast<const Rescaling<D, Keys>*>(nullptr), e);
    } else {
      const Rescaling<D, Keys> rescaling{before->sum,
                                         exp(Keys::value(before->greatest) - relative)};
      tile(start, &rescaling, e);
      const auto together = fma(Keys::value(before->sum), rescaling.factor, Keys::value(sum));
      sum = Keys::merged(before->sum, sum, together);
    }
    return FlashStatistics<D, Keys>{greatest, relative, sum};
  };
  auto statistics = one_tile(0, nullptr);
  for (std::size_t start = flash_tile; start < all.size(); start += flash_tile) {
    statistics = one_tile(start, &statistics);
  }
  return statistics;
}

/// A row of the result: for each tile acc[c] = acc[c] · f, then acc[c] = fma(e[j], value[j, c],
/// acc[c]) for its keys j ascending, from acc[c] = +0 without a rescaling; in the end acc[c] / sum,
/// and +0 if no key takes part.
template <class Keys, Domain D>
std::vector<typename D::Value> flash_row(const Attention<D>& attention, const Index& i,
                                         const AttentionRow<D>& scores, std::int64_t width) {
  using Values = std::vector<typename D::Value>;
  const D& d = attention.d();
  Values acc(static_cast<std::size_t>(width), d.constant(0.0F));
  const auto statistics = by_tiles<Keys>(
      d, scores, [&](std::size_t start, const Rescaling<D, Keys>* rescaling, const Values& e) {
        for (std::int64_t c = 0; c < width; ++c) {
          auto& sum = acc[static_cast<std::size_t>(c)];
          if (rescaling != nullptr) {
            sum = Keys::or_zero(d, rescaling->sum, sum * rescaling->factor);
          }
          for (std::size_t j = 0; j < e.size(); ++j) {
            const auto value = attention.value(i, static_cast<std::int64_t>(start + j), c);
            sum = step(scores, start + j, e[j], value, sum);
          }
        }
      });
  for (auto& sum : acc) {
    sum = Keys::or_zero(d, statistics.sum, sum / Keys::value(statistics.sum));
  }
  return acc;
}

/// The weights that the statistics of all tiles give: p[j] = exp(s[j] − r) / sum, and +0 for a key
/// that takes no part.
template <class Keys, Domain D>
std::vector<typename D::Value> flash_weights(const D& d, const AttentionRow<D>& scores) {
  const auto statistics = by_tiles<Keys>(d, scores, [](std::size_t, const auto*, const auto&) {});
  std::vector<typename D::Value> out;
  out.reserve(scores.weights.size());
  for (const auto& score : Keys::elements(scores)) {
    const auto e = exp(Keys::value(score) - statistics.relative);
    out.push_back(Keys::or_zero(d, score, e / Keys::value(statistics.sum)));
  }
  return out;
}

/// Flash attention backwards (Dao, 2023, algorithm 2): the weights from the statistics, and the
/// gradient of the scores from the result y.
struct FlashRule {
  template <Domain D>
  static AttentionRow<D> row(const Attention<D>& attention, const Index& i) {
    AttentionRow<D> out{attention.scores(i), attention.present(i)};
    out.weights = out.present.empty() ? flash_weights<EveryKey<D>>(attention.d(), out)
                                      : flash_weights<MaskedKeys<D>>(attention.d(), out);
    return out;
  }

  /// p[j] · ((chain over the width of g · value[j]) − (chain over the width of g · y)), and +0 for
  /// a key that takes no part.
  template <Domain D>
  static std::vector<typename D::Value> score_gradient(const Attention<D>& attention,
                                                       const AttentionRow<D>& row, const Index& i,
                                                       const Cotangent<D>& by) {
    auto out = attention.weight_gradient(i, by.cotangent);
    const auto mean = chain(attention.d(), by.result.shape()[3], by.cotangent.line(i.with(0), 3),
                            by.result.line(i.with(0), 3));
    for (std::size_t j = 0; j < out.size(); ++j) {
      out[j] = row.weights[j] * (out[j] - mean);
      if (!row.present.empty()) {
        out[j] = or_zero(attention.d(), Maybe<D>{row.present[j], out[j]});
      }
    }
    return out;
  }
};

}  // namespace op

/// The attention of `scaled_dot_product_attention`: same operands, scores, keys seen and masks, and
/// equal to it over the reals. Each row goes through its keys once, in tiles of 64, with a running
/// maximum, sum and product with the values (`op::by_tiles`, `op::flash_row`). A row whose keys are
/// all left out by a boolean mask is +0, with gradients of +0; a row whose additive mask is −∞
/// throughout is NaN, while a tile of −∞ does no harm to others.
/// Gradients: `op::AttentionGradient` with the weights and score gradients of `op::FlashRule`.
template <>
struct Definition<Op::flash_attention> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const op::Attention<D> attention(use);
    const std::int64_t width = out.shape()[3];
    for (const Index& i : use.part.of(attention.rows())) {
      const op::AttentionRow<D> scores{attention.scores(i), attention.present(i)};
      const auto row = scores.present.empty()
                           ? op::flash_row<op::EveryKey<D>>(attention, i, scores, width)
                           : op::flash_row<op::MaskedKeys<D>>(attention, i, scores, width);
      for (std::int64_t c = 0; c < width; ++c) out(i.with(c)) = row[static_cast<std::size_t>(c)];
    }
  }

  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::AttentionGradient<D, op::FlashRule>(use, by, out).write();
  }
};

}  // namespace touchstone
