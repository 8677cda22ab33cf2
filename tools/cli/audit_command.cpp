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

int audit_explain_command(const AuditExplainOptions& options) {
  std::vector<Assumption> wanted;
  for (const std::string& subject : options.subjects) {
    const auto id = assumption_named(subject);
    if (!id) {
      std::string known;
      for (const Assumption& each : assumptions()) known += " " + std::string(each.name);
      return report_failure(unreadable({}, "there is no assumption '" + printable(subject) + "'",
                                       "assumptions:" + known),
                            options.json);
    }
    wanted.push_back(assumption(*id));
  }
  if (wanted.empty()) wanted.assign(assumptions().begin(), assumptions().end());
  JsonArray all;
  for (const Assumption& a : wanted) {
    all.push_back(JsonObject{{"name", a.name},
                             {"sentence", a.sentence},
                             {"why_believed", a.why_believed},
                             {"removed_by", a.removed_by}});
    if (options.json) continue;
    print(std::string(a.name) + "  " + std::string(a.sentence) + "\n  why believed  " +
          std::string(a.why_believed) + "\n  removed by    " + std::string(a.removed_by) + "\n");
  }
  if (options.json) print_json(JsonObject{{"assumptions", all}});
  return status_yes;
}

}  // namespace touchstone::cli
