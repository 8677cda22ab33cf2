#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capsule.h"
#include "touchstone/contract/assumption.h"
#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// Which device and providers may serve a model, and which evidence may discharge an obligation.
struct Profile {
  std::string name;
  std::string summary;
  std::optional<Device> fixed_device;  ///< absent: the caller chooses, cpu by default
  std::set<Provider> providers;
  std::set<EvidenceKind> admitted;                ///< for every provider
  std::set<EvidenceKind> admitted_for_reference;  ///< in addition, for provider `reference`
  std::set<AssumptionId> excluded_assumptions;
  bool admits_unsigned_ledger = false;
  bool admits_waivers = false;
  /// Of the file it was read from; absent for those that this build defines.
  std::optional<Digest> file;
  std::set<VjpMode> gradient_owners;  ///< who may compute gradients in training
  /// What this build lacks to serve the profile; empty when it can.
  std::string lacking;
};

/// Every profile there is, those that this build cannot serve included.
[[nodiscard]] std::span<const Profile> profiles();

/// The built-in profile of this name, asked for together with a device, if any. A profile of the
/// user's own is read from a file (audit/profile_file.h). Errors: an unknown name (unreadable, with
/// the known names); a device that contradicts the profile (unreadable); a profile that this build
/// cannot serve (unavailable, with what it lacks).
[[nodiscard]] Result<Profile> profile_named(std::string_view name,
                                            const std::optional<std::string>& device = {});

/// Errors (unreadable): the profile is for another device than the one named. One that is no
/// device's name contradicts nothing.
[[nodiscard]] Result<void> check_device(const Profile& profile,
                                        const std::optional<std::string>& device);

/// The device to verify for. `requested` is what the user named, if anything.
/// Errors: unknown (unreadable); one for which this registry has no capsule (unavailable).
[[nodiscard]] Result<Device> resolve_device(const Profile& profile,
                                            const std::optional<std::string>& requested,
                                            std::span<const Capsule> capsules);

/// Whether evidence of this kind may discharge an obligation of a capsule of this provider.
[[nodiscard]] bool admits(const Profile& profile, EvidenceKind kind, Provider provider);

}  // namespace touchstone
