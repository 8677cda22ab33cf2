#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signature.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// A key that a reader trusts for statements of certain predicate types.
struct PinnedKey {
  std::string name;
  PublicKey key;
  std::vector<std::string> predicates;  ///< predicate types, at least one
  std::optional<std::string>
      expires;  ///< a timestamp, from which on it no longer counts; absent: never

  [[nodiscard]] bool signs(std::string_view predicate_type) const;
};

/// A reader's file of pinned keys (keys.schema.json). Names and keys are unique.
struct PinnedKeys {
  std::filesystem::path file;
  Digest digest;  ///< of the file
  std::vector<PinnedKey> keys;

  [[nodiscard]] const PinnedKey* find(const PublicKey& key) const;
};

/// Errors (unreadable): anything that the schema does not allow; a name or key twice.
[[nodiscard]] Result<PinnedKeys> parse_pinned_keys(std::string_view text);
/// The same from a file. Errors: those of reading it, too.
[[nodiscard]] Result<PinnedKeys> read_pinned_keys(const std::filesystem::path& file);

}  // namespace touchstone
