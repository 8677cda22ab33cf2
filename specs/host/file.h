#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "touchstone/core/result.h"

namespace touchstone {

/// The bytes of a regular file. Errors (unreadable): missing, not permitted, not a regular file,
/// larger than the memory available, growing while it is read.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path);

/// The same of a file that has no reason to be larger than `most_bytes`: a larger one is refused
/// (unreadable) before it is read.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path,
                                            std::uint64_t most_bytes);

/// Takes bytes as they come; an error ends the reading and becomes its own.
using PieceVisitor = std::function<Result<void>(std::string_view)>;

/// Visits the bytes of a regular file in order, in pieces of at most a few MiB, so that a file of
/// any size takes constant memory. Errors: those of `read_file` but for the size; the visitor's.
[[nodiscard]] Result<void> read_in_pieces(const std::filesystem::path& path,
                                          const PieceVisitor& visit);

/// Writes the whole file or leaves the old one: the bytes go to a temporary file in the same
/// folder, reach the disk, and then take the name. A symbolic link stays and its target is
/// replaced. A device or pipe, such as /dev/stdout, is written to directly. Temporary files that
/// killed processes left in the folder are removed.
/// Errors (unreadable): the folder is missing or may not be written, the path is a folder, no
/// space.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

/// Whether `write_file` could begin there now, tried with an empty temporary file that is removed
/// again. Errors: those of write_file, but for the space.
[[nodiscard]] Result<void> check_writable(const std::filesystem::path& path);

/// The file behind symbolic links; the path itself where there is none yet.
[[nodiscard]] std::filesystem::path real_path(const std::filesystem::path& path);

/// Whether both paths lead to one existing file.
[[nodiscard]] bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// The existing file that `relative` names inside `folder`, for a name that stands in an untrusted
/// file. Errors (unreadable): empty, absolute, holding NUL or a ".." component, missing, or leading
/// out of the folder through a symbolic link. Someone who may write to the folder can still swap
/// links after this answer.
[[nodiscard]] Result<std::filesystem::path> resolve_inside(const std::filesystem::path& folder,
                                                           std::string_view relative);

}  // namespace touchstone
