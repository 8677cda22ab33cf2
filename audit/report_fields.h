#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "report.h"

/// For use inside this folder: the members of a report's JSON, said once for writing and reading.
/// `form(name, member)` is called for each in the order in which it is written.
namespace touchstone {

/// T itself, to be read into, or const, to be written.
template <class T, class Described>
concept Either = std::same_as<std::remove_const_t<T>, Described>;

template <class Form, Either<ReportNode> T>
void describe(Form& form, T& node) {
  form("id", node.id);
  form("use", node.use);
  form("inputs", node.inputs);
}

template <class Form, Either<ReportObligation> T>
void describe(Form& form, T& obligation) {
  form("name", obligation.name);
  form("sentence", obligation.sentence);
  form("standing", obligation.standing);
  form("evidence", obligation.evidence);
  form("waiver", obligation.waiver);
  form("refused", obligation.refused);
  form("replaced", obligation.replaced);
}

template <class Form, Either<ReportUse> T>
void describe(Form& form, T& use) {
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

template <class Form, Either<ReportCapsule> T>
void describe(Form& form, T& capsule) {
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

template <class Form, Either<ReportEvidence> T>
void describe(Form& form, T& evidence) {
  form("leaf", evidence.leaf);
  form("finding", evidence.finding);
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
  form("discarded", evidence.discarded);
  form("margin", evidence.margin);
  form("date", evidence.date);
  form("expires", evidence.expires);
  form("repeat", evidence.repeat);
  form("detail", evidence.detail);
  form("assumptions", evidence.assumptions);
  form("repeat_as_recorded", evidence.repeat_as_recorded);
}

template <class Form, Either<ReportWaiver> T>
void describe(Form& form, T& waiver) {
  form("capsule", waiver.capsule);
  form("obligation", waiver.obligation);
  form("artifact", waiver.artifact);
  form("finding", waiver.finding);
  form("owner", waiver.owner);
  form("reason", waiver.reason);
  form("expires", waiver.expires);
  form("nodes", waiver.nodes);
}

template <class Form, Either<ReportIdleWaiver> T>
void describe(Form& form, T& idle) {
  form("waiver", idle.waiver);
  form("why", idle.why);
}

template <class Form, Either<ReportAssumption> T>
void describe(Form& form, T& assumption) {
  form("name", assumption.name);
  form("sentence", assumption.sentence);
  form("why_believed", assumption.why_believed);
  form("removed_by", assumption.removed_by);
  form("nodes", assumption.nodes);
}

template <class Form, Either<ReportLedger> T>
void describe(Form& form, T& ledger) {
  form("file", ledger.file);
  form("entries", ledger.entries);
  form("root", ledger.root);
  form("time", ledger.time);
  form("origin", ledger.origin);
  form("signer", ledger.signer);
}

template <class Form, Either<ReportFile> T>
void describe(Form& form, T& file) {
  form("name", file.name);
  form("sha256", file.digest);
}

template <class Form, Either<ReportModel> T>
void describe(Form& form, T& model) {
  form("file", model.file);
  form("format", model.format);
  form("sha256", model.digest);
  form("files", model.files);
  form("inputs", model.inputs);
  form("outputs", model.outputs);
  form("bindings", model.bindings);
}

template <class Form, Either<Report> T>
void describe(Form& form, T& report) {
  form("title", report.title);
  form("accepted", report.accepted);
  form("sentence", report.sentence);
  form("at", report.at);
  form("model", report.model);
  form("profile", report.profile);
  form("profile_summary", report.profile_summary);
  form("profile_rules", report.profile_rules);
  form("profile_file", report.profile_file);
  form("device", report.device);
  form("demand", report.demand);
  form("evidence_mode", report.evidence_mode);
  form("reasons", report.reasons);
  form("counter_evidence", report.counter_evidence);
  form("waivers", report.waivers);
  form("idle_waivers", report.idle_waivers);
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
  form("repeat", report.repeat);
}

template <class Form, Either<ReportCounterEvidence> T>
void describe(Form& form, T& value) {
  form("evidence", value.evidence);
  form("nodes", value.nodes);
  form("waived", value.waived);
}

template <class Form, Either<ReportChange> T>
void describe(Form& form, T& value) {
  form("kind", value.kind);
  form("subject", value.subject);
  form("text", value.text);
}

template <class Form, Either<Refusal> T>
void describe(Form& form, T& value) {
  form("capsule", value.capsule);
  form("reason", value.reason);
}

template <class Form, Either<Reason> T>
void describe(Form& form, T& value) {
  form("subject", value.subject);
  form("text", value.text);
  form("nodes", value.nodes);
}

template <class Form, Either<ReadInput> T>
void describe(Form& form, T& value) {
  form("what", value.what);
  form("name", value.name);
  form("sha256", value.digest);
}

template <class Form, Either<std::pair<std::string, std::int64_t>> T>
void describe(Form& form, T& value) {
  form("name", value.first);
  form("length", value.second);
}

template <class Form, Either<std::pair<std::string, std::string>> T>
void describe(Form& form, T& value) {
  form("of", value.first);
  form("version", value.second);
}

}  // namespace touchstone
