#include "touchstone/plan/registry.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

Capsule valid(std::string name, Op op) {
  Capsule out;
  out.name = std::move(name);
  out.op = op;
  out.refines = op;
  out.vjp_mode = VjpMode::tape;
  for (const Obligation o : all_obligations)
    out.claims.push_back({out.name, op, contract_of(o), o});
  return out;
}

std::string fault(std::vector<Capsule> capsules) {
  const auto registry = Registry::create(std::move(capsules));
  return registry ? "none" : registry.error().text();
}

TEST(Registry, TakesDistinctCapsules) {
  EXPECT_EQ(fault({valid("a.add", Op::add), valid("a.sub", Op::sub)}), "none");
}

TEST(Registry, RefusesDuplicates) {
  EXPECT_NE(fault({valid("a.add", Op::add), valid("a.add", Op::sub)}).find("declared twice"),
            std::string::npos);
  EXPECT_NE(fault({valid("a.add", Op::add), valid("b.add", Op::add)}).find("another capsule"),
            std::string::npos);
}

TEST(Registry, RefusesAClaimInTheWrongContractField) {
  Capsule capsule = valid("a.add", Op::add);
  capsule.claims[2].contract = Contract::shape;
  EXPECT_NE(fault({capsule}).find("value.bit_exact in the contract field shape"),
            std::string::npos);
}

TEST(Registry, RefusesAClaimAboutSomethingElse) {
  Capsule capsule = valid("a.add", Op::add);
  capsule.claims[0].capsule = "a.sub";
  EXPECT_NE(fault({capsule}).find("about a.sub"), std::string::npos);
  capsule = valid("a.add", Op::add);
  capsule.claims[0].op = Op::sub;
  EXPECT_NE(fault({capsule}), "none");
}

TEST(Registry, RefusesRepeatedAndMissingClaims) {
  Capsule capsule = valid("a.add", Op::add);
  capsule.claims.push_back(capsule.claims[0]);
  EXPECT_NE(fault({capsule}).find("twice"), std::string::npos);
  capsule = valid("a.add", Op::add);
  capsule.claims.erase(capsule.claims.begin() + 2);
  EXPECT_NE(fault({capsule}).find("no claim for its contract value"), std::string::npos);
}

TEST(Registry, AGradientIsClaimedExactlyWhereThereIsOne) {
  Capsule capsule = valid("a.add", Op::add);
  capsule.vjp_mode = VjpMode::none;
  EXPECT_NE(fault({capsule}).find("claims a gradient that its vjp_mode none denies"),
            std::string::npos);
  capsule.claims.resize(3);
  EXPECT_EQ(fault({capsule}), "none");
  capsule.vjp_mode = VjpMode::backend;
  EXPECT_NE(fault({capsule}).find("no claim for its contract vjp"), std::string::npos);
  for (const Obligation missing : obligations_in(Contract::vjp)) {
    capsule = valid("a.add", Op::add);
    std::erase_if(capsule.claims, [&](const Claim& c) { return c.obligation == missing; });
    EXPECT_NE(fault({capsule}).find(name_of(missing)), std::string::npos);
  }
  capsule = valid("a.add", Op::add);
  capsule.claims.push_back(capsule.claims.back());
  EXPECT_NE(fault({capsule}).find("twice"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
