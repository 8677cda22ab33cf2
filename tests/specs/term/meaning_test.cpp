#include "touchstone/term/meaning.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace touchstone {
namespace {

Attributes random(Op op) {
  Attributes out{
      {"shape", Integers{2, 3}}, {"seed", std::int64_t{7}}, {"stream", std::string("dropout")}};
  if (op == Op::bernoulli_mask) out.set("p", 0.25F);
  return out;
}

using Choices = std::vector<std::pair<std::string, Attributes>>;

/// Windows: convolutions and poolings.
Choices window_choices(Op op) {
  const Attributes strided{
      {"strides", Integers{2, 2}}, {"pads_begin", Integers{1, 1}}, {"pads_end", Integers{1, 1}}};
  const Attributes grouped{{"groups", std::int64_t{2}}, {"dilations", Integers{2}}};
  if (op == Op::conv || op == Op::conv_transpose) {
    return {{"default", {}}, {"strided", strided}, {"grouped", grouped}};
  }
  Attributes padded = strided;
  padded.set("kernel", Integers{3, 2});
  padded.set("ceil_mode", true);
  Choices out{{"two", {{"kernel", Integers{2}}}}, {"padded", padded}};
  padded.set("count_include_pad", true);
  if (op == Op::avg_pool) out.emplace_back("counted", padded);
  return out;
}

/// A choice of attributes for every operation, several where attributes change the definition.
Choices choices(Op op) {
  switch (op) {
    case Op::broadcast:
    case Op::reshape: return {{"2x3", {{"shape", Integers{2, 3}}}}};
    case Op::permute:
      return {{"swap", {{"axes", Integers{1, 0}}}}, {"rotate", {{"axes", Integers{2, 0, 1}}}}};
    case Op::slice:
      return {{"forward",
               {{"axes", Integers{0}},
                {"starts", Integers{1}},
                {"steps", Integers{2}},
                {"counts", Integers{2}}}},
              {"backward",
               {{"axes", Integers{0}},
                {"starts", Integers{2}},
                {"steps", Integers{-1}},
                {"counts", Integers{3}}}}};
    case Op::pad:
      return {{"edges", {{"pads_begin", Integers{1, 0}}, {"pads_end", Integers{0, 2}}}}};
    case Op::bernoulli_mask:
    case Op::rand_uniform: return {{"2x3", random(op)}};
    case Op::clamp: return {{"unit", {{"min", -1.0F}, {"max", 1.0F}}}};
    case Op::gelu: return {{"default", {}}, {"tanh", {{"approximate", std::string("tanh")}}}};
    case Op::scale: return {{"half", {{"factor", 0.5F}}}};
    case Op::softmax:
    case Op::log_softmax:
    case Op::hard_masked_softmax: return {{"last", {}}, {"first", {{"axis", std::int64_t{0}}}}};
    case Op::reduce_max:
    case Op::reduce_sum:
      return {{"default", {}}, {"second", {{"axes", Integers{1}}, {"keepdims", false}}}};
    case Op::mse_loss:
    case Op::cross_entropy_loss:
      return {{"default", {}}, {"sum", {{"reduction", std::string("sum")}}}};
    case Op::layer_norm:
    case Op::rms_norm: return {{"default", {}}, {"two", {{"axes", Integers{-2, -1}}}}};
    case Op::irfft: return {{"even", {{"n", std::int64_t{6}}}}, {"odd", {{"n", std::int64_t{5}}}}};
    case Op::scaled_dot_product_attention:
    case Op::flash_attention: return {{"default", {}}, {"causal", {{"causal", true}}}};
    case Op::conv:
    case Op::conv_transpose:
    case Op::avg_pool:
    case Op::max_pool:
    case Op::smooth_max_pool: return window_choices(op);
    default: return {{"default", {}}};
  }
}

/// By the line's key: "<operation> <label>" for the operation itself, "<operation> <label> vjp" for
/// its gradients. Every operation has a line, every differentiable one two.
std::map<std::string, std::string> all_digests() {
  std::map<std::string, std::string> out;
  for (const Operation& op : vocabulary()) {
    for (const auto& [label, given] : choices(op.op)) {
      const std::string key = std::string(op.name) + " " + label;
      const auto attributes = complete(op, given);
      if (!attributes) {
        ADD_FAILURE() << "no choice of attributes: " << attributes.error().text();
        continue;
      }
      out[key] = meaning_digest(op.op, *attributes).hex();
      if (!op.differentiable) continue;
      try {
        out[key + " vjp"] = vjp_meaning_digest(op.op, *attributes).hex();
      } catch (const std::logic_error& fault) {
        ADD_FAILURE() << op.name << " is differentiable: " << fault.what();
      }
    }
  }
  return out;
}

/// Lines of meaning_digests.txt: a key, then 64 hex digits.
std::map<std::string, std::string> pinned_digests() {
  std::map<std::string, std::string> out;
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/tests/specs/term/meaning_digests.txt");
  EXPECT_TRUE(file) << "the pinned digests are missing";
  for (std::string line; std::getline(file, line);) {
    const std::size_t cut = line.rfind(' ');
    if (cut == std::string::npos) {
      ADD_FAILURE() << "not a key and a digest: " << line;
      continue;
    }
    const bool first = out.emplace(line.substr(0, cut), line.substr(cut + 1)).second;
    EXPECT_TRUE(first) << "pinned twice: " << line;
  }
  return out;
}

/// The lines of `some` that `others` lacks, as the file has them.
std::string lines_missing(const std::map<std::string, std::string>& some,
                          const std::map<std::string, std::string>& others) {
  std::string out;
  for (const auto& [key, digest] : some) {
    if (others.count(key) == 0) out += key + " " + digest + "\n";
  }
  return out;
}

TEST(Meaning, DigestsArePinned) {
  const auto pinned = pinned_digests();
  const auto now = all_digests();
  const std::string missing = lines_missing(now, pinned);
  EXPECT_TRUE(missing.empty()) << "lines to add to meaning_digests.txt:\n" << missing;
  const std::string idle = lines_missing(pinned, now);
  EXPECT_TRUE(idle.empty()) << "lines of no operation and attributes above:\n" << idle;
  for (const auto& [key, digest] : pinned) {
    const auto found = now.find(key);
    if (found == now.end()) continue;
    EXPECT_EQ(digest, found->second)
        << key << ": a changed digest is a changed meaning, and a new semantics version";
  }
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
