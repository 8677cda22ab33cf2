#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "batch_rows.h"

/// A batch of n is n batches of one, bit for bit, for every operation that has a batch.
namespace touchstone::evaluation {
namespace {

/// Entry k along an axis, the axis kept.
Operand entry(const Operand& x, std::size_t axis, std::int64_t k) {
  Operand out{x.extents, {}};
  out.extents[axis] = 1;
  std::int64_t after = 1;
  for (std::size_t later = axis + 1; later < x.extents.size(); ++later) after *= x.extents[later];
  std::visit(
      [&](const auto& elements) {
        std::decay_t<decltype(elements)> taken;
        for (std::size_t i = 0; i < elements.size(); ++i) {
          const std::int64_t at = static_cast<std::int64_t>(i) / after % x.extents[axis];
          if (at == k) taken.push_back(elements[i]);
        }
        out.elements = std::move(taken);
      },
      x.elements);
  return out;
}

/// One choice of operands of a row, and a gradient of the result.
struct Sample {
  const Row& row;
  std::vector<Operand> operands;
  Operand cotangent;

  Sample(const Row& of, Mix mix, std::uint64_t seed, std::int64_t count = batch) : row(of) {
    Draw draw(mix, seed);
    for (const Slot& slot : row.operands) operands.push_back(draw.operand(slot, count));
    const Shape result = inferred(row.op, row.attributes_at(count), operands).shape;
    const auto extents = result.extents().entries();
    cotangent = draw.operand(shared({extents.begin(), extents.end()}), count);
  }

  /// The forward pass, and the gradient of every operand that carries the batch.
  [[nodiscard]] std::vector<Pass> passes() const {
    std::vector<Pass> out{Pass::forward()};
    for (const Pass pass : vjp_passes(operation(row.op), types_of(operands))) {
      if (axis_of(pass)) out.push_back(pass);
    }
    return out;
  }
  /// Where the batch lies in what a pass gives.
  [[nodiscard]] std::optional<std::size_t> axis_of(Pass pass) const {
    if (pass.is_forward()) return row.axis;
    return row.operands[position_of(pass, types_of(operands))].axis;
  }
  [[nodiscard]] Operand together(Pass pass) const { return read(pass, batch, operands, cotangent); }
  [[nodiscard]] Operand alone(Pass pass, std::int64_t k) const {
    std::vector<Operand> one;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto axis = row.operands[i].axis;
      one.push_back(axis ? entry(operands[i], *axis, k) : operands[i]);
    }
    return read(pass, 1, one, entry(cotangent, row.axis, k));
  }
  [[nodiscard]] Operand read(Pass pass, std::int64_t count, const std::vector<Operand>& x,
                             const Operand& g) const {
    const Attributes attributes = row.attributes_at(count);
    return pass.is_forward() ? applied(row.op, attributes, x)
                             : gradient(row.op, attributes, x, pass.value(), g);
  }
};

/// The entries of a batch's result that are not what they are alone, each compared with the result
/// of the entry `shift` further on.
std::vector<std::int64_t> differing(const Sample& sample, Pass pass, const Operand& together,
                                    std::int64_t shift = 0) {
  std::vector<std::int64_t> out;
  for (std::int64_t k = 0; k < batch; ++k) {
    const Operand alone = sample.alone(pass, (k + shift) % batch);
    if (!same(entry(together, *sample.axis_of(pass), k), alone)) out.push_back(k);
  }
  return out;
}

/// For every row, every mix and a few seeds.
void each_sample(const Row& row, const auto& visit) {
  for (const Mix mix : mixes) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) visit(Sample(row, mix, seed));
  }
}

std::string place(const Row& row, Pass pass) {
  return row.text() +
         (pass.is_forward() ? ", forward" : ", gradient " + std::to_string(pass.value()));
}

TEST(Batch, EveryOperationHasARowOrAReason) {
  std::set<Op> listed;
  for (const Row& row : rows()) listed.insert(row.op);
  for (const Operation& operation : vocabulary()) {
    const bool has_row = listed.count(operation.op) != 0;
    const bool has_reason = without_batch(operation.op).has_value();
    EXPECT_TRUE(has_row || has_reason) << operation.name << " has no row in batch_test.cpp";
    EXPECT_FALSE(has_row && has_reason) << operation.name;
  }
}

