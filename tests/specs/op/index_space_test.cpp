#include "touchstone/op/index_space.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace touchstone {
namespace {

std::vector<Index> positions(const IndexRange& range) {
  std::vector<Index> out;
  for (const Index& i : range) out.push_back(i);
  return out;
}

TEST(IndexSpace, GoesThroughPositionsRowMajor) {
  EXPECT_EQ(positions(all(Shape::of({2, 2}))),
            (std::vector<Index>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(positions(all(Shape::of({}))), std::vector<Index>{Index{}});
  EXPECT_TRUE(positions(all(Shape::of({2, 0}))).empty());
}

RC_GTEST_PROP(IndexSpace, PartsPartitionTheSpaceInOrder, ()) {
  const Shape shape =
      Shape::of({*rc::gen::inRange(0, 5), *rc::gen::inRange(0, 5), *rc::gen::inRange(1, 4)});
  const auto workers = *rc::gen::inRange<std::int64_t>(1, 9);
  std::vector<Index> joined;
  for (std::int64_t worker = 0; worker < workers; ++worker) {
    for (const Index& i : Part{worker, workers}.of(shape)) joined.push_back(i);
  }
  RC_ASSERT(joined == positions(all(shape)));
}

RC_GTEST_PROP(IndexSpace, NumbersAndPositionsAreInverse, ()) {
  const Shape shape =
      Shape::of({*rc::gen::inRange(1, 6), *rc::gen::inRange(1, 6), *rc::gen::inRange(1, 6)});
  const auto number = *rc::gen::inRange<std::int64_t>(0, shape.element_count());
  RC_ASSERT(row_major_number(shape, row_major_position(shape, number)) == number);
}

TEST(IndexSpace, SharesOfHugeSpacesDoNotOverflow) {
  const Shape huge = Shape::of({std::int64_t{1} << 61U});
  const auto last = Part{6, 7}.of(huge);
  EXPECT_FALSE(last.begin() != last.begin());
  EXPECT_EQ((*last.begin())[0], 1976436865040309101);
}

TEST(IndexSpace, AlignsBroadcastOperands) {
  EXPECT_EQ(aligned({4, 3, 2}, Shape::of({3, 2})), (Index{3, 2}));
  EXPECT_EQ(aligned({4, 3, 2}, Shape::of({1, 2})), Index({0, 2}).part(0, 2));
  EXPECT_EQ(aligned({4, 3, 2}, Shape::of({})), Index{});
}

}  // namespace
}  // namespace touchstone
