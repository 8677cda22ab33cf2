#include "commands.h"
#include "output.h"
#include "touchstone/audit/ledger.h"

namespace touchstone::cli {

int audit_check_command(const AuditCheckOptions& options) {
  const auto ledger = read_ledger(options.ledger);
  if (!ledger) return report_failure(ledger.error(), options.json);
  const auto entries = static_cast<std::int64_t>(ledger->entries.size());
  if (entries == 0) {
    return report_failure(unreadable({}, "the ledger has no entries").in_file(options.ledger),
                          options.json);
  }
  if (options.json) {
    print_json(JsonObject{{"ledger", options.ledger},
                          {"entries", Json::integer(entries)},
                          {"root", ledger->checkpoint.root.hex()},
                          {"time", ledger->checkpoint.time},
                          {"signed", Json::boolean(false)}});
  } else {
    print(printable(options.ledger) + ": " + std::to_string(entries) +
          " entries agree with the checkpoint of " + printable(ledger->checkpoint.time) +
          "\nroot " + ledger->checkpoint.root.hex() +
          "\nThe checkpoint is unsigned: it shows accidental edits only.\n");
  }
  return status_yes;
}

}  // namespace touchstone::cli
