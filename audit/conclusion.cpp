#include "conclusion.h"

#include "touchstone/core/diagnostic.h"

namespace touchstone {

bool concluded_by_checkers(EvidenceKind kind) {
  return kind == EvidenceKind::theorem || kind == EvidenceKind::checker ||
         kind == EvidenceKind::identity;
}

std::optional<Unconcluded> unconcluded(const Evidence& evidence,
                                       std::span<const CheckerAbility> checkers) {
  bool other_version = false;
  for (const CheckerAbility& ability : checkers) {
    if (ability.checker.name != evidence.checker.name || ability.kind != evidence.kind ||
        ability.obligation != evidence.claim.obligation ||
        (!evidence.scope.operands && !ability.any_shapes)) {
      continue;
    }
    if (ability.checker.version == evidence.checker.version) return std::nullopt;
    other_version = true;
  }
  const std::string name = printable(evidence.checker.name);
  if (other_version) return Unconcluded{true, "made by another version of " + name};
  return Unconcluded{false, "no checker of this build is called '" + name + "' and concludes " +
                                std::string(name_of(evidence.claim.obligation)) + " by " +
                                std::string(name_of(evidence.kind)) +
                                (evidence.scope.operands ? "" : " for all shapes")};
}

}  // namespace touchstone
