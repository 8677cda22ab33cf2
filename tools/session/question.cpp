#include "question.h"

#include "registry_of.h"
#include "touchstone/audit/profile_file.h"
#include "touchstone/core/timestamp.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"
#include "touchstone/host/machine.h"

namespace touchstone {

namespace {

/// The bytes of a small file, which is noted as read.
Result<std::string> noted(Question& question, const char* what, const std::filesystem::path& file) {
  auto bytes = read_file(file, small_document.bytes);
  if (bytes) question.read.push_back({what, file.filename().string(), sha256(*bytes)});
  return bytes;
}

Result<void> read_profile(Question& out, const VerifyRequest& request) {
  if (!names_profile_file(request.profile)) {
    auto profile = profile_named(request.profile, request.device);
    if (!profile) return profile.error();
    out.profile = std::move(*profile);
    out.read.push_back({"profile", out.profile.name, profile_digest(out.profile)});
    return {};
  }
  const auto bytes = noted(out, "profile", request.profile);
  if (!bytes) return bytes.error();
  auto profile = parse_profile(*bytes);
  if (!profile) return profile.error().in_file(request.profile);
  out.profile = std::move(*profile);
  return check_device(out.profile, request.device);
}

Result<void> read_waivers(Question& out, const VerifyRequest& request) {
  if (!request.waivers) return {};
  const auto bytes = noted(out, "waivers", *request.waivers);
  if (!bytes) return bytes.error();
  auto waivers = parse_waivers(*bytes);
  if (!waivers) return waivers.error().in_file(request.waivers->string());
  out.waivers = std::move(*waivers);
  return {};
}

Result<void> read_kernels(Question& out, const VerifyRequest& request) {
  out.registry = built_in_registry();
  if (request.kernels.empty()) return {};
  auto files = KernelFiles::in(request.kernels);
  if (!files) return files.error();
  out.files = std::move(*files);
  out.registry = registry_of(out.files);
  for (const native_cuda::PtxFile& file : out.files.files()) {
    if (!file.name.ends_with(".ptx")) continue;
    out.read.push_back({"kernel", std::string(file.name), sha256(file.bytes)});
  }
  return {};
}

Result<void> set_time(Question& out, const VerifyRequest& request) {
  out.at = request.at.empty() ? utc_now() : request.at;
  if (is_timestamp(out.at)) return {};
  return unreadable("--at", "'" + printable(out.at) + "' is no time in UTC",
                    "times are written like 2026-01-31T02:00:00Z");
}

}  // namespace

Result<Profile> profile_of(const VerifyRequest& request) {
  Question out;
  if (auto read = read_profile(out, request); !read) return read.error();
  return std::move(out.profile);
}

Result<Question> question_of(const VerifyRequest& request) {
  Question out;
  if (auto read = read_profile(out, request); !read) return read.error();
  const auto device = resolve_device(out.profile, request.device, built_in_registry()->capsules());
  if (!device) return device.error();
  out.device = *device;
  if (request.record && request.mode == EvidenceMode::recorded) {
    return unreadable("--record",
                      "with --evidence recorded nothing is derived that could be recorded",
                      "leave one of them out");
  }
  for (const auto& step : {&set_time, &read_waivers, &read_kernels}) {
    if (auto done = step(out, request); !done) return done.error();
  }
  return out;
}

}  // namespace touchstone
