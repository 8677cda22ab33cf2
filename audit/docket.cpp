#include "docket.h"

#include <algorithm>

namespace touchstone {

namespace {

/// What two claims about the same thing share. The contract field is left out: it follows from the
/// obligation, and a file that has another one must not hide a refutation.
std::string subject_key(const Claim& claim) {
  return claim.capsule + "=" + std::string(name_of(claim.obligation)) + " ";
}

std::string exact_key(const Claim& claim, const Attributes& attributes,
                      std::span<const TensorType> operands) {
  return "exact " + subject_key(claim) + use_key(claim.op, attributes, operands);
}

std::string any_key(const Claim& claim, const Attributes& attributes) {
  return "any " + subject_key(claim) + use_key(claim.op, attributes, {});
}

std::string scope_key(const Evidence& e) {
  return e.scope.operands ? exact_key(e.claim, e.scope.attributes, *e.scope.operands)
                          : any_key(e.claim, e.scope.attributes);
}

std::string bound_to(const Digest& artifact, const Digest& meaning) {
  return " " + artifact.hex() + " " + meaning.hex();
}

std::string self_check_key(Op op, const Attributes& attributes, Contract contract) {
  return std::string(name_of(contract)) + " " + use_key(op, attributes, {});
}

std::span<const std::size_t> found_in(
    const std::unordered_map<std::string, std::vector<std::size_t>>& index,
    const std::string& key) {
  const auto found = index.find(key);
  if (found == index.end()) return {};
  return found->second;
}

}  // namespace

Docket::Docket(const GateInput& input) : input_(input) {
  for (std::size_t i = 0; i < input.evidence.size(); ++i) {
    const Evidence& e = input.evidence[i].evidence;
    by_capsule_[e.claim.capsule].push_back(i);
    if (e.outcome != Outcome::failed) {
      support_[scope_key(e)].push_back(i);
      continue;
    }
    const std::string bound = bound_to(e.artifact, e.meaning);
    refutations_[scope_key(e) + bound].push_back(i);
    refuted_[any_key(e.claim, e.scope.attributes) + bound].push_back(i);
  }
  for (const SelfCheckResult& result : input.self_checks) {
    self_checks_.emplace(self_check_key(result.op, result.attributes, result.contract), &result);
  }
}

std::span<const std::size_t> Docket::support(const Claim& claim, const NodeClass& node) const {
  return found_in(support_, exact_key(claim, node.attributes, node.operands));
}

std::span<const std::size_t> Docket::support_of_any_shapes(const Claim& claim,
                                                           const NodeClass& node) const {
  return found_in(support_, any_key(claim, node.attributes));
}

std::vector<std::size_t> Docket::refutations(const Claim& claim, const NodeClass& node) const {
  const std::string bound = bound_to(node.capsule->artifact.digest,
                                     node.meaning_for(contract_of(claim.obligation)).digest);
  std::vector<std::size_t> out;
  for (const std::string& scope :
       {exact_key(claim, node.attributes, node.operands), any_key(claim, node.attributes)}) {
    const auto found = found_in(refutations_, scope + bound);
    out.insert(out.end(), found.begin(), found.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::span<const std::size_t> Docket::refuted_cases(const Claim& claim,
                                                   const NodeClass& node) const {
  return found_in(refuted_, any_key(claim, node.attributes) +
                                bound_to(node.capsule->artifact.digest,
                                         node.meaning_for(contract_of(claim.obligation)).digest));
}

std::optional<std::size_t> Docket::refuted_case_of(const Evidence& support) const {
  if (support.scope.operands || refuted_.empty()) return std::nullopt;
  const auto found = found_in(refuted_, any_key(support.claim, support.scope.attributes) +
                                            bound_to(support.artifact, support.meaning));
  if (found.empty()) return std::nullopt;
  return found.front();
}

std::span<const std::size_t> Docket::about(const std::string& capsule) const {
  return found_in(by_capsule_, capsule);
}

const SelfCheckResult* Docket::self_check(const NodeClass& node, Contract contract) const {
  const auto found = self_checks_.find(self_check_key(node.op, node.attributes, contract));
  return found == self_checks_.end() ? nullptr : found->second;
}

}  // namespace touchstone
