#include "verdict_text.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "text_table.h"
#include "touchstone/audit/statement.h"
#include "touchstone/audit/verdict_sentence.h"
#include "touchstone/core/counted.h"
#include "verdict_rows.h"

namespace touchstone::cli {

namespace {

/// The contracts that were asked for, as columns.
std::vector<std::string> contract_titles(const Verification& v) {
  std::vector<std::string> out{"shape", "layout", "value"};
  if (v.plan.demand == Demand::training) out.emplace_back("vjp");
  return out;
}

void append_cells(std::vector<std::string>& line, const ContractCells& cells,
                  const Verification& v) {
  const auto count = static_cast<std::ptrdiff_t>(contract_titles(v).size());
  line.insert(line.end(), cells.by_contract.begin(), cells.by_contract.begin() + count);
}

/// The first few types, and how many follow.
std::string types_of(const Graph& graph, const std::vector<ValueId>& ids) {
  constexpr std::size_t shown = 4;
  std::string out;
  for (std::size_t i = 0; i < ids.size() && i < shown; ++i) {
    out += (i == 0 ? "" : ", ") + graph.value(ids[i]).type.text();
  }
  return ids.size() <= shown ? out : out + ", … " + std::to_string(ids.size() - shown) + " more";
}

std::string rows_by_group(const Verification& v) {
  std::vector<std::vector<std::string>> rows{{"nodes", "op", "capsule"}};
  for (std::string& title : contract_titles(v)) rows[0].push_back(std::move(title));
  for (const VerdictRow& row : verdict_rows(v)) {
    std::vector<std::string> line{with_thousands(row.nodes), row.op, row.capsule};
    append_cells(line, row.cells, v);
    if (!row.cells.note.empty()) line.push_back("derived now; recorded: " + row.cells.note);
    rows.push_back(std::move(line));
  }
  return table(rows);
}

std::string rows_by_node(const Verification& v) {
  const auto cells = contract_cells(v);
  std::vector<std::vector<std::string>> rows{{"node", "op", "capsule"}};
  for (std::string& title : contract_titles(v)) rows[0].push_back(std::move(title));
  rows[0].emplace_back("id and result");
  for (std::size_t n = 0; n < v.plan.class_of_node.size(); ++n) {
    const Node& node = v.plan.graph->nodes[n];
    const std::uint32_t at = v.plan.class_of_node[n];
    const NodeClass& node_class = v.plan.classes[at];
    std::vector<std::string> line{
        std::to_string(n), std::string(operation(node.op).name),
        node_class.capsule != nullptr ? node_class.capsule->name : "none"};
    append_cells(line, cells[at], v);
    line.push_back(printable(node.id) + "  " + node_class.result.shape.text());
    rows.push_back(std::move(line));
  }
  return table(rows);
}

std::string rows_by_backend(const Verification& v) {
  std::vector<std::vector<std::string>> rows{{"nodes", "op", "capsule", "provider", "device"}};
  for (const VerdictRow& row : verdict_rows(v)) {
    const Capsule* capsule = v.plan.registry->find(row.capsule);
    rows.push_back({with_thousands(row.nodes), row.op, row.capsule,
                    capsule != nullptr ? std::string(name_of(capsule->provider)) : "none",
                    capsule != nullptr ? std::string(name_of(capsule->device)) : "none"});
  }
  return table(rows);
}

/// A profile of a user's own is said with its file: its name says nothing to anyone else.
std::string profile_text(const Verification& v) {
  const Profile& profile = v.plan.profile;
  if (!profile.file) return profile.name;
  std::string file;
  for (const ReadInput& read : v.gated.verdict.read) {
    if (read.what == "profile") file = printable(read.name) + ", ";
  }
  return profile.name + " (" + file + "sha256 " + profile.file->brief() + ")";
}

std::string profile_line(const Verification& v) {
  return "profile " + profile_text(v) + " · device " + std::string(name_of(v.plan.device)) +
         (v.plan.demand == Demand::training ? " · training" : " · inference") + " · semantics " +
         std::to_string(semantics_version) + (v.at_given ? " · as of " + v.at : "") + "\n";
}

std::string obligations_line(const Verification& v) {
  const ObligationCounts counts = count_obligations(v);
  std::string out = "  " + counted(counts.all, "obligation") + ": " +
                    with_thousands(counts.derived) + " derived now, " +
                    with_thousands(counts.recorded) + " recorded, ";
  if (counts.refused > 0) out += with_thousands(counts.refused) + " refused, ";
  if (counts.waived > 0) out += with_thousands(counts.waived) + " waived, ";
  return out + with_thousands(counts.missing) + " missing\n";
}

std::string ledger_lines(const Verification& v) {
  std::string out;
  for (std::size_t i = 0; i < v.ledgers.size(); ++i) {
    const Ledger& ledger = v.ledgers[i];
    const LedgerStanding& standing = v.standings[i];
    out += "  ledger " + printable(ledger.file.filename().string()) + ": " +
           with_thousands(static_cast<std::int64_t>(ledger.checkpoint.size)) + " entries, root " +
           ledger.checkpoint.root.brief() + "; ";
    out += standing.why.empty()
               ? "signed by " + printable(standing.signer) + ", extends the state accepted last\n"
               : standing.why + ": its completeness is not established\n";
  }
  if (v.recorded) {
    out += "  recorded in " + printable(v.recorded->file.filename().string()) + ": now " +
           with_thousands(static_cast<std::int64_t>(v.recorded->checkpoint.size)) +
           " entries, root " + v.recorded->checkpoint.root.brief() + "\n";
  }
  return out;
}

std::string grade_lines(const Verification& v) {
  struct Counts {
    std::int64_t values = 0;
    std::int64_t gradients = 0;
  };
  std::map<Trust, Counts> nodes_by_trust;
  const Verdict& verdict = v.gated.verdict;
  for (const ObligationResult& result : verdict.obligations) {
    const Claim& claim = result.obligation.claim;
    if (!claims_bits(claim.obligation) || result.standing != Standing::served) continue;
    Counts& counts = nodes_by_trust[trust_of(verdict.evidence[*result.evidence].evidence)];
    (claim.contract == Contract::value ? counts.values : counts.gradients) +=
        v.plan.classes[result.obligation.node_class].node_count;
  }
  std::string out;
  for (const auto& [trust, counts] : nodes_by_trust) {
    const std::string name(name_of(trust));
    out += "  " + name + std::string(10 - name.size(), ' ') + counted(counts.values, "value");
    if (counts.gradients > 0) {
      out += " and the gradients of " + counted(counts.gradients, "node");
    }
    if (trust != Trust::identity) {
      out += ".\n";
      continue;
    }
    out += ": the kernel is the definition, so there is nothing else to compare with.\n";
    out += "            Self-check: " + with_thousands(verdict.self_check_equal) + " of " +
           with_thousands(verdict.self_check_vectors) + " vectors equal.\n";
  }
  return out;
}

std::string trust_line(const Verdict& verdict) {
  std::string out = "  you trust";
  for (const AssumptionId id : verdict.assumptions) out += " " + std::string(assumption(id).name);
  return out + "   (touchstone audit explain A-…)\n";
}

/// The first known failing cases, used shapes or not, with the digests by which a waiver names
/// them.
std::string counter_evidence_lines(const Verdict& verdict) {
  constexpr std::size_t shown = 3;
  std::string out;
  const std::size_t all = verdict.counter_evidence.size();
  for (std::size_t i = 0; i < all && i < shown; ++i) {
    const Evidence& e = verdict.evidence[verdict.counter_evidence[i]].evidence;
    out += "  counter-evidence against " + printable(e.claim.capsule) + ", " +
           std::string(name_of(e.claim.obligation)) + " (" + e.scope.text() + "): finding " +
           finding_digest(e).hex() + "\n";
  }
  if (all > shown) {
    out += "  and " + std::to_string(all - shown) + " more; --json has them all\n";
  }
  return out;
}

/// Who lets what pass without evidence.
std::string waiver_lines(const Verdict& verdict) {
  std::string out;
  for (const Waiver& w : verdict.waivers) {
    out += "  waived by " + printable(w.owner) + " until " + w.expires + ": " +
           printable(w.capsule) + ", " + std::string(name_of(w.obligation)) +
           (w.finding ? ", finding " + w.finding->brief() : "") + ": " + printable(w.reason) + "\n";
  }
  for (const IdleWaiver& idle : verdict.idle_waivers) {
    const Waiver& w = idle.waiver;
    out += "  the waiver of " + printable(w.owner) + " for " + printable(w.capsule) + ", " +
           std::string(name_of(w.obligation)) + ", lets nothing pass: " + idle.why + "\n";
  }
  return out;
}

/// Breaks a text at blanks so that no line is longer than a terminal's, and indents all but the
/// first as deep as what stands before it.
std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t width = 80;
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out + "\n";
}

std::string accepted_text(const Verification& v) {
  constexpr std::string_view word = "ACCEPTED  ";
  return std::string(word) + wrapped(verdict_sentence(v.plan, v.gated.verdict), word.size());
}

std::string what_it_rests_on(const Verification& v) {
  const char* const training = v.plan.demand == Demand::training
                                   ? "the optimizer's own steps · whether training converges"
                                   : "training (--training)";
  return grade_lines(v) + trust_line(v.gated.verdict) + "  not said  " + training +
         " · other devices than " + std::string(name_of(v.plan.device)) +
         " · whether the network is any good\n";
}

/// The subjects of equal reasons, up to three of them.
struct ReasonGroup {
  std::string text;
  std::vector<std::string> subjects;
};

std::vector<ReasonGroup> grouped(const std::vector<Reason>& reasons) {
  std::vector<ReasonGroup> out;
  std::map<std::string, std::size_t> known;
  for (const Reason& reason : reasons) {
    const auto [at, added] = known.emplace(reason.text, out.size());
    if (added) out.push_back({reason.text, {}});
    out[at->second].subjects.push_back(reason.subject);
  }
  return out;
}

std::string rejected_text(const Verification& v) {
  constexpr std::size_t shown = 12;
  constexpr std::size_t named = 3;
  const std::vector<ReasonGroup> groups = grouped(v.gated.verdict.reasons);
  std::string out =
      "REJECTED  " + counted(static_cast<std::int64_t>(groups.size()), "reason") + ".\n";
  for (std::size_t i = 0; i < groups.size() && i < shown; ++i) {
    const ReasonGroup& group = groups[i];
    for (std::size_t k = 0; k < group.subjects.size() && k < named; ++k) {
      out += (k == 0 ? "  " : "; ") + group.subjects[k];
    }
    if (group.subjects.size() > named) {
      out += "; and " + std::to_string(group.subjects.size() - named) + " more";
    }
    out += ": " + group.text + "\n";
  }
  if (groups.size() > shown) {
    out += "  and " + counted(static_cast<std::int64_t>(groups.size() - shown), "more reason") +
           "; --json has them all\n";
  }
  if (v.mode == EvidenceMode::recorded) {
    out += "  --evidence auto derives what no ledger serves.\n";
  }
  return out;
}

}  // namespace

