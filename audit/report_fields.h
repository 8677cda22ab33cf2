#pragma once

#include "report.h"

/// For use inside this folder: the members of a report's JSON, said once for writing and reading.
/// `form(name, member)` is called for each in the order in which it is written.
namespace touchstone {

template <class Form, class Node>
void describe_node(Form& form, Node& node) {
  form("id", node.id);
  form("use", node.use);
  form("inputs", node.inputs);
}

template <class Form, class Obligation>
void describe_obligation(Form& form, Obligation& obligation) {
  form("name", obligation.name);
  form("sentence", obligation.sentence);
  form("standing", obligation.standing);
  form("evidence", obligation.evidence);
  form("waiver", obligation.waiver);
  form("refused", obligation.refused);
  form("replaced", obligation.replaced);
}

template <class Form, class Use>
void describe_use(Form& form, Use& use) {
  form("op", use.op);
  form("attributes", use.attributes);
  form("operands", use.operands);
  form("result", use.result);
  form("capsule", use.capsule);
  form("refusals", use.refusals);
  form("grade", use.grade);
  form("nodes", use.nodes);
  form("obligations", use.obligations);
}

template <class Form, class Capsule>
void describe_capsule(Form& form, Capsule& capsule) {
  form("name", capsule.name);
  form("claim", capsule.claim);
  form("grade", capsule.grade);
  form("op", capsule.op);
  form("provider", capsule.provider);
  form("device", capsule.device);
  form("artifact", capsule.artifact);
  form("symbol", capsule.symbol);
  form("flags", capsule.flags);
  form("sources", capsule.sources);
  form("launch", capsule.launch);
  form("numerics", capsule.numerics);
  form("runtime_support", capsule.runtime_support);
  form("summary", capsule.summary);
  form("nodes", capsule.nodes);
}

template <class Form, class Evidence>
void describe_evidence(Form& form, Evidence& evidence) {
  form("statement", evidence.statement);
  form("capsule", evidence.capsule);
  form("obligation", evidence.obligation);
  form("kind", evidence.kind);
  form("outcome", evidence.outcome);
  form("grade", evidence.grade);
  form("origin", evidence.origin);
  form("scope", evidence.scope);
  form("artifact", evidence.artifact);
  form("meaning", evidence.meaning);
  form("loaded_file", evidence.loaded_file);
  form("checker", evidence.checker);
  form("cases", evidence.cases);
  form("date", evidence.date);
  form("expires", evidence.expires);
  form("repeat", evidence.repeat);
  form("detail", evidence.detail);
  form("assumptions", evidence.assumptions);
}

template <class Form, class Waiver>
void describe_waiver(Form& form, Waiver& waiver) {
  form("capsule", waiver.capsule);
  form("obligation", waiver.obligation);
  form("artifact", waiver.artifact);
  form("finding", waiver.finding);
  form("owner", waiver.owner);
  form("reason", waiver.reason);
  form("expires", waiver.expires);
  form("nodes", waiver.nodes);
}

template <class Form, class Assumption>
void describe_assumption(Form& form, Assumption& assumption) {
  form("name", assumption.name);
  form("sentence", assumption.sentence);
  form("why_believed", assumption.why_believed);
  form("removed_by", assumption.removed_by);
  form("nodes", assumption.nodes);
}

template <class Form, class Ledger>
void describe_ledger(Form& form, Ledger& ledger) {
  form("file", ledger.file);
  form("entries", ledger.entries);
  form("root", ledger.root);
  form("time", ledger.time);
  form("origin", ledger.origin);
  form("signer", ledger.signer);
}

template <class Form, class Model>
void describe_model(Form& form, Model& model) {
  form("file", model.file);
  form("format", model.format);
  form("sha256", model.digest);
  form("inputs", model.inputs);
  form("outputs", model.outputs);
  form("bindings", model.bindings);
}

template <class Form, class Whole>
void describe_report(Form& form, Whole& report) {
  form("title", report.title);
  form("accepted", report.accepted);
  form("sentence", report.sentence);
  form("at", report.at);
  form("model", report.model);
  form("profile", report.profile);
  form("profile_summary", report.profile_summary);
  form("device", report.device);
  form("demand", report.demand);
  form("evidence_mode", report.evidence_mode);
  form("reasons", report.reasons);
  form("counter_evidence", report.counter_evidence);
  form("waivers", report.waivers);
  form("nodes", report.nodes);
  form("uses", report.uses);
  form("capsules", report.capsules);
  form("evidence", report.evidence);
  form("assumptions", report.assumptions);
  form("not_covered", report.not_covered);
  form("self_check_vectors", report.self_check_vectors);
  form("self_check_equal", report.self_check_equal);
  form("since", report.since);
  form("changes", report.changes);
  form("ledgers", report.ledgers);
  form("read", report.read);
  form("versions", report.versions);
}

/// The description of each kind of member object, found by its type.
template <class Form, class T>
void describe(Form& form, T& value) {
  using Kind = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Kind, Report>) describe_report(form, value);
  if constexpr (std::is_same_v<Kind, ReportNode>) describe_node(form, value);
  if constexpr (std::is_same_v<Kind, ReportObligation>) describe_obligation(form, value);
  if constexpr (std::is_same_v<Kind, ReportUse>) describe_use(form, value);
  if constexpr (std::is_same_v<Kind, ReportCapsule>) describe_capsule(form, value);
  if constexpr (std::is_same_v<Kind, ReportEvidence>) describe_evidence(form, value);
  if constexpr (std::is_same_v<Kind, ReportWaiver>) describe_waiver(form, value);
  if constexpr (std::is_same_v<Kind, ReportAssumption>) describe_assumption(form, value);
  if constexpr (std::is_same_v<Kind, ReportLedger>) describe_ledger(form, value);
  if constexpr (std::is_same_v<Kind, ReportModel>) describe_model(form, value);
  if constexpr (std::is_same_v<Kind, ReportCounterEvidence>) {
    form("evidence", value.evidence);
    form("nodes", value.nodes);
    form("waived", value.waived);
  }
  if constexpr (std::is_same_v<Kind, ReportChange>) {
    form("kind", value.kind);
    form("subject", value.subject);
    form("text", value.text);
  }
  if constexpr (std::is_same_v<Kind, Refusal>) {
    form("capsule", value.capsule);
    form("reason", value.reason);
  }
  if constexpr (std::is_same_v<Kind, Reason>) {
    form("subject", value.subject);
    form("text", value.text);
    form("nodes", value.nodes);
  }
  if constexpr (std::is_same_v<Kind, ReadInput>) {
    form("what", value.what);
    form("name", value.name);
    form("sha256", value.digest);
  }
  if constexpr (std::is_same_v<Kind, std::pair<std::string, std::int64_t>>) {
    form("name", value.first);
    form("length", value.second);
  }
  if constexpr (std::is_same_v<Kind, std::pair<std::string, std::string>>) {
    form("of", value.first);
    form("version", value.second);
  }
}

}  // namespace touchstone
