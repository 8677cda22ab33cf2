#include "registry.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace touchstone {

namespace {

Diagnostic fault(const Capsule& capsule, std::string reason) {
  return {Failure::defect, "the capsule registry", capsule.name, std::move(reason), {}};
}

std::optional<Diagnostic> claim_fault(const Capsule& capsule) {
  std::set<Obligation> claimed;
  for (const Claim& claim : capsule.claims) {
    if (claim.capsule != capsule.name || claim.op != capsule.op) {
      return fault(capsule, "claims something about " + claim.capsule);
    }
    if (contract_of(claim.obligation) != claim.contract) {
      return fault(capsule, "claims " + std::string(name_of(claim.obligation)) +
                                " in the contract field " + std::string(name_of(claim.contract)));
    }
    if (!claimed.insert(claim.obligation).second) {
      return fault(capsule, "claims " + std::string(name_of(claim.obligation)) + " twice");
    }
  }
  const bool has_vjp = capsule.vjp_mode != VjpMode::none;
  if (has_vjp && !operation(capsule.op).differentiable) {
    return fault(capsule, "has a gradient of an operation that is not differentiable");
  }
  for (const Obligation obligation : all_obligations) {
    const bool vjp = contract_of(obligation) == Contract::vjp;
    if ((vjp ? has_vjp : capsule.forward) && !claimed.contains(obligation)) {
      return fault(capsule, "makes no claim for its contract " +
                                std::string(name_of(contract_of(obligation))) + ": " +
                                std::string(name_of(obligation)));
    }
    if (vjp && !has_vjp && claimed.contains(obligation)) {
      return fault(capsule, "claims a gradient that its vjp_mode none denies");
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Registry> Registry::create(std::vector<Capsule> capsules) {
  std::set<std::string_view> names;
  std::set<std::tuple<Op, ElementType, Provider, Device>> places;
  for (const Capsule& capsule : capsules) {
    if (!names.insert(capsule.name).second) return fault(capsule, "is declared twice");
    if (!places.insert({capsule.op, capsule.dtype, capsule.provider, capsule.device}).second) {
      return fault(capsule, "serves what another capsule of its provider and device serves");
    }
    if (auto found = claim_fault(capsule)) return *found;
  }
  Registry out;
  out.capsules_ = std::move(capsules);
  return out;
}

const Capsule* Registry::find(std::string_view name) const {
  const auto found = std::find_if(capsules_.begin(), capsules_.end(),
                                  [&](const Capsule& c) { return c.name == name; });
  return found == capsules_.end() ? nullptr : &*found;
}

}  // namespace touchstone
