#include "profile_file.h"

#include <algorithm>

#include "field_reader.h"

namespace touchstone {

namespace {

constexpr std::string_view format_name = "touchstone.profile";
constexpr std::int64_t format_version = 1;
constexpr std::size_t longest_name = 64;

/// The members of a list of names, each once.
template <class T>
Result<std::set<T>> set_field(const JsonCursor& cursor, std::optional<T> (*find)(std::string_view),
                              std::initializer_list<T> barred = {}) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::set<T> out;
  for (const JsonCursor& item : *items) {
    const auto value = named_field(item, find);
    if (!value) return value.error();
    if (std::find(barred.begin(), barred.end(), *value) != barred.end()) {
      return item.refuse("no profile can admit this");
    }
    if (!out.insert(*value).second) return item.refuse("it is named twice");
  }
  return out;
}

Result<std::string> name_field(const JsonCursor& cursor) {
  auto name = text_field(cursor);
  if (!name) return name;
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool plain = !name->empty() && name->size() <= longest_name && letter(name->front()) &&
                     std::all_of(name->begin(), name->end(), [&](char c) {
                       return letter(c) || (c >= '0' && c <= '9') || c == '_';
                     });
  if (!plain) {
    return cursor.refuse("'" + printable(*name) + "' is no name for a profile",
                         "a name has the letters a-z, digits and _, at most 64, a letter first");
  }
  const auto known = profiles();
  const bool taken = std::any_of(known.begin(), known.end(),
                                 [&](const Profile& profile) { return profile.name == *name; });
  if (taken || name->starts_with("future_")) {
    return cursor.refuse("a file cannot redefine the profile " + *name, "choose another name");
  }
  return name;
}

template <class T>
Json names_json(const std::set<T>& all) {
  JsonArray out;
  for (const T value : all) out.push_back(name_of(value));
  return out;
}

Json fields_json(const Profile& profile) {
  JsonArray excluded;
  for (const AssumptionId id : profile.excluded_assumptions) {
    excluded.push_back(assumption(id).name);
  }
  JsonObject out{{"format", format_name},
                 {"version", Json::integer(format_version)},
                 {"name", profile.name},
                 {"summary", profile.summary},
                 {"providers", names_json(profile.providers)},
                 {"admits", names_json(profile.admitted)},
                 {"admits_for_reference", names_json(profile.admitted_for_reference)},
                 {"excluded_assumptions", excluded},
                 {"admits_unsigned_ledger", Json::boolean(profile.admits_unsigned_ledger)},
                 {"admits_waivers", Json::boolean(profile.admits_waivers)},
                 {"gradient_owners", names_json(profile.gradient_owners)}};
  if (profile.fixed_device) out.emplace_back("device", name_of(*profile.fixed_device));
  return out;
}

}  // namespace

bool names_profile_file(std::string_view profile) {
  return profile.ends_with(".json") || profile.find('/') != std::string_view::npos;
}

Result<Profile> parse_profile(std::string_view text) {
  const auto json = parse_json(text, small_document);
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields(
      {"format", "version", "name", "summary", "providers", "admits", "admits_for_reference",
       "excluded_assumptions", "admits_unsigned_ledger", "admits_waivers", "gradient_owners"},
      {"device"});
  if (!fields) return fields.error();
  if (auto known = check_format(*fields, format_name, format_version); !known) return known.error();
  Profile out;
  FieldReader reader;
  const auto at = [&](std::string_view name) -> const JsonCursor& { return fields->at(name); };
  reader.take(out.name, name_field(at("name")));
  reader.take(out.summary, filled_text_field(at("summary")));
  if (const auto device = fields->find("device")) {
    reader.take(out.fixed_device.emplace(), named_field(*device, &device_named));
  }
  reader.take(out.providers, set_field(at("providers"), &provider_named));
  reader.take(out.admitted, set_field(at("admits"), &evidence_kind_named, {EvidenceKind::missing}));
  reader.take(out.admitted_for_reference,
              set_field(at("admits_for_reference"), &evidence_kind_named, {EvidenceKind::missing}));
  reader.take(out.excluded_assumptions, set_field(at("excluded_assumptions"), &assumption_named));
  reader.take(out.admits_unsigned_ledger, at("admits_unsigned_ledger").boolean());
  reader.take(out.admits_waivers, at("admits_waivers").boolean());
  reader.take(out.gradient_owners,
              set_field(at("gradient_owners"), &vjp_mode_named, {VjpMode::none}));
  if (reader.fault()) return *reader.fault();
  out.file = sha256(text);
  return out;
}

Digest profile_digest(const Profile& profile) {
  if (profile.file) return *profile.file;
  return sha256(write_json(fields_json(profile), JsonStyle::compact));
}

}  // namespace touchstone
