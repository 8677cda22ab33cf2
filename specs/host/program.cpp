#include "program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "descriptor.h"

namespace touchstone {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t output_limit = std::size_t{1} << 20U;
constexpr std::string_view default_path = "/usr/local/bin:/usr/bin:/bin";

bool is_program(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

/// How a program is to be started; owns what posix_spawn needs.
class SpawnPlan {
 public:
  explicit SpawnPlan(int output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, output, 1);
    ::posix_spawn_file_actions_adddup2(&actions_, output, 2);
    ::posix_spawnattr_init(&attributes_);
    // A group of its own, so that what the program itself started is killed with it.
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// 0, or an error number.
  int start(const fs::path& path, std::span<const std::string> args, pid_t& child) const {
    std::vector<std::string> words{path.native()};
    words.insert(words.end(), args.begin(), args.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return ::posix_spawn(&child, path.c_str(), &actions_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// A started program, killed and reaped at the latest when this ends.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  ~Child() {
    if (!status_) {
      ::kill(-id_, SIGKILL);
      ::kill(id_, SIGKILL);
      int ignored = 0;
      while (::waitpid(id_, &ignored, 0) < 0 && errno == EINTR) {
      }
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The wait status, once the program has ended.
  std::optional<int> wait_until(Clock::time_point deadline) {
    while (!status_) {
      int status = 0;
      if (::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
      if (!status_ && Clock::now() >= deadline) break;
      if (!status_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return status_;
  }

 private:
  pid_t id_;
  std::optional<int> status_;
};

enum class End { closed, too_much, late };

End collect(int descriptor, Clock::time_point deadline, std::string& output) {
  std::array<char, 65536> buffer{};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return End::late;
    pollfd wanted{descriptor, POLLIN, 0};
    const auto wait = std::min<std::int64_t>(left.count(), 1000);
    if (::poll(&wanted, 1, static_cast<int>(wait)) <= 0) continue;
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return End::closed;
    output.append(buffer.data(), static_cast<std::size_t>(got));
    if (output.size() > output_limit) return End::too_much;
  }
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::optional<fs::path> find_program(std::string_view name) {
  if (name.empty() || name.find('\0') != std::string_view::npos) return std::nullopt;
  if (name.find('/') != std::string_view::npos) {
    return is_program(name) ? std::optional<fs::path>(name) : std::nullopt;
  }
  const char* const variable = std::getenv("PATH");
  std::string_view folders = variable == nullptr ? default_path : std::string_view(variable);
  while (true) {
    const std::size_t colon = folders.find(':');
    // By POSIX an empty entry is the current folder; a program found there would be a surprise.
    if (const auto folder = folders.substr(0, colon); !folder.empty()) {
      if (auto path = fs::path(folder) / name; is_program(path)) return path;
    }
    if (colon == std::string_view::npos) return std::nullopt;
    folders.remove_prefix(colon + 1);
  }
}

Result<std::string> run_program(const fs::path& path, std::span<const std::string> args,
                                std::chrono::milliseconds limit) {
  const std::string name = printable(path.native());
  const Clock::time_point deadline = Clock::now() + limit;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return unavailable({}, "no pipe for " + name + ": " + std::generic_category().message(errno));
  }
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  pid_t id = 0;
  if (const int error = SpawnPlan(writing.number()).start(path, args, id); error != 0) {
    return unavailable({}, name + " cannot be started: " + std::generic_category().message(error),
                       "check that it is installed and may be executed");
  }
  Child child(id);
  writing.close();

  std::string output;
  const End end = collect(reading.number(), deadline, output);
  if (end == End::too_much) return unavailable({}, name + " wrote more than 1 MiB and was stopped");
  const auto status = end == End::closed ? child.wait_until(deadline) : std::nullopt;
  if (!status) {
    Diagnostic late{Failure::undecided, {}, {}, {}, "allow it more time"};
    late.reason = name + " did not end within " + std::to_string(limit.count()) + " ms";
    return late;
  }
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
    return unavailable({}, name + " " + how_it_ended(*status) + ": " + printable(output, 2000));
  }
  return output;
}

}  // namespace touchstone
