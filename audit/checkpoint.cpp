#include "checkpoint.h"

#include <algorithm>

#include "field_reader.h"
#include "touchstone/format/json.h"

namespace touchstone {

namespace {

constexpr std::string_view checkpoint_format = "touchstone.checkpoint";
constexpr std::string_view signed_type = "application/vnd.touchstone.checkpoint+json";
constexpr std::size_t most_signatures = 64;

Json number(std::uint64_t value) { return Json::integer(static_cast<std::int64_t>(value)); }

JsonObject state_json(const Checkpoint& c) {
  JsonObject out{{"size", number(c.size)}, {"root", c.root.hex()}};
  if (c.version > 1) out.emplace_back("counter_evidence", number(c.counter_evidence));
  out.emplace_back("time", c.time);
  return out;
}

JsonObject header_json(int version) {
  return {{"format", checkpoint_format}, {"version", Json::integer(version)}};
}

/// Header and state, without signatures.
JsonObject body_json(const Checkpoint& checkpoint) {
  JsonObject out = header_json(checkpoint.version);
  for (auto& member : state_json(checkpoint)) out.push_back(std::move(member));
  return out;
}

void put_signatures(const Checkpoint& checkpoint, JsonObject& into) {
  if (checkpoint.signatures.empty()) return;
  JsonArray out;
  for (const auto& [key, signature] : checkpoint.signatures) {
    out.push_back(JsonObject{{"key", key.text()}, {"signature", signature.text()}});
  }
  into.emplace_back("signatures", out);
}

Result<CheckpointSignature> signature_of(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"key", "signature"});
  if (!fields) return fields.error();
  std::string key_text;
  std::string signature_text;
  FieldReader reader;
  reader.take(key_text, text_field(fields->at("key")));
  reader.take(signature_text, text_field(fields->at("signature")));
  if (reader.fault()) return *reader.fault();
  const auto key = PublicKey::from_text(key_text);
  if (!key) return fields->at("key").refuse("this is no Ed25519 public key in base64");
  const auto signature = Signature::from_text(signature_text);
  if (!signature) return fields->at("signature").refuse("a signature is 64 bytes in base64");
  return CheckpointSignature{*key, *signature};
}

Result<std::vector<CheckpointSignature>> signatures_field(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  if (items->empty() || items->size() > most_signatures) {
    return cursor.refuse("expected 1 to " + std::to_string(most_signatures) + " signatures");
  }
  std::vector<CheckpointSignature> out;
  for (const JsonCursor& item : *items) {
    const auto signature = signature_of(item);
    if (!signature) return signature.error();
    if (!out.empty() && !(out.back().key < signature->key)) {
      return item.refuse("signatures stand in the order of their keys, one for each");
    }
    out.push_back(*signature);
  }
  return out;
}

Result<Checkpoint> state_of(const JsonFields& fields, int version) {
  Checkpoint out;
  out.version = version;
  FieldReader reader;
  reader.take(out.size, size_field(fields.at("size")));
  reader.take(out.root, hex_field(fields.at("root")));
  reader.take(out.time, time_field(fields.at("time")));
  if (version > 1) {
    reader.take(out.counter_evidence, size_field(fields.at("counter_evidence")));
    if (const auto all = fields.find("signatures")) {
      reader.take(out.signatures, signatures_field(*all));
    }
  }
  if (reader.fault()) return *reader.fault();
  return out;
}

Result<CheckpointFile> read_version_1(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"format", "version", "size", "root", "time"});
  if (!fields) return fields.error();
  auto current = state_of(*fields, 1);
  if (!current) return current.error();
  return CheckpointFile{std::move(*current), std::nullopt};
}

