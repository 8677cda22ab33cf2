#include "touchstone/audit/merkle.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace touchstone {
namespace {

/// MTH exactly as RFC 6962, section 2.1 writes it.
Digest by_the_rfc(const std::vector<std::string>& d) {
  if (d.empty()) return sha256(std::string_view{});
  if (d.size() == 1) return Sha256().u8(0).raw(d[0]).finish();
  std::size_t k = 1;
  while (2 * k < d.size()) k *= 2;
  const auto middle = d.begin() + static_cast<std::ptrdiff_t>(k);
  return Sha256()
      .u8(1)
      .digest(by_the_rfc({d.begin(), middle}))
      .digest(by_the_rfc({middle, d.end()}))
      .finish();
}

TEST(MerkleTree, AgreesWithTheRfcsRecursionAtEverySize) {
  MerkleTree tree;
  std::vector<std::string> entries;
  EXPECT_EQ(tree.root(), by_the_rfc(entries));
  for (int n = 0; n < 70; ++n) {
    entries.push_back("entry " + std::to_string(n));
    tree.add(entries.back());
    ASSERT_EQ(tree.root(), by_the_rfc(entries)) << n;
    ASSERT_EQ(tree.size(), entries.size());
  }
}

TEST(MerkleTree, KnownAnswers) {
  // The empty tree's and the one-empty-leaf tree's roots, as published with RFC 6962's reference
  // tests.
  MerkleTree tree;
  EXPECT_EQ(tree.root().hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  tree.add("");
  EXPECT_EQ(tree.root().hex(), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
}

}  // namespace
}  // namespace touchstone
