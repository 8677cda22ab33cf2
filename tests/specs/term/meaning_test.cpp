#include "touchstone/term/meaning.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace touchstone {
namespace {

/// A choice of attributes for every operation, several where attributes change the definition.
std::vector<std::pair<std::string, Attributes>> choices(Op op) {
  const auto ints = [](Integers list) { return AttributeValue(std::move(list)); };
  switch (op) {
    case Op::broadcast:
    case Op::reshape: return {{"2x3", {{"shape", ints({2, 3})}}}};
    case Op::permute:
      return {{"swap", {{"axes", ints({1, 0})}}}, {"rotate", {{"axes", ints({2, 0, 1})}}}};
    case Op::slice:
      return {{"forward",
               {{"axes", ints({0})},
                {"starts", ints({1})},
                {"steps", ints({2})},
                {"counts", ints({2})}}},
              {"backward",
               {{"axes", ints({0})},
                {"starts", ints({2})},
                {"steps", ints({-1})},
                {"counts", ints({3})}}}};
    case Op::conv:
      return {
          {"default", {}},
          {"strided",
           {{"strides", ints({2, 2})}, {"pads_begin", ints({1, 1})}, {"pads_end", ints({1, 1})}}},
          {"grouped", {{"groups", std::int64_t{2}}, {"dilations", ints({2})}}}};
    case Op::softmax: return {{"last", {}}, {"first", {{"axis", std::int64_t{0}}}}};
    default: return {{"default", {}}};
  }
}

std::map<std::string, std::string> all_digests() {
  std::map<std::string, std::string> out;
  for (const Operation& op : vocabulary()) {
    for (const auto& [label, attributes] : choices(op.op)) {
      out[std::string(op.name) + " " + label] =
          meaning_digest(op.op, *complete(op, attributes)).hex();
    }
  }
  return out;
}

TEST(Meaning, DigestsArePinned) {
  std::map<std::string, std::string> pinned;
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/tests/specs/term/meaning_digests.txt");
  ASSERT_TRUE(file) << "the pinned digests are missing";
  for (std::string op, label, digest; file >> op >> label >> digest;)
    pinned[op + " " + label] = digest;
  const auto now = all_digests();
  std::ostringstream listing;
  for (const auto& [name, digest] : now) listing << name << " " << digest << "\n";
  EXPECT_EQ(pinned, now) << "a changed digest is a changed meaning, and a new semantics version:\n"
                         << listing.str();
}

TEST(Meaning, DifferentOperationsAndAttributesDiffer) {
  std::set<std::string> distinct;
  const auto all = all_digests();
  for (const auto& [name, digest] : all) distinct.insert(digest);
  EXPECT_EQ(distinct.size(), all.size());
}

TEST(Meaning, DoesNotDependOnWhatElseTheArenaHolds) {
  const Attributes attributes = *complete(operation(Op::matmul), {});
  auto readings = symbolic_readings(Op::matmul, attributes);
  const Digest before = meaning_digest(Op::matmul, attributes, readings);
  for (SymbolicReading& reading : readings) {
    (void)reading.arena.make({TermKind::constant, 0x40400000});
  }
  EXPECT_EQ(meaning_digest(Op::matmul, attributes, readings), before);
  // The twin: a changed output does change it.
  readings[0].outputs[0] = readings[0].outputs[1];
  EXPECT_NE(meaning_digest(Op::matmul, attributes, readings), before);
}

TEST(Meaning, MatmulIsAChainFromZeroInAscendingOrder) {
  const Attributes attributes = *complete(operation(Op::matmul), {});
  const auto readings = symbolic_readings(Op::matmul, attributes);
  const SymbolicReading& reading = readings[0];  // [2,3] · [3,2]
  const auto nodes = reading.arena.nodes();
  TermNode step = nodes[reading.outputs[3]];  // row 1, column 1
  for (std::int64_t k = 2; k >= 0; --k) {
    ASSERT_EQ(step.kind, TermKind::fma);
    EXPECT_EQ(nodes[step.a], (TermNode{TermKind::input, 0, static_cast<TermId>(3 + k)}));
    EXPECT_EQ(nodes[step.b], (TermNode{TermKind::input, 1, static_cast<TermId>(2 * k + 1)}));
    step = nodes[step.c];
  }
  EXPECT_EQ(step, (TermNode{TermKind::constant, 0}));
}

TEST(Meaning, OneLongAxisVisitsEveryRuleOfTheCanonicalSum) {
  const Attributes attributes = *complete(operation(Op::softmax), {});
  std::size_t longest = 0;
  for (const SymbolicReading& reading : symbolic_readings(Op::softmax, attributes)) {
    longest = std::max(longest, reading.outputs.size());
  }
  EXPECT_GT(longest, 4096U + 128U);
}

TEST(Meaning, HostileAttributesDoNotDecideTheWork) {
  constexpr std::int64_t huge = std::int64_t{1} << 40U;
  const Integers most(8, huge);
  const Integers eight{0, 1, 2, 3, 4, 5, 6, 7};
  const Integers three(3, std::int64_t{1} << 31U);
  const std::vector<std::pair<Op, Attributes>> hostile{
      {Op::reshape, {{"shape", most}}},
      {Op::broadcast, {{"shape", most}}},
      {Op::flatten, {{"axis", std::int64_t{8}}}},
      {Op::softmax, {{"axis", std::int64_t{-8}}}},
      {Op::concat, {{"axis", std::int64_t{7}}}},
      {Op::gather, {{"axis", std::int64_t{-7}}}},
      {Op::permute, {{"axes", eight}}},
      {Op::reduce_mean, {{"axes", eight}}},
      {Op::slice, {{"axes", eight}, {"starts", most}, {"steps", most}, {"counts", most}}},
      {Op::slice,
       {{"axes", eight}, {"starts", most}, {"steps", Integers(8, -huge)}, {"counts", most}}},
      {Op::conv,
       {{"strides", three},
        {"dilations", three},
        {"pads_begin", three},
        {"pads_end", three},
        {"groups", huge}}},
      {Op::slice,
       {{"axes", Integers{0}},
        {"starts", Integers{huge}},
        {"steps", Integers{huge}},
        {"counts", Integers{huge}}}},
      {Op::conv, {{"strides", Integers{std::int64_t{1} << 31U}}, {"groups", huge}}}};
  for (const auto& [op, given] : hostile) {
    std::size_t terms = 0;
    for (const auto& reading : symbolic_readings(op, *complete(operation(op), given))) {
      terms += reading.arena.nodes().size();
    }
    EXPECT_LT(terms, 200'000U) << operation(op).name;
  }
}

}  // namespace
}  // namespace touchstone
