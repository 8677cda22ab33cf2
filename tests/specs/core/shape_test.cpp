#include "touchstone/core/shape.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace touchstone {
namespace {

std::string made(std::vector<std::int64_t> extents) {
  const auto shape = Shape::create(extents);
  return shape ? shape->text() : shape.error().reason;
}

TEST(Shape, TakesWhatItsElementsCanBeCountedFor) {
  EXPECT_EQ(made({}), "[]");
  EXPECT_EQ(made({1, 3, 32, 32}), "[1,3,32,32]");
  EXPECT_EQ(made({std::int64_t{1} << 31U, std::int64_t{1} << 31U}), "[2147483648,2147483648]");
  EXPECT_EQ(made({0, 5}), "[0,5]");
}

TEST(Shape, RefusesTheRest) {
  EXPECT_NE(made({-1}).find("negative"), std::string::npos);
  EXPECT_NE(made({std::int64_t{1} << 31U, std::int64_t{1} << 31U, 2}).find("2^62"),
            std::string::npos);
  EXPECT_NE(made({INT64_MAX, INT64_MAX}).find("2^62"), std::string::npos);
  // A zero must not hide extents whose strides overflow.
  EXPECT_NE(made({0, INT64_MAX, INT64_MAX}).find("2^62"), std::string::npos);
  EXPECT_NE(made({1, 1, 1, 1, 1, 1, 1, 1, 1}).find("9 axes"), std::string::npos);
  EXPECT_EQ(Shape::create(std::vector<std::int64_t>(9, 1)).error().kind, Failure::unavailable);
}

TEST(Shape, CountsElementsAndStrides) {
  EXPECT_EQ(Shape::of({2, 3, 4}).element_count(), 24);
  EXPECT_EQ(Shape::of({}).element_count(), 1);
  EXPECT_EQ(Shape::of({2, 0}).element_count(), 0);
  EXPECT_EQ(Shape::of({2, 3, 4}).strides(), (Index{12, 4, 1}));
  EXPECT_THROW((void)Shape::of({-1}), std::logic_error);
}

TEST(Index, TakesPartsAndPutsTogether) {
  const Index i{1, 2, 3, 4};
  EXPECT_EQ(i.part(1, 2), (Index{2, 3}));
  EXPECT_EQ(i.without(0), (Index{2, 3, 4}));
  EXPECT_EQ(i.without(3), (Index{1, 2, 3}));
  EXPECT_EQ(i.inserted(0, 9), (Index{9, 1, 2, 3, 4}));
  EXPECT_EQ(i.inserted(4, 9), (Index{1, 2, 3, 4, 9}));
  EXPECT_EQ(i.part(0, 1).joined({7, 8}), (Index{1, 7, 8}));
  EXPECT_EQ(Index{}.with(5), Index{5});
  EXPECT_THROW((void)Index::zeros(8).with(1), std::logic_error);
  EXPECT_THROW((void)i.joined({1, 2, 3, 4, 5}), std::logic_error);
}

TEST(Index, ComparesByEntriesAndRank) {
  EXPECT_NE(Index{}, Index::zeros(1));
  EXPECT_EQ((Index{1, 2}).without(1), Index{1});
}

}  // namespace
}  // namespace touchstone
