#include "file_writing.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "descriptor.h"

namespace touchstone {

namespace fs = std::filesystem;

Diagnostic cannot_write(const fs::path& path, int error) {
  return unreadable({}, "the file cannot be written: " + std::generic_category().message(error),
                    "check that the folder exists, has space and may be written to")
      .in_file(printable(path.native()));
}

Result<void> write_all(int descriptor, const fs::path& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0 && errno != EINTR) return cannot_write(path, errno);
    if (done > 0) bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

void flush_folder_of(const fs::path& file) {
  const Descriptor folder(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.open()) ::fsync(folder.number());
}

}  // namespace touchstone
