#include "touchstone/index/index_checker.h"

#include <gtest/gtest.h>

#include <functional>

#include "touchstone/index/checked_views.h"
#include "touchstone/op/index_space.h"
#include "touchstone/op/sample_attributes.h"
#include "touchstone/op/work.h"

namespace touchstone {
namespace {

Shape s(std::initializer_list<std::int64_t> extents) { return Shape::of(extents); }
TensorType values(const Shape& shape) { return {ElementType::float32, shape}; }
TensorType indices(const Shape& shape) { return {ElementType::int64, shape}; }

IndexReport check(Op op, const Attributes& given, const std::vector<TensorType>& operands,
                  const IndexBudget& budget = {}) {
  return check_index(op, *complete(operation(op), given), Pass::forward(), operands, budget);
}

TEST(IndexChecker, AcceptsTheDefinitions) {
  EXPECT_EQ(check(Op::add, {}, {values(s({2, 1})), values(s({3}))}).outcome, Outcome::passed);
  EXPECT_EQ(check(Op::matmul, {}, {values(s({5, 1, 2, 3})), values(s({4, 3, 2}))}).outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::linear, {}, {values(s({2, 3})), values(s({4, 3})), values(s({4}))}).outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::conv,
                  {{"strides", Integers{2, 3}},
                   {"pads_begin", Integers{1, 0}},
                   {"pads_end", Integers{0, 2}},
                   {"groups", std::int64_t{2}}},
                  {values(s({2, 4, 7, 9})), values(s({6, 2, 3, 2})), values(s({6}))})
                .outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::softmax, {{"axis", std::int64_t{1}}}, {values(s({2, 3, 4}))}).outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::reduce_mean, {{"axes", Integers{0, 2}}}, {values(s({2, 3, 4}))}).outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::concat, {{"axis", std::int64_t{1}}},
                  {values(s({2, 3})), values(s({2, 0})), values(s({2, 1}))})
                .outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::gather, {{"axis", std::int64_t{1}}}, {values(s({2, 3, 4})), indices(s({5}))})
                .outcome,
            Outcome::passed);
  EXPECT_EQ(check(Op::relu, {}, {values(s({0, 3}))}).outcome, Outcome::passed);
}

/// Every class shape of every operation, forward and backward: inside, and within a factor of four
/// of what was foreseen.
TEST(IndexChecker, AcceptsEveryPassOfEveryOperationAtItsClassShapes) {
  for (const Operation& op : vocabulary()) {
    for (const ClassInstance& instance : gradient_instances(op, sample_attributes(op))) {
      const TensorType result = *infer(op, instance.attributes, instance.operands);
      std::vector<Pass> passes = vjp_passes(op, instance.operands);
      passes.push_back(Pass::forward());
      for (const Pass pass : passes) {
        const IndexReport report = check_index(op.op, instance.attributes, pass, instance.operands);
        const std::string what = std::string(op.name) +
                                 (pass.is_forward() ? "" : " vjp " + std::to_string(pass.value())) +
                                 " " + result.text();
        EXPECT_EQ(report.outcome, Outcome::passed) << what << ": " << report.detail;
        const auto work = work_of(op, instance.attributes, pass, instance.operands, result);
        ASSERT_TRUE(work) << what;
        EXPECT_LE(report.accesses, 4 * work->accesses + 16) << what;
      }
    }
  }
}

