#include "recheck_questions.h"

#include <algorithm>

#include "touchstone/audit/conclusion.h"
#include "touchstone/discharge/discharge.h"

namespace touchstone {

namespace {

SettledEntry differs(std::string text) { return {RecheckStanding::differs, std::move(text)}; }
SettledEntry stale(std::string text) { return {RecheckStanding::stale, std::move(text)}; }
SettledEntry unrepeatable(std::string text) {
  return {RecheckStanding::unrepeatable, std::move(text)};
}

std::optional<SettledEntry> other_digest(std::string_view what, const Digest& then,
                                         const Digest& now) {
  if (then == now) return std::nullopt;
  return stale("made for another " + std::string(what) + ": " + then.brief() + " then, " +
               now.brief() + " now");
}

}  // namespace

std::optional<SettledEntry> settled_by_checkers(const Evidence& entry,
                                                std::span<const CheckerAbility> checkers) {
  const Claim& claim = entry.claim;
  if (!concluded_by_checkers(entry.kind)) {
    return unrepeatable("no checker here repeats evidence of kind " +
                        std::string(name_of(entry.kind)));
  }
  if (claim.contract != contract_of(claim.obligation)) {
    return differs("it proves " + std::string(name_of(claim.obligation)) +
                   " but sits in the contract field " + std::string(name_of(claim.contract)));
  }
  auto fault = unconcluded(entry, checkers);
  if (!fault) return std::nullopt;
  return fault->other_version ? stale(std::move(fault->text))
                              : unrepeatable(std::move(fault->text));
}

std::optional<SettledEntry> settled_by_digests(const Evidence& entry, const Evidence& now) {
  if (auto other = other_digest("artifact", entry.artifact, now.artifact)) return other;
  if (auto other = other_digest("meaning", entry.meaning, now.meaning)) return other;
  if (entry.loaded_file && now.loaded_file) {
    return other_digest("loaded file", *entry.loaded_file, *now.loaded_file);
  }
  return std::nullopt;
}

RecheckQuestions::RecheckQuestions(std::shared_ptr<const Registry> registry,
                                   std::span<const Evidence* const> all, const Digest& loaded_file)
    : registry_(std::move(registry)), checkers_(checker_abilities()), loaded_file_(loaded_file) {
  for (const Evidence* const entry : all) {
    const Scope& scope = entry->scope;
    if (!scope.operands) continue;
    std::string key = use_key(entry->claim.op, scope.attributes, {});
    if (witnessed_.contains(key)) continue;
    if (infer(operation(entry->claim.op), scope.attributes, *scope.operands)) {
      witnessed_.insert(std::move(key));
    }
  }
}

std::optional<SettledEntry> RecheckQuestions::impossible(const Evidence& entry,
                                                         const Capsule& capsule) const {
  const Claim& claim = entry.claim;
  if (std::find(capsule.claims.begin(), capsule.claims.end(), claim) == capsule.claims.end()) {
    return differs(capsule.name + " makes no claim of " + std::string(name_of(claim.obligation)) +
                   " for " + std::string(operation(claim.op).name));
  }
  const Operation& op = operation(claim.op);
  const Scope& scope = entry.scope;
  if (claim.contract == Contract::vjp && !op.differentiable) {
    return differs(std::string(op.name) + " has no gradient");
  }
  if (scope.operands) {
    const auto result = infer(op, scope.attributes, *scope.operands);
    if (!result) return differs("there is no such use: " + result.error().text());
    if (capsule.refuses == nullptr) return std::nullopt;
    const auto refusal = capsule.refuses(claim.op, scope.attributes, *scope.operands);
    if (!refusal) return std::nullopt;
    return differs(capsule.name + " does not serve this use: it " + *refusal);
  }
  if (capsule.provider != Provider::reference) {
    return differs("nothing shows this of " + capsule.name + " for all shapes at once");
  }
  // Class shapes exist for attributes of possible uses alone.
  if (!op.attributes.empty() && !witnessed_.contains(use_key(claim.op, scope.attributes, {}))) {
    return unrepeatable(
        "it speaks of all shapes, and no entry states operands with which these attributes can be "
        "used; give the ledger that holds its shape contract too");
  }
  return std::nullopt;
}

std::uint32_t RecheckQuestions::class_of(const Evidence& entry, const Capsule& capsule) {
  const Scope& scope = entry.scope;
  const bool vjp = entry.claim.contract == Contract::vjp;
  const bool any = !scope.operands;
  const auto operands = scope.operands.value_or(std::vector<TensorType>{});
  const auto [at, added] = known_classes_.emplace(
      std::tuple{capsule.name, vjp, any, use_key(capsule.op, scope.attributes, operands)},
      static_cast<std::uint32_t>(classes_.size()));
  if (!added) return at->second;
  const Demand demand = vjp ? Demand::training : Demand::inference;
  const auto [known, unread] =
      meanings_.try_emplace(use_key(capsule.op, scope.attributes, {}) + (vjp ? "v" : "f"));
  if (unread) known->second = meanings_of(capsule.op, scope.attributes, demand);
  NodeClass fresh;
  fresh.op = capsule.op;
  fresh.attributes = scope.attributes;
  fresh.operands = operands;
  if (!any) fresh.result = *infer(operation(capsule.op), scope.attributes, operands);
  fresh.meaning = known->second.forward;
  fresh.vjp = known->second.vjp;
  fresh.capsule = &capsule;
  fresh.node_count = 1;
  classes_.push_back(std::move(fresh));
  return at->second;
}

std::variant<std::size_t, SettledEntry> RecheckQuestions::ask(const Evidence& entry) {
  if (auto settled = settled_by_checkers(entry, checkers_)) return std::move(*settled);
  const Capsule* const capsule = registry_->find(entry.claim.capsule);
  if (capsule == nullptr) {
    const bool users = entry.claim.capsule.starts_with("user.");
    return unrepeatable("this build has no capsule " + printable(entry.claim.capsule) +
                        (users ? "; give its manifest with --manifest" : ""));
  }
  Evidence now;
  now.artifact = capsule->artifact.digest;
  now.meaning = entry.meaning;
  if (entry.kind == EvidenceKind::identity) now.loaded_file = loaded_file_;
  if (auto settled = settled_by_digests(entry, now)) return std::move(*settled);
  if (auto settled = impossible(entry, *capsule)) return std::move(*settled);
  const std::uint32_t number = class_of(entry, *capsule);
  now.meaning = classes_[number].meaning_for(entry.claim.contract).digest;
  if (auto settled = settled_by_digests(entry, now)) return std::move(*settled);
  const auto [at, added] = known_questions_.emplace(std::pair{number, entry.claim}, wanted_.size());
  if (added) wanted_.push_back({number, entry.claim});
  return at->second;
}

}  // namespace touchstone
