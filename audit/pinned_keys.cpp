#include "pinned_keys.h"

#include <algorithm>

#include "field_reader.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"

namespace touchstone {

namespace {

constexpr std::string_view keys_format = "touchstone.keys";

Result<std::vector<std::string>> predicates_field(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  if (items->empty()) return cursor.refuse("a key without predicate types signs nothing");
  std::vector<std::string> out;
  for (const JsonCursor& item : *items) {
    auto name = filled_text_field(item);
    if (!name) return name.error();
    if (std::find(out.begin(), out.end(), *name) != out.end()) {
      return item.refuse("a predicate type stands once");
    }
    out.push_back(std::move(*name));
  }
  return out;
}

Result<PublicKey> public_key_field(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  if (const auto key = PublicKey::from_text(*text)) return *key;
  return cursor.refuse("this is no Ed25519 public key",
                       "the middle line of openssl pkey -in key.pem -pubout");
}

Result<PinnedKey> key_of(const JsonCursor& cursor) {
  const auto fields = cursor.fields({"name", "ed25519", "predicates"}, {"expires"});
  if (!fields) return fields.error();
  PinnedKey out;
  FieldReader reader;
  reader.take(out.name, filled_text_field(fields->at("name")));
  reader.take(out.key, public_key_field(fields->at("ed25519")));
  reader.take(out.predicates, predicates_field(fields->at("predicates")));
  if (const auto expires = fields->find("expires")) {
    reader.take(out.expires.emplace(), time_field(*expires));
  }
  if (reader.fault()) return *reader.fault();
  return out;
}

}  // namespace

bool PinnedKey::signs(std::string_view predicate_type) const {
  return std::find(predicates.begin(), predicates.end(), predicate_type) != predicates.end();
}

const PinnedKey* PinnedKeys::find(const PublicKey& key) const {
  const auto at = std::find_if(keys.begin(), keys.end(),
                               [&](const PinnedKey& pinned) { return pinned.key == key; });
  return at == keys.end() ? nullptr : &*at;
}

Result<PinnedKeys> parse_pinned_keys(std::string_view text) {
  const auto json = parse_json(text, small_document);
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields({"format", "version", "keys"});
  if (!fields) return fields.error();
  if (auto known = check_format(*fields, keys_format, 1); !known) return known.error();
  const auto items = fields->at("keys").items();
  if (!items) return items.error();
  PinnedKeys out;
  out.digest = sha256(text);
  for (const JsonCursor& item : *items) {
    auto key = key_of(item);
    if (!key) return key.error();
    const bool known = std::any_of(out.keys.begin(), out.keys.end(), [&](const PinnedKey& other) {
      return other.name == key->name || other.key == key->key;
    });
    if (known) return item.refuse("a name and a key stand once");
    out.keys.push_back(std::move(*key));
  }
  return out;
}

Result<PinnedKeys> read_pinned_keys(const std::filesystem::path& file) {
  const auto text = read_file(file, small_document.bytes);
  if (!text) return text.error();
  auto out = parse_pinned_keys(*text);
  if (!out) return out.error().in_file(file.string());
  out->file = file;
  return out;
}

}  // namespace touchstone
