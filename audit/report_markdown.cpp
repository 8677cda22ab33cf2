#include "report_markdown.h"

#include <initializer_list>
#include <set>
#include <string_view>

#include "markdown_text.h"
#include "touchstone/core/counted.h"

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

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  std::string out;
  for (const std::string& text : texts) {
    if (!out.empty()) out += between;
    out += text;
  }
  return out;
}

std::string scope_of(const ReportUse& use) {
  return (use.attributes.empty() ? "" : use.attributes + "; ") + joined(use.operands, ", ") +
         " → " + use.result;
}

std::string head(const Report& r) {
  std::string out = "# " + markdown_text(r.title) + "\n\n**" +
                    (r.accepted ? "ACCEPTED" : "REJECTED") + "** " + markdown_text(r.sentence) +
                    "\n\n";
  out +=
      bullet("Profile", markdown_text(r.profile) + " (" + markdown_text(r.profile_summary) + ")");
  out += bullet("Device", markdown_text(r.device));
  out += bullet("Asked for", markdown_text(r.demand));
  out += bullet("Evidence", markdown_text(r.evidence_mode));
  out += bullet("Expiry decided for", markdown_text(r.at));
  if (r.self_check_vectors > 0) {
    out += bullet("Self-check", std::to_string(r.self_check_equal) + " of " +
                                    std::to_string(r.self_check_vectors) + " vectors equal");
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
      {"evidence", "capsule", "obligation", "scope", "found", "nodes", "waived", "finding"});
  for (const ReportCounterEvidence& each : r.counter_evidence) {
    const ReportEvidence& e = r.evidence[each.evidence];
    out += row({evidence_name(each.evidence), markdown_text(e.capsule), markdown_text(e.obligation),
                markdown_text(e.scope), markdown_text(e.detail), std::to_string(each.nodes),
                each.waived ? "yes" : "no", cell_code(e.finding)});
  }
  return out;
}

