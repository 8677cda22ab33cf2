#include "report_of.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "claim_sentence.h"
#include "merkle.h"
#include "not_covered.h"
#include "profile_rules.h"
#include "repeat.h"
#include "rests_on.h"
#include "statement.h"
#include "verdict_sentence.h"

namespace touchstone {

namespace {

ReportEvidence evidence_row(const SourcedEvidence& sourced) {
  const Evidence& e = sourced.evidence;
  ReportEvidence out;
  out.leaf = (sourced.leaf ? *sourced.leaf : leaf_hash(statement_of(e))).hex();
  out.finding = finding_digest(e).hex();
  out.capsule = e.claim.capsule;
  out.obligation = name_of(e.claim.obligation);
  out.kind = name_of(e.kind);
  out.outcome = name_of(e.outcome);
  out.grade = name_of(trust_of(e));
  out.origin = name_of(sourced.origin);
  out.scope = e.scope.text();
  out.artifact = e.artifact.hex();
  out.meaning = e.meaning.hex();
  if (e.loaded_file) out.loaded_file = e.loaded_file->hex();
  out.checker = e.checker.name + " " + e.checker.version;
  out.cases = e.cases;
  out.discarded = e.discarded;
  if (e.margin) out.margin = margin_text(*e.margin);
  if (sourced.origin != Origin::derived_now) out.date = e.date;
  out.expires = e.expires;
  out.repeat = repeat_command(sourced);
  out.repeat_as_recorded = repeat_as_recorded(sourced);
  out.detail = e.detail;
  return out;
}

ReportWaiver waiver_row(const Waiver& waiver) {
  ReportWaiver out;
  out.capsule = waiver.capsule;
  out.obligation = name_of(waiver.obligation);
  out.artifact = waiver.artifact.hex();
  if (waiver.finding) out.finding = waiver.finding->hex();
  out.owner = waiver.owner;
  out.reason = waiver.reason;
  out.expires = waiver.expires;
  return out;
}

ReportCapsule capsule_row(const Capsule& capsule, Demand demand) {
  ReportCapsule out;
  out.name = capsule.name;
  out.claim = claim_sentence(capsule, demand);
  out.grade = all_grades().front();
  out.op = operation(capsule.op).name;
  out.provider = name_of(capsule.provider);
  out.device = name_of(capsule.device);
  out.artifact = capsule.artifact.digest.hex();
  out.symbol = capsule.artifact.symbol;
  out.flags = capsule.artifact.flags;
  out.sources = capsule.artifact.sources;
  out.launch = capsule.launch;
  out.numerics = numerics_sentence(capsule);
  out.runtime_support = name_of(capsule.runtime_support);
  out.summary = capsule.summary;
  return out;
}

std::vector<std::string> values_text(const Graph& graph, const std::vector<ValueId>& ids) {
  std::vector<std::string> out;
  for (const ValueId id : ids) {
    const Value& value = graph.value(id);
    out.push_back(value.name + "  " + value.type.text());
  }
  return out;
}

ReportModel model_of(const Graph& graph) {
  std::vector<ReportFile> files;
  for (const ModelFile& file : graph.origin.files) files.push_back({file.name, file.digest.hex()});
  return {std::filesystem::path(graph.origin.file).filename().string(),
          graph.origin.format,
          graph.origin.digest.hex(),
          std::move(files),
          values_text(graph, graph.inputs),
          values_text(graph, graph.outputs),
          graph.origin.bindings};
}

/// Fills one report, step after step.
class Builder {
 public:
  Builder(const Plan& plan, const Verdict& verdict, const ReportContext& context)
      : plan_(plan), verdict_(verdict), context_(context) {}

  Report build() && {
    add_head();
    for (const SourcedEvidence& each : verdict_.evidence) {
      out_.evidence.push_back(evidence_row(each));
    }
    for (const Waiver& each : verdict_.waivers) out_.waivers.push_back(waiver_row(each));
    for (const IdleWaiver& each : verdict_.idle_waivers) {
      out_.idle_waivers.push_back({waiver_row(each.waiver), each.why});
    }
    add_uses();
    add_obligations();
    grade_uses();
    add_nodes();
    add_counter_evidence();
    count_waivers();
    add_assumptions();
    // What several devices come to is said where their reports are joined.
    if (context_.of_model) out_.sentence = verdict_sentence(plan_, verdict_);
    out_.not_covered = not_covered(out_);
    return std::move(out_);
  }

