#include "touchstone/audit/accepted.h"

#include "ledger_fixture.h"
#include "touchstone/format/json.h"

namespace touchstone {
namespace {

constexpr const char* now = "2026-06-01T00:00:00Z";

std::string keys_text(const PublicKey& key, const std::string& predicate,
                      const std::string& more = "") {
  return R"({"format":"touchstone.keys","version":1,"keys":[{"name":"release","ed25519":")" +
         key.text() + R"(","predicates":[")" + predicate + "\"]" + more + "}]}";
}

class AcceptedTest : public LedgerFolder {
 protected:
  AcceptedTest() {
    record(file_, numbered_entries(0, 3), &key_);
    type_ = read_ledger(file_)->predicate_types.at(0);
    keys_ = *parse_pinned_keys(keys_text(key_.public_key(), type_));
  }
  void accept_state() {
    const Ledger ledger = *read_ledger(file_);
    const Ledger* const one = &ledger;
    const auto done = accept(path("accepted.json"), {&one, 1});
    ASSERT_TRUE(done.ok()) << done.error().text();
    accepted_ = *read_accepted(path("accepted.json"));
  }
  [[nodiscard]] Result<LedgerStanding> standing() const {
    return standing_of(*read_ledger(file_), keys_, accepted_, now);
  }
  void expect_unpinned(const std::string& why) const {
    const auto result = standing();
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->origin, Origin::unpinned_ledger);
    EXPECT_NE(result->why.find(why), std::string::npos) << result->why;
  }
  /// Another ledger in the place of the first, signed by the same key.
  void replace(const std::vector<Evidence>& entries) {
    std::filesystem::remove(file_);
    std::filesystem::remove(checkpoint_path(file_));
    record(file_, entries, &key_);
  }

  SigningKey key_ = first_key();
  std::string type_;
  PinnedKeys keys_;
  AcceptedCheckpoints accepted_;
};

TEST_F(AcceptedTest, APinnedLedgerThatExtendsTheAcceptedStateCounts) {
  EXPECT_EQ(standing()->origin, Origin::unaccepted_ledger);
  EXPECT_EQ(standing()->signer, "release");
  accept_state();
  EXPECT_EQ(standing()->origin, Origin::pinned_ledger);
  EXPECT_TRUE(standing()->why.empty());
  record(file_, numbered_entries(3, 7), &key_);
  EXPECT_EQ(standing()->origin, Origin::pinned_ledger);
  accept_state();
  EXPECT_EQ(standing()->origin, Origin::pinned_ledger);
}

TEST_F(AcceptedTest, AcceptedCounterEvidenceStaysInSight) {
  record(file_, {numbered_evidence(3, Outcome::failed)}, &key_);
  accept_state();
  EXPECT_EQ(standing()->origin, Origin::pinned_ledger);
  record(file_, numbered_entries(4, 6), &key_);
  EXPECT_EQ(standing()->origin, Origin::pinned_ledger);

  // Whoever holds the key, or brings its holder to sign, takes the failing case's body away.
  const Ledger honest = *read_ledger(file_);
  auto lines = lines_of(file_);
  lines[3] = pruned_line(honest.leaves[3]);
  write_lines(file_, lines);
  Checkpoint without = honest.checkpoint;
  without.counter_evidence = 0;
  without.signatures.clear();
  without.sign(key_);
  ASSERT_TRUE(write_file(checkpoint_path(file_), text_of({without, std::nullopt})).ok());
  ASSERT_EQ(read_ledger(file_)->checkpoint.head(), honest.checkpoint.head());
  const auto refused = standing();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Failure::rejected);
  EXPECT_NE(refused.error().reason.find("0 are counter-evidence"), std::string::npos)
      << refused.error().text();
}

TEST_F(AcceptedTest, TwoStatesOfOneLogInEitherOrderLeaveTheLonger) {
  const Ledger shorter = *read_ledger(file_);
  record(file_, numbered_entries(3, 7), &key_);
  const Ledger longer = *read_ledger(file_);
  const std::vector<std::vector<const Ledger*>> orders{
      {&shorter, &longer}, {&longer, &shorter}, {&longer, &longer}};
  for (const auto& order : orders) {
    std::filesystem::remove(path("accepted.json"));
    for (int time = 0; time < 2; ++time) {
      const auto done = accept(path("accepted.json"), order);
      ASSERT_EQ(done.ok(), time == 0 || order[0] == order[1]);
      const auto logs = read_accepted(path("accepted.json"))->logs;
      ASSERT_EQ(logs.size(), 1U);
      EXPECT_EQ(logs.begin()->second.head, longer.checkpoint.head());
    }
  }
}

