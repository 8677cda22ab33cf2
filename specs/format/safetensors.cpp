#include "safetensors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>

#include "json.h"
#include "tensor_bytes.h"
#include "tensor_json.h"
#include "touchstone/core/checked.h"

namespace touchstone {

namespace {

constexpr std::size_t length_size = 8;
constexpr std::string_view reserved = safetensors_reserved_name;

constexpr std::array<std::pair<std::string_view, ElementType>, 3> known_types{{
    {"F32", ElementType::float32},
    {"I64", ElementType::int64},
    {"BOOL", ElementType::boolean},
}};

constexpr std::array<std::string_view, 22> foreign_types{
    "F64", "F16",     "BF16",    "F8_E4M3", "F8_E5M2", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ",
    "F4",  "F6_E2M3", "F6_E3M2", "I32",     "I16",     "I8",      "U64",         "U32",
    "U16", "U8",      "C64",     "C128",    "I4",      "U4"};

std::string_view type_code(ElementType type) {
  for (const auto& [code, element] : known_types) {
    if (element == type) return code;
  }
  throw std::logic_error("not an element type");
}

Result<ElementType> read_dtype(const JsonCursor& cursor) {
  const auto code = cursor.text();
  if (!code) return code.error();
  for (const auto& [known, element] : known_types) {
    if (known == *code) return element;
  }
  const std::string shown = "element type \"" + printable(*code) + "\"";
  if (std::find(foreign_types.begin(), foreign_types.end(), *code) != foreign_types.end()) {
    return unavailable(cursor.place(), shown + " cannot be expressed by this build",
                       "convert the tensor to F32, I64 or BOOL");
  }
  return cursor.refuse("unknown " + shown, "the element types are F32, I64 and BOOL");
}

Result<TensorType> read_type(const JsonFields& fields) {
  const auto element = read_dtype(fields.at("dtype"));
  if (!element) return element.error();
  const auto shape = shape_from_json(fields.at("shape"));
  if (!shape) return shape.error();
  return TensorType{*element, *shape};
}

Result<SafetensorsEntry> read_entry(std::string_view name, const JsonCursor& cursor,
                                    std::size_t data_size) {
  const auto fields = cursor.fields({"dtype", "shape", "data_offsets"});
  if (!fields) return fields.error();
  const auto type = read_type(*fields);
  if (!type) return type.error();
  const JsonCursor& place = fields->at("data_offsets");
  const auto offsets = place.integers();
  if (!offsets) return offsets.error();
  if (offsets->size() != 2) return place.refuse("expected the two offsets begin and end");
  const auto begin = checked_cast<std::size_t>((*offsets)[0]);
  const auto end = checked_cast<std::size_t>((*offsets)[1]);
  if (!begin || !end || *begin > *end || *end > data_size) {
    return place.refuse("the offsets lie outside the " + std::to_string(data_size) +
                        " bytes of data or in the wrong order");
  }
  const auto expected = byte_count(*type);
  if (!expected || !std::cmp_equal(*expected, *end - *begin)) {
    return place.refuse("the offsets span " + std::to_string(*end - *begin) + " bytes, but " +
                        type->text() + " has " +
                        (expected ? std::to_string(*expected) : "more than 2^63"));
  }
  return SafetensorsEntry{std::string(name), *type, *begin, *end};
}

Result<void> check_metadata(const JsonCursor& cursor) {
  const auto members = cursor.members();
  if (!members) return members.error();
  for (const auto& [name, value] : *members) {
    if (const auto text = value.text(); !text) return text.error();
  }
  return {};
}

/// The tensors must cover the data without gap or overlap, so that no byte has two meanings or
/// none.
Result<void> check_cover(const std::vector<SafetensorsEntry>& entries, std::size_t data_size) {
  std::vector<const SafetensorsEntry*> ordered;
  for (const auto& entry : entries) ordered.push_back(&entry);
  std::sort(ordered.begin(), ordered.end(), [](const auto* a, const auto* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::size_t reached = 0;
  for (const auto* entry : ordered) {
    if (entry->begin != reached) {
      return unreadable(
          printable(entry->name, 60) + ".data_offsets",
          std::string(entry->begin < reached ? "the data overlap with another tensor's"
                                             : "there is a gap in the data before this tensor") +
              " at byte " + std::to_string(entry->begin));
    }
    reached = entry->end;
  }
  if (reached != data_size) {
    return unreadable("data", "the tensors end at byte " + std::to_string(reached) + " of " +
                                  std::to_string(data_size));
  }
  return {};
}

struct Sections {
  std::string_view header;
  std::string_view data;
};

Result<Sections> split(std::string_view bytes) {
  if (bytes.size() < length_size) {
    return unreadable("header", "the file is shorter than the eight bytes of its header's length");
  }
  std::uint64_t length = 0;
  for (std::size_t i = length_size; i-- > 0;) {
    length = length << 8U | static_cast<unsigned char>(bytes[i]);
  }
  bytes.remove_prefix(length_size);
  if (length > bytes.size()) {
    return unreadable("header",
                      "the header claims " + std::to_string(length) + " bytes, but only " +
                          std::to_string(bytes.size()) + " follow",
                      "check that the file is complete and is a safetensors file");
  }
  const auto size = static_cast<std::size_t>(length);
  if (!bytes.substr(0, size).starts_with('{')) {
    return unreadable("header", "the header is not a JSON object",
                      "check that this is a safetensors file");
  }
  return Sections{bytes.substr(0, size), bytes.substr(size)};
}

Result<std::vector<SafetensorsEntry>> read_entries(const Sections& sections) {
  const auto json = parse_json(sections.header);
  if (!json) return json.error().inside("header");
  const auto members = JsonCursor(*json).members();
  if (!members) return members.error();
  std::vector<SafetensorsEntry> out;
  for (const auto& [name, cursor] : *members) {
    if (name == reserved) {
      if (auto checked = check_metadata(cursor); !checked) return checked.error();
      continue;
    }
    auto entry = read_entry(name, cursor, sections.data.size());
    if (!entry) return entry.error();
    out.push_back(*std::move(entry));
  }
  if (auto covered = check_cover(out, sections.data.size()); !covered) return covered.error();
  return out;
}

/// Positions of the tensors in the order of their data.
std::vector<std::size_t> data_order(std::span<const NamedTensor> tensors) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return byte_size(tensors[a].second.type().element) >
           byte_size(tensors[b].second.type().element);
  });
  return order;
}

Json header_entry(const TensorType& type, std::size_t begin, std::size_t end) {
  JsonArray offsets{Json::integer(static_cast<std::int64_t>(begin)),
                    Json::integer(static_cast<std::int64_t>(end))};
  return JsonObject{{"dtype", Json(type_code(type.element))},
                    {"shape", shape_to_json(type.shape)},
                    {"data_offsets", Json(std::move(offsets))}};
}

void require_distinct_names(std::span<const NamedTensor> tensors) {
  std::set<std::string_view> names{reserved};
  for (const auto& [name, tensor] : tensors) {
    if (!names.insert(name).second) throw std::logic_error("a tensor's name is taken: " + name);
  }
}

}  // namespace

