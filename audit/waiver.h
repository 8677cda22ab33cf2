#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/contract/claim.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// Someone's word that an obligation may pass without evidence, for a while. It is bound to the
/// artifact, so that it ends when the kernel changes.
struct Waiver {
  std::string capsule;
  Obligation obligation{};
  Digest artifact;
  /// The known failing case that is waived, by its finding_digest (statement.h), which verdicts
  /// and reports print. A waiver without one covers missing and inadmissible evidence, and nothing
  /// of which a failing case is known.
  std::optional<Digest> finding;
  std::string owner;
  std::string reason;
  std::string expires;  ///< a timestamp

  bool operator==(const Waiver&) const = default;
};

/// The waivers of a file (waivers.schema.json). Errors (unreadable): what the schema does not
/// allow, an owner or reason of blanks alone, a time that is none.
[[nodiscard]] Result<std::vector<Waiver>> parse_waivers(std::string_view text);

}  // namespace touchstone
