#include "sample_reports.h"

#include <string>
#include <utility>

#include "touchstone/contract/assumption.h"
#include "touchstone/contract/claim.h"

namespace touchstone::page_test {

namespace {

std::string digest_of(std::string_view text) { return sha256(text).hex(); }

ReportCapsule capsule_of(const std::string& op) {
  ReportCapsule out;
  out.name = "reference." + op;
  out.claim = out.name + " promises the bits of the definition of " + op +
              ", in dense row-major buffers, with every access in bounds.";
  out.grade = "identity";
  out.op = op;
  out.provider = "reference";
  out.device = "cpu";
  out.artifact = digest_of("artifact " + op);
  out.symbol = "_ZN10touchstone16reference_kernelILNS_2OpE32ENS_11HardwareFmaEEEvRKNS_10Attributes";
  out.flags = "GNU 12.2.0 x86_64 -std=c++20 -O3 -DNDEBUG -ffp-contract=off";
  out.sources = {"specs/op/definition.h", "specs/op/products.h"};
  if (op == "softmax") out.sources.emplace_back("specs/op/softmax.h");
  out.launch = "any number of threads, each a share of the outermost loop";
  out.numerics =
      "rounding nearest even; subnormals kept; contraction only where the definition "
      "writes fma";
  out.runtime_support = "executable";
  out.summary = "fma chain of a's rows and b's columns, batch axes broadcast";
  return out;
}

ReportEvidence evidence_of(const std::string& capsule, Obligation obligation,
                           const std::string& scope) {
  const bool bits = claims_bits(obligation);
  ReportEvidence out;
  out.capsule = capsule;
  out.obligation = name_of(obligation);
  out.kind = bits ? "identity" : "checker";
  out.grade = bits ? "identity" : "proved";
  out.outcome = "passed";
  out.origin = "derived now";
  out.scope = scope;
  out.artifact = digest_of("artifact " + capsule);
  out.meaning = digest_of("meaning " + capsule);
  if (bits) out.loaded_file = digest_of("touchstone");
  out.checker = bits ? "self_check 1" : "index_checker 1";
  out.cases = bits ? 4208 : 1;
  out.repeat =
      "touchstone verify --evidence derive --profile 'strict' --shape 'batch_size=1' "
      "'vit.onnx'";
  out.detail = bits ? "4208 vectors equal" : "296448 accesses enumerated";
  out.assumptions = {"A-DEFS", "A-IMPORT", "A-EXEC", "A-CHECKER", "A-CXX", "A-CPU"};
  out.leaf = digest_of(capsule + out.obligation + scope);
  out.finding = digest_of("finding " + out.leaf);
  return out;
}

/// Builds a report one node at a time.
class Builder {
 public:
  Builder() {
    report_.title = "vit.onnx";
    report_.accepted = true;
    report_.sentence =
        "Running this model on this CPU gives the definitions' bits, for every "
        "input of these types.";
    report_.at = "2026-01-31T02:00:00Z";
    report_.model = ReportModel{"vit.onnx",
                                "ONNX opset 9",
                                digest_of("model"),
                                {{"vit.onnx", digest_of("model")}},
                                {"image  float32 [1,3,32,32]"},
                                {"scores  float32 [1,10]"},
                                {{"batch_size", 1}}};
    report_.profile = "strict";
    report_.profile_summary =
        "theorems and checkers; identity for the reference beside a passing "
        "self-check; no unsigned ledger";
    report_.profile_rules = {"Kinds of evidence that count for every capsule: theorem, checker.",
                             "Waivers: none counts."};
    report_.repeat =
        "touchstone audit report --profile 'strict' --at '2026-01-31T02:00:00Z' --evidence 'auto' "
        "--shape 'batch_size=1' -o 'report.html' 'vit.onnx'";
    report_.device = "cpu";
    report_.demand = "inference";
    report_.evidence_mode = "auto";
    report_.self_check_vectors = 14092;
    report_.self_check_equal = 14092;
    report_.not_covered = {"Other devices than cpu.", "Gradients: nothing was asked of them.",
                           "Speed, memory and side channels.", "Whether the network is any good."};
    report_.read = {{"model", "vit.onnx", sha256(std::string_view("model"))},
                    {"loaded file", "touchstone", sha256(std::string_view("touchstone"))}};
    report_.versions = {{"touchstone", "0.1.0"}, {"semantics", "1"}};
  }

