#include "verdict_rows.h"

#include <algorithm>
#include <set>

namespace touchstone::cli {

namespace {

std::string cell_of(const ObligationResult& result, const Verdict& verdict) {
  switch (result.standing) {
    case Standing::served:
      return std::string(name_of(verdict.evidence[*result.evidence].evidence.kind));
    case Standing::missing: return "missing";
    case Standing::inadmissible: return "refused";
    case Standing::contradicted: return "refuted";
    case Standing::waived: return "waived";
  }
  return "missing";
}

bool alike(const VerdictRow& a, const VerdictRow& b) {
  return a.op == b.op && a.capsule == b.capsule && a.cells.by_contract == b.cells.by_contract &&
         a.cells.note == b.cells.note;
}

}  // namespace

std::vector<ContractCells> contract_cells(const Verification& verification) {
  const Verdict& verdict = verification.gated.verdict;
  std::vector<ContractCells> out(verification.plan.classes.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].by_contract.fill("no capsule");
    if (!verification.plan.classes[i].vjp) out[i].by_contract.back() = "not asked";
  }
  std::set<std::pair<std::uint32_t, std::size_t>> unserved;
  for (std::size_t i = 0; i < verdict.obligations.size(); ++i) {
    const ObligationResult& result = verdict.obligations[i];
    ContractCells& cells = out[result.obligation.node_class];
    const auto column = static_cast<std::size_t>(result.obligation.claim.contract);
    // A gradient is several statements: the first that is not served speaks for all, else the last.
    const bool spoken = unserved.contains({result.obligation.node_class, column});
    if (!spoken) cells.by_contract[column] = cell_of(result, verdict);
    if (result.standing != Standing::served) {
      unserved.insert({result.obligation.node_class, column});
    }
    if (cells.note.empty() && result.standing == Standing::served) {
      cells.note = verification.replaced[i];
    }
  }
  return out;
}

std::vector<VerdictRow> verdict_rows(const Verification& verification) {
  const std::vector<ContractCells> cells = contract_cells(verification);
  std::vector<VerdictRow> out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const NodeClass& node = verification.plan.classes[i];
    VerdictRow row{node.node_count, std::string(operation(node.op).name),
                   node.capsule != nullptr ? node.capsule->name : "none", cells[i]};
    const auto same = std::find_if(out.begin(), out.end(),
                                   [&](const VerdictRow& known) { return alike(known, row); });
    if (same == out.end()) {
      out.push_back(std::move(row));
    } else {
      same->nodes += row.nodes;
    }
  }
  return out;
}

ObligationCounts count_obligations(const Verification& verification) {
  const Verdict& verdict = verification.gated.verdict;
  ObligationCounts out;
  for (const ObligationResult& result : verdict.obligations) {
    const std::int64_t nodes = verification.plan.classes[result.obligation.node_class].node_count;
    out.all += nodes;
    if (result.standing == Standing::missing) {
      out.missing += nodes;
    } else if (result.standing == Standing::waived) {
      out.waived += nodes;
    } else if (result.standing != Standing::served) {
      out.refused += nodes;
    } else if (verdict.evidence[*result.evidence].origin == Origin::derived_now) {
      out.derived += nodes;
    } else {
      out.recorded += nodes;
    }
  }
  return out;
}

}  // namespace touchstone::cli
