#include "file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "abandoned_files.h"
#include "descriptor.h"
#include "file_writing.h"
#include "machine.h"

namespace touchstone {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 20U;
/// Files of /proc claim no size; a real one that outgrows its size by more than this is in flux.
constexpr std::uint64_t size_slack = std::uint64_t{64} << 20U;

std::string reason_of(int error) { return std::generic_category().message(error); }

Diagnostic about(const fs::path& path, std::string reason, std::string remedy) {
  return unreadable({}, std::move(reason), std::move(remedy)).in_file(printable(path.native()));
}

Diagnostic cannot_read(const fs::path& path, int error) {
  const char* const remedy =
      error == EACCES ? "grant read permission" : "check the path and its spelling";
  return about(path, "the file cannot be read: " + reason_of(error), remedy);
}

struct RegularFile {
  Descriptor descriptor;
  std::uint64_t size = 0;
};

Result<RegularFile> open_regular(const fs::path& path) {
  // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return cannot_read(path, errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) return about(path, "this is a folder", "name a file inside it");
  if (!S_ISREG(status.st_mode)) {
    return about(path, "this is not a regular file", "save the contents to a file first");
  }
  return RegularFile{std::move(file),
                     static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0))};
}

/// Reads to the end; `what` has room for the claimed size already.
Result<void> append_all(int descriptor, const fs::path& path, std::uint64_t limit,
                        std::string& what) {
  while (true) {
    const std::size_t had = what.size();
    what.resize(had + std::min(chunk_size, std::max<std::size_t>(what.capacity() - had, 1)));
    const ssize_t got = ::read(descriptor, what.data() + had, what.size() - had);
    what.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return {};
    if (got < 0 && errno != EINTR) return cannot_read(path, errno);
    if (what.size() > limit) {
      return about(path, "the file grew while it was read", "read it again once it is complete");
    }
  }
}

/// A new file beside a target; removed unless it has taken the target's name.
class TemporaryFile {
 public:
  /// Errors: errno of the last attempt, as `error`.
  explicit TemporaryFile(const fs::path& target) {
    descriptor_ = open_temporary(target, path_);
    if (!descriptor_.open()) error = errno;
  }
  ~TemporaryFile() {
    if (descriptor_.open()) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] bool open() const { return descriptor_.open(); }
  [[nodiscard]] int descriptor() const { return descriptor_.number(); }

  Result<void> become(const fs::path& target) {
    if (::fsync(descriptor()) != 0) return cannot_write(target, errno);
    if (::rename(path_.c_str(), target.c_str()) != 0) return cannot_write(target, errno);
    descriptor_.close();
    return {};
  }

  int error = 0;

 private:
  fs::path path_;
  Descriptor descriptor_;
};

/// Why `relative` may not name a file, if it may not.
std::optional<std::string> objection_to(std::string_view relative) {
  if (relative.empty()) return "the file name is empty";
  if (relative.find('\0') != std::string_view::npos) return "the file name holds a NUL byte";
  const fs::path path{relative};
  if (path.is_absolute()) return "the file name is an absolute path";
  const bool climbs =
      std::any_of(path.begin(), path.end(), [](const fs::path& p) { return p == ".."; });
  if (climbs) return "the file name holds a \"..\" component";
  return std::nullopt;
}

bool is_below(const fs::path& folder, const fs::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

Result<std::string> read_file(const fs::path& path) {
  return read_file(path, std::numeric_limits<std::uint64_t>::max() - size_slack);
}

Result<std::string> read_file(const fs::path& path, std::uint64_t most_bytes) {
  const auto file = open_regular(path);
  if (!file) return file.error();
  const std::uint64_t size = file->size;
  const auto too_long = [&] {
    return about(path, "the file is longer than " + std::to_string(most_bytes) + " bytes",
                 "no file of this kind needs as many; check that it is the right one");
  };
  if (size > most_bytes) return too_long();
  const auto too_large = [&] {
    return about(path,
                 "the file has " + std::to_string(size) + " bytes, more than the memory available",
                 "free memory or use a larger machine");
  };
  if (size > available_memory()) return too_large();
  try {
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(size) + 1);  // One more, to see the end without growing.
    const std::uint64_t limit = std::min(most_bytes, size + size_slack);
    if (auto read = append_all(file->descriptor.number(), path, limit, bytes); !read) {
      return bytes.size() > most_bytes ? too_long() : read.error();
    }
    return bytes;
  } catch (const std::bad_alloc&) {
    return too_large();
  }
}

Result<void> read_in_pieces(const fs::path& path, const PieceVisitor& visit) {
  const auto file = open_regular(path);
  if (!file) return file.error();
  std::string piece(4 * chunk_size, '\0');
  while (true) {
    const ssize_t got = ::read(file->descriptor.number(), piece.data(), piece.size());
    if (got == 0) return {};
    if (got < 0 && errno != EINTR) return cannot_read(path, errno);
    if (got < 0) continue;
    const std::string_view read(piece.data(), static_cast<std::size_t>(got));
    if (auto visited = visit(read); !visited) return visited;
  }
}

Result<void> check_writable(const fs::path& path) {
  std::error_code failed;
  const fs::path target = real_path(path);
  const fs::file_status status = fs::status(target, failed);
  if (fs::is_directory(status)) return about(path, "this is a folder", "name a file inside it");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return ::access(target.c_str(), W_OK) == 0 ? Result<void>() : cannot_write(path, errno);
  }
  const TemporaryFile temporary(target);
  return temporary.open() ? Result<void>() : cannot_write(path, temporary.error);
}

fs::path real_path(const fs::path& path) {
  std::error_code failed;
  fs::path real = fs::canonical(path, failed);
  return failed ? path : real;
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code failed;
  return fs::equivalent(a, b, failed) && !failed;
}

Result<void> write_file(const fs::path& path, std::string_view bytes) {
  std::error_code failed;
  const fs::path target = real_path(path);
  const fs::file_status status = fs::status(target, failed);
  if (fs::is_directory(status)) return about(path, "this is a folder", "name a file inside it");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    const Descriptor special(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!special.open()) return cannot_write(path, errno);
    return write_all(special.number(), path, bytes);
  }
  remove_abandoned(folder_of(target));
  TemporaryFile temporary(target);
  if (!temporary.open()) return cannot_write(path, temporary.error);
  if (auto written = write_all(temporary.descriptor(), path, bytes); !written) return written;
  if (auto named = temporary.become(target); !named) return named.error().in_file(path.native());
  flush_folder_of(target);
  return {};
}

Result<fs::path> resolve_inside(const fs::path& folder, std::string_view relative) {
  const std::string shown = printable(relative);
  if (const auto objection = objection_to(relative)) {
    return unreadable({}, *objection + ": \"" + shown + "\"",
                      "name a file in or below the folder of the file that refers to it");
  }
  std::error_code failed;
  const fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, failed);
  if (failed) return cannot_read(folder, failed.value());
  const fs::path path = fs::canonical(root / fs::path(relative), failed);
  if (failed) {
    return unreadable({}, "the file \"" + shown + "\" cannot be read: " + failed.message(),
                      "put it beside the file that refers to it");
  }
  if (!is_below(root, path)) {
    return unreadable(
        {}, "the file name \"" + shown + "\" leads out of its folder through a symbolic link",
        "replace the link by the file");
  }
  return path;
}

}  // namespace touchstone