TEST(Batch, TheReasonsHold) {
  const Operand x{{3, 2}, Floats{1, 2, 3, 4, 5, 6}};
  for (const Operation& operation : vocabulary()) {
    const auto reason = without_batch(operation.op);
    if (reason == Without::it_is_reduced_to_one_number) {
      const bool by_index = operation.reads_indices();
      const Operand target = by_index ? Operand{{3}, Ints{0, 1, 0}} : x;
      const Attributes attributes = sample_attributes(operation);
      EXPECT_EQ(inferred(operation.op, attributes, {x, target}).shape.rank(), 0U) << operation.name;
    } else if (reason == Without::no_operand_carries_it) {
      for (const OperandSpec& operand : operation.operands) {
        EXPECT_EQ(operand.kind, OperandKind::counter) << operation.name;
      }
    }
  }
}

TEST(Batch, OfNIsNBatchesOfOne) {
  for (const Row& row : rows()) {
    each_sample(row, [](const Sample& sample) {
      for (const Pass pass : sample.passes()) {
        EXPECT_EQ(differing(sample, pass, sample.together(pass)), std::vector<std::int64_t>{})
            << place(sample.row, pass);
      }
    });
  }
}

/// One bit of the last element, which lies in the last entry whatever the axis.
Operand altered(Operand x) {
  float& last = std::get<Floats>(x.elements).back();
  last = std::isnan(last) ? 0.0F : std::bit_cast<float>(std::bit_cast<std::uint32_t>(last) ^ 1U);
  return x;
}

TEST(Batch, EveryRowTellsOneBitAndOneEntryFromAnother) {
  for (const Row& row : rows()) {
    std::set<std::pair<Pass, std::int64_t>> expected;
    std::set<std::pair<Pass, std::int64_t>> told;
    each_sample(row, [&](const Sample& sample) {
      for (const Pass pass : sample.passes()) {
        for (std::int64_t k = 0; k < batch; ++k) expected.insert({pass, k});
        const Operand together = sample.together(pass);
        EXPECT_EQ(differing(sample, pass, altered(together)), std::vector<std::int64_t>{batch - 1})
            << place(row, pass);
        for (const std::int64_t k : differing(sample, pass, together, 1)) told.insert({pass, k});
      }
    });
    EXPECT_EQ(told, expected) << row.text();
  }
}

TEST(Batch, OfNoneIsEmpty) {
  for (const Row& row : rows()) {
    const Sample none(row, Mix::moderate, 1, 0);
    for (const Pass pass : none.passes()) {
      const Operand result = none.read(pass, 0, none.operands, none.cotangent);
      EXPECT_EQ(result.extents[*none.axis_of(pass)], 0) << place(row, pass);
      EXPECT_TRUE(floats(result).empty()) << place(row, pass);
    }
  }
}

TEST(Batch, ComparesBitsWithNaNAsOneValue) {
  const auto list = [](Floats x) { return Operand{{2}, std::move(x)}; };
  EXPECT_TRUE(same(list({1, nan}), list({1, -nan})));
  EXPECT_FALSE(same(list({0.0F, 1}), list({-0.0F, 1})));
  EXPECT_FALSE(same(list({0, 1}), list({least, 1})));
  EXPECT_FALSE(same(list({1, nan}), list({1, inf})));
  EXPECT_FALSE(same(list({1, 2}), Operand{{1, 2}, Floats{1, 2}}));
}

TEST(Batch, OperandsHoldEverySpecialValue) {
  std::set<std::uint32_t> special;
  std::set<int> exponents;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Operand few = Draw(Mix::special, seed).operand(value({3, 400}), batch);
    for (const float x : floats(few)) special.insert(canonical_bits(x));
    const Operand many = Draw(Mix::wide, seed).operand(value({3, 400}), batch);
    for (const float x : floats(many)) exponents.insert(std::ilogb(x));
  }
  for (const float x : specials) EXPECT_EQ(special.count(canonical_bits(x)), 1U) << x;
  EXPECT_LT(*exponents.begin(), -126);
  EXPECT_EQ(*exponents.rbegin(), 127);
  EXPECT_GT(exponents.size(), 200U);
}
}  // namespace
}  // namespace touchstone::evaluation
