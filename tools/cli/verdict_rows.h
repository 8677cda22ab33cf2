#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "touchstone/session/session.h"

namespace touchstone::cli {

/// How the contracts of one node class fared: the kind of the evidence that served, or what
/// happened instead ("missing", "refused", "refuted", "waived", "no capsule", "not asked" of a
/// gradient).
struct ContractCells {
  std::array<std::string, all_contracts.size()> by_contract;
  std::string note;  ///< why recorded evidence was replaced; empty otherwise
};

/// Indexed by node class.
[[nodiscard]] std::vector<ContractCells> contract_cells(const Verification& verification);

/// One line of the verdict: nodes of one operation and capsule whose contracts fared alike.
struct VerdictRow {
  std::int64_t nodes = 0;
  std::string op;
  std::string capsule;
  ContractCells cells;
};

/// In the order in which the operations first appear in the model.
[[nodiscard]] std::vector<VerdictRow> verdict_rows(const Verification& verification);

struct ObligationCounts {
  std::int64_t all = 0;
  std::int64_t derived = 0;
  std::int64_t recorded = 0;
  std::int64_t refused = 0;  ///< there is evidence, and none that serves, or a refutation
  std::int64_t missing = 0;  ///< there is none
  std::int64_t waived = 0;   ///< not served, and a waiver lets it pass
};
/// Counted per node, as a model's reader counts them.
[[nodiscard]] ObligationCounts count_obligations(const Verification& verification);

}  // namespace touchstone::cli
