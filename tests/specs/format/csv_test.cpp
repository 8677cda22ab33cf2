#include "touchstone/format/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

namespace touchstone {
namespace {

using testing::ElementsAre;

TEST(Csv, ReadsNamesAndNumbers) {
  const auto table = CsvTable::read("x,the label\n0.5,1\r\n-.25e1,-3\n");
  ASSERT_TRUE(table.ok()) << table.error().text();
  EXPECT_THAT(table->names(), ElementsAre("x", "the label"));
  EXPECT_EQ(table->rows(), 2U);
  EXPECT_EQ(table->columns(), 2U);
  EXPECT_EQ(*table->real(0, 0), 0.5F);
  EXPECT_EQ(*table->real(1, 0), -2.5F);
  EXPECT_EQ(*table->integer(1, 1), -3);
}

TEST(Csv, AFirstLineOfNumbersIsARow) {
  const auto table = CsvTable::read("1,2\n3,4");
  ASSERT_TRUE(table.ok());
  EXPECT_TRUE(table->names().empty());
  EXPECT_EQ(table->rows(), 2U);
  EXPECT_EQ(*table->real(1, 1), 4.0F);
}

TEST(Csv, SkipsAByteOrderMark) {
  const auto table = CsvTable::read(
      "\xEF\xBB\xBF"
      "1,2\n3,4\n");
  ASSERT_TRUE(table.ok()) << table.error().text();
  EXPECT_TRUE(table->names().empty());
  EXPECT_EQ(*table->real(0, 0), 1);
  EXPECT_EQ(*table->real(1, 1), 4);
  EXPECT_THAT(CsvTable::read("\xEF\xBB\xBF"
                             "a,b\n3,4\n")
                  ->names(),
              ElementsAre("a", "b"));
}

TEST(Csv, AFirstLineIsOfNamesOrOfNumbersAlone) {
  for (const auto& [line, column] : {std::pair<std::string, std::string>{"1,b", "2"},
                                     {"a,2", "1"},
                                     {"nan,2", "1"},
                                     {"nan,inf", "1"},
                                     {"1 , 2", "1"},
                                     {" 1,\t2", "1"},
                                     {"1,+2", "2"},
                                     {"-Infinity,b", "1"},
                                     {"2020,", "2"}}) {
    const auto table = CsvTable::read(line + "\n3,4\n");
    ASSERT_FALSE(table.ok()) << line;
    EXPECT_EQ(table.error().kind, Failure::unreadable);
    EXPECT_EQ(table.error().place, "line 1, column " + column);
  }
  for (const char* names : {"a,b", ",x", "nano,inf.", "x 1,y2", "1x,2y", "+,-"}) {
    const auto table = CsvTable::read(std::string(names) + "\n3,4\n");
    ASSERT_TRUE(table.ok()) << names;
    EXPECT_EQ(table->names().size(), 2U) << names;
    EXPECT_EQ(table->rows(), 1U);
  }
}

TEST(Csv, RoundsAsBinary32) {
  const auto table = CsvTable::read("1e-50,-1e-50,16777217,1e-45");
  EXPECT_EQ(std::bit_cast<std::uint32_t>(*table->real(0, 0)), 0U);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(*table->real(0, 1)), 0x80000000U);
  EXPECT_EQ(*table->real(0, 2), 16777216.0F);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(*table->real(0, 3)), 1U);
}

TEST(Csv, RefusesWhatIsNoNumberWithItsPlace) {
  for (const char* bad : {"", " 1", "1 ", "+1", "nan", "inf", "1e", "1e-50x", "1e-50-3", ".", "-",
                          "0x1p3", "5e", "1e99"}) {
    const std::string text = "a,b\n0,0\n0," + std::string(bad) + "\n";
    const auto table = CsvTable::read(text);
    ASSERT_TRUE(table.ok()) << bad;
    const auto number = table->real(1, 1);
    ASSERT_FALSE(number.ok()) << bad;
    EXPECT_EQ(number.error().place, "line 3, column 2");
    EXPECT_TRUE(table->real(1, 0).ok());
  }
  const auto table = CsvTable::read("1.5,2\n3,9223372036854775808");
  EXPECT_EQ(table->integer(0, 0).error().place, "line 1, column 1");
  EXPECT_FALSE(table->integer(1, 1).ok());
  EXPECT_EQ(*table->integer(0, 1), 2);
}

TEST(Csv, RefusesWhatIsNoTable) {
  const std::string nul("1,2\n3,\0", 7);
  for (const auto& [text, place] : {std::pair<std::string, std::string>{"", ""},
                                    {"a,b\n", ""},
                                    {"1,2\n\n3,4\n", "line 2"},
                                    {"1,2\n3\n", "line 2"},
                                    {"1,2\n3,4,5\n", "line 2"},
                                    {"a,\"b\"\n1,2\n", "line 1"},
                                    {nul, "line 2"}}) {
    const auto table = CsvTable::read(text);
    ASSERT_FALSE(table.ok()) << text;
    EXPECT_EQ(table.error().kind, Failure::unreadable);
    EXPECT_EQ(table.error().place, place);
  }
}

}  // namespace
}  // namespace touchstone
