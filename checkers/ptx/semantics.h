#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "form.h"
#include "touchstone/core/result.h"

/// The semantics table: for every instruction form what it does and where the PTX ISA says so. The
/// parser, the simulator, the symbolic engine and the documentation read it and nothing else.
namespace touchstone::ptx {

/// What an operand may be.
enum class OperandRole : std::uint8_t {
  result,     ///< a register
  value,      ///< a register, an immediate, a special register (mov) or a variable's address (mov)
  predicate,  ///< a predicate register, "!" allowed where the section says so
  address,
  label,
  function,
};

struct OperandRule {
  OperandRole role{};
  Type type{};              ///< of the register or immediate; `b` types accept any of their width
  std::uint8_t vector = 1;  ///< elements in braces; 1 for a single operand
  bool optional = false;
  bool immediate_only = false;
};

/// Operands in the order written.
using Signature = std::vector<OperandRule>;

/// Whether bits are fixed by the ISA.
enum class Exactness : std::uint8_t {
  exact,    ///< one result, NaN payloads apart
  fusable,  ///< add/mul without a rounding: ptxas may fuse them (9.7.3), so a set of results
  bounded,  ///< .approx and .full: any result within the documented error
  effect,   ///< memory, order or control
};

struct Entry {
  std::string_view pattern;  ///< "add{.rnd}{.ftz}{.sat}.f32"
  std::string_view section;  ///< "9.7.3.3", of PTX ISA 9.0
  std::string_view rule;     ///< one sentence: what the result is, special cases included
  std::string_view error;    ///< of bounded forms: the documented bound; otherwise empty
};

[[nodiscard]] std::span<const Entry> entries();

/// The form that an opcode such as "fma.rn.ftz.f32" names. Errors: unreadable when PTX has no such
/// combination of the modifiers of a known mnemonic; unavailable for a mnemonic that the table
/// lacks.
[[nodiscard]] Result<Form> resolve(std::string_view opcode);

/// The opcode again, in canonical order of modifiers.
[[nodiscard]] std::string text_of(const Form& form);

[[nodiscard]] Signature signature_of(const Form& form);
[[nodiscard]] Exactness exactness_of(const Form& form);

/// Whether `evaluate` computes it: the rules from `move` to `is_space`, the latter two of spaces
/// excepted.
[[nodiscard]] bool is_value(const Form& form);

/// Widths of the operands as `evaluate` takes them; a predicate is 0 or 1.
inline constexpr std::size_t max_value_operands = 4;

/// The result of a value form: bits in the low part of the word, zero above. Arithmetic NaN results
/// are 0x7fffffff (f32), 0x7fff (f16, bf16) and 0x7fffffffffffffff (f64); 4.? of the notes. Bounded
/// forms give one admissible result: the correctly rounded one, corner cases by their table.
/// `set_predicate` gives its first result; the second is that of the form with the comparison
/// negated (`second_predicate`). Requires the default floating-point environment.
[[nodiscard]] std::uint64_t evaluate(const Form& form, std::span<const std::uint64_t> operands);
[[nodiscard]] std::uint64_t second_predicate(const Form& form,
                                             std::span<const std::uint64_t> operands);

/// One word updated by atom, red or redux: the new value. atom.add.f32 rounds to nearest; in global
/// memory it flushes subnormal operands and results to sign-preserving zero (9.7.13.? "atom").
[[nodiscard]] std::uint64_t updated(const Form& form, std::uint64_t old, std::uint64_t operand,
                                    std::uint64_t second, Space space);

/// Whether this result of this form is a float whose NaN payload the ISA leaves open: an integer
/// reading of it proves nothing where it may be NaN.
[[nodiscard]] bool nan_is_open(const Form& form);

}  // namespace touchstone::ptx
