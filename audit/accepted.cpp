#include "accepted.h"

#include <system_error>

#include "touchstone/core/timestamp.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"
#include "touchstone/host/folder_lock.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view accepted_format = "touchstone.accepted";

Result<Digest> digest_field(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  if (const auto digest = Digest::from_hex(*text)) return *digest;
  return cursor.refuse("a SHA-256 digest is 64 lower-case hexadecimal digits");
}

Result<std::pair<Digest, AcceptedState>> log_of(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"log", "size", "root", "time"});
  if (!fields) return fields.error();
  const auto log = digest_field(fields->at("log"));
  if (!log) return log.error();
  const auto size = fields->at("size").integer();
  if (!size) return size.error();
  if (*size < 1) return fields->at("size").refuse("an accepted log has an entry");
  const auto root = digest_field(fields->at("root"));
  if (!root) return root.error();
  const auto time = fields->at("time").text();
  if (!time) return time.error();
  if (!is_timestamp(*time)) return fields->at("time").refuse("expected a time in UTC");
  return std::pair(*log,
                   AcceptedState{{static_cast<std::uint64_t>(*size), *root}, std::string(*time)});
}

/// Why this key does not count for the ledger; nothing if it does.
std::optional<std::string> objection_to(const PinnedKey& key, const Ledger& ledger,
                                        std::string_view at) {
  if (key.expires && *key.expires < at) {
    return "the pin of key '" + printable(key.name) + "' expired at " + *key.expires;
  }
  if (key.expires && ledger.checkpoint.time >= *key.expires) {
    return "its checkpoint is of " + ledger.checkpoint.time + ", when the pin of key '" +
           printable(key.name) + "' had expired at " + *key.expires;
  }
  for (const std::string& type : ledger.predicate_types) {
    if (!key.signs(type)) {
      return "key '" + printable(key.name) + "' is not pinned for statements of type " +
             printable(type);
    }
  }
  return std::nullopt;
}

/// A pinned key that signed, or why there is none.
LedgerStanding signer_of(const Ledger& ledger, const PinnedKeys& keys, std::string_view at) {
  if (ledger.checkpoint.signatures.empty()) {
    return {Origin::unsigned_ledger, {}, "its checkpoint is not signed"};
  }
  std::string why;
  for (const CheckpointSignature& signature : ledger.checkpoint.signatures) {
    const PinnedKey* const pinned = keys.find(signature.key);
    if (pinned == nullptr) continue;
    const auto objection = objection_to(*pinned, ledger, at);
    if (!objection) return {Origin::pinned_ledger, pinned->name, {}};
    if (why.empty()) why = *objection;
  }
  if (why.empty()) {
    why =
        keys.keys.empty() ? "no keys are pinned (--keys)" : "it is signed by no key that is pinned";
  }
  return {Origin::unpinned_ledger, {}, why};
}

Result<AcceptedCheckpoints> read_or_begin(const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) return read_accepted(file);
  AcceptedCheckpoints out;
  out.file = file;
  return out;
}

}  // namespace

std::string text_of(const AcceptedCheckpoints& accepted) {
  JsonArray logs;
  for (const auto& [log, state] : accepted.logs) {
    logs.push_back(JsonObject{{"log", log.hex()},
                              {"size", Json::integer(static_cast<std::int64_t>(state.head.size))},
                              {"root", state.head.root.hex()},
                              {"time", state.time}});
  }
  return write_json(
      JsonObject{{"format", accepted_format}, {"version", Json::integer(1)}, {"logs", logs}},
      JsonStyle::indented);
}

Result<AcceptedCheckpoints> parse_accepted(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields({"format", "version", "logs"});
  if (!fields) return fields.error();
  const auto format = fields->at("format").text();
  const auto version = fields->at("version").integer();
  if (!format || *format != accepted_format || !version || *version != 1) {
    return fields->at("format").refuse("expected format touchstone.accepted, version 1");
  }
  const auto items = fields->at("logs").items();
  if (!items) return items.error();
  AcceptedCheckpoints out;
  out.digest = sha256(text);
  for (const JsonCursor& item : *items) {
    auto log = log_of(item);
    if (!log) return log.error();
    if (!out.logs.insert(*std::move(log)).second) return item.refuse("a log stands once");
  }
  return out;
}

Result<AcceptedCheckpoints> read_accepted(const fs::path& file) {
  const auto text = read_file(file);
  if (!text) return text.error();
  auto out = parse_accepted(*text);
  if (!out) return out.error().in_file(file.string());
  out->file = file;
  return out;
}

Result<void> check_extends(const Ledger& ledger, const AcceptedCheckpoints& accepted) {
  if (ledger.leaves.empty()) return {};
  const auto known = accepted.logs.find(ledger.leaves.front());
  if (known == accepted.logs.end()) return {};
  const auto& [size, root] = known->second.head;
  const std::string state = "the state accepted last, of " + known->second.time;
  const std::string remedy = "get the newer ledger, or, if this is meant, remove its log from " +
                             printable(accepted.file.string());
  if (ledger.leaves.size() < size) {
    return rejected({},
                    "the ledger has " + std::to_string(ledger.leaves.size()) + " entries; " +
                        state + ", has " + std::to_string(size) + ": it was rolled back",
                    remedy)
        .in_file(ledger.file.string());
  }
  if (head_of(std::span(ledger.leaves).first(size)).root != root) {
    return rejected({},
                    "the first " + std::to_string(size) + " entries are not those of " + state +
                        ": the ledger was rewritten",
                    remedy)
        .in_file(ledger.file.string());
  }
  return {};
}

Result<LedgerStanding> standing_of(const Ledger& ledger, const PinnedKeys& keys,
                                   const AcceptedCheckpoints& accepted, std::string_view at) {
  if (auto extends = check_extends(ledger, accepted); !extends) return extends.error();
  LedgerStanding out = signer_of(ledger, keys, at);
  if (out.origin != Origin::pinned_ledger) return out;
  if (ledger.leaves.empty() || !accepted.logs.contains(ledger.leaves.front())) {
    out.origin = Origin::unaccepted_ledger;
    out.why =
        "no state of it has been accepted yet (touchstone audit check --keys --accepted --accept)";
  }
  return out;
}

Result<void> accept(const fs::path& file, std::span<const Ledger* const> ledgers) {
  const fs::path real = real_ledger(file);
  const auto lock = FolderLock::around(real, FolderLock::Mode::exclusive);
  if (!lock) return lock.error();
  auto accepted = read_or_begin(real);
  if (!accepted) return accepted.error();
  const auto before = accepted->logs;
  for (const Ledger* ledger : ledgers) {
    if (auto extends = check_extends(*ledger, *accepted); !extends) return extends;
    if (ledger->leaves.empty()) continue;
    accepted->logs[ledger->leaves.front()] = {ledger->checkpoint.head(), ledger->checkpoint.time};
  }
  return accepted->logs == before ? Result<void>() : write_file(real, text_of(*accepted));
}

}  // namespace touchstone
