#include "ledger_prune.h"

#include <map>
#include <utility>

#include "ledger_replacement.h"
#include "statement.h"

namespace touchstone {

namespace {

/// Equal for entries that say the same, whenever they were made.
Digest content_of(Evidence evidence) {
  evidence.detail.clear();
  return finding_digest(std::move(evidence));
}

bool is_older(const Evidence& evidence, const std::optional<std::string>& before) {
  return before && evidence.date < *before;
}

}  // namespace

Result<PrunedLedger> prune_ledger(const std::filesystem::path& file,
                                  const std::optional<std::string>& before,
                                  const LedgerWriting& how) {
  auto replacement = LedgerReplacement::of(file, how);
  if (!replacement) return replacement.error();
  if (!replacement->before()) return read_checkpoint_of(replacement->real()).error();

  std::map<Digest, std::uint64_t> last;  // line of the last entry with such content
  std::uint64_t line_number = 0;
  LedgerScan first([&](LedgerLine& line) -> Result<void> {
    ++line_number;
    if (line.evidence) last[content_of(*line.evidence)] = line_number;
    return {};
  });
  auto state = scan_ledger(replacement->real(), *replacement->before(), first);
  if (!state) return state.error();
  state->version = 2;

  PrunedLedger out;
  line_number = 0;
  LedgerScan second([&](LedgerLine& line) -> Result<void> {
    ++line_number;
    const bool drop =
        line.evidence && line.evidence->outcome != Outcome::failed &&
        (is_older(*line.evidence, before) || last.at(content_of(*line.evidence)) != line_number);
    if (drop) ++out.dropped;
    if (drop || !line.evidence) ++out.pruned;
    return replacement->append_line(drop ? pruned_line(line.leaf) : std::string(line.text));
  });
  const auto again = scan_ledger(replacement->real(), *replacement->before(), second);
  if (!again) return again.error();
  if (again->root != state->root) {
    return rejected({}, "the ledger changed while it was pruned").in_file(file.string());
  }
  out.ledger = {file, *state};
  if (out.dropped == 0) return out;
  if (auto committed = replacement->commit(*state, *state); !committed) return committed.error();
  return out;
}

}  // namespace touchstone
