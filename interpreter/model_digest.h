#pragma once

#include <span>

#include "touchstone/core/digest.h"

namespace touchstone {

/// The digest of a model: that of its file where it refers to no other file; otherwise the SHA-256
/// of the 32 bytes of its file's SHA-256 followed by those of each file it refers to, in the order
/// of first reference.
[[nodiscard]] Digest model_digest(const Digest& file, std::span<const Digest> referred);

}  // namespace touchstone