std::string model_line(const Graph& graph) {
  const ModelOrigin& origin = graph.origin;
  std::string out = printable(std::filesystem::path(origin.file).filename().string()) +
                    "  sha256 " + origin.digest.brief() + "  " + origin.format + " · " +
                    counted(static_cast<std::int64_t>(graph.nodes.size()), "node") + " · " +
                    types_of(graph, graph.inputs) + " → " + types_of(graph, graph.outputs);
  for (const auto& [name, value] : origin.bindings) {
    out += " · " + printable(name) + "=" + std::to_string(value);
  }
  return out + "\n";
}

std::string brief_verdict_text(const Verification& v, bool show_backend) {
  std::string out = profile_line(v) + "\n";
  if (show_backend) out += rows_by_backend(v);
  out += obligations_line(v) + "\n";
  out += v.gated.verdict.accepted ? accepted_text(v) : rejected_text(v);
  return out + waiver_lines(v.gated.verdict) + "\n";
}

std::string verdict_text(const Verification& v, const VerdictStyle& style) {
  std::string out = model_line(*v.plan.graph) + profile_line(v) + "\n";
  if (style.show_backend) out += rows_by_backend(v) + "\n";
  out += style.nodes ? rows_by_node(v) : rows_by_group(v);
  out += obligations_line(v) + ledger_lines(v) + "\n";
  out += v.gated.verdict.accepted ? accepted_text(v) : rejected_text(v);
  out += counter_evidence_lines(v.gated.verdict) + waiver_lines(v.gated.verdict);
  if (v.gated.verdict.accepted) out += what_it_rests_on(v);
  if (!style.next.empty()) out += "Next: " + style.next + "\n";
  return out;
}

}  // namespace touchstone::cli
