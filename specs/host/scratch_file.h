#pragma once

#include <filesystem>
#include <string_view>

#include "touchstone/core/result.h"

namespace touchstone {

/// A file of a new name in the folder for temporary files, which only this user may read, for a
/// program that is to read it. It is removed when the object ends.
class ScratchFile {
 public:
  /// Errors (unavailable): no folder for temporary files, or no space there.
  [[nodiscard]] static Result<ScratchFile> holding(std::string_view bytes);

  ~ScratchFile();
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&& other) noexcept;
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFile(std::filesystem::path path);
  void remove();

  std::filesystem::path path_;  ///< empty once moved from
};

}  // namespace touchstone
