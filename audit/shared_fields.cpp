#include "shared_fields.h"

#include <algorithm>
#include <map>
#include "touchstone/core/joined.h"

namespace touchstone {

namespace {

SharedField shared_field(std::span<const std::vector<Field>> entries,
                         std::span<const std::uint32_t> members, std::size_t field) {
  SharedField out;
  out.everywhere = !members.empty();
  for (const std::uint32_t member : members) {
    const std::string& text = entries[member][field].text;
    if (text.empty()) {
      out.everywhere = false;
    } else if (out.text.empty()) {
      out.text = text;
    } else if (out.text != text) {
      return {};
    }
  }
  return out;
}

void replace_first(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
}

}  // namespace

std::vector<SharedField> shared_by(std::span<const std::vector<Field>> entries,
                                   std::span<const std::uint32_t> members) {
  std::vector<SharedField> out;
  if (members.empty()) return out;
  const std::size_t fields = entries[members.front()].size();
  for (std::size_t f = 0; f < fields; ++f) out.push_back(shared_field(entries, members, f));
  return out;
}

FieldSaid said_of(const Field& field, const SharedField& of_all, const SharedField& of_group) {
  if (field.text.empty()) return FieldSaid::elsewhere;
  for (const SharedField* const shared : {&of_all, &of_group}) {
    if (shared->text.empty()) continue;
    return shared->everywhere ? FieldSaid::elsewhere : FieldSaid::as_above;
  }
  return FieldSaid::here;
}

std::vector<EvidenceGroup> evidence_by_capsule(const Report& report) {
  std::vector<EvidenceGroup> out;
  std::map<std::string_view, std::size_t> known;
  for (std::uint32_t e = 0; e < report.evidence.size(); ++e) {
    const std::string_view capsule = report.evidence[e].capsule;
    const auto [at, added] = known.emplace(capsule, out.size());
    if (added) out.push_back({capsule, {}});
    out[at->second].members.push_back(e);
  }
  return out;
}

std::string_view checker_name(const ReportEvidence& evidence) {
  const std::string_view checker = evidence.checker;
  return checker.substr(0, checker.rfind(' '));
}

std::vector<Field> fields_of(const ReportEvidence& evidence) {
  const std::string_view checker = evidence.checker;
  const auto blank = checker.rfind(' ');
  return {
      {"origin", FieldKind::text, evidence.origin},
      {"recorded", FieldKind::text,
       evidence.date.empty() ? "derived for this report" : evidence.date},
      {"expires", FieldKind::text, evidence.expires.value_or("")},
      {"version of the checker", FieldKind::code,
       blank == std::string_view::npos ? "" : std::string(checker.substr(blank + 1))},
      {"artifact, SHA-256", FieldKind::code, evidence.artifact},
      {"loaded file, SHA-256", FieldKind::code, evidence.loaded_file.value_or("")},
      {"rests on", FieldKind::assumptions, joined(evidence.assumptions, " ")},
      {"repeat with", FieldKind::command, evidence.repeat},
      {"meaning, SHA-256", FieldKind::code, evidence.meaning},
      {"leaf hash of its line", FieldKind::code, evidence.leaf},
      {"finding", FieldKind::code, evidence.finding},
      {"how to repeat it in its ledger’s own words, which nobody checked: not to be pasted blindly",
       FieldKind::code, evidence.repeat_as_recorded},
  };
}

std::vector<Field> fields_of(const ReportCapsule& capsule) {
  return {
      {"provider, device", FieldKind::text, capsule.provider + ", " + capsule.device},
      {"built with", FieldKind::code, capsule.flags},
      {"sources", FieldKind::sources, joined(capsule.sources, " ")},
      {"launch", FieldKind::text, capsule.launch},
      {"numerics", FieldKind::text, capsule.numerics},
      {"support", FieldKind::text, capsule.runtime_support},
      {"artifact, SHA-256", FieldKind::code, capsule.artifact},
      {"symbol", FieldKind::code, capsule.symbol},
  };
}

std::string promise_of(const ReportCapsule& capsule) {
  std::string out = capsule.claim;
  if (!out.starts_with(capsule.name + " ")) return out;
  out.erase(0, capsule.name.size() + 1);
  replace_first(out, "the definition of " + capsule.op + " ", "its operation's definition ");
  return out;
}

}  // namespace touchstone
