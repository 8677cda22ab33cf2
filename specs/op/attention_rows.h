#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "definition.h"
#include "index_space.h"
#include "masked.h"
#include "products.h"

/// What both kinds of attention share. A row is one query: position [batch, query head, query] of
/// query [b, hq, lq, e]. Its head h reads head h / (hq / hk) of key [b, hk, lk, e] and of value
/// [b, hk, lk, ev]: query heads in groups, each of which shares one key head.
namespace touchstone::op {

/// The weights of the keys that one row sees, in order, and who of them takes part under a boolean
/// mask. Without one, `present` is empty, and all do.
template <Domain D>
struct AttentionRow {
  std::vector<typename D::Value> weights;
  std::vector<typename D::Bool> present;
};

template <Domain D>
class Attention {
 public:
  using Value = typename D::Value;
  using Values = std::vector<Value>;

  explicit Attention(const Use<D>& use) : use_(use), scale_(scale_of(use)) {}

  [[nodiscard]] const D& d() const { return use_.d; }
  [[nodiscard]] const Value& scale() const { return scale_; }
  [[nodiscard]] bool has_boolean_mask() const { return !use_.x.masks.empty(); }
  [[nodiscard]] std::int64_t queries() const { return use_.shape(0)[2]; }
  [[nodiscard]] std::int64_t group() const { return use_.shape(0)[1] / use_.shape(1)[1]; }
  [[nodiscard]] Shape rows() const { return Shape::of(use_.shape(0).extents().part(0, 3)); }

  /// How many keys a row sees: all, or under causal those whose position is not above the query's.
  /// The others take no part, exactly as under a boolean mask that leaves them out: what they would
  /// have been last in is a maximum, a chain, or a canonical sum, which none of them reorders.
  [[nodiscard]] std::int64_t keys(const Index& row) const {
    const std::int64_t all = use_.shape(1)[2];
    return use_.attributes.boolean("causal") ? std::min(row[2] + 1, all) : all;
  }

  /// Of each key j seen: chain over the width of query · key[j], · scale, then + an additive mask.
  [[nodiscard]] Values scores(const Index& row) const {
    const auto query = use_.value(0).line(row.with(0), 3);
    const auto* mask = use_.x.value_if(3);
    Values out;
    out.reserve(static_cast<std::size_t>(keys(row)));
    for (std::int64_t j = 0; j < keys(row); ++j) {
      const auto key = use_.value(1).line(key_index(row, j).with(0), 3);
      const Value score = chain(use_.d, use_.shape(0)[3], query, key) * scale_;
      out.push_back(mask == nullptr ? score : score + (*mask)(aligned(row.with(j), mask->shape())));
    }
    return out;
  }

  /// Which keys seen take part; empty without a boolean mask.
  [[nodiscard]] std::vector<typename D::Bool> present(const Index& row) const {
    std::vector<typename D::Bool> out;
    const auto* mask = use_.x.mask_if(0);
    if (mask == nullptr) return out;
    out.reserve(static_cast<std::size_t>(keys(row)));
    for (std::int64_t j = 0; j < keys(row); ++j) {
      out.push_back((*mask)(aligned(row.with(j), mask->shape())));
    }
    return out;
  }

  [[nodiscard]] Value query(const Index& row, std::int64_t x) const {
    return use_.value(0)(row.with(x));
  }
  [[nodiscard]] Value key(const Index& row, std::int64_t j, std::int64_t x) const {
    return use_.value(1)(key_index(row, j).with(x));
  }
  [[nodiscard]] Value value(const Index& row, std::int64_t j, std::int64_t x) const {
    return use_.value(2)(key_index(row, j).with(x));
  }

  /// The gradient of each weight: chain over the value's width of g · value[j].
  [[nodiscard]] Values weight_gradient(const Index& row, const typename D::In& g) const {
    const auto line = g.line(row.with(0), 3);
    Values out;
    out.reserve(static_cast<std::size_t>(keys(row)));
    for (std::int64_t j = 0; j < keys(row); ++j) {
      const auto value = use_.value(2).line(key_index(row, j).with(0), 3);
      out.push_back(chain(use_.d, use_.shape(2)[3], line, value));
    }
    return out;
  }

 private:
  /// Attribute "scale", or 1 / sqrt(width) where that is 0.
  static Value scale_of(const Use<D>& use) {
    const float stated = use.attributes.real("scale");
    if (stated != 0) return use.d.constant(stated);
    return use.d.constant(1.0F) / sqrt(use.d.constant(static_cast<float>(use.shape(0)[3])));
  }

  [[nodiscard]] Index key_index(const Index& row, std::int64_t j) const {
    return {row[0], row[1] / group(), j};
  }

  const Use<D>& use_;
  Value scale_;
};

/// fma(x, y, sum) where key j takes part, otherwise sum.
template <Domain D>
typename D::Value step(const AttentionRow<D>& row, std::size_t j, const typename D::Value& x,
                       const typename D::Value& y, const typename D::Value& sum) {
  return row.present.empty() ? fma(x, y, sum) : masked_fma(row.present[j], x, y, sum);
}

/// The gradients of attention, from a rule that gives a row's weights p and the gradient s of its
/// scores. A key that takes no part in a row contributes no term here either.
///   ∂query[e] = chain over the keys j of (s[j] · scale) · key[j, e]
///   ∂key[j, e] = canonical_sum over the query heads of the group of
///                (chain over the queries i of (s[i, j] · scale) · query[i, e])
///   ∂value[j, e] = canonical_sum over the query heads of the group of
///                  (chain over the queries i of p[i, j] · g[i, e])
///   ∂mask = s, +0 for keys a row does not see, summed over the broadcast by canonical_sum
/// So the gradients of grouped heads are those of repeated ones, summed as broadcasting is.
template <Domain D, class Rule>
class AttentionGradient {
 public:
  using Value = typename D::Value;
  using Values = std::vector<Value>;