TEST_F(AcceptedTest, TwoBranchesOfOneLogAreNotAcceptedTogether) {
  const Ledger begun = *read_ledger(file_);
  const auto branch = copied("branch.jsonl");
  record(file_, numbered_entries(3, 5), &key_);
  record(branch, numbered_entries(10, 11), &key_);
  const Ledger one = *read_ledger(file_);
  const Ledger other = *read_ledger(branch);
  for (const auto& both : {std::vector{&one, &other}, std::vector{&other, &one}}) {
    const auto refused = accept(path("accepted.json"), both);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, Failure::rejected);
    EXPECT_FALSE(std::filesystem::exists(path("accepted.json")));
  }
  EXPECT_TRUE(accept(path("accepted.json"), std::vector{&one, &begun}).ok());
}

TEST_F(AcceptedTest, APinExpiresFromItsSecondOn) {
  for (const auto& [at, counts] :
       {std::pair{"2026-05-31T23:59:59Z", true}, std::pair{"2026-06-01T00:00:00Z", false},
        std::pair{"2026-06-01T00:00:01Z", false}}) {
    keys_ = *parse_pinned_keys(
        keys_text(key_.public_key(), type_, R"(,"expires":"2026-06-01T00:00:00Z")"));
    const auto standing = standing_of(*read_ledger(file_), keys_, accepted_, at);
    EXPECT_EQ(standing->origin, counts ? Origin::unaccepted_ledger : Origin::unpinned_ledger) << at;
  }
}

TEST_F(AcceptedTest, AFileThatIsTooLargeIsRefused) {
  accept_state();
  const std::string keys = keys_text(key_.public_key(), type_);
  const std::string states = *read_file(path("accepted.json"));
  const std::string checkpoint = *read_file(checkpoint_path(file_));
  for (const bool over : {false, true}) {
    const auto filled = [&](const std::string& text) {
      return text + std::string(small_document.bytes + (over ? 1 : 0) - text.size(), ' ');
    };
    std::ofstream(path("keys.json"), std::ios::trunc) << filled(keys);
    std::ofstream(path("states.json"), std::ios::trunc) << filled(states);
    EXPECT_EQ(parse_pinned_keys(filled(keys)).ok(), !over);
    EXPECT_EQ(read_pinned_keys(path("keys.json")).ok(), !over);
    EXPECT_EQ(parse_accepted(filled(states)).ok(), !over);
    EXPECT_EQ(read_accepted(path("states.json")).ok(), !over);
  }
  // A checkpoint has no blanks to spare: the reason tells which limit refused.
  const std::string blanks(small_document.bytes, ' ');
  EXPECT_TRUE(parse_checkpoint(checkpoint).ok());
  EXPECT_NE(parse_checkpoint(checkpoint + " ").error().reason.find("written"), std::string::npos);
  EXPECT_NE(parse_checkpoint(checkpoint + blanks).error().reason.find("bytes"), std::string::npos);
  EXPECT_TRUE(read_ledger(file_).ok());
  std::ofstream(checkpoint_path(file_), std::ios::trunc) << checkpoint + blanks;
  EXPECT_FALSE(read_ledger(file_).ok());
}

TEST_F(AcceptedTest, WhoDoesNotSignForThisDoesNotCount) {
  keys_ = *parse_pinned_keys(keys_text(second_key().public_key(), type_));
  expect_unpinned("no key that is pinned");
  keys_ = *parse_pinned_keys(keys_text(key_.public_key(), "urn:touchstone:other:1"));
  expect_unpinned("not pinned for statements of type");
  keys_ = *parse_pinned_keys(
      keys_text(key_.public_key(), type_, R"(,"expires":"2026-05-31T00:00:00Z")"));
  expect_unpinned("expired");
  // Of what was signed once the pin had expired, whatever time is asked about.
  const auto before_signing = [&](const std::string& expires) {
    keys_ =
        *parse_pinned_keys(keys_text(key_.public_key(), type_, R"(,"expires":")" + expires + "\""));
    return standing_of(*read_ledger(file_), keys_, accepted_, "2025-01-01T00:00:00Z");
  };
  EXPECT_EQ(before_signing(sample_time)->origin, Origin::unpinned_ledger);
  EXPECT_NE(before_signing(sample_time)->why.find("had expired"), std::string::npos);
  EXPECT_EQ(before_signing("2026-01-31T02:00:01Z")->origin, Origin::unaccepted_ledger);
  keys_ = {};
  expect_unpinned("no keys are pinned");
  keys_ = *parse_pinned_keys(
      keys_text(key_.public_key(), type_, R"(,"expires":"2026-06-02T00:00:00Z")"));
  EXPECT_EQ(standing()->origin, Origin::unaccepted_ledger);
}

