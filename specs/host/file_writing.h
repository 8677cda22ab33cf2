#pragma once

#include <filesystem>
#include <string_view>

#include "touchstone/core/diagnostic.h"
#include "touchstone/core/result.h"

/// For use inside this folder: what files that are written whole, and piece by piece, share.
namespace touchstone {

[[nodiscard]] Diagnostic cannot_write(const std::filesystem::path& path, int error);

/// Writes all bytes to a descriptor; `path` only names it.
[[nodiscard]] Result<void> write_all(int descriptor, const std::filesystem::path& path,
                                     std::string_view bytes);

/// The folder that holds a file.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& file);

/// Makes a file's new name survive a power cut. Its bytes are safe already, so failure is no error.
void flush_folder_of(const std::filesystem::path& file);

}  // namespace touchstone
