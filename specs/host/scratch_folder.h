#pragma once

#include <filesystem>

#include "touchstone/core/result.h"

namespace touchstone {

/// An empty folder that only this user may enter; it goes away with its content when this ends.
class ScratchFolder {
 public:
  /// In the folder that the system keeps for such. Errors (unavailable): it may not be written to.
  [[nodiscard]] static Result<ScratchFolder> create();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace touchstone
