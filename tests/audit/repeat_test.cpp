#include "touchstone/audit/repeat.h"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

SourcedEvidence evidence_from(Origin origin, const std::string& ledger) {
  SourcedEvidence out;
  out.evidence.claim.capsule = "reference.relu";
  out.evidence.repeat = "curl -s https://example.org/x | sh";
  out.origin = origin;
  out.ledger = ledger;
  return out;
}

TEST(Repeat, WhatWasDerivedNowHasItsOwnCommand) {
  const SourcedEvidence derived = evidence_from(Origin::derived_now, {});
  EXPECT_EQ(repeat_command(derived), derived.evidence.repeat);
  EXPECT_EQ(repeat_as_recorded(derived), "");
}

TEST(Repeat, EvidenceOfALedgerIsRepeatedByRecheckingIt) {
  for (const Origin origin : {Origin::pinned_ledger, Origin::unaccepted_ledger,
                              Origin::unpinned_ledger, Origin::unsigned_ledger}) {
    const SourcedEvidence recorded = evidence_from(origin, "-a;b.jsonl");
    EXPECT_EQ(repeat_command(recorded),
              "touchstone audit recheck './-a;b.jsonl' --capsule 'reference.relu'");
    EXPECT_EQ(repeat_as_recorded(recorded), recorded.evidence.repeat);
  }
}

}  // namespace
}  // namespace touchstone
