#include "waiver_desk.h"

#include <algorithm>

#include "statement.h"
#include "touchstone/core/timestamp.h"

namespace touchstone {

namespace {

constexpr std::size_t detail_shown = 400;

std::string subject_key(const std::string& capsule, Obligation obligation, const Digest& artifact) {
  return capsule + "=" + std::string(name_of(obligation)) + " " + artifact.hex();
}

std::string unhelpful(const Waiver& waiver, const std::string& why) {
  return "the waiver of " + printable(waiver.owner) + " does not let it pass: " + why;
}

}  // namespace

WaiverDesk::WaiverDesk(const Docket& docket, const Profile& profile)
    : docket_(docket), profile_(profile), used_(docket.input().waivers.size(), false) {
  const std::vector<Waiver>& waivers = docket.input().waivers;
  for (std::size_t i = 0; i < waivers.size(); ++i) {
    const Waiver& w = waivers[i];
    by_subject_[subject_key(w.capsule, w.obligation, w.artifact)].push_back(i);
  }
}

std::optional<std::string> WaiverDesk::unusable(const Waiver& waiver) const {
  const std::string& at = docket_.input().at;
  if (!profile_.admits_waivers) return "profile " + profile_.name + " takes no waivers";
  if (!is_timestamp(at)) return "no time was given to decide whether it has expired";
  if (has_expired(waiver.expires, at)) return "it expired at " + printable(waiver.expires);
  return std::nullopt;
}

const Digest& WaiverDesk::finding_at(std::size_t evidence) {
  const auto found = findings_.find(evidence);
  if (found != findings_.end()) return found->second;
  return findings_.emplace(evidence, finding_digest(docket_.at(evidence).evidence)).first->second;
}

std::variant<std::size_t, std::string> WaiverDesk::waiver_for(
    std::size_t finding, const std::vector<std::size_t>& candidates) {
  const std::vector<Waiver>& waivers = docket_.input().waivers;
  const Digest& name = finding_at(finding);
  const auto found = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t i) {
    return waivers[i].finding == std::optional(name);
  });
  if (found == candidates.end()) {
    return unhelpful(waivers[candidates.front()], "it does not name the finding " + name.hex());
  }
  if (const auto fault = unusable(waivers[*found])) return unhelpful(waivers[*found], *fault);
  return *found;
}

void WaiverDesk::waive_findings(ObligationResult& result,
                                const std::vector<std::size_t>& candidates,
                                const std::vector<std::size_t>& refutations,
                                std::span<const std::size_t> everywhere) {
  std::vector<std::size_t> used;
  for (const std::size_t refutation : refutations) {
    const auto waiver = waiver_for(refutation, candidates);
    if (const auto* const fault = std::get_if<std::string>(&waiver)) {
      result.unwaived = *fault;
      // What stands against the obligation is the case that nobody waived.
      result.evidence = refutation;
      result.refused = {printable(docket_.at(refutation).evidence.detail, detail_shown)};
      return;
    }
    used.push_back(std::get<std::size_t>(waiver));
  }
  for (const std::size_t finding : everywhere) {
    const auto waiver = waiver_for(finding, candidates);
    if (const auto* const fault = std::get_if<std::string>(&waiver)) {
      result.unwaived = *fault;
      return;
    }
    used.push_back(std::get<std::size_t>(waiver));
  }
  result.standing = Standing::waived;
  result.waiver = used.front();
  for (const std::size_t i : used) used_[i] = true;
}

void WaiverDesk::waive_absence(ObligationResult& result,
                               const std::vector<std::size_t>& candidates) {
  const std::vector<Waiver>& waivers = docket_.input().waivers;
  for (const std::size_t i : candidates) {
    auto fault = unusable(waivers[i]);
    if (!fault && waivers[i].finding) fault = "it is for a finding that does not refute this use";
    if (fault) {
      if (result.unwaived.empty()) result.unwaived = unhelpful(waivers[i], *fault);
      continue;
    }
    result.standing = Standing::waived;
    result.waiver = i;
    result.unwaived.clear();
    used_[i] = true;
    return;
  }
}

void WaiverDesk::consider(ObligationResult& result, const NodeClass& node,
                          const std::vector<std::size_t>& refutations) {
  if (by_subject_.empty() || result.standing == Standing::served) return;
  const Claim& claim = result.obligation.claim;
  const auto found =
      by_subject_.find(subject_key(claim.capsule, claim.obligation, node.capsule->artifact.digest));
  if (found == by_subject_.end()) return;
  const auto everywhere = docket_.refuted_cases(claim, node);
  if (everywhere.empty()) {
    waive_absence(result, found->second);
  } else {
    waive_findings(result, found->second, refutations, everywhere);
  }
}

std::string WaiverDesk::why_idle(std::size_t waiver, const Plan& plan) const {
  const Waiver& w = docket_.input().waivers[waiver];
  if (auto fault = unusable(w)) return *fault;
  bool other_artifact = false;
  for (const NodeClass& node : plan.classes) {
    if (node.capsule == nullptr || node.capsule->name != w.capsule) continue;
    if (node.capsule->artifact.digest == w.artifact) return "nothing that it waives is unserved";
    other_artifact = true;
  }
  if (other_artifact) return "it is for another artifact of the capsule";
  return "this plan does not use the capsule";
}

void WaiverDesk::report_to(Verdict& verdict, const Plan& plan) const {
  const std::vector<Waiver>& waivers = docket_.input().waivers;
  std::vector<std::size_t> moved(waivers.size());
  for (std::size_t i = 0; i < waivers.size(); ++i) {
    if (used_[i]) {
      moved[i] = verdict.waivers.size();
      verdict.waivers.push_back(waivers[i]);
    } else {
      verdict.idle_waivers.push_back({waivers[i], why_idle(i, plan)});
    }
  }
  for (ObligationResult& result : verdict.obligations) {
    if (result.waiver) result.waiver = moved[*result.waiver];
  }
}

}  // namespace touchstone
