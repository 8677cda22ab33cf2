#include "scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "descriptor.h"

namespace touchstone {

namespace fs = std::filesystem;

namespace {

Diagnostic no_scratch_file(const std::string& reason) {
  return unavailable({}, "no temporary file can be written: " + reason,
                     "set TMPDIR to a folder that exists, has space and may be written to");
}

/// 0, or an error number.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno != EINTR) return errno;
    if (done > 0) bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return 0;
}

}  // namespace

ScratchFile::ScratchFile(fs::path path) : path_(std::move(path)) {}
ScratchFile::~ScratchFile() { remove(); }
ScratchFile::ScratchFile(ScratchFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
ScratchFile& ScratchFile::operator=(ScratchFile&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
  }
  return *this;
}

void ScratchFile::remove() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

Result<ScratchFile> ScratchFile::holding(std::string_view bytes) {
  std::error_code failed;
  const fs::path folder = fs::temp_directory_path(failed);
  if (failed) return no_scratch_file(failed.message());
  std::string name = (folder / "touchstone-XXXXXX").native();
  // mkostemp picks a name that did not exist and opens it for this user alone.
  const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (!file.open()) return no_scratch_file(std::generic_category().message(errno));
  ScratchFile made{fs::path(name)};
  if (const int error = write_all(file.number(), bytes); error != 0) {
    return no_scratch_file(std::generic_category().message(error));
  }
  return made;
}

}  // namespace touchstone
