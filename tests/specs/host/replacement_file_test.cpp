#include "touchstone/host/replacement_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "temporary_folder.h"
#include "touchstone/host/file.h"

namespace touchstone {
namespace {

TEST(ReplacementFile, TakesThePlaceAsAWhole) {
  const TemporaryFolder folder;
  const auto target = folder.path() / "file";
  std::ofstream(target) << "old";
  auto file = ReplacementFile::of(target);
  ASSERT_TRUE(file.ok());
  const std::string piece(700'000, 'x');
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(file->append(piece).ok());
  ASSERT_TRUE(file->flush().ok());
  EXPECT_EQ(*read_file(target), "old");
  ASSERT_TRUE(file->take_place().ok());
  EXPECT_EQ(*read_file(target), piece + piece + piece);
}

TEST(ReplacementFile, LeavesTheOldOneUnlessItTakesItsPlace) {
  const TemporaryFolder folder;
  const auto target = folder.path() / "file";
  std::ofstream(target) << "old";
  {
    auto file = ReplacementFile::of(target);
    ASSERT_TRUE(file->append("new").ok());
    ASSERT_TRUE(file->flush().ok());
  }
  EXPECT_EQ(*read_file(target), "old");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / ".file.new"));
}

TEST(ReplacementFile, WhatAnotherLeftBehindIsRemovedAndALinkNotFollowed) {
  const TemporaryFolder folder;
  const auto target = folder.path() / "file";
  const auto elsewhere = folder.path() / "elsewhere";
  std::ofstream(elsewhere) << "untouched";
  std::filesystem::create_symlink(elsewhere, folder.path() / ".file.new");
  auto file = ReplacementFile::of(target);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->append("new").ok());
  ASSERT_TRUE(file->flush().ok());
  ASSERT_TRUE(file->take_place().ok());
  EXPECT_EQ(*read_file(target), "new");
  EXPECT_EQ(*read_file(elsewhere), "untouched");
  EXPECT_EQ(ReplacementFile::of(folder.path() / "none" / "file").error().kind, Failure::unreadable);
}

TEST(ReadInPieces, GivesTheBytesInOrder) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "file";
  std::string bytes;
  for (int i = 0; i < 1'500'000; ++i) bytes += std::to_string(i);
  std::ofstream(file) << bytes;
  std::string seen;
  ASSERT_TRUE(read_in_pieces(file, [&](std::string_view piece) {
                seen += piece;
                return Result<void>();
              }).ok());
  EXPECT_TRUE(seen == bytes);
  const auto stopped =
      read_in_pieces(file, [](std::string_view) { return Result<void>(unreadable({}, "enough")); });
  EXPECT_EQ(stopped.error().reason, "enough");
  EXPECT_EQ(read_in_pieces(folder.path(), {}).error().kind, Failure::unreadable);
  EXPECT_EQ(read_in_pieces(folder.path() / "none", {}).error().kind, Failure::unreadable);
}

}  // namespace
}  // namespace touchstone
