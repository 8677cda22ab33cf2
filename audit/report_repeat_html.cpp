#include "report_repeat_html.h"

#include <set>

#include "report_programs.h"
#include "touchstone/core/shell.h"

namespace touchstone {

namespace {

std::string_view version_of(const Report& report, std::string_view name) {
  for (const auto& [known, version] : report.versions) {
    if (known == name) return version;
  }
  return {};
}

void write_program(Html& html, Markup name, Markup program) {
  html.raw("<p class=\"soft\">Save as <code>").raw(name).raw(".py</code>:</p>\n<pre id=\"program-");
  html.raw(name).raw("\">").raw(program).raw("</pre>\n");
}

/// What was read of this kind, by its digest.
std::string digest_read(const Report& report, std::string_view what) {
  for (const ReadInput& input : report.read) {
    if (input.what == what) return input.digest.hex();
  }
  return {};
}

void write_source(Html& html, const Report& report) {
  html.raw("<p>This page was made by touchstone ").text(version_of(report, "touchstone"));
  html.raw(", semantics ").text(version_of(report, "semantics"));
  html.raw(
      ". Its source is to be had from the repository of the Touchstone project, at that version. "
      "The program knows neither the repository's address nor its own commit, so neither stands "
      "here: ask whoever gave you this page. Whatever the address, the right source is recognised "
      "by what it builds: ");
  if (const std::string checkers = digest_read(report, "checkers"); !checkers.empty()) {
    html.raw("its checkers' digest is <code>").text(checkers).raw("</code> (the last command but ");
    html.raw("one below shows it under “checkers”, among what it read), and ");
  }
  html.raw(
      "the last command prints the artifact of every capsule, which are those that this page "
      "states where compiler and flags are the same.</p>\n");
}

void write_getting_the_tool(Html& html, const Report& report) {
  html.raw("<h3>Get the tool</h3>\n");
  write_source(html, report);
  html.raw(
      "<p>On a fresh Debian 12, as root, in this order; ADDRESS is the repository's. The first "
      "call of <code>tools/run.sh</code> installs what is missing and builds, which takes minutes; "
      "later ones only run. Where this page says <code>touchstone</code>, write the path of "
      "<code>tools/run.sh</code>.</p>\n"
      "<pre>apt-get update\napt-get install -y git\ngit clone ADDRESS touchstone\n"
      "cd touchstone\ntools/run.sh --version\ntools/run.sh doctor\n"
      "tools/run.sh verify --json specs/examples/mlp.json\n"
      "tools/run.sh capsules list --json</pre>\n");
}

void write_whole_report(Html& html, const Report& report) {
  if (report.repeat.empty()) return;
  html.raw(
      "<h3>Repeat the whole report</h3>\n<p>In a folder that holds every file that it names, "
      "those whose digests stand under <a href=\"#read\">What was read</a>:</p>\n<pre>");
  html.text(report.repeat, Html::long_limit);
  html.raw(
      "</pre>\n<p>The same program gives this page, byte for byte. Another build of the same "
      "source gives the same but for the digest of the loaded file and what depends on it.</p>\n");
}

void write_model_digest(Html& html, const Report& report) {
  if (!report.model) return;
  html.raw(
      "<h3>Compare the model</h3>\n<p>The model's digest is the SHA-256 of its file, or, where "
      "that refers to other files, of all their digests in the order in which it names them. "
      "This program prints it:</p>\n");
  write_program(html, "model", model_digest_program());
  html.raw("<p>In the model's folder:</p>\n<pre>python3 model.py");
  if (report.model->files.empty()) {
    html.raw(" ").text(shell_file(report.model->file), Html::long_limit);
  }
  for (const ReportFile& file : report.model->files) {
    html.raw(" ").text(shell_file(file.name), Html::long_limit);
  }
  html.raw("\n").text(report.model->digest).raw("</pre>\n");
}

/// What someone who ran the command should see.
Markup expectation_for(const ReportEvidence& evidence) {
  const std::string_view kind = evidence.kind;
  if (!evidence.date.empty()) {
    return "It derives the ledger’s entries about this capsule anew, from nothing, and says of "
           "each "
           "whether the same was found: “confirmed”. Of kinds that no checker repeats (replays, "
           "fuzzing, tests) it says “unrepeatable”: what the ledger says of how they were made "
           "stands with the evidence, in the ledger’s own words.";
  }
  if (kind == "theorem") {
    return "It generates the obligation from the definitions, asks the judges anew and prints "
           "PROVED, or the capsule's row with “theorem”.";
  }
  if (kind == "checker") {
    return "It runs the decision procedure anew. The capsule's row says “checker” (of a kernel "
           "proved alone: PROVED), and <code>--json</code> gives the same scope, cases and "
           "digests.";
  }
  if (kind == "identity") {
    return "It runs the self-check anew, in the process that gives the verdict, and says how many "
           "vectors were equal: all of them. The capsule's row says “identity”. The loaded file's "
           "digest is that of another build; the artifact's is the same for the same compiler and "
           "flags.";
  }
  if (kind == "replay") return "It executes the recorded runs anew and compares every one.";
  if (kind == "fuzz") {
    return "The seed is in the command, so that it draws the same cases, as many as are given "
           "here.";
  }
  return "It runs the named suite anew.";
}

bool can_be_run(const ReportEvidence& evidence) {
  return evidence.kind != "trusted" && evidence.kind != "missing" && !evidence.repeat.empty();
}

void write_example(Html& html, const ReportIndex& index, const ReportEvidence& evidence,
                   std::size_t e) {
  const auto number = static_cast<std::int64_t>(e);
  html.raw("<h3>Repeat evidence of kind ").text(evidence.kind);
  html.raw("</h3>\n<p>For example <a href=\"#evidence-").number(number).raw("\">evidence ");
  html.number(number).raw("</a>, ").text(evidence.obligation).raw(" of ").text(evidence.capsule);
  if (!can_be_run(evidence)) {
    html.raw(". It is someone's word: there is nothing to run, only the reason to judge.</p>\n");
    return;
  }
  html.raw(" (<a href=\"#command-").number(index.command_of_evidence[e]).raw("\">command ");
  html.number(index.command_of_evidence[e]);
  html.raw("</a>). In the folder of the files that it names, run:</p>\n<pre>");
  html.text(evidence.repeat, Html::long_limit).raw("</pre>\n<p>");
  html.raw(expectation_for(evidence)).raw("</p>\n");
}

/// Of what stands in no ledger: how to write the line whose leaf hash the page states.
void write_derived_leaf(Html& html, const Report& report, const ReportEvidence& evidence) {
  html.raw("<p>It was derived for this report and stands in no ledger. Its command with these ");
  html.raw("options more, by the same program, writes the line whose leaf hash this page states");
  html.raw(" into a new ledger, where the program below finds it:</p>\n<pre>--at ");
  html.text(shell_quoted(report.at)).raw(" --record new.jsonl\npython3 ledger.py new.jsonl ");
  html.text(shell_quoted(evidence.leaf)).raw("</pre>\n");
}

void write_worked_item(Html& html, const Report& report, const ReportIndex& index, std::size_t e) {
  const ReportEvidence& evidence = report.evidence[e];
  write_example(html, index, evidence, e);
  html.raw(
      "<p>What executes: the next command prints the artifact's digest, which is to be <code>");
  html.text(evidence.artifact).raw("</code>.</p>\n<pre>touchstone capsules show ");
  html.text(shell_quoted(evidence.capsule), Html::long_limit).raw("</pre>\n");
  if (evidence.date.empty()) {
    write_derived_leaf(html, report, evidence);
    return;
  }
  html.raw("<p>To find it in its ledger, with the program below:</p>\n<pre>");
  const bool known = report.ledgers.size() == 1;
  html.raw("python3 ledger.py ");
  html.text(known ? shell_file(report.ledgers.front().file) : "LEDGER", Html::long_limit);
  html.raw(" ").text(shell_quoted(evidence.leaf)).raw("</pre>\n");
}

void write_ledger_root(Html& html, const Report& report) {
  html.raw(
      "<h3>Compare a ledger</h3>\n<p>A ledger is a file of lines, one statement each, with a "
      "Merkle tree over them (RFC 6962): a leaf is SHA-256(0x00 ‖ line), a line whose body "
      "was pruned gives its leaf itself, and an inner node is SHA-256(0x01 ‖ left ‖ right). "
      "This program recomputes the root, and looks for lines by their leaf hashes:</p>\n");
  write_program(html, "ledger", ledger_root_program());
  if (report.ledgers.empty()) {
    html.raw("<p>For this report no ledger was read.</p>\n");
    return;
  }
  html.raw("<pre>");
  for (const ReportLedger& ledger : report.ledgers) {
    html.raw("python3 ledger.py ").text(shell_file(ledger.file), Html::long_limit).raw("\nsize ");
    html.number(static_cast<std::int64_t>(ledger.entries)).raw("\nroot ").text(ledger.root);
    html.raw("\n");
  }
  html.raw("</pre>\n<p>To repeat what a ledger has recorded, item by item:</p>\n<pre>");
  for (const ReportLedger& ledger : report.ledgers) {
    html.raw("touchstone audit recheck ").text(shell_file(ledger.file), Html::long_limit);
    html.raw("\n");
  }
  html.raw("</pre>\n");
}

void write_signature(Html& html) {
  html.raw(
      "<h3>Verify a checkpoint's signature</h3>\n<p>FILE.checkpoint holds a ledger's size and "
      "root. Signed are, with Ed25519 (RFC 8032), the bytes of DSSE's pre-authentication "
      "encoding of the checkpoint without its signatures. KEY is the signer's public key as "
      "base64 of its DER form: the middle line of what <code>openssl pkey -pubout</code> "
      "writes. Take it from someone you trust, not from whoever gave you the ledger.</p>\n");
  write_program(html, "checkpoint", checkpoint_program());
  html.raw(
      "<pre>python3 checkpoint.py FILE.checkpoint KEY\n"
      "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in signed "
      "-sigfile signature.0</pre>\n"
      "<p>The program prints, for each signature, the key that it names, and whether that is KEY. "
      "Of the file of one that is KEY's, OpenSSL says “Signature Verified Successfully”.</p>\n");
}

}  // namespace

void write_repeat_section(Html& html, const Report& report, const ReportIndex& index) {
  html.raw(
      "<section aria-labelledby=\"repeat\"><h2 id=\"repeat\">How to check this without the "
      "tool</h2>\n<p>Files, ledgers and signatures can be compared with Python 3 and OpenSSL "
      "alone. Evidence is repeated by running its checker again, from the tool's source.</p>\n");
  write_getting_the_tool(html, report);
  write_whole_report(html, report);
  write_model_digest(html, report);
  std::set<std::string_view> shown;
  for (std::size_t e = 0; e < report.evidence.size(); ++e) {
    if (shown.insert(report.evidence[e].kind).second) write_worked_item(html, report, index, e);
  }
  write_ledger_root(html, report);
  write_signature(html);
  html.raw("</section>\n");
}

}  // namespace touchstone
