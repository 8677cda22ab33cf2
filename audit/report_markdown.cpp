#include "report_markdown.h"

#include <initializer_list>
#include <map>
#include <numeric>
#include <set>
#include <string_view>

#include "markdown_text.h"
#include "report_heading.h"
#include "shared_fields.h"
#include "touchstone/core/counted.h"
#include "touchstone/core/joined.h"

namespace touchstone {

namespace {

std::string cell_code(std::string_view text) { return markdown_code(text, MarkdownPlace::cell); }
std::string code(std::string_view text, std::size_t limit = 4000) {
  return markdown_code(text, MarkdownPlace::line, limit);
}

/// A row of cells that are Markdown already.
std::string row(std::initializer_list<std::string> cells) {
  std::string out = "|";
  for (const std::string& cell : cells) {
    out += ' ';
    out += cell.empty() ? "–" : cell;
    out += " |";
  }
  return out + "\n";
}

std::string table_head(std::initializer_list<std::string> titles) {
  std::string out = row(titles) + "|";
  for (std::size_t i = 0; i < titles.size(); ++i) out += " --- |";
  return out + "\n";
}

std::string bullet(std::string_view label, const std::string& markdown) {
  if (markdown.empty()) return {};
  return "- " + std::string(label) + ": " + markdown + "\n";
}

std::string heading(std::string_view text) { return "\n## " + std::string(text) + "\n\n"; }

/// "E3": how evidence is called in this document.
std::string evidence_name(std::size_t i) { return "E" + std::to_string(i); }
std::string use_name(std::size_t i) { return "U" + std::to_string(i); }

std::string plural_noun(const Report& r) { return std::string(row_noun(r)) + "s"; }

/// The rules themselves; what the profile's author says of them is no rule.
std::string profile(const Report& r) {
  std::string out = bullet("Profile", markdown_text(r.profile));
  for (const std::string& rule : r.profile_rules) out += "  - " + markdown_text(rule) + "\n";
  if (r.profile_summary.empty()) return out;
  if (!r.profile_file) return out + "  - In short: " + markdown_text(r.profile_summary) + "\n";
  return out +
         "  - In its author's own words, which nobody checked against the rules (file, sha256 " +
         code(*r.profile_file) + "): " + markdown_text(r.profile_summary) + "\n";
}

std::string head(const Report& r) {
  std::string out = "# " + markdown_text(r.title) + "\n\n**" + verdict_heading(r) + "** " +
                    markdown_text(r.sentence) + "\n\n" + profile(r);
  out += bullet("Device", markdown_text(r.device));
  out += bullet("Asked for", markdown_text(r.demand));
  out += bullet("Evidence", markdown_text(r.evidence_mode));
  out += bullet("Expiry decided for", markdown_text(r.at));
  if (r.self_check_vectors > 0) {
    out += bullet("Self-check", with_thousands(r.self_check_equal) + " of " +
                                    counted(r.self_check_vectors, "vector") + " equal");
  }
  if (!r.model) return out;
  out += bullet("Model", markdown_text(r.model->file) + ", " + markdown_text(r.model->format) +
                             ", sha256 " + code(r.model->digest));
  if (r.model->files.size() > 1) {
    for (const ReportFile& file : r.model->files) {
      out +=
          bullet("File of the model", markdown_text(file.name) + ", sha256 " + code(file.digest));
    }
  }
  for (const std::string& input : r.model->inputs) out += bullet("Input", code(input));
  for (const std::string& output : r.model->outputs) out += bullet("Output", code(output));
  for (const auto& [name, length] : r.model->bindings) {
    out += bullet("Symbolic dimension", markdown_text(name) + " = " + std::to_string(length));
  }
  return out;
}

std::string counter_evidence(const Report& r) {
  std::string out = heading("Failing cases");
  if (r.counter_evidence.empty()) return out + "None is known from what was read.\n";
  out += table_head(
      {"evidence", "capsule", "obligation", "scope", "found", plural_noun(r), "waived", "finding"});
  for (const ReportCounterEvidence& each : r.counter_evidence) {
    const ReportEvidence& e = r.evidence[each.evidence];
    out += row({evidence_name(each.evidence), markdown_text(e.capsule), markdown_text(e.obligation),
                markdown_text(e.scope), markdown_text(e.detail), with_thousands(each.nodes),
                each.waived ? "yes" : "no", cell_code(e.finding)});
  }
  return out;
}

std::string waivers(const Report& r) {
  std::string out = heading("Waivers");
  if (r.waivers.empty()) out += "None lets anything pass.\n";
  if (!r.waivers.empty()) {
    out += table_head({"waiver", "capsule", "obligation", "owner", "reason", "expires",
                       plural_noun(r), "artifact", "finding"});
  }
  for (std::size_t i = 0; i < r.waivers.size(); ++i) {
    const ReportWaiver& w = r.waivers[i];
    out += row({"W" + std::to_string(i), markdown_text(w.capsule), markdown_text(w.obligation),
                markdown_text(w.owner), markdown_text(w.reason), markdown_text(w.expires),
                with_thousands(w.nodes), cell_code(w.artifact),
                w.finding ? cell_code(*w.finding) : ""});
  }
  if (r.idle_waivers.empty()) return out;
  out += "\nThese were given and let nothing pass:\n\n" +
         table_head({"capsule", "obligation", "owner", "expires", "why it lets nothing pass"});
  for (const ReportIdleWaiver& idle : r.idle_waivers) {
    const ReportWaiver& w = idle.waiver;
    out += row({markdown_text(w.capsule), markdown_text(w.obligation), markdown_text(w.owner),
                markdown_text(w.expires), markdown_text(idle.why)});
  }
  return out;
}

std::string reasons(const Report& r) {
  if (r.reasons.empty()) return {};
  std::string out =
      heading("Why it is rejected") + table_head({"reason", "of what", plural_noun(r)});
  for (const ReasonGroup& group : grouped_reasons(r.reasons)) {
    std::string subjects;
    for (const std::string_view subject : group.subjects) {
      subjects += (subjects.empty() ? "" : "; ") + markdown_text(subject);
    }
    out += row({markdown_text(group.text), subjects, with_thousands(group.nodes)});
  }
  return out;
}

std::vector<std::string> ids_by_use(const Report& r) {
  std::vector<std::string> out(r.uses.size());
  for (const ReportNode& node : r.nodes) {
    std::string& ids = out[node.use];
    if (!ids.empty()) ids += ", ";
    ids += cell_code(std::string_view(node.id).substr(0, 200));
  }
  return out;
}

std::string nodes(const Report& r) {
  std::string out = heading(r.model ? "Nodes, by grade" : "Capsules at their class shapes");
  const std::vector<std::string> ids = ids_by_use(r);
  std::vector<std::string_view> grades = all_grades();
  grades.push_back(waived_failing);
  for (const std::string_view grade : grades) {
    std::string rows;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < r.uses.size(); ++i) {
      const ReportUse& use = r.uses[i];
      if (shown_grade(r, use) != grade) continue;
      count += use.nodes;
      rows += row({use_name(i), with_thousands(use.nodes), markdown_text(use.op),
                   markdown_text(scope_of(use)),
                   use.capsule ? markdown_text(r.capsules[*use.capsule].name) : "none", ids[i]});
    }
    if (rows.empty()) continue;
    out += "### " + std::string(grade) + ": " + counted(count, row_noun(r)) + "\n\n" +
           table_head(
               {"use", plural_noun(r), "op", "attributes, operands → result", "capsule", "ids"}) +
           rows + "\n";
  }
  return out;
}

std::string served_by(const ReportObligation& row) {
  if (row.evidence) return evidence_name(*row.evidence);
  return row.waiver ? "W" + std::to_string(*row.waiver) : "";
}

std::string obligations(const Report& r) {
  std::string out = heading("Obligations of each use") +
                    "Missing: there is no evidence. Inadmissible: there is, and none of it counts "
                    "here. Either leaves the use unserved.\n\n" +
                    table_head({"use", "obligation", "standing", "by", "why not, or note"});
  for (std::size_t i = 0; i < r.uses.size(); ++i) {
    for (const ReportObligation& each : r.uses[i].obligations) {
      std::string note = joined(each.refused, "; ");
      if (!each.replaced.empty()) note = "derived now; recorded: " + each.replaced;
      out += row({use_name(i), markdown_text(each.name), markdown_text(each.standing),
                  served_by(each), markdown_text(note)});
    }
    for (const Refusal& refusal : r.uses[i].refusals) {
      if (r.uses[i].capsule) continue;
      out += row({use_name(i), "a capsule", "none", "",
                  markdown_text(refusal.capsule + " " + refusal.reason)});
    }
  }
  return out;
}

/// The evidence about one capsule, where it was shown, and the commands that repeat it.
std::string shown_by(const Report& r, std::size_t capsule) {
  std::string out;
  std::set<std::string_view> repeats;
  for (std::size_t i = 0; i < r.evidence.size(); ++i) {
    const ReportEvidence& e = r.evidence[i];
    if (e.capsule != r.capsules[capsule].name) continue;
    out += "  - " + evidence_name(i) + ", " + markdown_text(e.obligation) + ": " +
           markdown_text(e.scope) +
           (e.outcome == name_of(Outcome::passed) ? "" : " (" + markdown_text(e.outcome) + ")") +
           "\n";
    repeats.insert(e.repeat);
  }
  if (out.empty()) return "- Evidence: none\n";
  out = "- Evidence, and its scope:\n" + out;
  for (const std::string_view repeat : repeats) out += bullet("Repeat", code(repeat));
  return out;
}

/// Fields with their texts, a bullet each: digests and commands as code.
std::string field_bullet(const Field& field) {
  const bool plain = field.kind == FieldKind::text || field.kind == FieldKind::assumptions;
  return bullet(field.label, plain ? markdown_text(field.text) : code(field.text));
}

/// What is shared and was not said of all.
std::string shared_bullets(const std::vector<Field>& fields, const std::vector<SharedField>& shared,
                           const std::vector<SharedField>& of_all) {
  std::string out;
  for (std::size_t f = 0; f < shared.size(); ++f) {
    if (!of_all.empty() && !of_all[f].text.empty()) continue;
    Field field = fields[f];
    field.text = shared[f].text;
    const std::string label = std::string(field.label) + " (where an entry says “as above”)";
    if (!shared[f].everywhere) field.label = label;
    out += field_bullet(field);
  }
  return out;
}

std::vector<std::uint32_t> first_numbers(std::size_t count) {
  std::vector<std::uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

std::string own_bullets(const std::vector<Field>& fields, const std::vector<SharedField>& of_all,
                        const std::vector<SharedField>& of_group) {
  std::string out;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const FieldSaid said = said_of(fields[f], of_all[f], of_group[f]);
    if (said == FieldSaid::here) out += field_bullet(fields[f]);
    if (said == FieldSaid::as_above) out += bullet(fields[f].label, "as above");
  }
  return out;
}

std::string capsules(const Report& r) {
  std::string out = heading("Capsules");
  std::vector<std::vector<Field>> fields;
  for (const ReportCapsule& c : r.capsules) {
    std::vector<Field>& own = fields.emplace_back(fields_of(c));
    // Sources are listed once for all capsules that they make.
    std::erase_if(own, [](const Field& field) { return field.kind == FieldKind::sources; });
  }
  const std::size_t width = fields.empty() ? 0 : fields.front().size();
  std::vector<SharedField> of_all(width);
  if (r.capsules.size() > 1) {
    of_all = shared_by(fields, first_numbers(fields.size()));
    out += "Of every capsule here:\n\n" + shared_bullets(fields.front(), of_all, {}) + "\n";
  }
  const std::vector<SharedField> nothing(width);
  for (std::size_t i = 0; i < r.capsules.size(); ++i) {
    const ReportCapsule& c = r.capsules[i];
    out += "### " + markdown_text(c.name) + "\n\n" + markdown_text(c.claim) + "\n\n";
    out += bullet("Grade", markdown_text(c.grade) + ", that of its weakest use");
    if (r.model) out += bullet("Serves", counted(c.nodes, "node"));
    out += bullet("Computes", code(c.summary));
    out += own_bullets(fields[i], of_all, nothing);
    out += shown_by(r, i) + "\n";
  }
  return out;
}

/// The files that artifacts are made of: each list once, with the capsules that it makes.
std::string artifacts(const Report& r) {
  std::map<std::vector<std::string>, std::string> makes;
  for (const ReportCapsule& c : r.capsules) {
    if (c.sources.empty()) continue;
    std::string& names = makes[c.sources];
    names += (names.empty() ? "" : ", ") + markdown_text(c.name);
  }
  if (makes.empty()) return {};
  std::string out = heading("Artifacts");
  for (const auto& [sources, names] : makes) {
    out += bullet("Sources of " + names, code(joined(sources, " "), 100'000));
  }
  return out;
}

std::string found_text(const ReportEvidence& e) {
  std::string out = markdown_text(e.detail);
  out += (out.empty() ? "" : "; ") + counted(e.cases, "case");
  if (e.discarded > 0) out += ", " + with_thousands(e.discarded) + " discarded";
  if (e.margin) out += ", margin " + markdown_text(*e.margin);
  return out;
}

std::string evidence(const Report& r) {
  std::string out = heading("Evidence, and how to repeat it");
  if (r.evidence.empty()) return out + "None.\n";
  std::vector<std::vector<Field>> fields;
  for (const ReportEvidence& e : r.evidence) fields.push_back(fields_of(e));
  const auto of_all = shared_by(fields, first_numbers(fields.size()));
  out += "Of every piece of evidence here:\n\n" + shared_bullets(fields.front(), of_all, {});
  for (const EvidenceGroup& group : evidence_by_capsule(r)) {
    const auto of_group = shared_by(fields, group.members);
    out += "\n### On " + markdown_text(group.capsule) + "\n\n";
    const std::string shared = shared_bullets(fields[group.members.front()], of_group, of_all);
    if (!shared.empty()) out += shared + "\n";
    out += table_head({"evidence", "obligation", "result", "scope", "found"});
    std::string rest;
    for (const std::uint32_t i : group.members) {
      const ReportEvidence& e = r.evidence[i];
      out += row({evidence_name(i), markdown_text(e.obligation),
                  markdown_text(e.outcome) + ", " + markdown_text(e.kind) + " by " +
                      markdown_text(checker_name(e)) + "; grade " + markdown_text(e.grade),
                  markdown_text(e.scope), found_text(e)});
      const std::string own = own_bullets(fields[i], of_all, of_group);
      if (!own.empty()) rest += "\n" + evidence_name(i) + ":\n\n" + own;
    }
    out += rest;
  }
  return out;
}

/// How the whole report is made again.
std::string repeat(const Report& r) {
  if (r.repeat.empty()) return {};
  return heading("The whole report again") +
         "In a folder that holds every file that it names: " + code(r.repeat) + "\n";
}

std::string assumptions(const Report& r) {
  std::string out = heading("Assumptions, by reach");
  if (r.assumptions.empty()) return out + "Nothing is served, so nothing rests on any.\n";
  out += table_head({plural_noun(r), "assumption", "says", "why it is believed", "removed by"});
  for (const ReportAssumption& a : r.assumptions) {
    out += row({with_thousands(a.nodes), markdown_text(a.name), markdown_text(a.sentence),
                markdown_text(a.why_believed), markdown_text(a.removed_by)});
  }
  return out;
}

std::string uncovered(const Report& r) {
  std::string out = heading("What is not covered");
  for (const std::string& text : r.not_covered) out += "- " + markdown_text(text) + "\n";
  return out;
}

std::string changes(const Report& r) {
  if (!r.since) return {};
  std::string out = heading("Changes") + "Since the report with sha256 " + code(*r.since) + ".\n\n";
  if (r.changes.empty()) return out + "None.\n";
  out += table_head({"change", "subject", "what"});
  for (const ReportChange& change : r.changes) {
    out += row(
        {markdown_text(change.kind), markdown_text(change.subject), markdown_text(change.text)});
  }
  return out;
}

std::string sources(const Report& r) {
  std::string out = heading("Ledgers");
  if (r.ledgers.empty()) out += "None was read.\n";
  if (!r.ledgers.empty()) {
    out += table_head({"file", "entries", "Merkle root", "checkpoint of", "is", "signed by"});
  }
  for (const ReportLedger& l : r.ledgers) {
    out += row({markdown_text(l.file), with_thousands(static_cast<std::int64_t>(l.entries)),
                cell_code(l.root), markdown_text(l.time), markdown_text(l.origin),
                markdown_text(l.signer)});
  }
  out += heading("Digests of everything read");
  if (r.read.empty()) out += "Nothing was read.\n";
  if (!r.read.empty()) out += table_head({"what", "name", "sha256"});
  for (const ReadInput& input : r.read) {
    out +=
        row({markdown_text(input.what), markdown_text(input.name), cell_code(input.digest.hex())});
  }
  out += heading("Versions");
  for (const auto& [of, version] : r.versions) {
    out += "- " + markdown_text(of) + " " + markdown_text(version) + "\n";
  }
  return out;
}

}  // namespace

std::string report_markdown(const Report& report) {
  std::string out = head(report);
  for (const auto& section :
       {counter_evidence, waivers, reasons, nodes, obligations, capsules, artifacts, evidence,
        repeat, assumptions, uncovered, changes, sources}) {
    out += section(report);
  }
  return out;
}

}  // namespace touchstone