 private:
  void add_head() {
    out_.title = context_.title;
    out_.accepted = verdict_.accepted;
    out_.at = verdict_.at;
    if (context_.of_model) out_.model = model_of(*plan_.graph);
    out_.profile = plan_.profile.name;
    out_.profile_summary = plan_.profile.summary;
    out_.profile_rules = profile_rules(plan_.profile);
    if (plan_.profile.file) out_.profile_file = plan_.profile.file->hex();
    out_.device = name_of(plan_.device);
    out_.demand = plan_.demand == Demand::training ? "training" : "inference";
    out_.evidence_mode = context_.evidence_mode;
    out_.reasons = verdict_.reasons;
    out_.self_check_vectors = verdict_.self_check_vectors;
    out_.self_check_equal = verdict_.self_check_equal;
    out_.ledgers = context_.ledgers;
    out_.read = verdict_.read;
    out_.versions = context_.versions;
    out_.repeat = context_.repeat;
  }

  std::size_t capsule_at(const Capsule& capsule) {
    const auto [at, added] = capsules_.emplace(capsule.name, out_.capsules.size());
    if (added) out_.capsules.push_back(capsule_row(capsule, plan_.demand));
    return at->second;
  }

  void add_uses() {
    for (const NodeClass& node : plan_.classes) {
      ReportUse use;
      use.op = operation(node.op).name;
      use.attributes = node.attributes.summary();
      for (const TensorType& type : node.operands) use.operands.push_back(type.text());
      use.result = node.result.text();
      if (node.capsule != nullptr) use.capsule = capsule_at(*node.capsule);
      use.refusals = node.refusals;
      use.nodes = node.node_count;
      out_.uses.push_back(std::move(use));
    }
  }

  void add_obligations() {
    for (std::size_t i = 0; i < verdict_.obligations.size(); ++i) {
      const ObligationResult& result = verdict_.obligations[i];
      const Obligation obligation = result.obligation.claim.obligation;
      ReportObligation row;
      row.name = name_of(obligation);
      row.sentence = sentence_of(obligation);
      row.standing = name_of(result.standing);
      row.evidence = result.evidence;
      row.waiver = result.waiver;
      row.refused = result.refused;
      if (i < context_.replaced.size() && result.standing == Standing::served) {
        row.replaced = context_.replaced[i];
      }
      if (result.evidence) state_assumptions(*result.evidence, result.obligation.node_class);
      out_.uses[result.obligation.node_class].obligations.push_back(std::move(row));
    }
  }

  /// Of evidence: the same for every class that it is about, which have one capsule and meaning.
  void state_assumptions(std::size_t evidence, std::uint32_t number) {
    std::vector<std::string>& names = out_.evidence[evidence].assumptions;
    if (!names.empty()) return;
    for (const AssumptionId id : rests_on(verdict_.evidence[evidence], plan_.classes[number])) {
      names.emplace_back(assumption(id).name);
    }
  }

  [[nodiscard]] std::size_t rank_of(const ObligationResult& result) const {
    const Evidence* served_by = nullptr;
    if (result.evidence) served_by = &verdict_.evidence[*result.evidence].evidence;
    return rank_of_grade(grade_of(result.standing, served_by));
  }

  /// The weakest obligation grades a use, and the weakest use its capsule.
  void grade_uses() {
    const auto grades = all_grades();
    std::vector<std::size_t> ranks(out_.uses.size(), 0);
    for (const ObligationResult& result : verdict_.obligations) {
      std::size_t& rank = ranks[result.obligation.node_class];
      rank = std::max(rank, rank_of(result));
    }
    for (std::size_t i = 0; i < out_.uses.size(); ++i) {
      ReportUse& use = out_.uses[i];
      const bool asked = use.capsule && !use.obligations.empty();
      use.grade = asked ? grades[ranks[i]] : grade_of(Standing::missing, nullptr);
      if (!use.capsule) continue;
      ReportCapsule& capsule = out_.capsules[*use.capsule];
      capsule.nodes += use.nodes;
      if (rank_of_grade(use.grade) > rank_of_grade(capsule.grade)) capsule.grade = use.grade;
    }
  }

