#pragma once

#include <vector>

#include "term.h"
#include "touchstone/core/digest.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// The terms of one pass of a definition at these types, made in `arena`: one for each element of
/// the result, row-major. Element e of operand i is the term {input, i, e}; int64 operands have no
/// terms and are read at `index_operands` (one list per operand of the pass, empty for the others).
/// Requires types that the operation accepts.
[[nodiscard]] std::vector<TermId> definition_terms(
    TermArena& arena, Op op, const Attributes& attributes, Pass pass, const PassTypes& types,
    const std::vector<std::vector<std::int64_t>>& index_operands);

/// One pass of a definition read at terms, at one class shape.
struct SymbolicReading {
  ClassInstance instance;  ///< the operation's own operands
  Pass pass = Pass::forward();
  PassTypes types;  ///< what the pass reads and gives
  TermArena arena;
  std::vector<TermId> outputs;  ///< one per element of the result, row-major
  /// int64 operands have no terms: indices are read at the fixed values of
  /// class_shapes::index_value, counters at 1. Per operand of the pass; empty for the others.
  std::vector<std::vector<std::int64_t>> index_operands;
};

/// The forward definition of `op` at every class shape of `attributes` (complete).
[[nodiscard]] std::vector<SymbolicReading> symbolic_readings(Op op, const Attributes& attributes);

/// Its vector-Jacobian products there: one reading for each class shape and value operand. The
/// result and the cotangent are terms of their own, so what is read is how the product is computed
/// from them. Empty for an operation that is not differentiable.
[[nodiscard]] std::vector<SymbolicReading> symbolic_vjp_readings(Op op,
                                                                 const Attributes& attributes);

/// What an operation means at given attributes: semantics version, name, attributes, and the terms
/// at every class shape as written, nodes numbered at their first visit from the outputs. Equal
/// digests mean equal definitions there, whatever else the arenas hold.
[[nodiscard]] Digest meaning_digest(Op op, const Attributes& attributes,
                                    const std::vector<SymbolicReading>& readings);
[[nodiscard]] Digest meaning_digest(Op op, const Attributes& attributes);

/// The same for its vector-Jacobian products, of readings that `symbolic_vjp_readings` gave.
[[nodiscard]] Digest vjp_meaning_digest(Op op, const Attributes& attributes,
                                        const std::vector<SymbolicReading>& readings);
[[nodiscard]] Digest vjp_meaning_digest(Op op, const Attributes& attributes);

}  // namespace touchstone
