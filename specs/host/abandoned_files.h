#pragma once

#include <filesystem>

#include "descriptor.h"

/// For use inside this folder: temporary files of this program that lie beside what they were to
/// become, and what is left of them when a process is killed.
namespace touchstone {

/// A new file beside `target` that `remove_abandoned` leaves alone for as long as it is open.
/// Not open if none could be made: `errno` says why.
[[nodiscard]] Descriptor open_temporary(const std::filesystem::path& target,
                                        std::filesystem::path& name);

/// Removes the temporary files in a folder whose process is gone. Failure is no error: they only
/// take space.
void remove_abandoned(const std::filesystem::path& folder);

}  // namespace touchstone
