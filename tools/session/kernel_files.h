#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/native_cuda/ptx_files.h"

namespace touchstone {

/// The PTX of the native CUDA kernels: what this build holds, or what lies in a folder in its
/// place.
class KernelFiles {
 public:
  /// What this build holds.
  KernelFiles();
  /// The files of the same names in this folder ("sm_80/add.ptx" and so on). Errors: one that is
  /// missing or cannot be read (unreadable).
  [[nodiscard]] static Result<KernelFiles> in(const std::filesystem::path& folder);

  [[nodiscard]] std::span<const native_cuda::PtxFile> files() const { return *files_; }

 private:
  std::shared_ptr<const std::vector<std::pair<std::string, std::string>>> owned_;
  std::shared_ptr<const std::vector<native_cuda::PtxFile>> files_;
};

}  // namespace touchstone
