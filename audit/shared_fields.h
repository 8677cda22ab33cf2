#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report.h"

/// What many entries of a list have in common, found so that a page says it once.
namespace touchstone {

/// What a field's text is, for whoever writes it.
enum class FieldKind : std::uint8_t { text, code, assumptions, command, sources };

struct Field {
  std::string_view label;
  FieldKind kind{};
  std::string text;  ///< empty: the entry has no such field
};

/// Of one field, over some entries.
struct SharedField {
  std::string text;         ///< of every entry that has it; empty where they differ or none has it
  bool everywhere = false;  ///< every entry has it
};

/// Per field, what these members of `entries` share. Each entry has the same fields in the same
/// order. Fields of a single member are all shared. Linear.
[[nodiscard]] std::vector<SharedField> shared_by(std::span<const std::vector<Field>> entries,
                                                 std::span<const std::uint32_t> members);

/// What is to be said of a field of one entry, after `of_all` and `of_group` have been said.
enum class FieldSaid : std::uint8_t {
  elsewhere,  ///< nothing: it is said of all, or absent
  as_above,   ///< that it holds here too, as it does not hold everywhere
  here,       ///< its text
};
[[nodiscard]] FieldSaid said_of(const Field& field, const SharedField& of_all,
                                const SharedField& of_group);

/// Evidence with the capsule that it is about.
struct EvidenceGroup {
  std::string_view capsule;
  std::vector<std::uint32_t> members;  ///< indices into a report's evidence, ascending
};
/// In the order of each capsule's first piece.
[[nodiscard]] std::vector<EvidenceGroup> evidence_by_capsule(const Report& report);

/// Fields of evidence beside its obligation, result, scope, cases and finding.
[[nodiscard]] std::vector<Field> fields_of(const ReportEvidence& evidence);
/// Fields of a capsule beside its name, grade, claim, nodes and scopes.
[[nodiscard]] std::vector<Field> fields_of(const ReportCapsule& capsule);

/// "index_checker" of "index_checker 1".
[[nodiscard]] std::string_view checker_name(const ReportEvidence& evidence);

/// A capsule's claim without its names, so that equal promises are seen to be equal: "promises the
/// bits of its operation's definition …". The claim itself where it is not of that form.
[[nodiscard]] std::string promise_of(const ReportCapsule& capsule);

}  // namespace touchstone
