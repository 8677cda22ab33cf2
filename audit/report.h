#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "touchstone/plan/planner.h"
#include "verdict.h"

/// The trust-boundary report: what a verdict claims, by which evidence, and what it asks to be
/// trusted. A plain value of texts and indices, so that every form of it (report_json.h,
/// report_markdown.h, report_html.h) says the same, byte for byte, for the same verdict.
namespace touchstone {

/// One node of the model.
struct ReportNode {
  std::string id;
  std::uint32_t use = 0;              ///< index into `uses`
  std::vector<std::uint32_t> inputs;  ///< nodes whose results it reads, each once, ascending
};

/// How one obligation of a use fared.
struct ReportObligation {
  std::string name;      ///< "value.bit_exact"
  std::string sentence;  ///< what it says
  std::string standing;  ///< "served", "missing", "inadmissible", "contradicted", "waived"
  std::optional<std::size_t> evidence;  ///< index into `evidence`
  std::optional<std::size_t> waiver;    ///< index into `waivers`
  std::vector<std::string> refused;     ///< why what might have served did not
  std::string replaced;  ///< why recorded evidence gave way to what was derived; may be empty
};

/// A way in which the model uses an operation: nodes with equal attributes and operand types.
struct ReportUse {
  std::string op;
  std::string attributes;             ///< "axis=1"; empty where there are none
  std::vector<std::string> operands;  ///< "float32 [2,3]"
  std::string result;
  std::optional<std::size_t> capsule;  ///< index into `capsules`; absent when none may serve
  std::vector<Refusal> refusals;       ///< why other capsules do not serve
  std::string grade;                   ///< grade_of its weakest obligation
  std::int64_t nodes = 0;
  std::vector<ReportObligation> obligations;
};

/// A capsule that the model uses.
struct ReportCapsule {
  std::string name;
  std::string claim;  ///< one sentence: what it promises
  std::string grade;  ///< of its weakest use
  std::string op;
  std::string provider;
  std::string device;
  std::string artifact;  ///< SHA-256, hexadecimal
  std::string symbol;
  std::string flags;
  std::vector<std::string> sources;
  std::string launch;
  std::string numerics;  ///< rounding, subnormals, contraction, reduction order, in one sentence
  std::string runtime_support;
  std::string summary;
  std::int64_t nodes = 0;
};

/// Evidence that served or contradicted something, or a known failing case.
struct ReportEvidence {
  std::string leaf;  ///< leaf hash (RFC 6962, section 2.1) of its line in the ledger; of what was
                     ///< derived for this report, of the line that recording it would write
  std::string finding;  ///< finding_digest (statement.h): by which a waiver names it
  std::string capsule;
  std::string obligation;
  std::string kind;
  std::string outcome;
  std::string grade;
  std::string origin;  ///< "derived now", …
  std::string scope;
  std::string artifact;
  std::string meaning;
  std::optional<std::string> loaded_file;
  std::string checker;
  std::int64_t cases = 0;
  std::int64_t discarded = 0;
  std::optional<std::string> margin;  ///< margin_text (statement.h)
  std::string date;                   ///< when it was recorded; empty if derived for this report
  std::optional<std::string> expires;
  std::string repeat;  ///< the command that repeats it (repeat.h)
  std::string detail;
  std::vector<std::string> assumptions;  ///< all that it rests on (rests_on.h)
  std::string repeat_as_recorded = {};   ///< what its ledger says repeats it; empty of no ledger
};

struct ReportWaiver {
  std::string capsule;
  std::string obligation;
  std::string artifact;
  std::optional<std::string> finding;
  std::string owner;
  std::string reason;
  std::string expires;
  std::int64_t nodes = 0;
};

/// A waiver that was given and let nothing pass.
struct ReportIdleWaiver {
  ReportWaiver waiver;
  std::string why;
};

/// A known failing case.
struct ReportCounterEvidence {
  std::size_t evidence = 0;  ///< index into `evidence`
  std::int64_t nodes = 0;    ///< that it refutes; 0 for a case at shapes that none has
  bool waived = false;       ///< a waiver that lets something pass names it
};

struct ReportAssumption {
  std::string name;
  std::string sentence;
  std::string why_believed;
  std::string removed_by;
  std::int64_t nodes = 0;  ///< that rest on it
};

struct ReportLedger {
  std::string file;
  std::uint64_t entries = 0;
  std::string root;
  std::string time;    ///< of its checkpoint
  std::string origin;  ///< name_of(Origin) of its entries
  std::string signer;  ///< name of the pinned key; empty if none
};

/// A difference from the report that was accepted last.
struct ReportChange {
  std::string kind;     ///< "added", "removed", "changed"
  std::string subject;  ///< "capsule reference.matmul", "assumption A-SMT", "model"
  std::string text;     ///< what of it, from what to what
};

/// A file, as what refers to it names it.
struct ReportFile {
  std::string name;
  std::string digest;  ///< SHA-256
};

struct ReportModel {
  std::string file;
  std::string format;
  std::string digest;               ///< of all its files (model_digest.h)
  std::vector<ReportFile> files;    ///< the model's own first, then those it refers to
  std::vector<std::string> inputs;  ///< "x  float32 [2,4]"
  std::vector<std::string> outputs;
  std::vector<std::pair<std::string, std::int64_t>> bindings;
};

struct Report {
  std::string title;  ///< "mlp.json", or "Touchstone 0.1.0: every capsule"
  bool accepted = false;
  std::string sentence;              ///< what the verdict says, in one or two sentences
  std::string at;                    ///< the time for which expiry was decided
  std::optional<ReportModel> model;  ///< absent in a report of the registry
  std::string profile;
  std::string profile_summary;              ///< its author's words
  std::vector<std::string> profile_rules;   ///< what it admits, a sentence each (profile_rules.h)
  std::optional<std::string> profile_file;  ///< SHA-256 of the file it was read from; absent: none
  std::string device;
  std::string demand;         ///< "inference", "training"
  std::string evidence_mode;  ///< "auto", "recorded", "derive"
  std::vector<Reason> reasons;
  std::vector<ReportCounterEvidence> counter_evidence;
  std::vector<ReportWaiver> waivers;
  std::vector<ReportIdleWaiver> idle_waivers;
  std::vector<ReportNode> nodes;  ///< in an order in which each comes after what it reads
  std::vector<ReportUse> uses;
  std::vector<ReportCapsule> capsules;
  std::vector<ReportEvidence> evidence;
  std::vector<ReportAssumption> assumptions;  ///< most nodes first
  std::vector<std::string> not_covered;       ///< a sentence each
  std::int64_t self_check_vectors = 0;
  std::int64_t self_check_equal = 0;
  std::optional<std::string> since;  ///< SHA-256 of the report compared with; absent: none
  std::vector<ReportChange> changes;
  std::vector<ReportLedger> ledgers;
  std::vector<ReadInput> read;
  std::vector<std::pair<std::string, std::string>> versions;  ///< "touchstone" → "0.1.0", …
  std::string repeat;  ///< the command that makes this report again; may be empty
};

/// "axis=1; float32 [2,3] → float32 [2,3]"
[[nodiscard]] std::string scope_of(const ReportUse& use);

/// The grades that nodes, uses and capsules have, best first: those of Trust, then "waived",
/// "unserved" and "refuted".
[[nodiscard]] std::vector<std::string_view> all_grades();

/// Position in `all_grades`, so that the greatest is the weakest; their number for another text.
[[nodiscard]] std::size_t rank_of_grade(std::string_view grade);

/// How one obligation's result is graded: by the trust of the evidence that served it, or by what
/// happened instead. `served_by` is absent unless something served.
[[nodiscard]] std::string_view grade_of(Standing standing, const Evidence* served_by);

}  // namespace touchstone
