#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "node_list.h"

namespace touchstone {

/// Whether its two operands (the first two of fma) may change places without changing the value,
/// every NaN being one.
[[nodiscard]] constexpr bool is_commutative(TermKind kind) {
  switch (kind) {
    case TermKind::add:
    case TermKind::mul:
    case TermKind::fma:
    case TermKind::maximum:
    case TermKind::minimum:
    case TermKind::equal:
    case TermKind::both:
    case TermKind::either: return true;
    default: return false;
  }
}

/// Whether an arena keeps operands as written, or puts those of commutative kinds in ascending
/// order of their ids, so that x + y and y + x are one term.
enum class TermOrder : std::uint8_t { as_written, commutative };

/// Hash-consed terms over binary32 numbers and statements about them: equal terms have equal ids.
/// Nothing is folded or simplified, and nothing reordered unless asked for, so a term is the
/// definition as written. Up to 2^32 − 1 terms, of 16 bytes each and 7 to 14 for finding it again;
/// growing needs no memory beside the old and the new.
class TermArena {
 public:
  explicit TermArena(TermOrder order = TermOrder::as_written);
  [[nodiscard]] TermId make(const TermNode& given);
  /// Valid until the arena is moved or destroyed; a reference to a node until the next `make`.
  [[nodiscard]] TermNodes nodes() const { return nodes_.view(); }

 private:
  static constexpr std::size_t bucket_capacity = 12;
  /// Terms found by hash: one line of the processor's cache.
  struct alignas(64) Bucket {
    std::uint32_t count = 0;
    std::array<std::uint8_t, bucket_capacity> tags{};
    std::array<TermId, bucket_capacity> ids{};

    [[nodiscard]] std::uint32_t having(std::uint8_t tag) const;
  };
  static_assert(sizeof(Bucket) == 64);

  /// Terms of one kind that are made a second time come at the distances of the first time: the
  /// next one is guessed, which the processor need not wait for, and compared.
  struct Run {
    TermId last = 0;
    TermId step = 0;
  };
  static constexpr std::size_t kind_count = static_cast<std::size_t>(TermKind::apply3) + 1;

  [[nodiscard]] TermId found_or_added(const TermNode& node);
  void grow();

  TermOrder order_;
  std::array<Run, kind_count> runs_{};
  NodeList nodes_;
  std::vector<Bucket> buckets_;  // as many as a power of two
};

/// A statement about terms: what a definition's comparisons give.
struct TermBool {
  TermArena* arena = nullptr;
  TermId id = 0;

  friend TermBool both(TermBool x, TermBool y) { return x.over(TermKind::both, y); }
  friend TermBool either(TermBool x, TermBool y) { return x.over(TermKind::either, y); }
  friend TermBool opposite(TermBool x) {
    return {x.arena, x.arena->make({TermKind::opposite, x.id})};
  }

 private:
  [[nodiscard]] TermBool over(TermKind kind, TermBool y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
};

/// The scalar at which a definition is read as a term.
struct Term {
  TermArena* arena = nullptr;
  TermId id = 0;

  friend Term operator+(Term x, Term y) { return x.over(TermKind::add, y); }
  friend Term operator-(Term x, Term y) { return x.over(TermKind::sub, y); }
  friend Term operator*(Term x, Term y) { return x.over(TermKind::mul, y); }
  friend Term operator/(Term x, Term y) { return x.over(TermKind::div, y); }
  friend Term operator-(Term x) { return x.of(TermKind::neg); }
  friend Term abs(Term x) { return x.of(TermKind::abs); }
  friend Term maximum(Term x, Term y) { return x.over(TermKind::maximum, y); }
  friend Term minimum(Term x, Term y) { return x.over(TermKind::minimum, y); }
  friend Term fma(Term x, Term y, Term z) {
    return {x.arena, x.arena->make({TermKind::fma, x.id, y.id, z.id})};
  }
  friend Term sqrt(Term x) { return x.of(TermKind::sqrt); }
  friend Term rsqrt(Term x) { return x.of(TermKind::rsqrt); }
  friend Term exp(Term x) { return x.of(TermKind::exp); }
  friend Term log(Term x) { return x.of(TermKind::log); }
  friend Term sin(Term x) { return x.of(TermKind::sin); }
  friend Term cos(Term x) { return x.of(TermKind::cos); }
  friend Term tanh(Term x) { return x.of(TermKind::tanh); }
  friend Term erf(Term x) { return x.of(TermKind::erf); }
  friend Term sigmoid(Term x) { return x.of(TermKind::sigmoid); }
  friend Term softplus(Term x) { return x.of(TermKind::softplus); }
  friend Term silu(Term x) { return x.of(TermKind::silu); }
  friend Term gelu(Term x) { return x.of(TermKind::gelu); }
  friend Term pow(Term x, Term y) { return x.over(TermKind::pow, y); }
  friend TermBool equal(Term x, Term y) { return x.statement(TermKind::equal, y); }
  friend TermBool less(Term x, Term y) { return x.statement(TermKind::less, y); }
  friend TermBool exceeds(Term x, Term y) { return x.statement(TermKind::exceeds, y); }
  friend Term select(TermBool b, Term x, Term y) {
    return {x.arena, x.arena->make({TermKind::select, b.id, x.id, y.id})};
  }

 private:
  [[nodiscard]] Term of(TermKind kind) const { return {arena, arena->make({kind, id})}; }
  [[nodiscard]] Term over(TermKind kind, Term y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
  [[nodiscard]] TermBool statement(TermKind kind, Term y) const {
    return {arena, arena->make({kind, id, y.id})};
  }
};

}  // namespace touchstone
