#include "merkle_proof.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace touchstone {

namespace {

/// The largest power of two below n. Requires n > 1.
std::uint64_t split_of(std::uint64_t n) { return std::bit_floor(n - 1); }

Digest root_of(std::span<const Digest> leaves) { return head_of(leaves).root; }

}  // namespace

TreeHead head_of(std::span<const Digest> leaves) {
  MerkleTree tree;
  for (const Digest& leaf : leaves) tree.add_leaf(leaf);
  return {tree.size(), tree.root()};
}

std::vector<Digest> inclusion_path(std::span<const Digest> leaves, std::uint64_t index) {
  if (index >= leaves.size()) throw std::logic_error("no such leaf");
  std::vector<Digest> out;
  while (leaves.size() > 1) {
    const std::uint64_t split = split_of(leaves.size());
    const auto left = leaves.first(split);
    const auto right = leaves.subspan(split);
    const bool in_left = index < split;
    out.push_back(root_of(in_left ? right : left));
    if (!in_left) index -= split;
    leaves = in_left ? left : right;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

// Climbs from the leaf as RFC 9162, section 2.1.3.2, does: `at` is the node's place in its level
// and `last` the place of that level's last node.
bool shows_inclusion(const TreeHead& head, std::uint64_t index, const Digest& leaf,
                     std::span<const Digest> path) {
  if (index >= head.size) return false;
  std::uint64_t at = index;
  std::uint64_t last = head.size - 1;
  Digest root = leaf;
  for (const Digest& sibling : path) {
    if (last == 0) return false;
    if ((at & 1U) != 0 || at == last) {
      root = node_hash(sibling, root);
      // A last node without a sibling is its own parent.
      while ((at & 1U) == 0 && at != 0) {
        at >>= 1U;
        last >>= 1U;
      }
    } else {
      root = node_hash(root, sibling);
    }
    at >>= 1U;
    last >>= 1U;
  }
  return last == 0 && root == head.root;
}

std::vector<Digest> consistency_proof(std::span<const Digest> leaves, std::uint64_t size) {
  if (size > leaves.size()) throw std::logic_error("a proof of consistency with a larger tree");
  std::vector<Digest> out;
  if (size == 0) return out;
  // Whether the older tree is a complete subtree of the newer one so far: its root is known then.
  bool known = true;
  while (size != leaves.size()) {
    const std::uint64_t split = split_of(leaves.size());
    const auto left = leaves.first(split);
    const auto right = leaves.subspan(split);
    if (size <= split) {
      out.push_back(root_of(right));
      leaves = left;
    } else {
      out.push_back(root_of(left));
      leaves = right;
      size -= split;
      known = false;
    }
  }
  if (!known) out.push_back(root_of(leaves));
  std::reverse(out.begin(), out.end());
  return out;
}

// RFC 9162, section 2.1.4.2: both roots are rebuilt from the proof.
bool shows_consistency(const TreeHead& older, const TreeHead& newer,
                       std::span<const Digest> proof) {
  if (older.size > newer.size) return false;
  if (older.size == 0) return proof.empty() && older.root == MerkleTree().root();
  if (older.size == newer.size) return proof.empty() && older.root == newer.root;
  std::uint64_t at = older.size - 1;
  std::uint64_t last = newer.size - 1;
  while ((at & 1U) != 0) {
    at >>= 1U;
    last >>= 1U;
  }
  // A complete older tree is its own first node; otherwise the proof begins with that node.
  if (at != 0 && proof.empty()) return false;
  Digest old_root = at == 0 ? older.root : proof.front();
  Digest new_root = old_root;
  for (const Digest& sibling : proof.subspan(at == 0 ? 0 : 1)) {
    if (last == 0) return false;
    if ((at & 1U) != 0 || at == last) {
      old_root = node_hash(sibling, old_root);
      new_root = node_hash(sibling, new_root);
      while ((at & 1U) == 0 && at != 0) {
        at >>= 1U;
        last >>= 1U;
      }
    } else {
      new_root = node_hash(new_root, sibling);
    }
    at >>= 1U;
    last >>= 1U;
  }
  return last == 0 && old_root == older.root && new_root == newer.root;
}

}  // namespace touchstone
