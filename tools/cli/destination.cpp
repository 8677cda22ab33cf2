#include "destination.h"

#include "touchstone/core/diagnostic.h"
#include "touchstone/host/file.h"

namespace touchstone::cli {

Result<void> check_destination(const std::filesystem::path& output,
                               std::span<const std::filesystem::path> read) {
  for (const std::filesystem::path& source : read) {
    if (!same_file(output, source)) continue;
    return unreadable({}, "this command reads this file, so it would be lost", "name another file")
        .in_file(output.string());
  }
  return check_writable(output);
}

}  // namespace touchstone::cli
