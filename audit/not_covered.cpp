#include "not_covered.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "touchstone/core/counted.h"
#include "touchstone/core/diagnostic.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

namespace {

std::string verb(std::int64_t number, const char* one, const char* many) {
  return number == 1 ? one : many;
}

std::int64_t nodes_graded(const Report& report, std::string_view grade) {
  std::int64_t out = 0;
  for (const ReportUse& use : report.uses) out += use.grade == grade ? use.nodes : 0;
  return out;
}

void add_shortfalls(std::vector<std::string>& out, const Report& report) {
  if (!report.accepted) {
    out.emplace_back(
        report.model
            ? "The model as a whole: the verdict is a rejection, so nothing is claimed of its "
              "outputs. What is shown as served holds of that operation alone."
            : "The capsules that no evidence serves: nothing is claimed of them.");
  }
  const std::string noun = report.model ? "node" : "capsule";
  if (const auto refuted = nodes_graded(report, "refuted"); refuted > 0) {
    out.push_back(counted(refuted, noun) + " " + verb(refuted, "has", "have") +
                  " a known failing case.");
  }
  if (const auto unserved = nodes_graded(report, "unserved"); unserved > 0) {
    out.push_back(counted(unserved, noun) + " " + verb(unserved, "has", "have") +
                  " an obligation that nothing serves.");
  }
  if (const auto waived = nodes_graded(report, "waived"); waived > 0) {
    out.push_back(counted(waived, noun) + " " + verb(waived, "passes", "pass") +
                  " by a waiver: of the obligation that it names nothing was shown.");
  }
}

/// Kinds of evidence that speak of the inputs which were run alone.
bool samples(std::string_view kind) {
  constexpr std::array all{EvidenceKind::replay, EvidenceKind::fuzz, EvidenceKind::test,
                           EvidenceKind::guard};
  return std::any_of(all.begin(), all.end(),
                     [&](EvidenceKind each) { return name_of(each) == kind; });
}

void add_samples(std::vector<std::string>& out, const Report& report) {
  std::map<std::string, std::int64_t> served;
  for (const ReportUse& use : report.uses) {
    for (const ReportObligation& row : use.obligations) {
      if (row.standing != name_of(Standing::served) || !row.evidence) continue;
      served[report.evidence[*row.evidence].kind] += use.nodes;
    }
  }
  bool any = false;
  for (const auto& [kind, obligations] : served) {
    if (kind == name_of(EvidenceKind::trusted)) {
      out.push_back(counted(obligations, "obligation") + " " + verb(obligations, "rests", "rest") +
                    " on the word of whoever supplied the kernel (evidence of kind trusted).");
    }
    if (!samples(kind)) continue;
    any = true;
    out.push_back("Inputs other than those that were run, for the " +
                  counted(obligations, "obligation") + " served by evidence of kind " + kind + ".");
  }
  if (!any) {
    out.emplace_back(
        "Runs on the target: no evidence of kind replay, fuzz, test or guard was used, so no "
        "kernel "
        "was seen to run on it, but for the self-check of reference kernels.");
  }
}

void add_inputs(std::vector<std::string>& out, const Report& report) {
  if (!report.model) {
    out.emplace_back(
        "Attributes and shapes other than those in each use's row. Those of a model are judged in "
        "the model's own report.");
  } else {
    out.emplace_back("Inputs of other element types or shapes than those listed for the model.");
    for (const auto& [name, length] : report.model->bindings) {
      out.push_back("Other lengths of the symbolic dimension " + printable(name) + " than " +
                    std::to_string(length) + ".");
    }
  }
  const bool indices =
      std::any_of(report.uses.begin(), report.uses.end(), [](const ReportUse& use) {
        const Operation* op = find_operation(use.op);
        return op != nullptr && op->reads_indices();
      });
  if (indices) {
    out.emplace_back(
        "Values of index operands outside their axis: computation ends in an error there, not in a "
        "result.");
  }
}

void add_gradients(std::vector<std::string>& out, const Report& report) {
  if (!report.model) {
    out.emplace_back("Gradients of capsules that promise none.");
  } else if (report.demand == "inference") {
    out.emplace_back("Gradients and training: only the forward contracts were asked for.");
  } else {
    out.emplace_back("The optimizer's own steps, and whether training converges.");
  }
}

/// Of ledgers that were not read, or that nothing shows to be whole.
void add_ledgers(std::vector<std::string>& out, const Report& report) {
  if (report.evidence_mode == "derive") {
    out.emplace_back(
        "What ledgers hold: with evidence mode derive none was read, so failing cases that are "
        "known "
        "to one are not known here.");
  } else if (report.ledgers.empty()) {
    out.emplace_back(
        "What ledgers hold: none was given, so failing cases that are known to one are not known "
        "here.");
  }
  for (const ReportLedger& ledger : report.ledgers) {
    if (ledger.origin == name_of(Origin::pinned_ledger)) continue;
    out.push_back("The completeness of " + printable(ledger.file) + " (" + ledger.origin +
                  "): entries, failing cases among them, may have been left out of it.");
  }
}

}  // namespace

std::vector<std::string> not_covered(const Report& report) {
  std::vector<std::string> out;
  add_shortfalls(out, report);
  add_samples(out, report);
  add_inputs(out, report);
  add_gradients(out, report);
  out.push_back("Devices other than " + report.device +
                ", and the last bits that another runtime gives for the same model.");
  if (const auto taken = static_cast<std::int64_t>(report.assumptions.size()); taken > 0) {
    out.push_back("Whether the " + counted(taken, "assumption") + " listed here " +
                  verb(taken, "holds", "hold") + ": each was taken as its entry says.");
  }
  add_ledgers(out, report);
  if (report.evidence_mode == "recorded") {
    out.emplace_back(
        "Whether recorded results can be repeated: no checker ran for this report but the "
        "self-check.");
  }
  out.emplace_back("Speed, use of memory, and side channels such as timing.");
  out.emplace_back(report.model
                       ? "Whether the model is any good: its accuracy, robustness and fairness."
                       : "Whether any model is any good.");
  return out;
}

}  // namespace touchstone
