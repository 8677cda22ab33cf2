#pragma once

#include <string>
#include <string_view>

#include "touchstone/contract/evidence.h"
#include "touchstone/core/result.h"

namespace touchstone {

inline constexpr std::string_view statement_type = "https://in-toto.io/Statement/v1";
/// What is written. Version 2 added `discarded`, `margin` and `expires`.
inline constexpr std::string_view evidence_predicate_type = "urn:touchstone:evidence:2";
/// Read still: nothing discarded, no margin, no expiry.
inline constexpr std::string_view evidence_predicate_type_1 = "urn:touchstone:evidence:1";
/// Bytes that one statement, and so one line of a ledger, may have.
inline constexpr std::size_t longest_statement = std::size_t{1} << 20U;

/// One piece of evidence as an in-toto Statement v1 on one line, without a newline at its end
/// (statement.schema.json). The subjects are what the evidence is about, matched by digest: the
/// capsule's artifact and, for identity, the loaded file. Deterministic.
[[nodiscard]] std::string statement_of(const Evidence& evidence);

/// What a statement says, and in which version.
struct Statement {
  Evidence evidence;
  std::string_view predicate_type;  ///< one of the constants above
};

/// What one statement line says. Errors (unreadable), with the place inside the statement:
/// anything the schema does not allow, an unknown operation, name or digest, a time that is none, a
/// negative count, more than `longest_statement` bytes. It is read as it stands: whether its claim
/// sits in the right contract field is the gate's to judge.
[[nodiscard]] Result<Statement> parse_statement(std::string_view statement);

/// Its evidence alone.
[[nodiscard]] Result<Evidence> evidence_of(std::string_view statement);

/// What names a finding: SHA-256 of its statement as it is written now, with `date` and `repeat`
/// empty, so that whoever finds the same again, at another time or by another command, finds what
/// has this name.
[[nodiscard]] Digest finding_digest(Evidence evidence);

/// A margin as statements write it: a number of JSON, or NaN. Requires that it is not infinite.
[[nodiscard]] std::string margin_text(double margin);

}  // namespace touchstone
