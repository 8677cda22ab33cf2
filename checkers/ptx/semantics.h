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
  bool wider = false;  ///< a register wider than `type` will do (9.4.1): see `widened`
};

/// Operands in the order written.
using Signature = std::vector<OperandRule>;

/// Whether bits are fixed by the ISA.
enum class Exactness : std::uint8_t {
  exact,    ///< one result, NaN payloads apart
  fusable,  ///< add/sub/mul without a rounding: may be fused (9.7.3.3), so a set of results
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

/// The form that an opcode such as "fma.rn.ftz.f32" names. Modifiers may stand in any order but for
/// types, as ptxas reads them. Cache operators and eviction hints are read and dropped: they change
/// no value and no order. Errors: unreadable when PTX has no such combination of the modifiers of a
/// known mnemonic; unavailable for a mnemonic or modifier that the table lacks.
[[nodiscard]] Result<Form> resolve(std::string_view opcode);

/// The opcode again, in the manual's order of modifiers, without hints and defaults.
[[nodiscard]] std::string text_of(const Form& form);

/// A mov's rule is of scalars: with `vector` n, one of its two operands is a list of n parts. A
/// second result (setp, shfl, match, "%r1|%p2") is no part of it.
[[nodiscard]] Signature signature_of(const Form& form);
[[nodiscard]] Exactness exactness_of(const Form& form);

/// Whether `evaluate` computes it: the rules from `move` to `is_space`, the latter two of spaces
/// excepted.
[[nodiscard]] bool is_value(const Form& form);

/// 9.4.1: a result of this type in a register of `width` bits, sign-extended for signed integers
/// and zero-extended otherwise.
[[nodiscard]] std::uint64_t widened(Type type, std::uint64_t bits, unsigned width);

/// Predicates are operands 0 or 1, after the others.
inline constexpr std::size_t max_value_operands = 4;

/// The result of a value form: bits in the low part of the word, zero above. Operands are those of
/// the signature; bits above their type's width are ignored. NaN results are 0x7fffffff (f32),
/// 0x7fff (f16, bf16) and 0x7fffffffffffffff (f64); 9.7.3 fixes none of these. Bounded forms give
/// one admissible result: the correctly rounded one, corner cases by their table. `set_predicate`
/// gives its first result; `second_predicate` gives the second. Requires the default floating-point
/// environment.
[[nodiscard]] std::uint64_t evaluate(const Form& form, std::span<const std::uint64_t> operands);
[[nodiscard]] std::uint64_t second_predicate(const Form& form,
                                             std::span<const std::uint64_t> operands);

/// Whether the ISA leaves the result open whatever `evaluate` gives: integer division by zero
/// (9.7.1.8, 9.7.1.9).
[[nodiscard]] bool is_unspecified(const Form& form, std::span<const std::uint64_t> operands);

/// What `evaluate` calls, chosen once. `operands` holds as many words as the form's signature has
/// value and predicate operands.
using ValueFunction = std::uint64_t (*)(const Form& form, const std::uint64_t* operands);
[[nodiscard]] ValueFunction function_of(const Form& form);

/// One word updated by atom, red or redux: the new value. `second` is that of compare_exchange.
/// atom.add.f32 rounds to nearest; in global memory it flushes subnormal operands and results to
/// sign-preserving zero (9.7.13.5, of the "current implementation"). `space` is where the word
/// lies, never generic.
[[nodiscard]] std::uint64_t updated(const Form& form, std::uint64_t old, std::uint64_t operand,
                                    std::uint64_t second, Space space);

/// Whether the result of this form may be a NaN whose bits the ISA leaves open (9.7.3): an integer
/// reading of it proves nothing where it may be NaN. Of moves, selections and memory it is false:
/// they keep the bits.
[[nodiscard]] bool nan_is_open(const Form& form);

}  // namespace touchstone::ptx
