#include "profile_rules.h"

#include <set>
#include <string_view>

namespace touchstone {

namespace {

std::string_view text_of(EvidenceKind kind) { return name_of(kind); }
std::string_view text_of(Provider provider) { return name_of(provider); }
std::string_view text_of(VjpMode mode) { return name_of(mode); }
std::string_view text_of(AssumptionId id) { return assumption(id).name; }

/// In the order of their definition; "none" where there are none.
template <class T>
std::string listed(const std::set<T>& items) {
  std::string out;
  for (const T item : items) {
    if (!out.empty()) out += ", ";
    out += text_of(item);
  }
  return out.empty() ? "none" : out;
}

std::set<EvidenceKind> beside(const std::set<EvidenceKind>& all,
                              const std::set<EvidenceKind>& known) {
  std::set<EvidenceKind> out;
  for (const EvidenceKind kind : all) {
    if (!known.contains(kind)) out.insert(kind);
  }
  return out;
}

}  // namespace

std::vector<std::string> profile_rules(const Profile& profile) {
  std::vector<std::string> out;
  out.push_back("Kinds of evidence that count for every capsule: " + listed(profile.admitted) +
                ".");
  out.push_back("Kinds that count for capsules of provider reference in addition: " +
                listed(beside(profile.admitted_for_reference, profile.admitted)) + ".");
  out.push_back("Providers whose capsules may serve: " + listed(profile.providers) + ".");
  out.push_back("Who may compute gradients in training: " + listed(profile.gradient_owners) + ".");
  out.emplace_back(profile.admits_unsigned_ledger
                       ? "Ledgers: one that no pinned key signed counts too."
                       : "Ledgers: one counts only if a pinned key signed its checkpoint and it "
                         "extends the state that was accepted last.");
  out.emplace_back(profile.admits_waivers
                       ? "Waivers: one counts until it expires, if it names the artifact."
                       : "Waivers: none counts.");
  out.push_back("Assumptions on which no evidence that counts may rest: " +
                listed(profile.excluded_assumptions) + ".");
  out.push_back(profile.fixed_device
                    ? "Device: " + std::string(name_of(*profile.fixed_device)) + " alone."
                    : "Device: any that a capsule of these providers runs on.");
  return out;
}

}  // namespace touchstone
