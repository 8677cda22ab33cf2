#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "rewrite_rules.h"
#include "rewriting.h"
#include "symbols.h"

namespace touchstone::ptx {

/// Terms in a form that does not depend on how a kernel happens to spell them: constants folded and
/// the rules of rewrite_rules.h applied, from the operands up. A term and its normal form are equal
/// as numbers, NaN being one value, or as the statements, words or 64-bit words that they are. What
/// is read as bits keeps the bits of its NaNs, so it is left as it is wherever it may be one.
/// Whether a proof may go by equal terms at all is asked of the terms as they were (open_term.h).
class NormalForms {
 public:
  explicit NormalForms(Symbols& symbols);
  ~NormalForms() = default;
  NormalForms(const NormalForms&) = delete;
  NormalForms& operator=(const NormalForms&) = delete;

  /// O(terms that were not seen before).
  [[nodiscard]] TermId of(TermId term);

 private:
  static constexpr TermId unknown = UINT32_MAX;

  /// One term to be worked on, as a number (or whatever it is) or for its bits.
  struct Task {
    TermId term = 0;
    bool bits = false;
  };

  [[nodiscard]] TermId known(Task task) const;
  void keep(Task task, TermId form);
  [[nodiscard]] bool operand_by_bits(const TermNode& node, std::size_t operand, bool bits);
  [[nodiscard]] TermId rebuilt(TermId term, const TermNode& node, bool bits);
  [[nodiscard]] TermId rewritten(TermId term);
  [[nodiscard]] std::optional<TermId> folded(const TermNode& node);

  Symbols* symbols_;
  RangeFacts facts_;
  Rewriting rewriting_;
  std::array<std::vector<const RewriteRule*>, 64> rules_;  ///< by kind of the left side
  std::vector<TermId> numbers_;                            ///< by term
  std::unordered_map<TermId, TermId> words_;
  std::unordered_map<std::uint32_t, std::array<bool, max_value_operands>> reads_numbers_;
  std::vector<Task> stack_;
};

/// The normal form of one term.
[[nodiscard]] TermId normalised(Symbols& symbols, TermId term);

}  // namespace touchstone::ptx
