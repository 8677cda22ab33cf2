#include "touchstone/audit/merkle_proof.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace touchstone {
namespace {

using Digests = std::vector<Digest>;

std::uint64_t split(std::uint64_t n) {
  std::uint64_t k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

Digests part(const Digests& d, std::uint64_t from, std::uint64_t to) {
  return {d.begin() + static_cast<std::ptrdiff_t>(from),
          d.begin() + static_cast<std::ptrdiff_t>(to)};
}

/// MTH, PATH and SUBPROOF exactly as RFC 6962, sections 2.1 to 2.1.2, writes them, over leaf
/// hashes.
Digest mth(const Digests& d) {
  if (d.empty()) return sha256(std::string_view{});
  if (d.size() == 1) return d[0];
  const auto k = split(d.size());
  return node_hash(mth(part(d, 0, k)), mth(part(d, k, d.size())));
}

Digests path(std::uint64_t m, const Digests& d) {
  if (d.size() == 1) return {};
  const auto k = split(d.size());
  Digests out = m < k ? path(m, part(d, 0, k)) : path(m - k, part(d, k, d.size()));
  out.push_back(mth(m < k ? part(d, k, d.size()) : part(d, 0, k)));
  return out;
}

Digests subproof(std::uint64_t m, const Digests& d, bool complete) {
  if (m == d.size()) return complete ? Digests{} : Digests{mth(d)};
  const auto k = split(d.size());
  const bool left = m <= k;
  Digests out =
      left ? subproof(m, part(d, 0, k), complete) : subproof(m - k, part(d, k, d.size()), false);
  out.push_back(mth(left ? part(d, k, d.size()) : part(d, 0, k)));
  return out;
}

Digests leaves(std::uint64_t n) {
  Digests out;
  for (std::uint64_t i = 0; i < n; ++i) out.push_back(leaf_hash("entry " + std::to_string(i)));
  return out;
}

/// Proofs that differ from a good one: shorter, longer, swapped, and with a bit flipped.
std::vector<Digests> spoiled(const Digests& good) {
  std::vector<Digests> out;
  out.push_back(good);
  out.back().push_back(leaf_hash("more"));
  out.push_back(good);
  out.back().insert(out.back().begin(), leaf_hash("more"));
  for (std::size_t i = 0; i < good.size(); ++i) {
    out.push_back(good);
    out.back().erase(out.back().begin() + static_cast<std::ptrdiff_t>(i));
    out.push_back(good);
    out.back()[i].bytes[i % 32] ^= 1U;
    if (i + 1 < good.size()) {
      out.push_back(good);
      std::swap(out.back()[i], out.back()[i + 1]);
    }
  }
  return out;
}

constexpr std::uint64_t most = 33;

TEST(MerkleProof, InclusionIsTheRfcsPathAtEverySizeAndPlace) {
  for (std::uint64_t n = 1; n <= most; ++n) {
    const Digests d = leaves(n);
    const TreeHead head{n, mth(d)};
    ASSERT_EQ(head_of(d), head);
    for (std::uint64_t m = 0; m < n; ++m) {
      const Digests proof = inclusion_path(d, m);
      ASSERT_EQ(proof, path(m, d)) << m << " of " << n;
      ASSERT_TRUE(shows_inclusion(head, m, d[m], proof)) << m << " of " << n;
      for (const Digests& bad : spoiled(proof)) {
        ASSERT_FALSE(shows_inclusion(head, m, d[m], bad)) << m << " of " << n;
      }
      for (std::uint64_t other = 0; other <= n; ++other) {
        if (other == m) continue;
        ASSERT_FALSE(shows_inclusion(head, other, d[m], proof)) << m << " of " << n;
      }
      ASSERT_FALSE(shows_inclusion(head, m, leaf_hash("another"), proof));
    }
  }
}

TEST(MerkleProof, ConsistencyIsTheRfcsProofAtEveryPairOfSizes) {
  for (std::uint64_t n = 1; n <= most; ++n) {
    const Digests d = leaves(n);
    const TreeHead newer{n, mth(d)};
    for (std::uint64_t m = 1; m <= n; ++m) {
      const TreeHead older{m, mth(part(d, 0, m))};
      const Digests proof = consistency_proof(d, m);
      ASSERT_EQ(proof, subproof(m, d, true)) << m << " of " << n;
      ASSERT_TRUE(shows_consistency(older, newer, proof)) << m << " of " << n;
      for (const Digests& bad : spoiled(proof)) {
        ASSERT_FALSE(shows_consistency(older, newer, bad)) << m << " of " << n;
      }
      const TreeHead rewritten{m, leaf_hash("another root")};
      ASSERT_FALSE(shows_consistency(rewritten, newer, proof)) << m << " of " << n;
      ASSERT_FALSE(shows_consistency(older, {n, leaf_hash("another root")}, proof));
      ASSERT_FALSE(shows_consistency({n + 1, newer.root}, newer, proof));
    }
  }
}

TEST(MerkleProof, AnEmptyTreeBeginsEveryTree) {
  const Digests d = leaves(3);
  const TreeHead empty{0, mth({})};
  EXPECT_TRUE(consistency_proof(d, 0).empty());
  EXPECT_TRUE(shows_consistency(empty, head_of(d), {}));
  EXPECT_FALSE(shows_consistency({0, d[0]}, head_of(d), {}));
  EXPECT_FALSE(shows_consistency(empty, head_of(d), d));
}

}  // namespace
}  // namespace touchstone