/// Shapes of a few bytes with endless rows that hold nothing: every pass ends, or says beforehand
/// that it would not.
TEST(IndexChecker, EndlessEmptyRowsTakeNoTime) {
  constexpr std::int64_t endless = std::int64_t{1} << 40U;
  struct Case {
    Op op;
    Attributes attributes;
    std::vector<Shape> operands;
  };
  const Shape one = s({1});
  const std::vector<Case> cases{
      {Op::layer_norm, {}, {s({endless, 0}), s({0}), s({0})}},
      {Op::rms_norm, {{"axes", Integers{0}}}, {s({0, endless}), s({0})}},
      {Op::batch_norm, {}, {s({endless, 1, 0}), one, one, one, one}},
      {Op::softmax, {{"axis", std::int64_t{0}}}, {s({1, endless, 0})}},
      {Op::reduce_sum, {{"axes", Integers{1}}}, {s({endless, 0})}},
      {Op::matmul, {}, {s({endless, 0}), s({0, 1})}},
      {Op::linear, {}, {s({endless, 0}), s({0, 0})}},
      {Op::scatter_add, {}, {s({0, endless}), s({0}), s({0, endless})}},
      {Op::max_pool,
       {{"kernel", Integers{1}}, {"strides", Integers{2}}, {"ceil_mode", true}},
       {s({endless, 1, 0})}},
      {Op::spectral_conv, {}, {s({endless, 0, 1}), s({0, 0, 1, 2})}},
      {Op::selective_scan,
       {},
       {s({endless, 0, 1}), s({endless, 0, 1}), s({1, 1}), s({endless, 0, 1}), s({endless, 0, 1})}},
      {Op::selective_scan,
       {},
       {s({1, 0, 1}), s({1, 0, 1}), s({1, endless}), s({1, 0, endless}), s({1, 0, endless})}},
      {Op::scaled_dot_product_attention,
       {},
       {s({endless, 1, 0, 1}), s({endless, 1, 1, 1}), s({endless, 1, 1, 0})}}};
  for (const Case& c : cases) {
    const Operation& op = operation(c.op);
    const Attributes attributes = *complete(op, c.attributes);
    std::vector<TensorType> operands;
    for (std::size_t i = 0; i < c.operands.size(); ++i) {
      const bool index = op.operand(i).kind == OperandKind::index;
      operands.push_back(index ? indices(c.operands[i]) : values(c.operands[i]));
    }
    ASSERT_TRUE(infer(op, attributes, operands).ok())
        << op.name << ": " << infer(op, attributes, operands).error().text();
    std::vector<Pass> passes = vjp_passes(op, operands);
    passes.push_back(Pass::forward());
    for (const Pass pass : passes) {
      EXPECT_NE(check_index(c.op, attributes, pass, operands).outcome, Outcome::failed) << op.name;
    }
  }
}

TEST(IndexChecker, CountsAccesses) {
  // 2·2 outputs of 3 steps with two reads each, and one write each.
  EXPECT_EQ(check(Op::matmul, {}, {values(s({2, 3})), values(s({3, 2}))}).accesses,
            2 * 2 * 3 * 2 + 4);
}