std::string waivers(const Report& r) {
  std::string out = heading("Waivers");
  if (r.waivers.empty()) out += "None lets anything pass.\n";
  if (!r.waivers.empty()) {
    out += table_head({"", "capsule", "obligation", "owner", "reason", "expires", "nodes",
                       "artifact", "finding"});
  }
  for (std::size_t i = 0; i < r.waivers.size(); ++i) {
    const ReportWaiver& w = r.waivers[i];
    out += row({"W" + std::to_string(i), markdown_text(w.capsule), markdown_text(w.obligation),
                markdown_text(w.owner), markdown_text(w.reason), markdown_text(w.expires),
                std::to_string(w.nodes), cell_code(w.artifact),
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
  std::string out = heading("Why it is rejected") + table_head({"subject", "reason", "nodes"});
  for (const Reason& reason : r.reasons) {
    out += row(
        {markdown_text(reason.subject), markdown_text(reason.text), std::to_string(reason.nodes)});
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
  for (const std::string_view grade : all_grades()) {
    std::string rows;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < r.uses.size(); ++i) {
      const ReportUse& use = r.uses[i];
      if (use.grade != grade) continue;
      count += use.nodes;
      rows += row({use_name(i), std::to_string(use.nodes), markdown_text(use.op),
                   markdown_text(scope_of(use)),
                   use.capsule ? markdown_text(r.capsules[*use.capsule].name) : "none", ids[i]});
    }
    if (rows.empty()) continue;
    out += "### " + std::string(grade) + ": " + counted(count, "node") + "\n\n" +
           table_head({"use", "nodes", "op", "attributes, operands → result", "capsule", "ids"}) +
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

std::string capsules(const Report& r) {
  std::string out = heading("Capsules");
  for (std::size_t i = 0; i < r.capsules.size(); ++i) {
    const ReportCapsule& c = r.capsules[i];
    out += "### " + markdown_text(c.name) + "\n\n" + markdown_text(c.claim) + "\n\n";
    out += bullet("Grade", markdown_text(c.grade) + ", that of its weakest use");
    out += bullet("Serves", counted(c.nodes, "node"));
    out += bullet("Computes", code(c.summary));
    out += bullet("Provider, device", markdown_text(c.provider) + ", " + markdown_text(c.device) +
                                          " (" + markdown_text(c.runtime_support) + ")");
    out += bullet("Artifact", "sha256 " + code(c.artifact));
    out += bullet("Symbol", code(c.symbol));
    out += bullet("Launch", markdown_text(c.launch));
    out += bullet("Numerics", markdown_text(c.numerics));
    out += shown_by(r, i) + "\n";
  }
  return out;
}

/// What each artifact is made of, once for all capsules that share it.
std::string artifacts(const Report& r) {
  std::string out = heading("Artifacts");
  std::set<std::string_view> known;
  for (const ReportCapsule& c : r.capsules) {
    if (!known.insert(c.artifact).second) continue;
    out += "- sha256 " + code(c.artifact) + "\n";
    if (!c.flags.empty()) out += "  - Flags: " + code(c.flags) + "\n";
    if (!c.sources.empty()) {
      out += "  - Sources: " + code(joined(c.sources, " "), 100'000) + "\n";
    }
  }
  return out;
}

std::string evidence(const Report& r) {
  std::string out = heading("Evidence, and how to repeat it");
  if (r.evidence.empty()) return out + "None.\n";
  for (std::size_t i = 0; i < r.evidence.size(); ++i) {
    const ReportEvidence& e = r.evidence[i];
    out += "### " + evidence_name(i) + ": " + markdown_text(e.capsule) + ", " +
           markdown_text(e.obligation) + "\n\n";
    out += bullet("Result",
                  markdown_text(e.outcome) + ", " + markdown_text(e.kind) + " by " +
                      markdown_text(e.checker) + ", " + counted(e.cases, "case") +
                      (e.discarded > 0 ? ", " + with_thousands(e.discarded) + " discarded" : "") +
                      (e.margin ? ", margin " + markdown_text(*e.margin) : "") + "; grade " +
                      markdown_text(e.grade));
    out += bullet("Scope", markdown_text(e.scope));
    out += bullet("Found", markdown_text(e.detail));
    out += bullet("Origin", markdown_text(e.origin) +
                                (e.date.empty() ? "" : ", " + markdown_text(e.date)) +
                                (e.expires ? ", until " + markdown_text(*e.expires) : ""));
    out += bullet("Leaf hash of its line", code(e.leaf));
    out += bullet("Finding", code(e.finding));
    out += bullet("Artifact", "sha256 " + code(e.artifact));
    out += bullet("Meaning", "sha256 " + code(e.meaning));
    if (e.loaded_file) out += bullet("Loaded file", "sha256 " + code(*e.loaded_file));
    out += bullet("Rests on", markdown_text(joined(e.assumptions, " ")));
    out += bullet("Repeat", code(e.repeat));
    out += bullet("Its ledger's own words on that, which nobody checked: not to be pasted blindly",
                  code(e.repeat_as_recorded));
    out += "\n";
  }
  return out;
}

std::string assumptions(const Report& r) {
  std::string out = heading("Assumptions, by reach");
  if (r.assumptions.empty()) return out + "Nothing is served, so nothing rests on any.\n";
  out += table_head({"nodes", "assumption", "says", "why it is believed", "removed by"});
  for (const ReportAssumption& a : r.assumptions) {
    out += row({std::to_string(a.nodes), markdown_text(a.name), markdown_text(a.sentence),
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
  out += table_head({"", "subject", "what"});
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
    out += row({markdown_text(l.file), std::to_string(l.entries), cell_code(l.root),
                markdown_text(l.time), markdown_text(l.origin), markdown_text(l.signer)});
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
  for (const auto& section : {counter_evidence, waivers, reasons, nodes, obligations, capsules,
                              artifacts, evidence, assumptions, uncovered, changes, sources}) {
    out += section(report);
  }
  return out;
}

}  // namespace touchstone
