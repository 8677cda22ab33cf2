#include "merkle.h"

namespace touchstone {

Digest leaf_hash(std::string_view entry) { return Sha256().u8(0).raw(entry).finish(); }

Digest node_hash(const Digest& left, const Digest& right) {
  return Sha256().u8(1).digest(left).digest(right).finish();
}

void MerkleTree::add_leaf(const Digest& leaf) {
  Digest carry = leaf;
  // As in binary addition of one: every low bit that is set merges two subtrees of equal size.
  for (std::uint64_t bits = size_; (bits & 1U) != 0; bits >>= 1U) {
    carry = node_hash(peaks_.back(), carry);
    peaks_.pop_back();
  }
  peaks_.push_back(carry);
  ++size_;
}

Digest MerkleTree::root() const {
  if (peaks_.empty()) return sha256(std::string_view{});
  Digest root = peaks_.back();
  for (std::size_t i = peaks_.size() - 1; i-- > 0;) root = node_hash(peaks_[i], root);
  return root;
}

}  // namespace touchstone