TEST(IndexChecker, IsUndecidedBeyondItsBudget) {
  const std::vector<TensorType> operands{values(s({100, 100})), values(s({100, 100}))};
  EXPECT_EQ(check(Op::matmul, {}, operands, {2'000'000, 1 << 20, 0}).outcome, Outcome::passed);
  EXPECT_EQ(check(Op::matmul, {}, operands, {1'999'999, 1 << 20}).outcome, Outcome::undecided);
  EXPECT_EQ(check(Op::matmul, {}, operands, {2'000'000, 9'999}).outcome, Outcome::undecided);
  // Nothing is enumerated or allocated for shapes that only claim to be large.
  EXPECT_EQ(check(Op::relu, {}, {values(s({std::int64_t{1} << 40U}))}).outcome, Outcome::undecided);
}

/// A reading of a small copy loop over checked views.
std::optional<std::string> fault_of(
    const Shape& in, const Shape& out,
    const std::function<void(const CheckedOperand&, const CheckedResult&)>& body) {
  AccessTally tally;
  const CheckedOperand x(in, 0, tally);
  const CheckedResult result(out, tally);
  body(x, result);
  if (!tally.fault) {
    if (const auto missing = result.unwritten())
      tally.outside("never writes", SIZE_MAX, *missing, out);
  }
  return tally.fault;
}

TEST(CheckedViews, ACorrectCopyHasNoFault) {
  EXPECT_FALSE(fault_of(s({2, 3}), s({2, 3}), [](const auto& x, const auto& out) {
    for (const Index& i : all(out.shape())) out(i) = x(i);
  }));
}

TEST(CheckedViews, AReadPastTheEndIsFound) {
  const auto fault = fault_of(s({2, 3}), s({2, 3}), [](const auto& x, const auto& out) {
    for (const Index& i : all(out.shape())) out(i) = x(plus(i, {0, 1}));
  });
  EXPECT_EQ(fault, "reads [0,3] of operand 0 [2,3]");
}

TEST(CheckedViews, AReadInsideTheBufferButOutsideItsAxisIsFound) {
  // [0,3] of a [2,3] operand lies inside the memory: it is [1,0].
  const auto fault = fault_of(s({2, 3}), s({1}), [](const auto& x, const auto& out) {
    out(Index{0}) = x(Index{0, 3});
  });
  EXPECT_TRUE(fault);
}

TEST(CheckedViews, ANegativePositionIsFound) {
  EXPECT_TRUE(fault_of(s({3}), s({1}),
                       [](const auto& x, const auto& out) { out(Index{0}) = x(Index{-1}); }));
}

TEST(CheckedViews, APositionOfAnotherRankIsFound) {
  EXPECT_TRUE(fault_of(s({3}), s({1}), [](const auto& x, const auto& out) {
    out(Index{0}) = x(Index{0, 0});
  }));
}

TEST(CheckedViews, ALineIsCheckedAtBothEnds) {
  for (const std::int64_t k : {std::int64_t{-1}, std::int64_t{3}}) {
    EXPECT_TRUE(fault_of(s({2, 3}), s({1}), [k](const auto& x, const auto& out) {
      out(Index{0}) = x.line(Index{1, 0}, 1)(k);
    }));
  }
  EXPECT_FALSE(fault_of(s({2, 3}), s({1}), [](const auto& x, const auto& out) {
    out(Index{0}) = x.line(Index{1, 0}, 1)(2);
  }));
  EXPECT_TRUE(fault_of(s({2, 3}), s({1}), [](const auto& x, const auto& out) {
    out(Index{0}) = x.line(Index{2, 0}, 1)(0);
  }));
}

TEST(CheckedViews, AMissingWriteIsFound) {
  const auto fault = fault_of(s({2, 3}), s({2, 3}), [](const auto& x, const auto& out) {
    for (const Index& i : all(out.shape())) {
      if (i != Index{1, 1}) out(i) = x(i);
    }
  });
  EXPECT_EQ(fault, "never writes [1,1] of the result [2,3]");
}

TEST(CheckedViews, ASecondWriteIsFound) {
  const auto fault = fault_of(s({2}), s({2}), [](const auto& x, const auto& out) {
    for (const Index& i : all(out.shape())) out(i) = x(i);
    out(Index{1}) = x(Index{1});
  });
  EXPECT_EQ(fault, "writes a second time [1] of the result [2]");
}

TEST(CheckedViews, AWriteOutsideIsFound) {
  EXPECT_TRUE(fault_of(s({2}), s({2}), [](const auto& x, const auto& out) {
    for (const Index& i : all(out.shape())) out(i) = x(i);
    out.line(Index{0}, 0)(2) = x(Index{0});
  }));
}

TEST(CheckedViews, WritesInAnyOrderAreCounted) {
  const auto backwards = [](const CheckedOperand& x, const auto& out) {
    for (std::int64_t i = 99; i >= 0; --i) out(Index{i}) = x(Index{i});
  };
  EXPECT_FALSE(fault_of(s({100}), s({100}), backwards));
  EXPECT_TRUE(fault_of(s({100}), s({101}), [&](const auto& x, const auto& out) {
    for (std::int64_t i = 99; i >= 0; --i) out(Index{i}) = x(Index{i});
  }));
  const auto twice = fault_of(s({100}), s({100}), [&](const auto& x, const auto& out) {
    for (const Index& i : all(out.shape())) out(i) = x(i);
    out(Index{70}) = x(Index{70});
  });
  EXPECT_EQ(twice, "writes a second time [70] of the result [100]");
}

TEST(LayoutChecker, AcceptsDenseRowMajorBuffers) {
  EXPECT_EQ(check_layout(Op::add, Pass::forward(), std::vector{values(s({2, 3})), values(s({3}))},
                         values(s({2, 3})))
                .outcome,
            Outcome::passed);
  EXPECT_EQ(check_layout(Op::gather, Pass::forward(), std::vector{values(s({2})), indices(s({3}))},
                         values(s({3})))
                .outcome,
            Outcome::passed);
}

TEST(LayoutChecker, RefusesAnotherElementTypeAndBuffersBeyondTheAddressSpace) {
  EXPECT_EQ(check_layout(Op::gather, Pass::forward(), std::vector{values(s({2})), values(s({3}))},
                         values(s({3})))
                .outcome,
            Outcome::failed);
  EXPECT_EQ(
      check_layout(Op::relu, Pass::forward(), std::vector{indices(s({2}))}, values(s({2}))).outcome,
      Outcome::failed);
  const TensorType huge = values(s({std::int64_t{1} << 62U}));
  EXPECT_EQ(check_layout(Op::relu, Pass::forward(), std::vector{huge}, huge).outcome,
            Outcome::failed);
}

}  // namespace
}  // namespace touchstone
