#pragma once

#include <string>

#include "touchstone/audit/report.h"

namespace touchstone {

inline std::string sample_digest(const std::string& of) { return sha256(of).hex(); }

/// A report in which every member has something to say: a node that is served and one that a
/// failing case refutes, though a waiver names it.
inline Report sample_report() {
  Report r;
  r.title = "model.json";
  r.sentence = "Nothing is claimed.";
  r.at = "2026-01-31T02:00:00Z";
  r.model =
      ReportModel{"model.json",
                  "model.json 1",
                  sample_digest("model"),
                  {{"model.json", sample_digest("json")}, {"p.safetensors", sample_digest("p")}},
                  {"x  float32 [2]"},
                  {"z  float32 [2]"},
                  {{"batch", 2}}};
  r.profile = "checked_cpu";
  r.profile_summary = "a summary";
  r.profile_rules = {"Kinds that count: test."};
  r.profile_file = sample_digest("profile");
  r.repeat = "touchstone audit report model.json";
  r.device = "cpu";
  r.demand = "inference";
  r.evidence_mode = "recorded";
  r.reasons = {{"relu by reference.relu, value", "it is refuted: input 3", 1}};
  r.counter_evidence = {{1, 1, true}};
  r.waivers = {{"reference.relu", "value.bit_exact", sample_digest("artifact"),
                sample_digest("finding"), "an owner", "a reason", "2027-01-31T02:00:00Z", 1}};
  r.idle_waivers = {{r.waivers[0], "it expired"}};
  r.idle_waivers[0].waiver.owner = "another owner";
  r.nodes = {{"y", 0, {}}, {"z", 1, {0}}};
  ReportObligation served{"value.bit_exact", "a sentence", "served", 0, {}, {}, "recorded: stale"};
  ReportObligation waived{"value.bit_exact", "a sentence", "waived", 1, 0, {"input 3"}, {}};
  r.uses = {{"relu", "", {"float32 [2]"}, "float32 [2]", 0, {}, "checked", 1, {served}},
            {"softmax",
             "axis=1",
             {"float32 [2]"},
             "float32 [2]",
             0,
             {{"native_cuda.softmax", "runs on device cuda"}},
             "waived",
             1,
             {waived}}};
  r.capsules = {{"reference.relu",
                 "reference.relu promises much.",
                 "waived",
                 "relu",
                 "reference",
                 "cpu",
                 sample_digest("artifact"),
                 "a_symbol",
                 "-O3",
                 {"a.cpp", "b.h"},
                 "threads",
                 "Rounding nearest even.",
                 "executable",
                 "maximum(x, +0)",
                 2}};
  ReportEvidence e{sample_digest("leaf"),
                   sample_digest("passed"),
                   "reference.relu",
                   "value.bit_exact",
                   "test",
                   "passed",
                   "checked",
                   "an unsigned ledger",
                   "any shapes",
                   sample_digest("artifact"),
                   sample_digest("meaning"),
                   sample_digest("loaded"),
                   "a suite 1",
                   10,
                   2,
                   "0.5",
                   "2026-01-30T02:00:00Z",
                   "2027-01-30T02:00:00Z",
                   "touchstone verify model.json",
                   "10 runs equal",
                   {"A-DEFS"},
                   "sh repeat.sh"};
  r.evidence = {e, e};
  r.evidence[1].outcome = "failed";
  r.evidence[1].finding = sample_digest("finding");
  r.evidence[1].detail = "input 3";
  r.assumptions = {{"A-DEFS", "The definitions mean it.", "They are short.", "Nothing.", 1}};
  r.not_covered = {"Speed."};
  r.self_check_vectors = 10;
  r.self_check_equal = 9;
  r.since = sample_digest("before");
  r.changes = {{"changed", "verdict", "from accepted to rejected"}};
  r.ledgers = {{"ledger.jsonl", 2, sample_digest("root"), "2026-01-30T02:00:00Z",
                "an unsigned ledger", "a signer"}};
  r.read = {{"model", "model.json", sha256(std::string_view("model"))}};
  r.versions = {{"touchstone", "0.1.0"}};
  return r;
}

}  // namespace touchstone
