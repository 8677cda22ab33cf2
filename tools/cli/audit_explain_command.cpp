#include "commands.h"
#include "output.h"
#include "touchstone/contract/assumption.h"

namespace touchstone::cli {

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
