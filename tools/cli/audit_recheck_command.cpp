#include <array>

#include "commands.h"
#include "output.h"
#include "text_table.h"
#include "touchstone/core/counted.h"

namespace touchstone::cli {

namespace {

constexpr std::array standings{RecheckStanding::confirmed, RecheckStanding::differs,
                               RecheckStanding::stale, RecheckStanding::undecided,
                               RecheckStanding::unrepeatable};

/// One answer to "does it still hold?": no where anything differs, and yes only where everything
/// that was asked about is confirmed. What could not be compared confirms nothing.
int status_of(const Recheck& found) {
  if (found.count(RecheckStanding::differs) > 0) return exit_status(Failure::rejected);
  if (found.count(RecheckStanding::confirmed) == found.items.size()) return status_yes;
  return exit_status(Failure::undecided);
}

std::string_view verdict_of(int status) {
  if (status == status_yes) return "CONFIRMED  Deriving everything again gives what was recorded.";
  if (status == exit_status(Failure::rejected)) {
    return "DIFFERS  This build does not find what was recorded.";
  }
  return "UNDECIDED  Nothing differs, but not everything could be compared.";
}

Json item_json(const RecheckItem& item) {
  const Evidence& e = item.recorded;
  return JsonObject{{"ledger", item.ledger.string()},
                    {"entry", Json::integer(static_cast<std::int64_t>(item.entry))},
                    {"leaf", item.leaf.hex()},
                    {"capsule", e.claim.capsule},
                    {"op", operation(e.claim.op).name},
                    {"obligation", name_of(e.claim.obligation)},
                    {"scope", e.scope.text()},
                    {"kind", name_of(e.kind)},
                    {"recorded", name_of(e.outcome)},
                    {"standing", name_of(item.standing)},
                    {"text", item.text}};
}

Json recheck_json(const Recheck& found, int status) {
  JsonArray items;
  for (const RecheckItem& item : found.items) items.push_back(item_json(item));
  JsonObject counts;
  for (const RecheckStanding standing : standings) {
    counts.emplace_back(name_of(standing),
                        Json::integer(static_cast<std::int64_t>(found.count(standing))));
  }
  return JsonObject{{"status", Json::integer(status)},
                    {"counts", counts},
                    {"left_out", Json::integer(static_cast<std::int64_t>(found.left_out))},
                    {"pruned", Json::integer(static_cast<std::int64_t>(found.pruned))},
                    {"items", items}};
}

/// What would settle the entries that are neither confirmed nor different.
std::string next_steps(const Recheck& found) {
  std::string out;
  const auto add = [&](RecheckStanding standing, std::string_view step) {
    if (found.count(standing) == 0) return;
    out += "  " + std::string(name_of(standing)) + ": " + std::string(step) + "\n";
  };
  add(RecheckStanding::stale, "verify --record or prove --record makes such evidence anew");
  add(RecheckStanding::undecided, "a greater --budget or --kernel-budget may decide it");
  add(RecheckStanding::unrepeatable,
      "each says what is missing; --capsule asks about others alone");
  return out;
}

std::string recheck_text(const Recheck& found, int status) {
  std::string out;
  const std::filesystem::path* ledger = nullptr;
  for (const RecheckItem& item : found.items) {
    if (ledger == nullptr || *ledger != item.ledger) {
      ledger = &item.ledger;
      out += printable(ledger->string()) + "\n";
    }
    const Evidence& e = item.recorded;
    out += "  " + std::to_string(item.entry) + "  " + std::string(name_of(item.standing)) + "  " +
           printable(e.claim.capsule) + "  " + std::string(name_of(e.claim.obligation)) + "  " +
           printable(e.scope.text()) + "\n      " + printable(item.text, 1000) + "\n";
  }
  out += "\n" + std::string(verdict_of(status)) + "\n  ";
  for (const RecheckStanding standing : standings) {
    const auto count = static_cast<std::int64_t>(found.count(standing));
    out += (standing == standings.front() ? "" : " · ") + with_thousands(count) + " " +
           std::string(name_of(standing));
  }
  if (found.left_out > 0) {
    out += "; left out, about other capsules: " +
           with_thousands(static_cast<std::int64_t>(found.left_out));
  }
  out += "; " + with_thousands(static_cast<std::int64_t>(found.pruned)) + " pruned" +
         (found.pruned == 0 ? "" : ", which cannot be repeated");
  return out + "\n" + next_steps(found);
}

}  // namespace

int audit_recheck_command(const AuditRecheckOptions& options) {
  RecheckRequest request = options.request;
  const auto found = [&] {
    Progress progress("rechecking");
    request.progress = [&](std::size_t done, std::size_t all) {
      progress.say("rechecked " + std::to_string(done) + " of " + std::to_string(all));
    };
    return recheck(request);
  }();
  if (!found) return report_failure(found.error(), options.json);
  const int status = status_of(*found);
  if (options.json) {
    print_json(recheck_json(*found, status));
  } else {
    print(recheck_text(*found, status));
  }
  return status;
}

}  // namespace touchstone::cli