  std::uint32_t node(std::string id, const std::string& op, const std::string& result,
                     std::vector<std::uint32_t> inputs) {
    report_.nodes.push_back({std::move(id), use_of(op, result), std::move(inputs)});
    report_.uses[report_.nodes.back().use].nodes += 1;
    return static_cast<std::uint32_t>(report_.nodes.size()) - 1;
  }

  Report take() {
    for (ReportCapsule& capsule : report_.capsules) {
      for (const ReportUse& use : report_.uses)
        capsule.nodes += use.op == capsule.op ? use.nodes : 0;
    }
    for (const Assumption& known : assumptions().first(7)) {
      report_.assumptions.push_back({std::string(known.name), std::string(known.sentence),
                                     std::string(known.why_believed), std::string(known.removed_by),
                                     static_cast<std::int64_t>(report_.nodes.size())});
    }
    return std::move(report_);
  }

 private:
  std::uint32_t use_of(const std::string& op, const std::string& result) {
    for (std::uint32_t u = 0; u < report_.uses.size(); ++u) {
      if (report_.uses[u].op == op && report_.uses[u].result == result) return u;
    }
    ReportUse use;
    use.op = op;
    use.attributes = op == "softmax" ? "axis=3" : "";
    use.operands = {result, result};
    use.result = result;
    use.capsule = capsule_index(op);
    use.grade = "identity";
    for (const Obligation obligation :
         {Obligation::in_bounds_once, Obligation::dense_row_major, Obligation::bit_exact}) {
      ReportObligation shown;
      shown.name = name_of(obligation);
      shown.sentence = sentence_of(obligation);
      shown.standing = "served";
      shown.evidence = report_.evidence.size();
      use.obligations.push_back(std::move(shown));
      report_.evidence.push_back(evidence_of("reference." + op, obligation, result));
    }
    report_.uses.push_back(std::move(use));
    return static_cast<std::uint32_t>(report_.uses.size()) - 1;
  }

  std::size_t capsule_index(const std::string& op) {
    for (std::size_t c = 0; c < report_.capsules.size(); ++c) {
      if (report_.capsules[c].op == op) return c;
    }
    report_.capsules.push_back(capsule_of(op));
    return report_.capsules.size() - 1;
  }