Result<CheckpointFile> read_version_2(const JsonCursor& cursor) {
  const auto fields = cursor.fields(
      {"format", "version", "size", "root", "counter_evidence", "time"}, {"next", "signatures"});
  if (!fields) return fields.error();
  auto current = state_of(*fields, 2);
  if (!current) return current.error();
  CheckpointFile out{std::move(*current), std::nullopt};
  const auto next = fields->find("next");
  if (!next) return out;
  const auto next_fields =
      next->fields({"size", "root", "counter_evidence", "time"}, {"signatures"});
  if (!next_fields) return next_fields.error();
  auto state = state_of(*next_fields, 2);
  if (!state) return state.error();
  out.next = std::move(*state);
  return out;
}

Result<CheckpointFile> read_any_version(const JsonCursor& cursor) {
  const auto members = cursor.members();
  if (!members) return members.error();
  std::int64_t version = 0;
  bool ours = false;
  for (const auto& [name, member] : *members) {
    if (name == "version") version = member.integer() ? *member.integer() : 0;
    if (name == "format") ours = member.text() && *member.text() == checkpoint_format;
  }
  if (ours && version == 1) return read_version_1(cursor);
  if (ours && version == 2) return read_version_2(cursor);
  return cursor.refuse("expected format touchstone.checkpoint, version 1 or 2");
}

std::optional<Diagnostic> wrong_signature(const Checkpoint& checkpoint) {
  const std::string text = checkpoint.signed_text();
  for (const auto& [key, signature] : checkpoint.signatures) {
    if (is_signed_by(key, text, signature)) continue;
    return rejected("signatures",
                    "the signature is not that of key " + key.text() + " over this checkpoint",
                    "the checkpoint was edited since it was signed");
  }
  return std::nullopt;
}

}  // namespace

std::string Checkpoint::signed_text() const {
  return pre_authentication_encoding(signed_type, write_json(body_json(*this), JsonStyle::compact));
}

void Checkpoint::put(const CheckpointSignature& made) {
  const auto at =
      std::lower_bound(signatures.begin(), signatures.end(), made.key,
                       [](const CheckpointSignature& a, const PublicKey& b) { return a.key < b; });
  if (at != signatures.end() && at->key == made.key) {
    *at = made;
  } else {
    signatures.insert(at, made);
  }
}

bool Checkpoint::is_signed_by(const PublicKey& key) const {
  return std::any_of(signatures.begin(), signatures.end(),
                     [&](const CheckpointSignature& each) { return each.key == key; });
}

void Checkpoint::sign(const SigningKey& key) { put({key.public_key(), key.sign(signed_text())}); }

void Checkpoint::take_signatures(const Checkpoint& other) {
  if (other.signed_text() != signed_text()) return;
  for (const CheckpointSignature& each : other.signatures) {
    if (signatures.size() < most_signatures) put(each);
  }
}

std::filesystem::path checkpoint_path(std::filesystem::path ledger) {
  ledger += ".checkpoint";
  return ledger;
}

std::string text_of(const CheckpointFile& file) {
  JsonObject out = body_json(file.current);
  if (file.next) {
    JsonObject next = state_json(*file.next);
    put_signatures(*file.next, next);
    out.emplace_back("next", std::move(next));
  }
  put_signatures(file.current, out);
  return write_json(out, JsonStyle::compact) + "\n";
}

Result<CheckpointFile> parse_checkpoint(std::string_view text) {
  const auto json = parse_json(text, small_document);
  if (!json) return json.error();
  auto out = read_any_version(JsonCursor(*json));
  if (!out) return out;
  // So that no byte of the file can change without its meaning changing.
  if (text_of(*out) != text) {
    return unreadable({}, "the checkpoint is not written as this program writes it",
                      "one line of JSON without blanks, its members in their order");
  }
  if (auto wrong = wrong_signature(out->current)) return *std::move(wrong);
  if (out->next) {
    if (out->next->size < out->current.size) {
      return unreadable("next", "the state announced has fewer entries than the one before it");
    }
    if (auto wrong = wrong_signature(*out->next)) return wrong->inside("next");
  }
  return out;
}

}  // namespace touchstone
