#include "touchstone/audit/verdict_sentence.h"

#include "gate_fixture.h"

namespace touchstone {
namespace {

class VerdictSentence : public GateTest {
 protected:
  [[nodiscard]] std::string of_weakest(Trust trust) const {
    Verdict verdict;
    verdict.accepted = true;
    verdict.trust = trust;
    return verdict_sentence(plan_, verdict);
  }
};

TEST_F(VerdictSentence, SaysOfWhatWasOnlyRunThatItWasAndOfAWordThatItIsOne) {
  for (const Trust trust : {Trust::fuzzed, Trust::checked}) {
    EXPECT_NE(of_weakest(trust).find("the cases that were run"), std::string::npos);
    EXPECT_EQ(of_weakest(trust).find("someone's word"), std::string::npos);
  }
  EXPECT_EQ(of_weakest(Trust::external).find("the cases that were run"), std::string::npos);
  EXPECT_NE(of_weakest(Trust::external).find("external only: it is someone's word"),
            std::string::npos);
}

}  // namespace
}  // namespace touchstone
