#include "ledger_scan.h"

#include <utility>

#include "statement.h"
#include "touchstone/host/threads.h"

namespace touchstone {

namespace {

/// Lines and bytes that are parsed together: enough that threads are worth starting, few enough
/// that memory stays small.
constexpr std::size_t batch_lines = 4096;
constexpr std::size_t batch_bytes = std::size_t{4} << 20U;
/// Fewer lines than this are parsed sooner than a thread starts.
constexpr std::size_t worth_threads = 16;

constexpr std::string_view pruned_begin = "{\"pruned\":\"";
constexpr std::string_view pruned_end = "\"}";

std::optional<Digest> pruned_leaf(std::string_view line) {
  if (!line.starts_with(pruned_begin) || !line.ends_with(pruned_end)) return std::nullopt;
  line.remove_prefix(pruned_begin.size());
  if (line.size() != 64 + pruned_end.size()) return std::nullopt;
  return Digest::from_hex(line.substr(0, 64));
}

Result<LedgerLine> line_of(std::string_view text) {
  if (const auto leaf = pruned_leaf(text)) return LedgerLine{text, *leaf, std::nullopt, {}};
  auto statement = parse_statement(text);
  if (!statement) return statement.error();
  return LedgerLine{text, leaf_hash(text), std::move(statement->evidence),
                    statement->predicate_type};
}

std::string place_of(std::uint64_t line) { return "line " + std::to_string(line); }

/// A place inside the line is said without the line's own "line 1".
Diagnostic in_line(Diagnostic fault, std::uint64_t line) {
  constexpr std::string_view first = "line 1, ";
  if (fault.place.starts_with(first)) fault.place.erase(0, first.size());
  return fault.inside(place_of(line));
}

Diagnostic too_long(std::uint64_t line) {
  return unreadable(place_of(line),
                    "the line is longer than " + std::to_string(longest_statement) + " bytes");
}

}  // namespace

std::string pruned_line(const Digest& leaf) {
  return std::string(pruned_begin) + leaf.hex() + std::string(pruned_end);
}

LedgerScan::LedgerScan(Visitor visit, unsigned threads)
    : visit_(std::move(visit)), threads_(threads == 0 ? hardware_threads() : threads) {}

Result<void> LedgerScan::take(LedgerLine& line) {
  totals_.tree.add_leaf(line.leaf);
  if (!line.evidence) ++totals_.pruned;
  if (line.evidence && line.evidence->outcome == Outcome::failed) ++totals_.counter_evidence;
  if (line.evidence) totals_.predicate_types.insert(line.predicate_type);
  return visit_(line);
}

Result<void> LedgerScan::take_batch() {
  std::vector<std::optional<Result<LedgerLine>>> parsed(batch_.size());
  const unsigned workers = batch_.size() < worth_threads ? 1 : threads_;
  parallel_for(static_cast<std::int64_t>(batch_.size()), workers, [&](std::int64_t i) {
    const auto at = static_cast<std::size_t>(i);
    parsed[at].emplace(line_of(batch_[at]));
  });
  batch_.clear();
  for (auto& line : parsed) {
    if (!*line) return in_line(line->error(), next_line());
    if (auto taken = take(line->value()); !taken) return taken;
  }
  return {};
}

Result<void> LedgerScan::feed(std::string_view piece) {
  if (!rest_.empty()) {
    const auto end = piece.find('\n');
    const std::string_view more = piece.substr(0, end);
    if (rest_.size() + more.size() > longest_statement) {
      return too_long(next_line());
    }
    rest_ += more;
    if (end == std::string_view::npos) return {};
    piece.remove_prefix(end + 1);
    batch_.push_back(rest_);
    if (auto taken = take_batch(); !taken) return taken;
    rest_.clear();
  }
  std::size_t held = 0;
  for (auto end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
    if (end > longest_statement) return too_long(next_line() + batch_.size());
    batch_.push_back(piece.substr(0, end));
    piece.remove_prefix(end + 1);
    held += end;
    if (held < batch_bytes && batch_.size() < batch_lines) continue;
    if (auto taken = take_batch(); !taken) return taken;
    held = 0;
  }
  if (auto taken = take_batch(); !taken) return taken;
  if (piece.size() > longest_statement) return too_long(next_line());
  rest_ = piece;
  return {};
}

Result<void> LedgerScan::end_of_text() {
  if (!rest_.empty()) return unreadable(place_of(next_line()), "the line is cut short");
  before_text_ = totals_.tree.size();
  return {};
}

}  // namespace touchstone
