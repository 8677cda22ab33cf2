#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "merkle_proof.h"
#include "signature.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// A signature with the key that it claims. The key stands in the file itself, so that a signature
/// that does not verify is seen by readers who have never heard of the key.
struct CheckpointSignature {
  PublicKey key;
  Signature signature;
  bool operator==(const CheckpointSignature&) const = default;
};

/// The state of a ledger, kept beside it in FILE.checkpoint (checkpoint.schema.json). Unsigned, it
/// shows accidental edits only.
struct Checkpoint {
  std::uint64_t size = 0;
  Digest root;                         ///< RFC 6962
  std::string time;                    ///< a timestamp
  std::uint64_t counter_evidence = 0;  ///< entries of outcome `failed`; version 1 does not tell
  int version = 2;
  std::vector<CheckpointSignature> signatures;  ///< ascending by key, each key once

  [[nodiscard]] TreeHead head() const { return {size, root}; }
  /// What signatures are over: the DSSE encoding of the checkpoint without them.
  [[nodiscard]] std::string signed_text() const;
  /// Adds the key's signature, or puts it in the place of its old one. Requires version 2.
  void sign(const SigningKey& key);
  [[nodiscard]] bool is_signed_by(const PublicKey& key) const;
  /// Adds the signatures of another checkpoint, if they are over this one's text, as far as there
  /// is room.
  void take_signatures(const Checkpoint& other);

  bool operator==(const Checkpoint&) const = default;

 private:
  void put(const CheckpointSignature& made);
};

/// FILE.checkpoint. While a ledger is being replaced it holds two states, and the ledger is in one
/// of them.
struct CheckpointFile {
  Checkpoint current;
  std::optional<Checkpoint> next;
  bool operator==(const CheckpointFile&) const = default;
};

/// FILE.checkpoint of FILE.
[[nodiscard]] std::filesystem::path checkpoint_path(std::filesystem::path ledger);

/// One line of JSON in version 2, or in version 1 if `current` is of that version.
[[nodiscard]] std::string text_of(const CheckpointFile& file);

/// Errors: anything that `text_of` does not write (unreadable); a signature that is not the key's
/// over this checkpoint (rejected).
[[nodiscard]] Result<CheckpointFile> parse_checkpoint(std::string_view text);

}  // namespace touchstone