  AttentionGradient(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out)
      : use_(use), by_(by), out_(out), attention_(use) {}

  void write() const {
    switch (by_.value) {
      case 0: by_query(); break;
      case 1:
      case 2: by_key_or_value(); break;
      default: by_mask(); break;
    }
  }

 private:
  void by_query() const {
    for (const Index& i : use_.part.of(attention_.rows())) {
      const AttentionRow<D> row = Rule::row(attention_, i);
      const Values s = scaled_score_gradient(row, i);
      for (std::int64_t x = 0; x < out_.shape()[3]; ++x) {
        Value sum = use_.d.constant(0.0F);
        for (std::size_t j = 0; j < s.size(); ++j) {
          sum = step(row, j, s[j], attention_.key(i, static_cast<std::int64_t>(j), x), sum);
        }
        out_(i.with(x)) = sum;
      }
    }
  }

  void by_key_or_value() const {
    const Shape& shape = out_.shape();
    for (const Index& i : use_.part.of(Shape::of({shape[0], shape[1]}))) {
      std::vector<Values> heads;
      for (std::int64_t h = 0; h < attention_.group(); ++h) {
        heads.push_back(of_head({i[0], i[1] * attention_.group() + h}));
      }
      for (const Index& at : all(Shape::of({shape[2], shape[3]}))) {
        const auto number = static_cast<std::size_t>(at[0] * shape[3] + at[1]);
        Values terms;
        for (const Values& head : heads) terms.push_back(head[number]);
        out_(i.joined(at)) = canonical_sum(use_.d, std::span<const Value>(terms));
      }
    }
  }

  /// What one query head, [batch, head], contributes to all elements of a key or value head.
  [[nodiscard]] Values of_head(const Index& head) const {
    const std::int64_t width = out_.shape()[3];
    Values sums(static_cast<std::size_t>(out_.shape()[2] * width), use_.d.constant(0.0F));
    const bool key = by_.value == 1;
    for (std::int64_t q = 0; q < attention_.queries(); ++q) {
      const Index i = head.with(q);
      const AttentionRow<D> row = Rule::row(attention_, i);
      const Values left = key ? scaled_score_gradient(row, i) : row.weights;
      for (std::size_t j = 0; j < left.size(); ++j) {
        for (std::int64_t x = 0; x < width; ++x) {
          Value& sum = sums[j * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
          const Value right = key ? attention_.query(i, x) : Value(by_.cotangent(i.with(x)));
          sum = step(row, j, left[j], right, sum);
        }
      }
    }
    return sums;
  }

  /// A row of the mask at a time, from all rows that read it.
  void by_mask() const {
    const Shape& own = out_.shape();
    const std::int64_t keys = use_.shape(1)[2];
    const bool has_keys = own.rank() > 0;
    const std::size_t row_rank = has_keys ? own.rank() - 1 : 0;
    const Shape mask_rows = Shape::of(own.extents().part(0, row_rank));
    const std::int64_t own_keys = has_keys ? own[row_rank] : 1;
    for (const Index& m : use_.part.of(mask_rows)) {
      std::vector<Values> rows;
      for (const Index& i : readers(m, mask_rows)) {
        rows.push_back(score_gradient_of_all(i, keys));
      }
      for (std::int64_t j = 0; j < own_keys; ++j) {
        Values terms;
        for (const Values& row : rows) {
          if (own_keys == keys) {
            terms.push_back(row[static_cast<std::size_t>(j)]);
          } else {
            terms.insert(terms.end(), row.begin(), row.end());
          }
        }
        const Index at = has_keys ? m.with(j) : m;
        out_(at) = canonical_sum(use_.d, std::span<const Value>(terms));
      }
    }
  }

  /// The rows, row-major, that read row m of the mask.
  [[nodiscard]] std::vector<Index> readers(const Index& m, const Shape& mask_rows) const {
    Index repeated = attention_.rows().extents();
    const std::size_t skipped = repeated.rank() - m.rank();
    for (std::size_t axis = 0; axis < m.rank(); ++axis) {
      if (mask_rows[axis] != 1) repeated[skipped + axis] = 1;
    }
    std::vector<Index> out;
    for (Index i : all(Shape::of(repeated))) {
      for (std::size_t axis = 0; axis < m.rank(); ++axis) {
        if (mask_rows[axis] != 1) i[skipped + axis] = m[axis];
      }
      out.push_back(i);
    }
    return out;
  }

  [[nodiscard]] Values score_gradient_of_all(const Index& i, std::int64_t keys) const {
    Values out = Rule::score_gradient(attention_, Rule::row(attention_, i), i, by_);
    out.resize(static_cast<std::size_t>(keys), use_.d.constant(0.0F));
    return out;
  }

  [[nodiscard]] Values scaled_score_gradient(const AttentionRow<D>& row, const Index& i) const {
    Values out;
    for (const Value& s : Rule::score_gradient(attention_, row, i, by_)) {
      out.push_back(s * attention_.scale());
    }
    return out;
  }

  const Use<D>& use_;
  const Cotangent<D>& by_;
  const typename D::Out& out_;
  Attention<D> attention_;
};

}  // namespace touchstone::op