  Report report_;
};

std::uint32_t add_attention(Builder& b, const std::string& at, std::uint32_t x) {
  const std::string row = "float32 [1,17,48]";
  const std::string heads = "float32 [1,3,17,16]";
  const std::uint32_t normal =
      b.node(at + "/norm/BatchNormalization_output_0", "batch_norm", row, {x});
  std::vector<std::uint32_t> parts;
  for (const char* const name : {"query", "key", "value"}) {
    const std::string part = at + "/" + name;
    const std::uint32_t product = b.node(part + "/MatMul_output_0", "matmul", row, {normal});
    const std::uint32_t sum = b.node(part + "/Add_output_0", "add", row, {product});
    const std::uint32_t shaped = b.node(part + "/Reshape_output_0", "reshape", heads, {sum});
    parts.push_back(b.node(part + "/Transpose_output_0", "permute", heads, {shaped}));
  }
  const std::string scores = "float32 [1,3,17,17]";
  std::uint32_t y = b.node(at + "/MatMul_output_0", "matmul", scores, {parts[0], parts[1]});
  y = b.node(at + "/Mul_output_0", "mul", scores, {y});
  y = b.node(at + "/Softmax_output_0", "softmax", scores, {y});
  y = b.node(at + "/MatMul_1_output_0", "matmul", heads, {parts[2], y});
  y = b.node(at + "/Transpose_output_0", "permute", row, {y});
  y = b.node(at + "/out/MatMul_output_0", "matmul", row, {y});
  return b.node(at + "/Add_output_0", "add", row, {x, y});
}

std::uint32_t add_perceptron(Builder& b, const std::string& at, std::uint32_t x) {
  const std::string row = "float32 [1,17,48]";
  std::uint32_t y = b.node(at + "/norm/BatchNormalization_output_0", "batch_norm", row, {x});
  y = b.node(at + "/fn.1.0/MatMul_output_0", "matmul", "float32 [1,17,96]", {y});
  y = b.node(at + "/fn.1.1/Relu_output_0", "relu", "float32 [1,17,96]", {y});
  y = b.node(at + "/fn.1.3/MatMul_output_0", "matmul", row, {y});
  return b.node(at + "/Add_output_0", "add", row, {x, y});
}

void spoil(std::string& text, const std::string& hostile) { text = hostile + text + hostile; }

}  // namespace

Report transformer_report() {
  Builder b;
  std::uint32_t x = b.node("/0/projection/Conv_output_0", "conv", "float32 [1,48,4,4]", {});
  x = b.node("/0/Reshape_output_0", "reshape", "float32 [1,48,16]", {x});
  const std::uint32_t token =
      b.node("/0/ConstantOfShape_output_0", "broadcast", "float32 [1,1,48]", {});
  x = b.node("/0/Concat_output_0", "concat", "float32 [1,17,48]", {x, token});
  for (int block = 0; block < 4; ++block) {
    const std::string at = "/1/1." + std::to_string(block);
    x = add_attention(b, at + "/1." + std::to_string(block) + ".0/fn", x);
    x = add_perceptron(b, at + "/1." + std::to_string(block) + ".1/fn", x);
  }
  x = b.node("/2/ReduceMean_output_0", "reduce_mean", "float32 [1,48]", {x});
  b.node("scores", "linear", "float32 [1,10]", {x});
  return b.take();
}

Report troubled_report() {
  Report out = transformer_report();
  out.accepted = false;
  out.sentence =
      "It does not follow that running this model on this CPU gives the definitions' "
      "bits: 3 reasons.";
  out.reasons = {{"softmax by reference.softmax, value", "a checker found it false", 4},
                 {"conv by reference.conv, shape", "its evidence has expired", 1},
                 {"linear", "no capsule may serve", 1}};
  const std::vector<std::string> kinds{"theorem", "checker", "identity", "replay",
                                       "fuzz",    "test",    "guard",    "trusted"};
  const std::vector<std::string> grades{"proved", "proved",  "identity", "checked",
                                        "fuzzed", "checked", "checked",  "external"};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    out.evidence[i].kind = kinds[i];
    out.evidence[i].grade = grades[i];
    out.evidence[i].date = "2026-01-30T12:00:00Z";
    out.evidence[i].origin = "an unsigned ledger";
    out.evidence[i].repeat =
        "touchstone audit recheck 'ledger.jsonl' --capsule '" + out.evidence[i].capsule + "'";
    out.evidence[i].repeat_as_recorded = "sh repeat.sh";
  }
  const auto& marks = {"proved",      "checked", "fuzzed",   "external",
                       "unsupported", "waived",  "unserved", "refuted"};
  std::size_t u = 0;
  for (const char* const grade : marks) out.uses[u++].grade = grade;
  ReportUse& waived = out.uses[5];
  waived.obligations[0].standing = "waived";
  waived.obligations[0].evidence.reset();
  waived.obligations[0].waiver = 0;
  ReportUse& unserved = out.uses[6];
  unserved.obligations[1].standing = "inadmissible";
  unserved.obligations[1].refused = {"its scope is float32 [1,3], which is short of the node's"};
  unserved.obligations[2].standing = "missing";
  unserved.obligations[2].evidence.reset();
  ReportUse& refuted = out.uses[7];
  refuted.obligations[2].standing = "contradicted";
  refuted.obligations[0].replaced = "stale: the artifact's digest changed";
  const std::size_t finding = *refuted.obligations[2].evidence;
  out.evidence[finding].outcome = "failed";
  out.evidence[finding].grade = "unsupported";
  out.evidence[finding].detail =
      "at [0,0,3,1] the kernel gives 0x3F800001, the definition 0x3F800000";
  out.counter_evidence = {{finding, refuted.nodes, false}};
  out.uses.back().capsule.reset();
  out.uses.back().obligations.clear();
  out.uses.back().grade = "unserved";
  out.uses.back().refusals = {{"reference.linear", "its device is cuda"}};
  out.waivers = {{"reference.add", "shape.in_bounds_once", digest_of("artifact"), std::nullopt,
                  "J. Reviewer", "the evidence is being recorded anew", "2026-03-01T00:00:00Z",
                  12}};
  out.idle_waivers = {{out.waivers[0], "nothing that it waives is unserved"}};
  out.ledgers = {
      {"ledger.jsonl", 8, digest_of("root"), "2026-01-30T12:00:00Z", "an unsigned ledger", ""}};
  out.since = digest_of("earlier report");
  out.changes = {{"changed", "capsule reference.softmax", "grade from identity to refuted"},
                 {"added", "assumption A-LEDGER", "8 nodes rest on it"}};
  return out;
}

