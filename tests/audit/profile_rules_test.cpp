#include "touchstone/audit/profile_rules.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace touchstone {
namespace {

bool has(const std::vector<std::string>& rules, std::string_view rule) {
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

TEST(ProfileRules, SayWhatStrictAdmits) {
  const auto rules = profile_rules(*profile_named("strict"));
  EXPECT_TRUE(has(rules, "Kinds of evidence that count for every capsule: theorem, checker."));
  EXPECT_TRUE(
      has(rules, "Kinds that count for capsules of provider reference in addition: identity."));
  EXPECT_TRUE(has(rules, "Waivers: none counts."));
  EXPECT_TRUE(has(rules,
                  "Ledgers: one counts only if a pinned key signed its checkpoint and it extends "
                  "the state that was accepted last."));
  EXPECT_TRUE(has(rules, "Device: any that a capsule of these providers runs on."));
}

TEST(ProfileRules, FollowTheFieldsAndNotTheSummary) {
  Profile profile = *profile_named("checked_cpu");
  profile.summary = "admits nothing at all";
  profile.excluded_assumptions = {AssumptionId::cublas};
  profile.admitted_for_reference.clear();
  const auto rules = profile_rules(profile);
  for (const std::string& rule : rules) EXPECT_EQ(rule.find("nothing at all"), std::string::npos);
  EXPECT_TRUE(has(rules, "Waivers: one counts until it expires, if it names the artifact."));
  EXPECT_TRUE(has(rules, "Ledgers: one that no pinned key signed counts too."));
  EXPECT_TRUE(has(rules, "Kinds that count for capsules of provider reference in addition: none."));
  EXPECT_TRUE(has(rules, "Assumptions on which no evidence that counts may rest: " +
                             std::string(assumption(AssumptionId::cublas).name) + "."));
  EXPECT_TRUE(has(rules, "Device: cpu alone."));
}

}  // namespace
}  // namespace touchstone
