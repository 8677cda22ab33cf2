#pragma once

#include <string>
#include <string_view>

namespace touchstone {

/// The predicate type that a statement names. Requires a line that `evidence_of` takes.
[[nodiscard]] std::string predicate_type_of(std::string_view statement);

}  // namespace touchstone
