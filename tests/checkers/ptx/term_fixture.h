#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "touchstone/ptx/evaluation.h"
#include "touchstone/ptx/semantics.h"
#include "touchstone/ptx/symbols.h"

namespace touchstone::ptx {

/// Terms written as a test reads them.
class TermTest : public testing::Test {
 public:
  TermId apply(std::string_view opcode, std::initializer_list<TermId> operands) {
    const std::vector<TermId> given(operands);
    return symbols.apply(*resolve(opcode), given);
  }
  TermId second(std::string_view opcode, std::initializer_list<TermId> operands) {
    const std::vector<TermId> given(operands);
    return symbols.apply_second(*resolve(opcode), given);
  }
  TermId make(TermKind kind, TermId a, TermId b = 0, TermId c = 0) {
    return symbols.arena().make({kind, a, b, c});
  }
  TermId number(float value) { return symbols.word(std::bit_cast<std::uint32_t>(value)); }
  TermId word(std::uint32_t bits) { return symbols.word(bits); }
  [[nodiscard]] TermKind kind(TermId term) const { return symbols.arena().nodes()[term].kind; }

  /// The value of a term at one vector of inputs: operand i has the single element inputs[i].
  [[nodiscard]] std::uint64_t value(TermId term, const std::vector<std::uint64_t>& inputs) const {
    const std::array<TermId, 1> roots{term};
    const auto values = Evaluation(symbols, roots).at([&](std::uint32_t operand, std::uint32_t) {
      BatchValues out{};
      out.fill(inputs.at(operand));
      return out;
    });
    return values[0][0];
  }

  Symbols symbols;
  TermId x = symbols.input(0, 0);
  TermId y = symbols.input(1, 0);
  TermId z = symbols.input(2, 0);
};

inline constexpr std::uint32_t one_bits = 0x3F800000U;
inline constexpr std::uint32_t two_bits = 0x40000000U;
inline constexpr std::uint32_t minus_zero_bits = 0x80000000U;
inline constexpr std::uint32_t infinity_bits = 0x7F800000U;
inline constexpr std::uint32_t nan_bits = 0x7FC00001U;

}  // namespace touchstone::ptx
