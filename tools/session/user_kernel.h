#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "launch_questions.h"
#include "touchstone/kernel_manifest/kernel_manifest.h"
#include "touchstone/plan/capsule.h"

/// For use inside this folder: a kernel of a user's own, read from its manifest.
namespace touchstone {

struct UserKernel {
  KernelManifest manifest;
  ReadCode code;
};

/// Errors: those of the manifest, of the compiler and of the parser.
[[nodiscard]] Result<UserKernel> read_user_kernel(const std::filesystem::path& file);

/// One question for each case; with `reference` (a manifest with cases of the same operands, or PTX
/// that is launched in the same way) whether the launch computes what that one computes. Errors:
/// those of reading the reference, and a case that it lacks (unreadable).
[[nodiscard]] Result<std::vector<LaunchQuestion>> questions_of(
    const UserKernel& kernel, const std::optional<std::filesystem::path>& reference);

/// What the kernel would be in a registry, so that its evidence is made as any other's.
[[nodiscard]] Capsule capsule_of(const UserKernel& kernel);

}  // namespace touchstone