Result<std::vector<SafetensorsEntry>> read_safetensors_header(std::string_view bytes) {
  const auto sections = split(bytes);
  if (!sections) return sections.error();
  return read_entries(*sections);
}

Result<std::vector<NamedTensor>> read_safetensors(std::string_view bytes) {
  const auto sections = split(bytes);
  if (!sections) return sections.error();
  auto entries = read_entries(*sections);
  if (!entries) return entries.error();
  std::vector<NamedTensor> out;
  out.reserve(entries->size());
  for (SafetensorsEntry& entry : *entries) {
    auto tensor =
        tensor_from_bytes(entry.type, sections->data.substr(entry.begin, entry.end - entry.begin));
    if (!tensor) return tensor.error().inside(printable(entry.name, 60));
    out.emplace_back(std::move(entry.name), *std::move(tensor));
  }
  return out;
}

Result<SafetensorsMetadata> read_safetensors_metadata(std::string_view bytes) {
  const auto sections = split(bytes);
  if (!sections) return sections.error();
  if (const auto entries = read_entries(*sections); !entries) return entries.error();
  const auto json = parse_json(sections->header);
  if (!json) return json.error().inside("header");
  const auto fields = JsonCursor(*json).members();
  if (!fields) return fields.error();
  SafetensorsMetadata out;
  for (const auto& [name, cursor] : *fields) {
    if (name != reserved) continue;
    const auto texts = cursor.members();
    if (!texts) return texts.error();
    for (const auto& [key, value] : *texts) {
      const auto text = value.text();
      if (!text) return text.error();
      out.emplace_back(key, *text);
    }
  }
  return out;
}

std::string write_safetensors(std::span<const NamedTensor> tensors,
                              const SafetensorsMetadata& metadata) {
  require_distinct_names(tensors);
  const std::vector<std::size_t> order = data_order(tensors);
  JsonObject header(tensors.size());
  std::size_t size = 0;
  for (const std::size_t i : order) {
    const std::size_t begin = size;
    size += tensors[i].second.bytes().size();
    header[i] = {tensors[i].first, header_entry(tensors[i].second.type(), begin, size)};
  }
  if (!metadata.empty()) {
    JsonObject written;
    for (const auto& [name, value] : metadata) written.emplace_back(name, value);
    header.emplace(header.begin(), reserved, std::move(written));
  }
  std::string text = write_json(header, JsonStyle::compact);
  text.append((length_size - text.size() % length_size) % length_size, ' ');

  std::string out;
  out.reserve(length_size + text.size() + size);
  for (std::size_t i = 0; i < length_size; ++i) out += static_cast<char>(text.size() >> (8 * i));
  out += text;
  for (const std::size_t i : order) append_bytes(tensors[i].second, out);
  return out;
}

}  // namespace touchstone
