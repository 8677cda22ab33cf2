#pragma once

#include <vector>

#include "term.h"
#include "touchstone/core/digest.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// One definition read at terms, at one class shape.
struct SymbolicReading {
  ClassInstance instance;
  TensorType result;
  TermArena arena;
  std::vector<TermId> outputs;  ///< one per element of the result, row-major
  /// int64 operands have no terms: they are read at the fixed values of
  /// class_instances::index_value. Empty for the other operands.
  std::vector<std::vector<std::int64_t>> index_operands;
};

/// The definition of `op` at every class shape of `attributes` (complete).
[[nodiscard]] std::vector<SymbolicReading> symbolic_readings(Op op, const Attributes& attributes);

/// What an operation means at given attributes: semantics version, name, attributes, and the terms
/// at every class shape as written, nodes numbered at their first visit from the outputs. Equal
/// digests mean equal definitions there, whatever else the arenas hold.
[[nodiscard]] Digest meaning_digest(Op op, const Attributes& attributes,
                                    const std::vector<SymbolicReading>& readings);
[[nodiscard]] Digest meaning_digest(Op op, const Attributes& attributes);

}  // namespace touchstone
