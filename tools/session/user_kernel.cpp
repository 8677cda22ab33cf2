#include "user_kernel.h"

#include <algorithm>

#include "touchstone/contract/evidence.h"
#include "touchstone/host/file.h"
#include "touchstone/kernel_manifest/kernel_code.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

/// The name of the kernel to launch in PTX that has no manifest: that of the user's own, or the
/// only one there is.
Result<std::string> kernel_like(const ReadCode& code, const std::string& name) {
  std::vector<std::string> kernels;
  for (const ptx::Function& function : code.module->functions) {
    if (function.entry) kernels.push_back(function.name);
  }
  if (std::find(kernels.begin(), kernels.end(), name) != kernels.end()) return name;
  if (kernels.size() == 1) return kernels.front();
  return unreadable({},
                    "none of its " + std::to_string(kernels.size()) + " kernels is called '" +
                        printable(name) + "'",
                    "say which is meant by a manifest")
      .in_file(printable(code.file.native()));
}

Result<OtherLaunch> launched_alike(const ReadCode& code, const KernelCase& each) {
  const auto kernel = kernel_like(code, each.launch.kernel);
  if (!kernel) return kernel.error();
  OtherLaunch out{code, each.launch};
  out.launch.kernel = *kernel;
  return out;
}

Result<OtherLaunch> launched_by(const UserKernel& other, const KernelCase& each) {
  const auto& cases = other.manifest.cases;
  const auto same = std::find_if(cases.begin(), cases.end(), [&](const KernelCase& candidate) {
    return candidate.operands == each.operands && candidate.result == each.result;
  });
  if (same != cases.end()) return OtherLaunch{other.code, same->launch};
  return unreadable("cases", "none has the operands " + Scope{{}, each.operands}.text(),
                    "give both manifests cases of the same operands")
      .in_file(printable(other.manifest.file.native()));
}

/// How the reference is launched for each case.
Result<std::vector<OtherLaunch>> reference_launches(const fs::path& file,
                                                    const std::vector<KernelCase>& cases) {
  std::optional<UserKernel> user;
  std::optional<ReadCode> code;
  if (file.extension() == ".ptx") {
    auto text = read_file(file);
    if (!text) return text.error();
    auto read = read_code(std::move(*text), file);
    if (!read) return read.error();
    code = std::move(*read);
  } else {
    auto read = read_user_kernel(file);
    if (!read) return read.error();
    user = std::move(*read);
  }
  std::vector<OtherLaunch> out;
  for (const KernelCase& each : cases) {
    auto launch = code ? launched_alike(*code, each) : launched_by(*user, each);
    if (!launch) return launch.error();
    out.push_back(std::move(*launch));
  }
  return out;
}

}  // namespace

Result<UserKernel> read_user_kernel(const fs::path& file) {
  const auto text = read_file(file);
  if (!text) return text.error();
  auto manifest = read_kernel_manifest(*text, file);
  if (!manifest) return manifest.error();
  auto ptx = ptx_of(manifest->code);
  if (!ptx) return ptx.error();
  auto code = read_code(std::move(*ptx), manifest->code.file);
  if (!code) return code.error();
  return UserKernel{std::move(*manifest), std::move(*code)};
}

Result<std::vector<LaunchQuestion>> questions_of(const UserKernel& kernel,
                                                 const std::optional<fs::path>& reference) {
  std::vector<LaunchQuestion> out;
  for (const KernelCase& each : kernel.manifest.cases) {
    out.push_back({kernel.code.module->target, kernel.code, each.operands, each.result, each.launch,
                   std::nullopt});
  }
  if (!reference) return out;
  auto others = reference_launches(*reference, kernel.manifest.cases);
  if (!others) return others.error();
  for (std::size_t i = 0; i < out.size(); ++i) out[i].other = std::move((*others)[i]);
  return out;
}

Capsule capsule_of(const UserKernel& kernel) {
  Capsule out;
  out.name = "user." + kernel.manifest.name;
  out.op = kernel.manifest.op;
  out.refines = kernel.manifest.op;
  out.provider = Provider::user;
  out.device = Device::cuda;
  out.artifact.digest = sha256(*kernel.code.text);
  out.artifact.symbol = kernel.manifest.cases.front().launch.kernel;
  out.assumptions = {AssumptionId::defs, AssumptionId::ptxas, AssumptionId::gpu};
  for (const Contract contract : forward_contracts) {
    for (const Obligation obligation : obligations_in(contract)) {
      out.claims.push_back({out.name, out.op, contract, obligation});
    }
  }
  return out;
}

}  // namespace touchstone
