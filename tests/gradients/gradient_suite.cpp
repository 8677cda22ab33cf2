#include "gradient_suite.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "choices.h"
#include "gradient_check.h"
#include "planted_faults.h"
#include "readings.h"

namespace touchstone::gradients {

namespace {

/// At most one choice in fifty may be refused: choosers draw what `infer` accepts.
constexpr std::int64_t refused_limit = 50;
/// A broken vjp fails nearly everywhere; this many reports are enough.
constexpr std::int64_t reported_failures = 3;

struct Tally {
  std::int64_t cases = 0;
  std::int64_t refused = 0;
  std::int64_t gradients = 0;
  std::int64_t elements = 0;
  std::int64_t wrong = 0;
  Disagreement worst;
};

void check_case(const GradientCase& at, Tally& tally) {
  const Numbers result = forward_at_mpfr(at, at.values);
  for (const Pass pass : vjp_passes(*at.operation, at.operands)) {
    TermWatch watch;
    const Numbers gradient = vjp_at_mpfr(at, result, pass, {}, watch);
    const Disagreement apart = compare(at, pass.value(), derivative_of(at, pass.value()), gradient);
    ++tally.gradients;
    tally.elements += static_cast<std::int64_t>(gradient.size());
    tally.worst.dual = std::max(tally.worst.dual, apart.dual);
    tally.worst.difference = std::max(tally.worst.difference, apart.difference);
    if ((apart.by_dual() || apart.by_difference()) && ++tally.wrong <= reported_failures) {
      ADD_FAILURE() << at.text() << "\n  the gradient by value operand " << pass.value()
                    << " disagrees by " << apart.dual
                    << " of the magnitude with dual numbers and by " << apart.difference
                    << " with central differences";
    }
  }
}

void report_faults(const std::string& what, const FaultCounts& counts) {
  std::cout << "  " << what << ":";
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const FaultCount& count = counts[kind];
    std::cout << (kind == 0 ? " " : ", ") << fault_kinds[kind] << " " << count.found_by_both
              << " of " << count.planted;
    if (count.without_effect > 0) std::cout << " (" << count.without_effect << " without effect)";
  }
  std::cout << "\n";
}

void judge_faults(const std::string& what, const FaultCounts& counts) {
  bool wrongly_read = false;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const FaultCount& count = counts[kind];
    EXPECT_EQ(count.found_by_dual, count.planted) << what << ": " << fault_kinds[kind];
    EXPECT_EQ(count.found_by_difference, count.planted) << what << ": " << fault_kinds[kind];
    if (count.planted + count.without_effect > 0) {
      EXPECT_GT(count.found_by_both, 0) << what << ": " << fault_kinds[kind];
      wrongly_read |= static_cast<FaultKind>(kind) != FaultKind::unwritten;
    }
  }
  EXPECT_TRUE(wrongly_read) << what << " has no wrong term or position";
}

}  // namespace

std::vector<std::string> differentiable_operations() {
  std::vector<std::string> out;
  for (const Operation& operation : vocabulary()) {
    if (operation.differentiable) out.emplace_back(operation.name);
  }
  return out;
}

void expect_right_gradients(const std::string& name, std::int64_t cases) {
  const Operation& operation = *find_operation(name);
  const Chooser* chooser = chooser_of(name);
  ASSERT_NE(chooser, nullptr) << name << " is differentiable and has no chooser";
  Tally tally;
  for (; tally.cases < cases; ++tally.cases) {
    const auto drawn = draw_case(operation, *chooser, tally.cases);
    if (drawn) {
      check_case(*drawn, tally);
    } else if (++tally.refused <= reported_failures) {
      std::cout << "  " << name << " case " << tally.cases << " refused: " << drawn.error().reason
                << "\n";
    }
  }
  std::cout << "  " << name << ": " << cases << " choices (" << tally.refused << " refused), "
            << tally.gradients << " gradients, " << tally.elements << " elements; apart at most 2^"
            << std::round(std::log2(tally.worst.dual)) << " by dual numbers, 2^"
            << std::round(std::log2(tally.worst.difference)) << " by differences\n";
  EXPECT_EQ(tally.wrong, 0) << name;
  EXPECT_LE(tally.refused * refused_limit, cases) << name;
  EXPECT_GT(tally.gradients, 0) << name;
}

void expect_faults_found(const std::string& name, std::int64_t cases) {
  const Operation& operation = *find_operation(name);
  const Chooser* chooser = chooser_of(name);
  ASSERT_NE(chooser, nullptr) << name << " is differentiable and has no chooser";
  std::vector<FaultCounts> by_operand;
  for (std::int64_t number = 0; number < cases; ++number) {
    const auto drawn = draw_case(operation, *chooser, number);
    if (!drawn) continue;
    const Numbers result = forward_at_mpfr(*drawn, drawn->values);
    for (const Pass pass : vjp_passes(operation, drawn->operands)) {
      by_operand.resize(std::max(by_operand.size(), pass.value() + 1));
      plant_faults(*drawn, result, pass, by_operand[pass.value()]);
    }
  }
  for (std::size_t operand = 0; operand < by_operand.size(); ++operand) {
    const std::string what = name + " by value operand " + std::to_string(operand);
    report_faults(what, by_operand[operand]);
    judge_faults(what, by_operand[operand]);
  }
  EXPECT_FALSE(by_operand.empty());
}

}  // namespace touchstone::gradients
