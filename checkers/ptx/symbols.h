#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "form.h"
#include "semantics.h"
#include "touchstone/term/term.h"

namespace touchstone::ptx {

/// The operands of one application.
struct OperandTerms {
  std::array<TermId, max_value_operands> ids{};
  std::size_t count = 0;

  [[nodiscard]] std::span<const TermId> all() const { return {ids.data(), count}; }
};

/// The terms of one symbolic run, and of the definition that it is compared with. Commutative
/// operands are ordered, so x + y and y + x are one term. Binary32 arithmetic that PTX fixes is the
/// same kind of term as a definition's (fma.rn.f32 is TermKind::fma, max.NaN.f32 is
/// TermKind::maximum); every other form is an application of that form, which only `evaluate` of
/// the semantics table opens. A predicate is a statement; a 32-bit register a word (a number's
/// bits, NaN being one value where it comes from arithmetic); a 64-bit register a pair of words or
/// an application of a 64-bit form.
class Symbols {
 public:
  [[nodiscard]] const TermArena& arena() const { return arena_; }
  [[nodiscard]] TermArena& arena() { return arena_; }

  /// Terms of given bits: a word, a 64-bit word, a statement.
  [[nodiscard]] TermId word(std::uint32_t bits);
  [[nodiscard]] TermId wide(std::uint64_t bits);
  [[nodiscard]] TermId truth(bool value);
  /// Bits of a term of this type, as `word`, `wide` or `truth` would.
  [[nodiscard]] TermId constant(Type type, std::uint64_t bits);

  /// Word `element` of operand `operand`.
  [[nodiscard]] TermId input(std::uint32_t operand, std::uint32_t element);

  /// The result of a value form (`is_value`), whose operands are terms of the types of its
  /// signature. Constants are folded where the ISA fixes the result: not the results of bounded and
  /// fusable forms, nor bits that would depend on a NaN's payload; a binary32 NaN of arithmetic is
  /// the word 0x7FC00000, which no form reads as bits.
  [[nodiscard]] TermId apply(const Form& form, std::span<const TermId> operands);
  /// The second predicate that setp gives.
  [[nodiscard]] TermId apply_second(const Form& form, std::span<const TermId> operands);
  /// `chosen` where the statement holds, `other` where it does not, of any one type.
  [[nodiscard]] TermId select(TermId statement, TermId chosen, TermId other, Type type);
  [[nodiscard]] TermId both(TermId x, TermId y);
  [[nodiscard]] TermId either(TermId x, TermId y);
  [[nodiscard]] TermId opposite(TermId x);
  /// A 64-bit word of two words, and its halves.
  [[nodiscard]] TermId pair(TermId low, TermId high);
  [[nodiscard]] TermId low(TermId wide);
  [[nodiscard]] TermId high(TermId wide);

  /// Of an application (TermKind::apply1 to apply3).
  [[nodiscard]] const Form& form(const TermNode& application) const;
  /// Its operands; four are an apply3 of the first and the pair of the second with a pair.
  [[nodiscard]] OperandTerms operands(const TermNode& application) const;

 private:
  [[nodiscard]] std::uint32_t number_of(const Form& form, std::size_t operands);
  [[nodiscard]] bool is_constant(TermId id) const;
  [[nodiscard]] std::uint64_t bits_of_constant(TermId id) const;
  /// The constant that the form gives of constants, where the ISA fixes all of its bits.
  [[nodiscard]] std::optional<TermId> folded(const Form& form, std::span<const TermId> operands);
  [[nodiscard]] std::optional<TermId> structural(const Form& form,
                                                 std::span<const TermId> operands);
  [[nodiscard]] TermId application(const Form& form, std::span<const TermId> operands);
  /// What setp compares, without the predicate that it combines the answer with.
  [[nodiscard]] TermId comparison(const Form& form, TermId x, TermId y);
  [[nodiscard]] TermId compared_numbers(Compare compare, TermId x, TermId y);
  [[nodiscard]] TermId upper_comparison(const Form& form, std::span<const TermId> operands);
  [[nodiscard]] TermId joined(unsigned bits, std::span<const TermId> parts);
  [[nodiscard]] TermId is_number(TermId x);
  [[nodiscard]] TermId combined(Logic logic, TermId answer, TermId with);
  /// A form of f32x2 as the pair of its two f32 results.
  [[nodiscard]] TermId lanes_apart(const Form& form, std::span<const TermId> operands);

  TermArena arena_{TermOrder::commutative};
  // Some forms have optional operands: each number of them is an entry of its own.
  using Applied = std::pair<Form, std::size_t>;
  std::vector<Applied> forms_;
  std::map<Applied, std::uint32_t> numbers_;
};

}  // namespace touchstone::ptx