TEST_F(AcceptedTest, AnUnsignedLedgerIsUnsigned) {
  const Checkpoint head = read_ledger(file_)->checkpoint;
  Checkpoint stripped = head;
  stripped.signatures.clear();
  std::ofstream(checkpoint_path(file_), std::ios::trunc) << text_of({stripped, std::nullopt});
  EXPECT_EQ(standing()->origin, Origin::unsigned_ledger);
}

TEST_F(AcceptedTest, ARollbackIsRejected) {
  record(file_, numbered_entries(3, 5), &key_);
  accept_state();
  ASSERT_EQ(standing()->origin, Origin::pinned_ledger);
  replace(numbered_entries(0, 3));
  ASSERT_FALSE(standing().ok());
  EXPECT_EQ(standing().error().kind, Failure::rejected);
  EXPECT_NE(standing().error().reason.find("rolled back"), std::string::npos);
  const Ledger old = *read_ledger(file_);
  const Ledger* const one = &old;
  EXPECT_FALSE(accept(path("accepted.json"), {&one, 1}).ok());
}

TEST_F(AcceptedTest, ARecomputedRootIsRejected) {
  accept_state();
  auto entries = numbered_entries(0, 3);
  entries[1].detail = "edited, and signed again";
  replace(entries);
  ASSERT_TRUE(read_ledger(file_).ok());
  ASSERT_FALSE(standing().ok());
  EXPECT_EQ(standing().error().kind, Failure::rejected);
  EXPECT_NE(standing().error().reason.find("rewritten"), std::string::npos);
  // Rewriting the first entry makes it another log, which has not been accepted.
  entries = numbered_entries(0, 3);
  entries[0].detail = "edited";
  replace(entries);
  EXPECT_EQ(standing()->origin, Origin::unaccepted_ledger);
}

TEST_F(AcceptedTest, TheFileReadsBackAndIsReadStrictly) {
  accept_state();
  const std::string text = *read_file(path("accepted.json"));
  EXPECT_EQ(text_of(*parse_accepted(text)), text);
  EXPECT_EQ(parse_accepted(text)->logs, accepted_.logs);
  for (const auto& [from, to] :
       {std::pair{"\"size\": 3", "\"size\": 0"}, std::pair{"\"size\": 3", "\"size\": -3"},
        std::pair{"\"version\": 1", "\"version\": 2"}, std::pair{"\"root\"", "\"roots\""}}) {
    std::string bad = text;
    ASSERT_NE(bad.find(from), std::string::npos) << from;
    bad.replace(bad.find(from), std::string(from).size(), to);
    EXPECT_EQ(parse_accepted(bad).error().kind, Failure::unreadable) << to;
  }
}

TEST(PinnedKeys, AreReadStrictly) {
  const PublicKey key = first_key().public_key();
  const std::string good = keys_text(key, "urn:a");
  ASSERT_TRUE(parse_pinned_keys(good).ok());
  EXPECT_EQ(parse_pinned_keys(good)->find(key)->name, "release");
  EXPECT_EQ(parse_pinned_keys(good)->find(second_key().public_key()), nullptr);
  const auto object =
      good.substr(good.find("{\"name\""), good.rfind("]}") - good.find("{\"name\""));
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"urn:a\"", ""},
                                 {"\"urn:a\"", "\"urn:a\",\"urn:a\""},
                                 {"release", ""},
                                 {"release", " "},
                                 {"MCow", "MCox"},
                                 {"\"predicates\"", "\"predicate\""},
                                 {"touchstone.keys", "touchstone.key"},
                                 {"[\"urn:a\"]", "[\"urn:a\"],\"expires\":\"tomorrow\""},
                                 {object, object + "," + object}}) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos) << from;
    bad.replace(bad.find(from), from.size(), to);
    EXPECT_EQ(parse_pinned_keys(bad).error().kind, Failure::unreadable) << to;
  }
}

}  // namespace
}  // namespace touchstone
