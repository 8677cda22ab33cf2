#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluation.h"
#include "open_term.h"
#include "program.h"

namespace touchstone::ptx {

/// What stops a claim about bits: an instruction whose result the ISA does not fix.
enum class OpenKind : std::uint8_t { fusable, nan_read_as_bits, zero_divisor, bounded };

struct OpenCause {
  OpenKind kind{};
  TermId term = 0;  ///< an application
};

/// The first such term that some roots are made of, the gravest kind first; bounded forms are one
/// kind only where `bounded` asks for them. O(terms).
[[nodiscard]] std::optional<OpenCause> open_cause(const Symbols& symbols,
                                                  std::span<const TermId> roots, bool bounded);

/// For each term of the arena, whether it is made of a fusable or bounded form, so that its value
/// in an evaluation is one of several. O(terms).
[[nodiscard]] std::vector<bool> inexact_terms(const Symbols& symbols);

/// Why, where, and what would help.
[[nodiscard]] std::string text_of(const OpenCause& cause, const Symbols& symbols,
                                  const Program& program);

/// At which vectors of a batch an evaluation of some roots says what hardware computes. Where a
/// NaN's bits are read, or a divisor is zero, hardware may give something else.
class FixedVectors {
 public:
  FixedVectors(const Symbols& symbols, std::span<const TermId> roots);

  /// To be shown every value of a batch, after `restart`.
  void restart() { fixed_.fill(true); }
  void visit(TermId term, const BatchValues& values);
  [[nodiscard]] bool fixed(std::size_t vector) const { return fixed_[vector]; }

 private:
  struct Watched {
    TermId term = 0;
    Type nan = Type::none;  ///< open where it is a NaN of this type; of none, where it is zero
  };
  std::vector<Watched> watched_;  // ascending
  std::array<bool, batch_size> fixed_{};
};

}  // namespace touchstone::ptx
