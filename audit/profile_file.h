#pragma once

#include <string_view>

#include "touchstone/core/result.h"
#include "touchstone/plan/profile.h"

/// Profiles of a user's own (profile.schema.json). They are read here and not in capsules/plan,
/// which knows no file format.
namespace touchstone {

/// Whether what was named is the file of a profile, and not a profile's name: it ends in ".json" or
/// holds a slash.
[[nodiscard]] bool names_profile_file(std::string_view profile);

/// The profile of a file's text, bound to its digest. Errors (unreadable): what the schema does not
/// allow; a name of letters other than a-z, or one that this build gives a profile, or that begins
/// with "future_"; evidence of kind `missing`.
[[nodiscard]] Result<Profile> parse_profile(std::string_view text);

/// SHA-256 of the file that it was read from, or, for one of this build's, of its fields in the
/// form of such a file, compact.
[[nodiscard]] Digest profile_digest(const Profile& profile);

}  // namespace touchstone
