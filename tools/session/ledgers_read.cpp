#include "ledgers_read.h"

namespace touchstone {

namespace {

struct Reader {
  PinnedKeys keys;
  AcceptedCheckpoints accepted;
};

Result<Reader> reader_of(const LedgerTrust& trust, std::vector<ReadInput>& inputs) {
  Reader out;
  if (trust.keys) {
    auto keys = read_pinned_keys(*trust.keys);
    if (!keys) return keys.error();
    inputs.push_back({"pinned keys", trust.keys->filename().string(), keys->digest});
    out.keys = std::move(*keys);
  }
  if (trust.accepted) {
    auto accepted = read_accepted(*trust.accepted);
    if (!accepted) return accepted.error();
    inputs.push_back(
        {"accepted checkpoints", trust.accepted->filename().string(), accepted->digest});
    out.accepted = std::move(*accepted);
  }
  return out;
}

}  // namespace

Result<LedgersRead> read_ledgers(const std::vector<std::filesystem::path>& files,
                                 const LedgerTrust& trust, const std::string& at,
                                 LedgerContents contents) {
  LedgersRead out;
  auto reader = reader_of(trust, out.inputs);
  if (!reader) return reader.error();
  for (const std::filesystem::path& file : files) {
    auto ledger = read_ledger(file, contents);
    if (!ledger) return ledger.error();
    auto standing = standing_of(*ledger, reader->keys, reader->accepted, at);
    if (!standing) return standing.error();
    const std::string name = file.filename().string();
    out.inputs.push_back({"ledger", name, ledger->checkpoint.root});
    out.inputs.push_back({"checkpoint", checkpoint_path(name).string(),
                          sha256(text_of(CheckpointFile{ledger->checkpoint, std::nullopt}))});
    out.ledgers.push_back(std::move(*ledger));
    out.standings.push_back(std::move(*standing));
  }
  return out;
}

Result<void> advance_accepted(std::span<const Ledger> ledgers,
                              std::span<const LedgerStanding> standings, const LedgerTrust& trust) {
  if (!trust.accepted) return {};
  std::vector<const Ledger*> pinned;
  for (std::size_t i = 0; i < ledgers.size(); ++i) {
    if (standings[i].origin == Origin::pinned_ledger) pinned.push_back(&ledgers[i]);
  }
  return pinned.empty() ? Result<void>() : accept(*trust.accepted, pinned);
}

Result<std::optional<SigningKey>> read_signing_key(
    const std::optional<std::filesystem::path>& file) {
  if (!file) return std::optional<SigningKey>();
  auto key = SigningKey::read(*file);
  if (!key) return key.error();
  return std::optional<SigningKey>(std::move(*key));
}

}  // namespace touchstone
