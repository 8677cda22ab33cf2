#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/plan/registry.h"

namespace touchstone::cli {

struct CapsuleSourceReport {
  std::int64_t checked = 0;
  std::vector<std::string> faults;
};

/// Whether what each capsule names exists: its sources under `root`, its artifact digest recomputed
/// from them, and its symbol in the loaded file (listed by nm) or, of
/// native CUDA kernels, in each of its PTX files; and whether the native kernels' files, the list
/// of their digests included, are those that this build carries. Its assumptions are values of the
/// closed list already. Errors: nm is not there (unavailable); a registry without capsules
/// (unreadable).
[[nodiscard]] Result<CapsuleSourceReport> check_capsule_sources(const Registry& registry,
                                                                const std::filesystem::path& root);

}  // namespace touchstone::cli