  void add_nodes() {
    const Graph& graph = *plan_.graph;
    std::vector<std::optional<std::uint32_t>> made_by(graph.values.size());
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const Node& node = graph.nodes[n];
      std::set<std::uint32_t> inputs;
      for (const ValueId id : node.inputs) {
        if (const auto& maker = made_by[static_cast<std::size_t>(id)]) inputs.insert(*maker);
      }
      out_.nodes.push_back({node.id, plan_.class_of_node[n], {inputs.begin(), inputs.end()}});
      made_by[static_cast<std::size_t>(node.output)] = static_cast<std::uint32_t>(n);
    }
  }

  [[nodiscard]] std::int64_t nodes_of(const ObligationResult& result) const {
    return plan_.classes[result.obligation.node_class].node_count;
  }

  /// What evidence of this scope about this capsule is about; all shapes where it says none.
  static std::string scope_key(const std::string& capsule, const Digest& meaning,
                               const Scope& scope, Op op) {
    return capsule + " " + meaning.hex() + (scope.operands ? " at " : " any ") +
           use_key(op, scope.attributes, scope.operands.value_or(std::vector<TensorType>{}));
  }

  void add_counter_evidence() {
    std::unordered_map<std::string, std::int64_t> nodes;
    std::map<std::pair<std::string, Digest>, std::uint32_t> class_of;
    for (std::uint32_t number = 0; number < plan_.classes.size(); ++number) {
      const NodeClass& node = plan_.classes[number];
      if (node.capsule == nullptr) continue;
      for (const Contract contract : {Contract::value, Contract::vjp}) {
        if (contract == Contract::vjp && !node.vjp) continue;
        const Digest& meaning = node.meaning_for(contract).digest;
        class_of.emplace(std::pair(node.capsule->name, meaning), number);
        for (const Scope& scope :
             {Scope{node.attributes, std::nullopt}, Scope{node.attributes, node.operands}}) {
          nodes[scope_key(node.capsule->name, meaning, scope, node.op)] += node.node_count;
        }
      }
    }
    std::set<Digest> waived;
    for (const Waiver& waiver : verdict_.waivers) {
      if (waiver.finding) waived.insert(*waiver.finding);
    }
    for (const std::size_t i : verdict_.counter_evidence) {
      const Evidence& e = verdict_.evidence[i].evidence;
      const auto refuted = nodes.find(scope_key(e.claim.capsule, e.meaning, e.scope, e.claim.op));
      const bool is_waived = !waived.empty() && waived.contains(finding_digest(e));
      out_.counter_evidence.push_back({i, refuted == nodes.end() ? 0 : refuted->second, is_waived});
      state_assumptions(i, class_of.at({e.claim.capsule, e.meaning}));
    }
  }

  void count_waivers() {
    std::set<std::pair<std::size_t, std::uint32_t>> counted_once;
    for (const ObligationResult& result : verdict_.obligations) {
      if (!result.waiver) continue;
      if (!counted_once.emplace(*result.waiver, result.obligation.node_class).second) continue;
      out_.waivers[*result.waiver].nodes += nodes_of(result);
    }
  }

  void add_assumptions() {
    std::map<std::uint32_t, std::set<AssumptionId>> by_class;
    for (const ObligationResult& result : verdict_.obligations) {
      if (result.standing != Standing::served || !result.evidence) continue;
      const std::uint32_t number = result.obligation.node_class;
      by_class[number].merge(rests_on(verdict_.evidence[*result.evidence], plan_.classes[number]));
    }
    std::map<AssumptionId, std::int64_t> nodes;
    for (const auto& [number, ids] : by_class) {
      for (const AssumptionId id : ids) nodes[id] += plan_.classes[number].node_count;
    }
    for (const auto& [id, count] : nodes) {
      const Assumption& a = assumption(id);
      out_.assumptions.push_back({std::string(a.name), std::string(a.sentence),
                                  std::string(a.why_believed), std::string(a.removed_by), count});
    }
    std::stable_sort(out_.assumptions.begin(), out_.assumptions.end(),
                     [](const auto& a, const auto& b) { return a.nodes > b.nodes; });
  }

  const Plan& plan_;
  const Verdict& verdict_;
  const ReportContext& context_;
  std::map<std::string, std::size_t> capsules_;
  Report out_;
};

}  // namespace

Report report_of(const Plan& plan, const Verdict& verdict, const ReportContext& context) {
  return Builder(plan, verdict, context).build();
}

}  // namespace touchstone
