#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "gate.h"

namespace touchstone {

/// For use inside this folder: what the gate was given, found again by what it is about, so that
/// judging a model with many distinct shapes against a ledger of many stays linear. `input` must
/// outlive it.
class Docket {
 public:
  explicit Docket(const GateInput& input);

  [[nodiscard]] const GateInput& input() const { return input_; }
  [[nodiscard]] const SourcedEvidence& at(std::size_t i) const { return input_.evidence[i]; }

  /// Evidence that supports, or may, what an obligation claims of exactly these operands.
  [[nodiscard]] std::span<const std::size_t> support(const Claim& claim,
                                                     const NodeClass& node) const;
  /// The same for all shapes. Equal for classes that differ in operands alone.
  [[nodiscard]] std::span<const std::size_t> support_of_any_shapes(const Claim& claim,
                                                                   const NodeClass& node) const;
  /// Known failing cases of this claim that this class is one of, ascending: made of the artifact
  /// and for the meaning in force, whoever found them, how, when and with what.
  [[nodiscard]] std::vector<std::size_t> refutations(const Claim& claim,
                                                     const NodeClass& node) const;
  /// Known failing cases of this claim as it is for this class but for its operands: the above, and
  /// those at other shapes, which refute whatever speaks of all. Ascending.
  [[nodiscard]] std::span<const std::size_t> refuted_cases(const Claim& claim,
                                                           const NodeClass& node) const;
  /// A known failing case of the same claim, artifact and meaning, for any operands, where the
  /// evidence speaks of all shapes: then what it says is not so.
  [[nodiscard]] std::optional<std::size_t> refuted_case_of(const Evidence& support) const;

  /// All evidence about a capsule.
  [[nodiscard]] std::span<const std::size_t> about(const std::string& capsule) const;
  [[nodiscard]] const SelfCheckResult* self_check(const NodeClass& node, Contract contract) const;

 private:
  using Index = std::unordered_map<std::string, std::vector<std::size_t>>;

  const GateInput& input_;
  Index by_capsule_;
  Index support_;
  Index refutations_;
  Index refuted_;
  std::unordered_map<std::string, const SelfCheckResult*> self_checks_;
};

}  // namespace touchstone
