#include "touchstone/self_check/self_check.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

#include "touchstone/op/sample_attributes.h"
#include "touchstone/self_check/vectors.h"

namespace touchstone {
namespace {

SelfCheckResult check(const KernelSet& kernels, Op op, const Attributes& given = {}) {
  const Attributes attributes = *complete(operation(op), given);
  return self_check(kernels, op, attributes, symbolic_readings(op, attributes));
}

TEST(SelfCheck, EveryKernelSetOfThisMachineAgreesWithTheIntegerEvaluator) {
  for (const KernelSet& kernels : runnable_kernels()) {
    for (const Operation& op : vocabulary()) {
      const SelfCheckResult result = check(kernels, op.op, sample_attributes(op));
      EXPECT_TRUE(result.passed())
          << op.name << " with " << kernels.fma << " fma: " << result.first_mismatch;
      EXPECT_GE(result.vectors, 1) << op.name;
    }
  }
}

TEST(SelfCheck, EveryGradientAgreesToo) {
  for (const KernelSet& kernels : runnable_kernels()) {
    for (const Operation& op : vocabulary()) {
      const Attributes attributes = sample_attributes(op);
      const auto readings = symbolic_vjp_readings(op.op, attributes);
      const SelfCheckResult result = self_check(kernels, op.op, attributes, readings);
      EXPECT_EQ(result.passed(), op.differentiable)
          << op.name << " with " << kernels.fma << " fma: " << result.first_mismatch;
    }
  }
}

/// Calls the true kernel, then spoils one bit of the first element under one condition.
void spoiled(const Attributes& attributes, Pass pass, Part part,
             std::span<const KernelOperand> operands, KernelResult result) {
  native_kernels().kernel(Op::relu)(attributes, pass, part, operands, result);
  auto* const values = static_cast<float*>(result.data);
  if (result.type.shape.element_count() > 0 && values[0] == 1.0F) values[0] = 0x1.000002p+0F;
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
  const auto gradients = symbolic_vjp_readings(Op::relu, {});
  EXPECT_FALSE(self_check({"exact", kernels}, Op::relu, {}, gradients).passed());
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
