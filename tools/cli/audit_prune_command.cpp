#include "commands.h"
#include "ledger_text.h"
#include "output.h"
#include "touchstone/audit/ledger_prune.h"
#include "touchstone/core/counted.h"

namespace touchstone::cli {

int audit_prune_command(const AuditPruneOptions& options) {
  const auto pruned = prune_ledger(options.ledger, options.before);
  if (!pruned) return report_failure(pruned.error(), options.json);
  const auto dropped = static_cast<std::int64_t>(pruned->dropped);
  const auto all = static_cast<std::int64_t>(pruned->pruned);
  if (options.json) {
    JsonObject out = written_json(pruned->ledger);
    out.emplace_back("dropped", Json::integer(dropped));
    out.emplace_back("pruned", Json::integer(all));
    print_json(out);
  } else {
    print("dropped the bodies of " + with_thousands(dropped) + " entries; " + with_thousands(all) +
          " are without one\n" + written_text(pruned->ledger));
  }
  return status_yes;
}

}  // namespace touchstone::cli
