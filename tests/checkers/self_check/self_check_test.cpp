#include "touchstone/self_check/self_check.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

#include "touchstone/self_check/vectors.h"

namespace touchstone {
namespace {

SelfCheckResult check(const KernelSet& kernels, Op op, const Attributes& given = {}) {
  const Attributes attributes = *complete(operation(op), given);
  return self_check(kernels, op, attributes, symbolic_readings(op, attributes));
}

Attributes some_attributes(Op op) {
  if (op == Op::reshape || op == Op::broadcast) return {{"shape", Integers{2, 3}}};
  if (op == Op::permute) return {{"axes", Integers{1, 0}}};
  if (op == Op::slice) {
    return {{"axes", Integers{0}},
            {"starts", Integers{1}},
            {"steps", Integers{2}},
            {"counts", Integers{2}}};
  }
  return {};
}

TEST(SelfCheck, EveryKernelSetOfThisMachineAgreesWithTheIntegerEvaluator) {
  for (const KernelSet& kernels : runnable_kernels()) {
    for (const Operation& op : vocabulary()) {
      const SelfCheckResult result = check(kernels, op.op, some_attributes(op.op));
      EXPECT_TRUE(result.passed())
          << op.name << " with " << kernels.fma << " fma: " << result.first_mismatch;
      EXPECT_GT(result.vectors, 20) << op.name;
    }
  }
}

/// Calls the true kernel, then spoils one bit of the first element under one condition.
void spoiled(const Attributes& attributes, Part part, std::span<const KernelOperand> operands,
             KernelResult result) {
  native_kernels().kernel(Op::relu)(attributes, part, operands, result);
  if (result.shape.element_count() > 0 && result.data[0] == 1.0F) result.data[0] = 0x1.000002p+0F;
}

TEST(SelfCheck, OneWrongBitOnOneInputIsFound) {
  std::array<Kernel, op_count> kernels{};
  for (std::size_t i = 0; i < op_count; ++i) kernels[i] = native_kernels().by_op[i];
  kernels[static_cast<std::size_t>(Op::relu)] = &spoiled;
  const SelfCheckResult result = check({"exact", kernels}, Op::relu);
  EXPECT_FALSE(result.passed());
  EXPECT_LT(result.equal, result.vectors);
  EXPECT_NE(result.first_mismatch.find("0x3f800001"), std::string::npos) << result.first_mismatch;
  EXPECT_TRUE(check({"exact", kernels}, Op::add).passed());
}

TEST(SelfCheck, NoVectorsIsNoPass) {
  const SelfCheckResult none = self_check(native_kernels(), Op::relu, {}, {});
  EXPECT_EQ(none.vectors, 0);
  EXPECT_FALSE(none.passed());
}

TEST(VectorSet, HasEachSpecialValueEverywhereAndAlone) {
  const Attributes attributes = *complete(operation(Op::add), {});
  const auto readings = symbolic_readings(Op::add, attributes);
  const VectorSet vectors(readings[0]);  // [3] + [3]
  for (const std::uint32_t special : special_values()) {
    bool everywhere = false;
    std::set<std::size_t> alone;
    for (std::size_t n = 0; n < vectors.count(); ++n) {
      std::vector<std::uint32_t> all;
      for (const std::size_t operand : {std::size_t{0}, std::size_t{1}}) {
        const auto bits = vectors.operand(n, operand);
        all.insert(all.end(), bits.begin(), bits.end());
      }
      const auto hits = std::count(all.begin(), all.end(), special);
      everywhere |= hits == 6;
      if (hits == 1)
        alone.insert(
            static_cast<std::size_t>(std::find(all.begin(), all.end(), special) - all.begin()));
    }
    EXPECT_TRUE(everywhere) << std::hex << special;
    EXPECT_EQ(alone.size(), 6U) << std::hex << special;
  }
}

}  // namespace
}  // namespace touchstone
