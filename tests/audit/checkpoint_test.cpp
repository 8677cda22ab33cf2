#include "touchstone/audit/checkpoint.h"

#include <gtest/gtest.h>

#include "signing_keys.h"

namespace touchstone {
namespace {

const std::string root_hex(64, 'a');

Checkpoint sample() { return {3, *Digest::from_hex(root_hex), "2026-01-31T02:00:00Z", 1, 2, {}}; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in " << text;
  return text.replace(at, from.size(), to);
}

TEST(Checkpoint, ReadsBackWhatItWrote) {
  CheckpointFile file{sample(), std::nullopt};
  EXPECT_EQ(*parse_checkpoint(text_of(file)), file);
  file.current.sign(second_key());
  file.current.sign(first_key());
  EXPECT_EQ(file.current.signatures.size(), 2U);
  EXPECT_EQ(*parse_checkpoint(text_of(file)), file);
  file.next = sample();
  file.next->size = 4;
  EXPECT_EQ(*parse_checkpoint(text_of(file)), file);
  file.next->sign(first_key());
  EXPECT_EQ(*parse_checkpoint(text_of(file)), file);
}

TEST(Checkpoint, WhatIsAnnouncedDoesNotGoBack) {
  CheckpointFile file{sample(), sample()};
  EXPECT_TRUE(parse_checkpoint(text_of(file)).ok());
  file.next->size = 2;
  EXPECT_EQ(parse_checkpoint(text_of(file)).error().kind, Failure::unreadable);
}

TEST(Checkpoint, SigningAgainChangesNothing) {
  Checkpoint once = sample();
  once.sign(first_key());
  Checkpoint twice = once;
  twice.sign(first_key());
  EXPECT_EQ(once, twice);
}

TEST(Checkpoint, VersionOneIsStillRead) {
  const std::string text = R"({"format":"touchstone.checkpoint","version":1,"size":3,"root":")" +
                           root_hex + R"(","time":"2026-01-31T02:00:00Z"})" + "\n";
  const auto file = parse_checkpoint(text);
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->current.version, 1);
  EXPECT_EQ(file->current.size, 3U);
  EXPECT_EQ(text_of(*file), text);
  EXPECT_FALSE(parse_checkpoint(replaced(text, "\"version\":1", "\"version\":2")).ok());
  EXPECT_FALSE(parse_checkpoint(replaced(text, "\"version\":1", "\"version\":3")).ok());
}

TEST(Checkpoint, OnlyItsOwnWritingIsRead) {
  Checkpoint checkpoint = sample();
  checkpoint.sign(first_key());
  const std::string good = text_of({checkpoint, std::nullopt});
  ASSERT_TRUE(parse_checkpoint(good).ok());
  const std::pair<const char*, const char*> edits[] = {
      {",\"size\"", ", \"size\""},
      {"\"size\":3", "\"size\":3.0"},
      {"\"size\":3", "\"size\":-3"},
      {"\"size\":3", "\"size\":3,\"size\":3"},
      {"\"size\":3", "\"sizes\":3"},
      {"2026-01-31T02:00:00Z", "2026-02-31T02:00:00Z"},
      {"2026-01-31T02:00:00Z", "yesterday"},
      {"\"counter_evidence\":1", "\"counter_evidence\":-1"},
      {"\"key\":\"MC", "\"key\":\"MD"},
      {"touchstone.checkpoint", "touchstone.checkpoints"},
      {"}\n", "}"},
      {"}\n", "}\n\n"},
  };
  for (const auto& [from, to] : edits) {
    EXPECT_EQ(parse_checkpoint(replaced(good, from, to)).error().kind, Failure::unreadable) << to;
  }
}

TEST(Checkpoint, ASignatureOverAnotherStateIsRejected) {
  Checkpoint checkpoint = sample();
  checkpoint.sign(first_key());
  for (auto change : {+[](Checkpoint& c) { c.size = 4; }, +[](Checkpoint& c) { c.root = Digest(); },
                      +[](Checkpoint& c) { c.counter_evidence = 0; },
                      +[](Checkpoint& c) { c.time = "2027-01-31T02:00:00Z"; },
                      +[](Checkpoint& c) { c.signatures[0].key = second_key().public_key(); }}) {
    Checkpoint edited = checkpoint;
    change(edited);
    EXPECT_EQ(parse_checkpoint(text_of({edited, std::nullopt})).error().kind, Failure::rejected);
    EXPECT_EQ(parse_checkpoint(text_of({sample(), edited})).error().kind, Failure::rejected);
  }
  EXPECT_TRUE(parse_checkpoint(text_of({checkpoint, checkpoint})).ok());
}

}  // namespace
}  // namespace touchstone
