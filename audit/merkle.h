#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "touchstone/core/digest.h"

namespace touchstone {

/// SHA-256(0x00 ‖ entry): the hash of a leaf of RFC 6962, section 2.1.
[[nodiscard]] Digest leaf_hash(std::string_view entry);
/// SHA-256(0x01 ‖ left ‖ right): that of an inner node.
[[nodiscard]] Digest node_hash(const Digest& left, const Digest& right);

/// The Merkle Tree Hash of RFC 6962, section 2.1, over the entries added so far, in order. Keeps
/// one digest per bit of the count, so that adding is O(log n) and memory O(log n).
class MerkleTree {
 public:
  void add(std::string_view entry) { add_leaf(leaf_hash(entry)); }
  /// Adds an entry of which only its leaf hash is known.
  void add_leaf(const Digest& leaf);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The root; of no entries, the digest of the empty string.
  [[nodiscard]] Digest root() const;

 private:
  /// Roots of the complete subtrees that make up the entries, largest first.
  std::vector<Digest> peaks_;
  std::uint64_t size_ = 0;
};

}  // namespace touchstone
