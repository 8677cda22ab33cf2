#include "commands.h"
#include "ledger_text.h"
#include "output.h"
#include "text_table.h"
#include "touchstone/audit/merkle_proof.h"
#include "touchstone/core/counted.h"
#include "touchstone/host/machine.h"
#include "touchstone/session/ledgers_read.h"

namespace touchstone::cli {

namespace {

/// What a check found: the answer, as text and as JSON.
struct Finding {
  bool yes = true;
  std::string text;
  JsonObject json;
};

std::int64_t count(std::uint64_t number) { return static_cast<std::int64_t>(number); }

JsonArray hashes_json(const std::vector<Digest>& hashes) {
  JsonArray out;
  for (const Digest& hash : hashes) out.push_back(hash.hex());
  return out;
}

std::string hashes_text(const std::vector<Digest>& hashes) {
  std::string out;
  for (const Digest& hash : hashes) out += "  " + hash.hex() + "\n";
  return out;
}

Finding ledger_finding(const Ledger& ledger, const AuditCheckOptions& options) {
  const Checkpoint& c = ledger.checkpoint;
  Finding out;
  out.text = printable(options.ledger) + ": " + with_thousands(count(c.size)) +
             " entries agree with the checkpoint of " + c.time + "\nroot " + c.root.hex() + "\n";
  if (ledger.pruned > 0) out.text += with_thousands(count(ledger.pruned)) + " are pruned\n";
  if (c.counter_evidence > 0) {
    out.text += with_thousands(count(c.counter_evidence)) + " are counter-evidence\n";
  }
  out.text += signers_text(c);
  out.json = JsonObject{{"ledger", options.ledger},
                        {"entries", Json::integer(count(c.size))},
                        {"root", c.root.hex()},
                        {"time", c.time},
                        {"pruned", Json::integer(count(ledger.pruned))},
                        {"counter_evidence", Json::integer(count(c.counter_evidence))},
                        {"signed", Json::boolean(!c.signatures.empty())},
                        {"signed_by", signers_json(c)}};
  return out;
}

/// Asked by --keys: a no, unless a pinned key signed and, where there are accepted states, one of
/// this ledger is among them.
void add_standing(const LedgerStanding& standing, const AuditCheckOptions& options, Finding& to) {
  const bool pinned = standing.origin == Origin::pinned_ledger;
  const bool enough = pinned || (standing.origin == Origin::unaccepted_ledger && !options.accepted);
  to.yes = to.yes && enough;
  to.text += (enough ? "counts: " : "does not count: ") + std::string(name_of(standing.origin));
  if (!standing.signer.empty()) to.text += ", " + printable(standing.signer);
  to.text += standing.why.empty() ? "\n" : "; " + standing.why + "\n";
  to.json.emplace_back("standing", JsonObject{{"origin", name_of(standing.origin)},
                                              {"signer", standing.signer},
                                              {"why", standing.why}});
}

Result<void> add_inclusion(const Ledger& ledger, std::uint64_t line, Finding& to) {
  if (line > ledger.leaves.size()) {
    return unreadable("--inclusion", "the ledger has no line " + std::to_string(line));
  }
  const std::uint64_t index = line - 1;
  const auto path = inclusion_path(ledger.leaves, index);
  if (!shows_inclusion(ledger.checkpoint.head(), index, ledger.leaves[index], path)) {
    return Diagnostic{Failure::defect, {}, "--inclusion", "the path does not lead to the root", {}};
  }
  to.text += "line " + std::to_string(line) + " is in it: leaf " + ledger.leaves[index].hex() +
             ", then\n" + hashes_text(path);
  to.json.emplace_back("inclusion", JsonObject{{"line", Json::integer(count(line))},
                                               {"leaf", ledger.leaves[index].hex()},
                                               {"path", hashes_json(path)}});
  return {};
}

Result<void> add_consistency(const Ledger& ledger, const std::string& file, Finding& to) {
  const auto text = read_file(file, small_document.bytes);
  if (!text) return text.error();
  const auto older = parse_checkpoint(*text);
  if (!older) return older.error().in_file(file);
  const TreeHead head = older->current.head();
  std::vector<Digest> proof;
  bool extends = head.size <= ledger.leaves.size();
  if (extends) {
    proof = consistency_proof(ledger.leaves, head.size);
    extends = shows_consistency(head, ledger.checkpoint.head(), proof);
  }
  to.yes = to.yes && extends;
  to.text += (extends ? "extends" : "does not extend") + std::string(" the ") +
             with_thousands(count(head.size)) + " entries of " + printable(file) + "\n" +
             (extends ? hashes_text(proof) : "");
  to.json.emplace_back("extends",
                       JsonObject{{"checkpoint", file},
                                  {"entries", Json::integer(count(head.size))},
                                  {"root", head.root.hex()},
                                  {"extends", Json::boolean(extends)},
                                  {"proof", extends ? hashes_json(proof) : JsonArray()}});
  return {};
}

/// Accepts the state of a ledger that a pinned key signed, where that is asked.
Result<LedgersRead> read_and_accept(const AuditCheckOptions& options) {
  const std::string at = options.at.empty() ? utc_now() : options.at;
  LedgerTrust trust{options.keys, options.accept ? std::nullopt : options.accepted};
  auto read = read_ledgers({options.ledger}, trust, at, LedgerContents::leaves);
  if (!read || !options.accept) return read;
  if (!options.keys || !options.accepted) {
    return unreadable("--accept", "it needs your pinned keys and your file of accepted states",
                      "give --keys and --accepted");
  }
  if (read->standings[0].origin != Origin::unaccepted_ledger) {
    return rejected({}, "the ledger cannot be accepted: " + read->standings[0].why)
        .in_file(options.ledger);
  }
  const Ledger* const ledger = read->ledgers.data();
  if (auto accepted = accept(*options.accepted, {&ledger, 1}); !accepted) return accepted.error();
  trust.accepted = options.accepted;
  return read_ledgers({options.ledger}, trust, at, LedgerContents::leaves);
}

}  // namespace

int audit_check_command(const AuditCheckOptions& options) {
  const auto read = read_and_accept(options);
  if (!read) return report_failure(read.error(), options.json);
  const Ledger& ledger = read->ledgers[0];
  if (ledger.leaves.empty()) {
    return report_failure(unreadable({}, "the ledger has no entries").in_file(options.ledger),
                          options.json);
  }
  Finding finding = ledger_finding(ledger, options);
  if (options.keys) add_standing(read->standings[0], options, finding);
  if (options.inclusion) {
    if (auto shown = add_inclusion(ledger, *options.inclusion, finding); !shown) {
      return report_failure(shown.error(), options.json);
    }
  }
  if (options.extends) {
    if (auto shown = add_consistency(ledger, *options.extends, finding); !shown) {
      return report_failure(shown.error(), options.json);
    }
  }
  if (options.json) {
    print_json(finding.json);
  } else {
    print(finding.text);
  }
  return finding.yes ? status_yes : exit_status(Failure::rejected);
}

}  // namespace touchstone::cli
