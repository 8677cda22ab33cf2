#include "folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "descriptor.h"

namespace touchstone {

namespace {

constexpr std::chrono::seconds patience{60};
constexpr std::chrono::milliseconds between_attempts{5};

}  // namespace

struct FolderLock::Held {
  Descriptor folder;
};

FolderLock::FolderLock(std::unique_ptr<Held> held) : held_(std::move(held)) {}
FolderLock::~FolderLock() = default;
FolderLock::FolderLock(FolderLock&&) noexcept = default;
FolderLock& FolderLock::operator=(FolderLock&&) noexcept = default;

Result<FolderLock> FolderLock::of(const std::filesystem::path& folder, Mode mode) {
  const auto refused = [&](int error) {
    return unreadable({}, "the folder cannot be locked: " + std::generic_category().message(error),
                      "check that it exists and may be read")
        .in_file(printable(folder.native()));
  };
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.open()) return refused(errno);
  const int wanted = (mode == Mode::shared ? LOCK_SH : LOCK_EX) | LOCK_NB;
  const auto until = std::chrono::steady_clock::now() + patience;
  while (::flock(opened.number(), wanted) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return refused(errno);
    if (std::chrono::steady_clock::now() > until) {
      return unavailable({}, "another program has kept the folder locked for a minute",
                         "wait for it, or end it")
          .in_file(printable(folder.native()));
    }
    std::this_thread::sleep_for(between_attempts);
  }
  return FolderLock(std::make_unique<Held>(Held{std::move(opened)}));
}

Result<FolderLock> FolderLock::around(const std::filesystem::path& file, Mode mode) {
  return of(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."), mode);
}

}  // namespace touchstone
