#include "replacement_file.h"

#include <fcntl.h>

#include <cerrno>
#include <string>

#include "descriptor.h"
#include "file_writing.h"

namespace touchstone {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20U;

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
    auto written = write_all(descriptor.number(), target, buffer);
    if (written) buffer.clear();
    return written;
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
  flush_folder_of(open_->target);
  return {};
}

}  // namespace touchstone
