#include "term.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <utility>

namespace touchstone {

namespace {

constexpr std::size_t first_buckets = 16;
constexpr std::size_t terms_per_bucket = 9;  // at most, on average

// Mixing steps of the splitmix64 generator (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::uint64_t hash_of(const TermNode& node) {
  const std::uint64_t low = (std::uint64_t{node.a} << 32U) | node.b;
  const std::uint64_t high = (std::uint64_t{node.c} << 8U) | static_cast<std::uint64_t>(node.kind);
  return mixed(low + 0x9E3779B97F4A7C15U * (high + 1));
}

/// Where a term is looked for first. Terms made one after the other have operands made one after
/// the other, so the latest operand leads four of them to one bucket and the next four to the next:
/// long runs are made in the cache, where hashing alone would miss it for each term. What makes a
/// bucket overflow, such as an operand that a thousand terms share, is spread by the whole hash.
std::size_t first_place(const TermNode& node, std::uint64_t hash) {
  switch (operand_count(node.kind)) {
    case 0: return node.kind == TermKind::input ? (node.b >> 2U) + mixed(node.a) : hash;
    case 1: return node.a >> 2U;
    case 2: return std::max(node.a, node.b) >> 2U;
    default: return std::max({node.a, node.b, node.c}) >> 2U;
  }
}

/// The buckets in which a term may lie, in the order in which they fill.
class Probe {
 public:
  explicit Probe(const TermNode& node) : hash_(hash_of(node)), at_(first_place(node, hash_)) {}
  [[nodiscard]] std::size_t bucket(std::size_t buckets) const { return at_ & (buckets - 1); }
  [[nodiscard]] std::uint8_t tag() const { return static_cast<std::uint8_t>(hash_ >> 56U); }
  void next() {
    at_ = hash_;
    hash_ = (hash_ & tag_bits) | (mixed(hash_ + 1) & ~tag_bits);
  }

 private:
  static constexpr std::uint64_t tag_bits = std::uint64_t{0xFF} << 56U;
  std::uint64_t hash_;
  std::size_t at_;
};

}  // namespace

/// A bit for each entry of this tag, without a branch that the processor would guess wrong.
std::uint32_t TermArena::Bucket::having(std::uint8_t tag) const {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < bucket_capacity; ++i) {
    found |= static_cast<std::uint32_t>(tags[i] == tag ? 1U : 0U) << i;
  }
  return found & ((1U << count) - 1);
}

TermArena::TermArena(TermOrder order) : order_(order), buckets_(first_buckets) {}

TermId TermArena::make(const TermNode& given) {
  TermNode node = given;
  if (order_ == TermOrder::commutative && node.b < node.a && is_commutative(node.kind)) {
    std::swap(node.a, node.b);
  }
  const TermNodes known = nodes_.view();
  Run& run = runs_[static_cast<std::size_t>(node.kind)];
  if (const TermId next = run.last + run.step; next < known.size() && known[next] == node) {
    run.last = next;
    return next;
  }
  const TermId id = found_or_added(node);
  run = {id, id - run.last};
  return id;
}

TermId TermArena::found_or_added(const TermNode& node) {
  if (nodes_.size() >= terms_per_bucket * buckets_.size()) grow();
  const TermNodes known = nodes_.view();
  Probe probe(node);
  while (true) {
    Bucket& bucket = buckets_[probe.bucket(buckets_.size())];
    for (std::uint32_t left = bucket.having(probe.tag()); left != 0; left &= left - 1) {
      const TermId id = bucket.ids[static_cast<std::size_t>(std::countr_zero(left))];
      if (known[id] == node) return id;
    }
    if (bucket.count < bucket_capacity) {
      if (nodes_.size() >= UINT32_MAX) throw std::length_error("too many terms");
      const auto id = static_cast<TermId>(nodes_.size());
      nodes_.push_back(node);
      bucket.tags[bucket.count] = probe.tag();
      bucket.ids[bucket.count++] = id;
      return id;
    }
    probe.next();
  }
}

void TermArena::grow() {
  const std::size_t count = 2 * buckets_.size();
  buckets_ = {};  // before the new ones are made
  buckets_.resize(count);
  TermId id = 0;
  for (const TermNode& node : nodes_.view()) {
    Probe probe(node);
    while (buckets_[probe.bucket(count)].count == bucket_capacity) probe.next();
    Bucket& bucket = buckets_[probe.bucket(count)];
    bucket.tags[bucket.count] = probe.tag();
    bucket.ids[bucket.count++] = id++;
  }
}

}  // namespace touchstone
