#include "term.h"

#include <stdexcept>
#include <utility>

namespace touchstone {

namespace {

constexpr std::size_t first_slots = 256;

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

}  // namespace

TermArena::TermArena(TermOrder order) : order_(order), slots_(first_slots, 0) {}

TermId TermArena::make(const TermNode& given) {
  TermNode node = given;
  if (order_ == TermOrder::commutative && node.b < node.a && is_commutative(node.kind)) {
    std::swap(node.a, node.b);
  }
  if (2 * nodes_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash_of(node) & mask;
  while (slots_[at] != 0) {
    if (nodes_[slots_[at] - 1] == node) return slots_[at] - 1;
    at = (at + 1) & mask;
  }
  if (nodes_.size() >= UINT32_MAX - 1) throw std::length_error("too many terms");
  nodes_.push_back(node);
  slots_[at] = static_cast<TermId>(nodes_.size());
  return static_cast<TermId>(nodes_.size() - 1);
}

void TermArena::grow() {
  slots_.assign(2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    std::size_t at = hash_of(nodes_[i]) & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = static_cast<TermId>(i + 1);
  }
}

}  // namespace touchstone
