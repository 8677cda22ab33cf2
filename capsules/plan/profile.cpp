#include "profile.h"

#include <algorithm>

namespace touchstone {

namespace {

Profile strict() {
  Profile out;
  out.name = "strict";
  out.summary = "proofs and checkers only; the reference by identity beside a passing self-check";
  out.providers = {Provider::reference, Provider::native_cpu, Provider::native_cuda};
  out.admitted = {EvidenceKind::theorem, EvidenceKind::checker};
  out.admitted_for_reference = {EvidenceKind::identity};
  out.gradient_owners = {VjpMode::tape, VjpMode::backend};
  out.excluded_assumptions = {AssumptionId::cublas, AssumptionId::cufft, AssumptionId::libtorch};
  return out;
}

Profile checked_cpu() {
  Profile out = strict();
  out.name = "checked_cpu";
  out.summary =
      "as strict on the CPU, and replay, tests, guards, an unsigned ledger and waivers count too";
  out.fixed_device = Device::cpu;
  out.providers = {Provider::reference, Provider::native_cpu, Provider::openblas};
  out.admitted.insert({EvidenceKind::replay, EvidenceKind::test, EvidenceKind::guard});
  out.admits_unsigned_ledger = true;
  out.admits_waivers = true;
  return out;
}

Profile unserved(std::string name, std::string summary, std::optional<Device> device,
                 std::string lacking) {
  Profile out;
  out.name = std::move(name);
  out.summary = std::move(summary);
  out.fixed_device = device;
  out.lacking = std::move(lacking);
  return out;
}

std::vector<Profile> make_profiles() {
  const std::string no_cuda =
      "nothing in this build runs kernels on device cuda, and what it admits beside proofs "
      "(replay, "
      "tests, guards) is found by running them";
  const std::string no_libtorch = "this build has no LibTorch capsule";
  const std::string future = "no part of it exists yet";
  return {
      strict(),
      checked_cpu(),
      unserved("checked_cuda", "as checked_cpu, on CUDA", Device::cuda, no_cuda),
      unserved("libtorch_forward_cpu", "LibTorch computes on the CPU", Device::cpu, no_libtorch),
      unserved("libtorch_forward_cuda", "LibTorch computes on CUDA", Device::cuda, no_libtorch),
      unserved("libtorch_autograd_cuda", "LibTorch computes values and gradients on CUDA",
               Device::cuda, no_libtorch),
      unserved("future_metal", "Apple GPUs", Device::metal, future),
      unserved("future_rocm", "AMD GPUs", Device::rocm, future),
      unserved("future_webgpu", "GPUs from a browser", Device::webgpu, future),
      unserved("future_wasm", "WebAssembly", Device::wasm, future),
      unserved("future_tpu", "Google TPUs", Device::tpu, future),
      unserved("future_trainium", "AWS Trainium", Device::trainium, future),
      unserved("future_custom", "a device of the user's own", Device::custom, future),
      unserved("future_external", "an external service", Device::external, future),
  };
}

std::string join_names(const std::vector<std::string_view>& names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

}  // namespace

std::span<const Profile> profiles() {
  static const std::vector<Profile> all = make_profiles();
  return all;
}

Result<void> check_device(const Profile& profile, const std::optional<std::string>& device) {
  const auto named = device ? device_named(*device) : std::nullopt;
  if (!named || !profile.fixed_device || *named == *profile.fixed_device) return {};
  return unreadable({},
                    "profile " + profile.name + " is for device " +
                        std::string(name_of(*profile.fixed_device)) + ", not " + *device,
                    "leave --device out, or choose another profile");
}

Result<Profile> profile_named(std::string_view name, const std::optional<std::string>& device) {
  std::vector<std::string_view> served;
  for (const Profile& profile : profiles()) {
    if (profile.lacking.empty()) served.push_back(profile.name);
  }
  for (const Profile& profile : profiles()) {
    if (profile.name != name) continue;
    if (auto agrees = check_device(profile, device); !agrees) return agrees.error();
    if (profile.lacking.empty()) return profile;
    return unavailable({}, "profile " + profile.name + " cannot be served: " + profile.lacking,
                       "profiles that can: " + join_names(served));
  }
  std::vector<std::string_view> all;
  for (const Profile& profile : profiles()) all.push_back(profile.name);
  return unreadable({}, "there is no profile '" + printable(name) + "'",
                    "profiles: " + join_names(all));
}

Result<Device> resolve_device(const Profile& profile, const std::optional<std::string>& requested,
                              std::span<const Capsule> capsules) {
  Device device = profile.fixed_device.value_or(Device::cpu);
  if (requested) {
    const auto named = device_named(*requested);
    if (!named) {
      std::vector<std::string_view> names;
      for (const Device known : all_devices) names.push_back(name_of(known));
      return unreadable({}, "there is no device '" + printable(*requested) + "'",
                        "devices: " + join_names(names));
    }
    device = *named;
  }
  std::vector<std::string_view> served;
  for (const Device known : all_devices) {
    const bool any = std::any_of(capsules.begin(), capsules.end(),
                                 [&](const Capsule& c) { return c.device == known; });
    if (any && known == device) return device;
    if (any) served.push_back(name_of(known));
  }
  return unavailable({},
                     "device " + std::string(name_of(device)) +
                         " cannot be served: this build has no capsule for it",
                     "devices that can: " + join_names(served));
}

bool admits(const Profile& profile, EvidenceKind kind, Provider provider) {
  if (profile.admitted.contains(kind)) return true;
  return provider == Provider::reference && profile.admitted_for_reference.contains(kind);
}

}  // namespace touchstone
