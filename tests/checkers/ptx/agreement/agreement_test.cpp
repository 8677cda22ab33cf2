// Three ways to the result of a native kernel agree bit for bit, and with the proof that it is the
// definition's: the simulator, the symbolic run evaluated, and the definition read at numbers.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "../defined_bits.h"
#include "../kernel_fixture.h"
#include "../native_programs.h"
#include "touchstone/ptx/batch_samples.h"
#include "touchstone/ptx/kernel_runs.h"

namespace touchstone::ptx {
namespace {

std::vector<std::uint32_t> canonical(const std::vector<std::uint32_t>& words) {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t word : words) out.push_back(canonical_word(word));
  return out;
}

/// One use at one batch of inputs, number `first` and on.
void expect_agreement(const NativeUse& use, std::uint64_t first) {
  const std::vector<Buffer> buffers = buffers_of(use.meant);
  const MachineLimits limits;
  const KernelRuns runs(use.program, use.launch, buffers, limits);
  Symbols symbols;
  const auto symbolic = runs.symbolic(symbols);
  RC_ASSERT(symbolic.ok());
  RC_ASSERT(symbolic->defects.empty() && !symbolic->stop);
  const BatchSamples samples(runs.input_counts(), first);
  const std::vector<TermId>& terms = symbolic->buffers.back().terms;
  const auto evaluated = Evaluation(symbols, terms).at(samples.reader());
  for (std::size_t i = 0; i < samples.inputs().size(); ++i) {
    const InputValues& inputs = samples.inputs()[i];
    const auto concrete = runs.concrete(inputs);
    RC_ASSERT(concrete.ok());
    const std::vector<std::uint32_t> expected = defined_bits(use.meant, inputs);
    RC_ASSERT(canonical(concrete->buffers.back().words) == expected);
    std::vector<std::uint32_t> from_terms;
    for (const BatchValues& values : evaluated) {
      from_terms.push_back(canonical_word(static_cast<std::uint32_t>(values[i])));
    }
    RC_ASSERT(from_terms == expected);
  }
}

std::int64_t extent(std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most + 1); }

TensorType with(std::vector<std::int64_t> extents) {
  return {ElementType::float32, *Shape::create(extents)};
}

/// A use of one operation at random shapes, small but not always within one block.
Meant random_use(Op op) {
  switch (op) {
    case Op::matmul: {
      const std::int64_t m = extent(70);
      const std::int64_t k = extent(40);
      const std::int64_t n = extent(70);
      const std::int64_t batch = extent(2);
      return meant_of(op, {with({batch, m, k}), with({k, n})});
    }
    case Op::linear: {
      const std::int64_t rows = extent(70);
      const std::int64_t in = extent(40);
      const std::int64_t out = extent(70);
      std::vector<TensorType> operands{with({rows, in}), with({out, in})};
      if (extent(2) == 1) operands.push_back(with({out}));
      return meant_of(op, operands);
    }
    case Op::reduce_sum: {
      const TensorType x = with({extent(3), extent(300), extent(5)});
      return meant_of(op, {x}, {{"axes", Integers{extent(3) - 1}}});
    }
    case Op::relu: return meant_of(op, {with({extent(5), extent(200)})});
    default: {
      const std::int64_t rows = extent(5);
      const std::int64_t columns = extent(150);
      const TensorType x = with({rows, columns});
      const bool broadcasts = extent(2) == 1;
      return meant_of(op, {x, broadcasts ? with({columns}) : x});
    }
  }
}

class NativeAgreement : public ::testing::TestWithParam<Op> {};

TEST_P(NativeAgreement, SimulatorTermsAndDefinition) {
  const Op op = GetParam();
  const bool holds = rc::check([op] {
    const Meant meant = random_use(op);
    const std::string_view target = native_cuda::targets[static_cast<std::size_t>(extent(2) - 1)];
    const auto use = native_use(meant, target);
    RC_ASSERT(use.ok());
    expect_agreement(*use, static_cast<std::uint64_t>(extent(20)));
    const auto proof = prove(use->program, use->launch, use->meant, {}, {});
    RC_ASSERT(proof.ok());
    RC_ASSERT(proof->verdict == Verdict::proved);
  });
  EXPECT_TRUE(holds);
}

INSTANTIATE_TEST_SUITE_P(Operations, NativeAgreement,
                         ::testing::Values(Op::add, Op::sub, Op::mul, Op::relu, Op::reduce_sum,
                                           Op::matmul, Op::linear),
                         [](const auto& tested) {
                           return std::string(operation(tested.param).name);
                         });

}  // namespace
}  // namespace touchstone::ptx
