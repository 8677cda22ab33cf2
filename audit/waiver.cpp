#include "waiver.h"

#include "field_reader.h"

namespace touchstone {

namespace {

Result<Waiver> waiver_of(const JsonCursor& cursor) {
  const auto fields = cursor.fields(
      {"capsule", "obligation", "artifact", "owner", "reason", "expires"}, {"finding"});
  if (!fields) return fields.error();
  Waiver out;
  FieldReader reader;
  reader.take(out.capsule, filled_text_field(fields->at("capsule")));
  reader.take(out.obligation, named_field(fields->at("obligation"), &obligation_named));
  reader.take(out.artifact, hex_field(fields->at("artifact")));
  if (const auto finding = fields->find("finding")) {
    reader.take(out.finding.emplace(), hex_field(*finding));
  }
  reader.take(out.owner, filled_text_field(fields->at("owner")));
  reader.take(out.reason, filled_text_field(fields->at("reason")));
  reader.take(out.expires, time_field(fields->at("expires")));
  if (reader.fault()) return *reader.fault();
  return out;
}

}  // namespace

Result<std::vector<Waiver>> parse_waivers(std::string_view text) {
  const auto json = parse_json(text, small_document);
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields({"format", "version", "waivers"});
  if (!fields) return fields.error();
  if (auto known = check_format(*fields, "touchstone.waivers", 1); !known) return known.error();
  const auto items = fields->at("waivers").items();
  if (!items) return items.error();
  std::vector<Waiver> out;
  for (const JsonCursor& item : *items) {
    auto waiver = waiver_of(item);
    if (!waiver) return waiver.error();
    out.push_back(std::move(*waiver));
  }
  return out;
}

}  // namespace touchstone
