#pragma once

#include <filesystem>
#include <memory>

#include "touchstone/core/result.h"

namespace touchstone {

/// Keeps other programs that ask for the same folder out, or in company, for as long as it lives.
/// It binds only those who ask (flock(2)), and ends with the process, however that ends.
class FolderLock {
 public:
  enum class Mode {
    shared,     ///< with others who read
    exclusive,  ///< alone
  };

  /// Waits for up to a minute. Errors: the folder cannot be opened (unreadable); others kept it all
  /// that time (unavailable).
  [[nodiscard]] static Result<FolderLock> of(const std::filesystem::path& folder, Mode mode);
  /// Of the folder that holds `file`, which need not exist.
  [[nodiscard]] static Result<FolderLock> around(const std::filesystem::path& file, Mode mode);

  ~FolderLock();
  FolderLock(FolderLock&&) noexcept;
  FolderLock& operator=(FolderLock&&) noexcept;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  struct Held;
  explicit FolderLock(std::unique_ptr<Held> held);
  std::unique_ptr<Held> held_;
};

}  // namespace touchstone
