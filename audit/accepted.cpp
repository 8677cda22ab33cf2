#include "accepted.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "field_reader.h"
#include "touchstone/core/timestamp.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"
#include "touchstone/host/folder_lock.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view accepted_format = "touchstone.accepted";

Result<std::pair<Digest, AcceptedState>> log_of(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"log", "size", "root", "counter_evidence", "time"});
  if (!fields) return fields.error();
  std::pair<Digest, AcceptedState> out;
  auto& [log, state] = out;
  FieldReader reader;
  reader.take(log, hex_field(fields->at("log")));
  reader.take(state.head.size, size_field(fields->at("size")));
  reader.take(state.head.root, hex_field(fields->at("root")));
  reader.take(state.counter_evidence, size_field(fields->at("counter_evidence")));
  reader.take(state.time, time_field(fields->at("time")));
  if (reader.fault()) return *reader.fault();
  if (state.head.size < 1) return fields->at("size").refuse("an accepted log has an entry");
  return out;
}

/// Why this key does not count for the ledger; nothing if it does.
std::optional<std::string> objection_to(const PinnedKey& key, const Ledger& ledger,
                                        std::string_view at) {
  if (key.expires && has_expired(*key.expires, at)) {
    return "the pin of key '" + printable(key.name) + "' expired at " + *key.expires;
  }
  if (key.expires && has_expired(*key.expires, ledger.checkpoint.time)) {
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

/// That the entries of one state of a log are the first of another's.
Result<void> check_begins(const Ledger& longer, const Ledger& shorter) {
  if (std::equal(shorter.leaves.begin(), shorter.leaves.end(), longer.leaves.begin())) return {};
  return rejected({},
                  "its entries are not the first of " + printable(longer.file.string()) +
                      ", which begins as it does: they are two branches of one log",
                  "merge them, or leave one out")
      .in_file(shorter.file.string());
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
    logs.push_back(JsonObject{
        {"log", log.hex()},
        {"size", Json::integer(static_cast<std::int64_t>(state.head.size))},
        {"root", state.head.root.hex()},
        {"counter_evidence", Json::integer(static_cast<std::int64_t>(state.counter_evidence))},
        {"time", state.time}});
  }
  return write_json(
      JsonObject{{"format", accepted_format}, {"version", Json::integer(1)}, {"logs", logs}},
      JsonStyle::indented);
}

Result<AcceptedCheckpoints> parse_accepted(std::string_view text) {
  const auto json = parse_json(text, small_document);
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields({"format", "version", "logs"});
  if (!fields) return fields.error();
  if (auto known = check_format(*fields, accepted_format, 1); !known) return known.error();
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
  const auto text = read_file(file, small_document.bytes);
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
  const auto shown = static_cast<std::uint64_t>(
      std::upper_bound(ledger.failing_lines.begin(), ledger.failing_lines.end(), size) -
      ledger.failing_lines.begin());
  if (shown != known->second.counter_evidence) {
    return rejected({},
                    "of its first " + std::to_string(size) + " entries " + std::to_string(shown) +
                        " are counter-evidence; " + state + ", has " +
                        std::to_string(known->second.counter_evidence),
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
  const fs::path real = real_path(file);
  const auto lock = FolderLock::around(real, FolderLock::Mode::exclusive);
  if (!lock) return lock.error();
  auto accepted = read_or_begin(real);
  if (!accepted) return accepted.error();
  std::map<Digest, const Ledger*> longest;
  for (const Ledger* ledger : ledgers) {
    if (auto extends = check_extends(*ledger, *accepted); !extends) return extends;
    if (ledger->leaves.empty()) continue;
    const Ledger*& known = longest[ledger->leaves.front()];
    if (known == nullptr || known->leaves.size() < ledger->leaves.size()) known = ledger;
  }
  for (const Ledger* ledger : ledgers) {
    if (ledger->leaves.empty()) continue;
    if (auto one = check_begins(*longest.at(ledger->leaves.front()), *ledger); !one) return one;
  }
  const auto before = accepted->logs;
  for (const auto& [log, ledger] : longest) {
    accepted->logs[log] = {ledger->checkpoint.head(), ledger->failing_lines.size(),
                           ledger->checkpoint.time};
  }
  return accepted->logs == before ? Result<void>() : write_file(real, text_of(*accepted));
}

}  // namespace touchstone
