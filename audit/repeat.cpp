#include "repeat.h"

#include "touchstone/core/shell.h"

namespace touchstone {

std::string repeat_command(const SourcedEvidence& sourced) {
  if (sourced.origin == Origin::derived_now) return sourced.evidence.repeat;
  return "touchstone audit recheck " +
         (sourced.ledger.empty() ? std::string("LEDGER") : shell_file(sourced.ledger)) +
         " --capsule " + shell_quoted(sourced.evidence.claim.capsule);
}

std::string repeat_as_recorded(const SourcedEvidence& sourced) {
  return sourced.origin == Origin::derived_now ? std::string() : sourced.evidence.repeat;
}

}  // namespace touchstone
