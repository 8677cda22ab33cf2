#include "ledger.h"

#include <string_view>
#include <system_error>

#include "merkle.h"
#include "statement.h"
#include "touchstone/core/checked.h"
#include "touchstone/format/json.h"
#include "touchstone/host/file.h"

namespace touchstone {

namespace {

constexpr std::string_view checkpoint_format = "touchstone.checkpoint";
constexpr std::int64_t checkpoint_version = 1;

std::filesystem::path checkpoint_path(std::filesystem::path ledger) {
  ledger += ".checkpoint";
  return ledger;
}

std::string checkpoint_text(const Checkpoint& checkpoint) {
  return write_json(JsonObject{{"format", checkpoint_format},
                               {"version", Json::integer(checkpoint_version)},
                               {"size", Json::integer(static_cast<std::int64_t>(checkpoint.size))},
                               {"root", checkpoint.root.hex()},
                               {"time", checkpoint.time}},
                    JsonStyle::compact) +
         "\n";
}

Result<Checkpoint> parse_checkpoint(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return json.error();
  const auto fields = JsonCursor(*json).fields({"format", "version", "size", "root", "time"});
  if (!fields) return fields.error();
  const auto format = fields->at("format").text();
  const auto version = fields->at("version").integer();
  if (!format || *format != checkpoint_format || !version || *version != checkpoint_version) {
    return fields->at("format").refuse("expected format touchstone.checkpoint, version 1");
  }
  const auto size = fields->at("size").integer();
  if (!size) return size.error();
  if (*size < 0) return fields->at("size").refuse("a size is not negative");
  const auto root = fields->at("root").text();
  if (!root) return root.error();
  const auto digest = Digest::from_hex(*root);
  if (!digest) return fields->at("root").refuse("a root is 64 lower-case hexadecimal digits");
  const auto time = fields->at("time").text();
  if (!time) return time.error();
  return Checkpoint{static_cast<std::uint64_t>(*size), *digest, std::string(*time)};
}

/// Entries and tree of a ledger's text. Every line must end with a newline.
struct Parsed {
  std::vector<Evidence> entries;
  MerkleTree tree;
};

Result<Parsed> parse_lines(std::string_view text) {
  Parsed out;
  while (!text.empty()) {
    const std::string place = "line " + std::to_string(out.entries.size() + 1);
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return unreadable(place, "the line is cut short");
    const std::string_view line = text.substr(0, end);
    auto evidence = evidence_of(line);
    if (!evidence) {
      // A place inside the line is said without the line's own "line 1".
      Diagnostic fault = evidence.error();
      constexpr std::string_view first = "line 1, ";
      if (fault.place.starts_with(first)) fault.place.erase(0, first.size());
      return fault.inside(place);
    }
    out.entries.push_back(std::move(*evidence));
    out.tree.add(line);
    text.remove_prefix(end + 1);
  }
  return out;
}

Diagnostic without_checkpoint(const std::filesystem::path& file) {
  return unreadable({}, "the ledger has no readable checkpoint beside it",
                    "put " + checkpoint_path(file.filename()).string() +
                        " beside it, or record into a new ledger")
      .in_file(file.string());
}

std::optional<Diagnostic> disagreement(const Parsed& parsed, const Checkpoint& checkpoint) {
  if (parsed.tree.size() != checkpoint.size) {
    return rejected({},
                    "the ledger has " + std::to_string(parsed.tree.size()) +
                        " entries, its checkpoint was made over " + std::to_string(checkpoint.size),
                    "entries were added or removed since, or writing it was interrupted");
  }
  if (parsed.tree.root() != checkpoint.root) {
    return rejected({},
                    "the ledger's Merkle root " + parsed.tree.root().brief() +
                        " is not its checkpoint's " + checkpoint.root.brief(),
                    "an entry was edited or moved since the checkpoint was made");
  }
  return std::nullopt;
}

}  // namespace

Result<Ledger> parse_ledger(const std::filesystem::path& file, std::string_view text,
                            std::string_view checkpoint_text) {
  auto checkpoint = parse_checkpoint(checkpoint_text);
  if (!checkpoint) return checkpoint.error().in_file(checkpoint_path(file).string());
  auto parsed = parse_lines(text);
  if (!parsed) return parsed.error().in_file(file.string());
  if (auto fault = disagreement(*parsed, *checkpoint)) return fault->in_file(file.string());
  return Ledger{file, std::move(parsed->entries), std::move(*checkpoint)};
}

Result<Ledger> read_ledger(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) return text.error();
  const auto checkpoint = read_file(checkpoint_path(file));
  if (!checkpoint) return without_checkpoint(file);
  return parse_ledger(file, *text, *checkpoint);
}

Result<Ledger> append_to_ledger(const std::filesystem::path& file,
                                std::span<const Evidence> evidence, const std::string& time) {
  std::error_code ignored;
  std::string text;
  if (std::filesystem::exists(file, ignored)) {
    auto bytes = read_file(file);
    if (!bytes) return bytes.error();
    const auto checkpoint = read_file(checkpoint_path(file));
    if (!checkpoint) return without_checkpoint(file);
    // What is rewritten below are the very bytes that agree with the checkpoint.
    if (const auto before = parse_ledger(file, *bytes, *checkpoint); !before) return before.error();
    text = std::move(*bytes);
  } else if (std::filesystem::exists(checkpoint_path(file), ignored)) {
    return rejected({}, "the ledger is gone, but its checkpoint is still there",
                    "restore it, or remove the checkpoint to begin a new one")
        .in_file(file.string());
  }
  for (const Evidence& entry : evidence) text += statement_of(entry) + "\n";
  auto parsed = parse_lines(text);
  if (!parsed) return parsed.error().in_file(file.string());
  const Checkpoint checkpoint{parsed->tree.size(), parsed->tree.root(), time};
  if (auto written = write_file(file, text); !written) return written.error();
  if (auto written = write_file(checkpoint_path(file), checkpoint_text(checkpoint)); !written) {
    return written.error();
  }
  return Ledger{file, std::move(parsed->entries), checkpoint};
}

}  // namespace touchstone
