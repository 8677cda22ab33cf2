#pragma once

#include <string>
#include <string_view>

#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"

namespace touchstone {

inline constexpr std::string_view statement_type = "https://in-toto.io/Statement/v1";
inline constexpr std::string_view evidence_predicate_type = "urn:touchstone:evidence:1";

/// One piece of evidence as an in-toto Statement v1 on one line, without a newline at its end
/// (statement.schema.json). The subjects are what the evidence is about, matched by digest: the
/// capsule's artifact and, for identity, the loaded file. Deterministic.
[[nodiscard]] std::string statement_of(const Evidence& evidence);

/// The evidence of one statement line. Errors (unreadable), with the place inside the statement:
/// anything the schema does not allow, an unknown operation, name or digest. It is read as it
/// stands: whether its claim sits in the right contract field is the gate's to judge.
[[nodiscard]] Result<Evidence> evidence_of(std::string_view statement);

}  // namespace touchstone
