#include "scratch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace touchstone {

namespace fs = std::filesystem;

Result<ScratchFolder> ScratchFolder::create() {
  std::error_code failed;
  std::string name = (fs::temp_directory_path(failed) / "touchstone-XXXXXX").string();
  if (failed || ::mkdtemp(name.data()) == nullptr) {
    const std::string why = failed ? failed.message() : std::generic_category().message(errno);
    return unavailable({}, "there is no folder for temporary files: " + why,
                       "set TMPDIR to a folder that may be written to");
  }
  return ScratchFolder(std::move(name));
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())) {}

}  // namespace touchstone
