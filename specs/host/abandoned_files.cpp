#include "abandoned_files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace touchstone {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view before_process = ".touchstone-";
constexpr std::string_view after_attempt = ".tmp";

/// The process that made a temporary file of this name; nothing of any other file.
std::optional<pid_t> maker_of(std::string_view name) {
  if (!name.starts_with(before_process) || !name.ends_with(after_attempt)) return std::nullopt;
  name.remove_prefix(before_process.size());
  pid_t process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  if (error != std::errc{} || process <= 0 || end == name.data() + name.size() || *end != '-') {
    return std::nullopt;
  }
  return process;
}

/// A process that this one cannot see may live, in another namespace: then its lock says so.
bool is_abandoned(const fs::path& file, pid_t maker) {
  if (::kill(maker, 0) == 0 || errno != ESRCH) return false;
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return opened.open() && ::flock(opened.number(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

Descriptor open_temporary(const fs::path& target, fs::path& name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string own(before_process);
    own += std::to_string(::getpid()) + "-" + std::to_string(attempt);
    own += after_attempt;
    name = target;
    name.replace_filename(own);
    Descriptor made(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (made.open()) static_cast<void>(::flock(made.number(), LOCK_EX | LOCK_NB));
    if (made.open() || errno != EEXIST) return made;
  }
  return Descriptor();
}

void remove_abandoned(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    const auto maker = maker_of(at->path().filename().native());
    if (maker && is_abandoned(at->path(), *maker)) ::unlink(at->path().c_str());
  }
}

}  // namespace touchstone
