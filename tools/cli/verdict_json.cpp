#include "verdict_json.h"

#include <cmath>

#include "touchstone/audit/repeat.h"
#include "touchstone/audit/statement.h"
#include "touchstone/format/tensor_json.h"
#include "verdict_rows.h"

namespace touchstone::cli {

namespace {

Json integer(std::size_t number) { return Json::integer(static_cast<std::int64_t>(number)); }

Json texts(const std::vector<std::string>& all) { return JsonArray(all.begin(), all.end()); }

Json values_json(const Graph& graph, const std::vector<ValueId>& ids) {
  JsonArray out;
  for (const ValueId id : ids) {
    const Value& value = graph.value(id);
    out.push_back(JsonObject{{"name", value.name},
                             {"dtype", name_of(value.type.element)},
                             {"shape", shape_to_json(value.type.shape)}});
  }
  return out;
}

Json model_json(const Graph& graph) {
  JsonObject bindings;
  for (const auto& [name, value] : graph.origin.bindings) {
    bindings.emplace_back(name, Json::integer(value));
  }
  return JsonObject{{"file", graph.origin.file},
                    {"format", graph.origin.format},
                    {"sha256", graph.origin.digest.hex()},
                    {"nodes", integer(graph.nodes.size())},
                    {"inputs", values_json(graph, graph.inputs)},
                    {"outputs", values_json(graph, graph.outputs)},
                    {"bindings", bindings}};
}

Json rows_json(const Verification& v) {
  JsonArray out;
  for (const VerdictRow& row : verdict_rows(v)) {
    JsonObject object{{"nodes", Json::integer(row.nodes)},
                      {"op", row.op},
                      {"capsule", row.capsule},
                      {"shape", row.cells.by_contract[0]},
                      {"layout", row.cells.by_contract[1]},
                      {"value", row.cells.by_contract[2]}};
    if (v.plan.demand == Demand::training) object.emplace_back("vjp", row.cells.by_contract[3]);
    if (!row.cells.note.empty()) object.emplace_back("replaced", row.cells.note);
    out.push_back(std::move(object));
  }
  return out;
}

Json nodes_json(const Plan& plan) {
  JsonArray out;
  for (std::size_t n = 0; n < plan.class_of_node.size(); ++n) {
    const NodeClass& node_class = plan.classes[plan.class_of_node[n]];
    out.push_back(JsonObject{
        {"id", plan.graph->nodes[n].id},
        {"class", integer(plan.class_of_node[n])},
        {"capsule", node_class.capsule != nullptr ? Json(node_class.capsule->name) : Json()}});
  }
  return out;
}

Json obligations_json(const Verification& v) {
  const Verdict& verdict = v.gated.verdict;
  JsonArray out;
  for (const ObligationResult& result : verdict.obligations) {
    const NodeClass& node = v.plan.classes[result.obligation.node_class];
    JsonObject object{{"class", integer(result.obligation.node_class)},
                      {"op", operation(node.op).name},
                      {"uses", Scope{node.attributes, node.operands}.text()},
                      {"meaning", node.meaning_for(result.obligation.claim.contract).digest.hex()},
                      {"capsule", result.obligation.claim.capsule},
                      {"obligation", name_of(result.obligation.claim.obligation)},
                      {"standing", name_of(result.standing)}};
    if (result.evidence) object.emplace_back("evidence", integer(*result.evidence));
    if (!result.refused.empty()) object.emplace_back("refused", texts(result.refused));
    if (result.waiver) object.emplace_back("waiver", integer(*result.waiver));
    if (!result.unwaived.empty()) object.emplace_back("unwaived", result.unwaived);
    out.push_back(std::move(object));
  }
  return out;
}

/// As statements write it: JSON has no number that is none.
Json margin_json(double margin) { return std::isnan(margin) ? Json("NaN") : Json::real64(margin); }

Json evidence_json(const Verdict& verdict) {
  JsonArray out;
  for (const SourcedEvidence& sourced : verdict.evidence) {
    const Evidence& e = sourced.evidence;
    JsonArray rests_on;
    for (const AssumptionId id : e.assumptions) rests_on.push_back(assumption(id).name);
    JsonObject object{{"finding", finding_digest(e).hex()},
                      {"origin", name_of(sourced.origin)},
                      {"kind", name_of(e.kind)},
                      {"outcome", name_of(e.outcome)},
                      {"trust", name_of(trust_of(e))},
                      {"scope", e.scope.text()},
                      {"artifact", e.artifact.hex()},
                      {"meaning", e.meaning.hex()},
                      {"checker", e.checker.name + " " + e.checker.version},
                      {"cases", Json::integer(e.cases)},
                      {"discarded", Json::integer(e.discarded)},
                      {"detail", e.detail},
                      {"assumptions", rests_on},
                      {"date", e.date},
                      {"repeat", repeat_command(sourced)}};
    if (sourced.origin != Origin::derived_now) {
      object.emplace_back("repeat_as_recorded", repeat_as_recorded(sourced));
    }
    if (sourced.leaf) object.emplace_back("leaf", sourced.leaf->hex());
    if (e.margin) object.emplace_back("margin", margin_json(*e.margin));
    if (e.loaded_file) object.emplace_back("loaded_file", e.loaded_file->hex());
    if (e.expires) object.emplace_back("expires", *e.expires);
    out.push_back(std::move(object));
  }
  return out;
}

Json reasons_json(const Verdict& verdict) {
  JsonArray out;
  for (const Reason& reason : verdict.reasons) {
    out.push_back(JsonObject{{"subject", reason.subject},
                             {"text", reason.text},
                             {"nodes", Json::integer(reason.nodes)}});
  }
  return out;
}

Json ledgers_json(const Verification& v) {
  JsonArray out;
  for (std::size_t i = 0; i < v.ledgers.size(); ++i) {
    const Ledger& ledger = v.ledgers[i];
    out.push_back(JsonObject{{"file", ledger.file.string()},
                             {"entries", integer(ledger.checkpoint.size)},
                             {"root", ledger.checkpoint.root.hex()},
                             {"signed", Json::boolean(!ledger.checkpoint.signatures.empty())},
                             {"origin", name_of(v.standings[i].origin)},
                             {"signer", v.standings[i].signer},
                             {"why", v.standings[i].why}});
  }
  return out;
}

Json waiver_json(const Waiver& w) {
  JsonObject out{{"capsule", w.capsule},         {"obligation", name_of(w.obligation)},
                 {"artifact", w.artifact.hex()}, {"owner", w.owner},
                 {"reason", w.reason},           {"expires", w.expires}};
  if (w.finding) out.emplace_back("finding", w.finding->hex());
  return out;
}

Json waivers_json(const Verdict& verdict) {
  JsonArray out;
  for (const Waiver& waiver : verdict.waivers) out.push_back(waiver_json(waiver));
  return out;
}

Json idle_waivers_json(const Verdict& verdict) {
  JsonArray out;
  for (const IdleWaiver& idle : verdict.idle_waivers) {
    out.push_back(JsonObject{{"waiver", waiver_json(idle.waiver)}, {"why", idle.why}});
  }
  return out;
}

/// The known failing cases, at shapes that are used or not, as positions in the evidence.
Json counter_evidence_json(const Verdict& verdict) {
  JsonArray out;
  for (const std::size_t i : verdict.counter_evidence) out.push_back(integer(i));
  return out;
}

Json read_json(const Verdict& verdict) {
  JsonArray out;
  for (const ReadInput& read : verdict.read) {
    out.push_back(
        JsonObject{{"what", read.what}, {"name", read.name}, {"sha256", read.digest.hex()}});
  }
  return out;
}

Json assumptions_json(const Verdict& verdict) {
  JsonArray out;
  for (const AssumptionId id : verdict.assumptions) {
    out.push_back(JsonObject{{"name", assumption(id).name}, {"sentence", assumption(id).sentence}});
  }
  return out;
}

}  // namespace

Json verdict_json(const Verification& v) {
  const Verdict& verdict = v.gated.verdict;
  const ObligationCounts counts = count_obligations(v);
  JsonObject out{{"format", "touchstone.verdict"},
                 {"version", Json::integer(1)},
                 {"verdict", verdict.accepted ? "accepted" : "rejected"},
                 {"bit_exact", Json::boolean(verdict.accepted && verdict.bit_exact)},
                 {"trust", name_of(verdict.trust)},
                 {"model", model_json(*v.plan.graph)},
                 {"at", verdict.at},
                 {"profile", v.plan.profile.name},
                 {"device", name_of(v.plan.device)},
                 {"mode", v.plan.demand == Demand::training ? "training" : "inference"},
                 {"semantics", Json::integer(semantics_version)},
                 {"obligations", JsonObject{{"all", Json::integer(counts.all)},
                                            {"derived", Json::integer(counts.derived)},
                                            {"recorded", Json::integer(counts.recorded)},
                                            {"refused", Json::integer(counts.refused)},
                                            {"waived", Json::integer(counts.waived)},
                                            {"missing", Json::integer(counts.missing)}}},
                 {"self_check", JsonObject{{"vectors", Json::integer(verdict.self_check_vectors)},
                                           {"equal", Json::integer(verdict.self_check_equal)}}},
                 {"reasons", reasons_json(verdict)},
                 {"counter_evidence", counter_evidence_json(verdict)},
                 {"waivers", waivers_json(verdict)},
                 {"idle_waivers", idle_waivers_json(verdict)},
                 {"assumptions", assumptions_json(verdict)},
                 {"rows", rows_json(v)},
                 {"classes", obligations_json(v)},
                 {"nodes", nodes_json(v.plan)},
                 {"evidence", evidence_json(verdict)},
                 {"ledgers", ledgers_json(v)},
                 {"read", read_json(verdict)}};
  return out;
}

}  // namespace touchstone::cli
