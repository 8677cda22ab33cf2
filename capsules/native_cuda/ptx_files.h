#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/digest.h"

namespace touchstone::native_cuda {

/// A file of capsules/native_cuda/ptx.
struct PtxFile {
  std::string_view name;  ///< "sm_80/add.ptx"
  std::string_view bytes;
};

/// The folder as committed, carried by this library: the PTX of every kernel for every target,
/// "flags.txt" (one line: the compiler, its version and flags) and "digests.sha256" (the digest of
/// each of them, one line "<sha256>  <name>" each).
[[nodiscard]] std::span<const PtxFile> committed_files();

/// The bytes of the file of this name, if it is there.
[[nodiscard]] std::optional<std::string_view> bytes_of(std::span<const PtxFile> files,
                                                       std::string_view name);

/// What the committed list says of this file; nothing if it does not name it.
[[nodiscard]] std::optional<Digest> declared_digest(std::string_view name);

/// The compiler, its version and flags.
[[nodiscard]] std::string build_flags();

/// The names of the files that hold this kernel file ("add.ptx"), one for each target in order.
[[nodiscard]] std::vector<std::string> names_for_targets(std::string_view file);

}  // namespace touchstone::native_cuda
