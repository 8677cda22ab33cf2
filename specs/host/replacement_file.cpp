#include "replacement_file.h"

#include <fcntl.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "descriptor.h"

namespace touchstone {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20U;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

Diagnostic cannot_write(const fs::path& path, int error) {
  return unreadable({}, "the file cannot be written: " + std::generic_category().message(error),
                    "check that the folder exists, has space and may be written to")
      .in_file(printable(path.native()));
}

}  // namespace

struct ReplacementFile::Open {
  fs::path target;
  fs::path path;
  Descriptor descriptor;
  std::string buffer;

  Open(fs::path of, fs::path at, Descriptor opened)
      : target(std::move(of)), path(std::move(at)), descriptor(std::move(opened)) {}
  ~Open() {
    if (descriptor.open()) ::unlink(path.c_str());
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

  Result<void> write_buffer() {
    std::string_view left = buffer;
    while (!left.empty()) {
      const ssize_t done = ::write(descriptor.number(), left.data(), left.size());
      if (done < 0 && errno != EINTR) return cannot_write(target, errno);
      if (done > 0) left.remove_prefix(static_cast<std::size_t>(done));
    }
    buffer.clear();
    return {};
  }
};

ReplacementFile::ReplacementFile(std::unique_ptr<Open> open) : open_(std::move(open)) {}
ReplacementFile::~ReplacementFile() = default;
ReplacementFile::ReplacementFile(ReplacementFile&&) noexcept = default;
ReplacementFile& ReplacementFile::operator=(ReplacementFile&&) noexcept = default;

Result<ReplacementFile> ReplacementFile::of(fs::path target) {
  const fs::path path = folder_of(target) / ("." + target.filename().string() + ".new");
  // Removed and made anew, never opened: a link that someone put there leads nowhere.
  ::unlink(path.c_str());
  Descriptor opened(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!opened.open()) return cannot_write(target, errno);
  return ReplacementFile(std::make_unique<Open>(std::move(target), path, std::move(opened)));
}

Result<void> ReplacementFile::append(std::string_view bytes) {
  open_->buffer += bytes;
  return open_->buffer.size() < buffer_size ? Result<void>() : open_->write_buffer();
}

Result<void> ReplacementFile::flush() {
  if (auto written = open_->write_buffer(); !written) return written;
  if (::fsync(open_->descriptor.number()) != 0) return cannot_write(open_->target, errno);
  return {};
}

Result<void> ReplacementFile::take_place() {
  if (::rename(open_->path.c_str(), open_->target.c_str()) != 0) {
    return cannot_write(open_->target, errno);
  }
  open_->descriptor.close();
  // So that the new name survives a power cut. The bytes are safe, so failure is no error.
  const Descriptor folder(
      ::open(folder_of(open_->target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.open()) ::fsync(folder.number());
  return {};
}

}  // namespace touchstone