Report hostile_report() {
  Report out = troubled_report();
  const std::string hostile =
      "<script>window.pwned=1</script>\"'><img src=x onerror=\"window.pwned=2\">]]>-->"
      "</style></title></svg>&lt;javascript:window.pwned=3"
      "\xE2\x80\xAE"
      "esrever"
      "\xE2\x80\x8B\x1B[31m\x01\xFF\xC2\x85";
  spoil(out.title, hostile);
  spoil(out.sentence, hostile);
  spoil(out.profile, hostile);
  spoil(out.profile_summary, hostile);
  spoil(out.profile_rules[0], hostile);
  spoil(out.repeat, hostile);
  spoil(out.model->file, hostile);
  spoil(out.model->files[0].name, hostile);
  spoil(out.model->inputs[0], hostile);
  spoil(out.model->bindings[0].first, hostile);
  for (ReportNode& node : out.nodes) spoil(node.id, hostile);
  out.nodes[3].id = std::string(1'000'000, 'n');
  for (ReportUse& use : out.uses) {
    spoil(use.op, hostile);
    spoil(use.attributes, hostile);
    spoil(use.result, hostile);
    for (ReportObligation& obligation : use.obligations) {
      spoil(obligation.sentence, hostile);
      for (std::string& refused : obligation.refused) spoil(refused, hostile);
    }
  }
  out.uses[2].grade = hostile;
  for (ReportCapsule& capsule : out.capsules) {
    capsule.claim += hostile;
    spoil(capsule.artifact, hostile);
  }
  for (ReportEvidence& evidence : out.evidence) {
    spoil(evidence.repeat, hostile);
    spoil(evidence.repeat_as_recorded, hostile);
    spoil(evidence.detail, hostile);
    if (evidence.kind != "trusted") spoil(evidence.kind, hostile);
    spoil(evidence.scope, hostile);
    evidence.assumptions.push_back(hostile);
  }
  for (ReportWaiver& waiver : out.waivers) spoil(waiver.owner, hostile);
  for (ReportIdleWaiver& idle : out.idle_waivers) spoil(idle.waiver.owner, hostile);
  for (ReportLedger& ledger : out.ledgers) spoil(ledger.file, hostile);
  for (ReportChange& change : out.changes) spoil(change.text, hostile);
  for (ReadInput& input : out.read) spoil(input.name, hostile);
  for (auto& [name, version] : out.versions) spoil(version, hostile);
  return out;
}

Report large_report(std::uint32_t nodes) {
  Builder b;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    const std::string op = "op_" + std::to_string(n % 40);
    const std::string type = "float32 [1,17," + std::to_string(n % 1000) + "]";
    std::vector<std::uint32_t> inputs;
    if (n % 10 == 9 && n > 500) inputs.push_back(n - 500);
    if (n > 0) inputs.push_back(n - 1);
    b.node("/layers/" + std::to_string(n / 20) + "/block/" + op + "_output_0", op, type, inputs);
  }
  return b.take();
}

}  // namespace touchstone::page_test
