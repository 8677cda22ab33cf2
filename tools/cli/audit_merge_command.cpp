#include "commands.h"
#include "ledger_text.h"
#include "output.h"
#include "text_table.h"
#include "touchstone/audit/ledger_merge.h"
#include "touchstone/core/counted.h"
#include "touchstone/session/ledgers_read.h"

namespace touchstone::cli {

int audit_merge_command(const AuditMergeOptions& options) {
  const auto key = read_signing_key(options.key);
  if (!key) return report_failure(key.error(), options.json);
  const auto merged =
      merge_ledgers(options.ours, options.theirs, options.output, {*key ? &**key : nullptr, {}});
  if (!merged) return report_failure(merged.error(), options.json);
  const auto count = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  if (options.json) {
    JsonObject out = written_json(merged->ledger);
    out.emplace_back("common", Json::integer(count(merged->common)));
    out.emplace_back("ours", Json::integer(count(merged->ours)));
    out.emplace_back("theirs", Json::integer(count(merged->theirs)));
    print_json(out);
  } else {
    print(with_thousands(count(merged->common)) + " entries in common, then " +
          with_thousands(count(merged->ours)) + " of " + printable(options.ours) + " and " +
          with_thousands(count(merged->theirs)) + " of " + printable(options.theirs) + "\n" +
          written_text(merged->ledger));
  }
  return status_yes;
}

}  // namespace touchstone::cli
