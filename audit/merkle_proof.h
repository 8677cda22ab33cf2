#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "merkle.h"

namespace touchstone {

/// The size and root of a tree.
struct TreeHead {
  std::uint64_t size = 0;
  Digest root;
  bool operator==(const TreeHead&) const = default;
};

/// The head of the tree over these leaf hashes. O(n).
[[nodiscard]] TreeHead head_of(std::span<const Digest> leaves);

/// The audit path PATH(index, D[n]) of RFC 6962, section 2.1.1, nearest sibling first. Requires
/// index < n. O(n).
[[nodiscard]] std::vector<Digest> inclusion_path(std::span<const Digest> leaves,
                                                 std::uint64_t index);

/// Whether the path shows that `leaf` is entry `index` under this head. O(log n).
[[nodiscard]] bool shows_inclusion(const TreeHead& head, std::uint64_t index, const Digest& leaf,
                                   std::span<const Digest> path);

/// The consistency proof PROOF(size, D[n]) of RFC 6962, section 2.1.2. Requires size <= n; of 0 and
/// of n it is empty. O(n).
[[nodiscard]] std::vector<Digest> consistency_proof(std::span<const Digest> leaves,
                                                    std::uint64_t size);

/// Whether the proof shows that the newer tree begins with the entries of the older one. An empty
/// older tree is the beginning of every tree. O(log n).
[[nodiscard]] bool shows_consistency(const TreeHead& older, const TreeHead& newer,
                                     std::span<const Digest> proof);

}  // namespace touchstone
