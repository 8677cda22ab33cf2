#include "prove_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>
#include <system_error>

#include "output.h"
#include "text_table.h"
#include "touchstone/core/counted.h"
#include "touchstone/discharge/kernel_evidence.h"

namespace touchstone::cli {

namespace {

/// Inputs of at most so many elements are printed in full.
constexpr std::size_t most_printed = 64;

std::string types_text(const ProvedCase& each) {
  std::string out;
  for (const TensorType& type : each.operands) {
    out += (out.empty() ? "" : ", ") + type.shape.text();
  }
  return out + " → " + each.result.shape.text();
}

std::string case_rows(const KernelProof& proof) {
  std::vector<std::vector<std::string>> rows{{"case", "target", "verdict", "launch", "shapes"}};
  for (std::size_t i = 0; i < proof.cases.size(); ++i) {
    const ProvedCase& each = proof.cases[i];
    rows.push_back({std::to_string(i), each.target, std::string(name_of(each.proof.verdict)),
                    threads_text(each.launch), types_text(each)});
  }
  return table(rows);
}

std::string hex_of(std::uint32_t bits) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) out += digits[(bits >> shift) & 15U];
  return out;
}

/// The bits, and the number that they are.
std::string number_text(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (value != value) return hex_of(bits) + " (nan)";
  return hex_of(bits) + " (" + text_of(AttributeValue(value)) + ")";
}

/// One line: who, where, and the instruction.
std::string site_text(const ProvedCase& each, const ptx::ThreadId& id, const ptx::Place& place) {
  const auto numbers = [](const std::array<std::uint32_t, 3>& at) {
    return std::to_string(at[0]) + "," + std::to_string(at[1]) + "," + std::to_string(at[2]);
  };
  std::string out = "  thread " + numbers(id.thread) + " of block " + numbers(id.block);
  if (place.line == 0) return out + "\n";
  return out + "  " + printable(each.module->text_of(place)) + "  " +
         printable(line_at(each, place)) + "\n";
}

std::string defect_text(const ProvedCase& each, const ptx::Defect& defect) {
  // The counterexample says more exactly what a wrong value is.
  if (each.proof.counterexample) return {};
  std::string out = "  " + printable(defect.what, 1000) + "\n";
  if (defect.kind == ptx::DefectKind::wrong_value) return out;
  out += site_text(each, defect.thread, defect.place);
  if (defect.other_thread) {
    out += site_text(each, *defect.other_thread, defect.other.value_or(ptx::Place{}));
  }
  return out;
}

std::string operand_text(const ProvedCase& each, std::size_t number,
                         const std::vector<std::uint32_t>& words) {
  std::string out =
      "  operand " + std::to_string(number) + "  " + each.operands[number].text() + "\n";
  for (std::size_t i = 0; i < words.size(); ++i) {
    out += (i % 4 == 0 ? "    " : "  ") + number_text(words[i]);
    if (i % 4 == 3 || i + 1 == words.size()) out += "\n";
  }
  return out;
}

std::string counterexample_text(const KernelProof& proof, const ProvedCase& each) {
  const ptx::Counterexample& found = *each.proof.counterexample;
  std::string out = "  element " + std::to_string(found.element) + " of the result is " +
                    number_text(found.kernel_bits) + ", and " +
                    (proof.definition ? "the definition" : "the other kernel") + " gives " +
                    number_text(found.expected_bits) + "\n";
  std::size_t elements = 0;
  for (const auto& words : found.operands) elements += words.size();
  if (elements > most_printed) {
    return out + "  on an input of " + with_thousands(static_cast<std::int64_t>(elements)) +
           " elements, which --save-input FILE.safetensors writes\n";
  }
  for (std::size_t i = 0; i < found.operands.size(); ++i) {
    out += operand_text(each, i, found.operands[i]);
  }
  return out;
}

const ProvedCase& first_with(const KernelProof& proof, ptx::Verdict verdict) {
  return *std::find_if(proof.cases.begin(), proof.cases.end(),
                       [&](const ProvedCase& c) { return c.proof.verdict == verdict; });
}

std::string case_name(const KernelProof& proof, const ProvedCase& each) {
  return "case " + std::to_string(&each - proof.cases.data());
}

std::string refuted_text(const KernelProof& proof) {
  const ProvedCase& each = first_with(proof, ptx::Verdict::refuted);
  const auto& defects = each.proof.defects;
  std::string out = "REFUTED  " + case_name(proof, each) + ": ";
  out += (defects.empty() ? std::string("wrong value") : words_of(defects.front().kind)) + "\n";
  if (!defects.empty()) out += defect_text(each, defects.front());
  if (each.proof.counterexample) out += counterexample_text(proof, each);
  if (defects.size() > 1) {
    out += "  and " + counted(static_cast<std::int64_t>(defects.size()) - 1, "more defect") +
           "; --json has them\n";
  }
  return out;
}

std::string undecided_text(const KernelProof& proof) {
  const ProvedCase& each = first_with(proof, ptx::Verdict::undecided);
  std::string out =
      "UNDECIDED  " + case_name(proof, each) + ": " + printable(each.proof.reason, 1000) + "\n";
  if (!each.proof.open_term.empty()) {
    out += "  smallest open term  " + printable(each.proof.open_term, 2000) + "\n";
  }
  if (!proof.has_judges) {
    out += "  no lemma could be put to solvers: " + printable(proof.judges, 400) + "\n";
  }
  return out;
}

std::string lemma_lines(const KernelProof& proof) {
  constexpr std::size_t shown = 4;
  std::set<std::string> lemmas;
  for (const ProvedCase& each : proof.cases) {
    for (const ptx::Lemma& lemma : each.proof.lemmas) lemmas.insert(lemma.text);
  }
  if (lemmas.empty()) return {};
  std::string out = "  " + counted(static_cast<std::int64_t>(lemmas.size()), "lemma") +
                    " proved by " + printable(proof.judges, 400) + "\n";
  std::size_t printed = 0;
  for (const std::string& lemma : lemmas) {
    if (printed++ == shown) break;
    out += "    " + printable(lemma, 200) + "\n";
  }
  return out;
}

std::string proved_text(const KernelProof& proof) {
  std::int64_t elements = 0;
  for (const ProvedCase& each : proof.cases) elements += each.proof.elements;
  std::string out =
      "PROVED  " +
      std::string(proof.cases.size() == 1 ? "This launch gives " : "Each of these launches gives ");
  out += proof.definition ? "the definition's bits" : "the other kernel's bits";
  out += ", for every input: " + counted(elements, "element") + " compared.\n";
  out +=
      "        No race, no access outside a buffer, no divergent barrier; each element is\n"
      "        written by one thread. NaN is one value.\n";
  out += lemma_lines(proof) + "  you trust";
  for (const AssumptionId id : proof.assumptions) out += " " + std::string(assumption(id).name);
  out += "   (touchstone audit explain A-…)\n";
  if (!proof.preconditions.empty()) {
    out += "  not checked  " + printable(proof.preconditions, 1000) + "\n";
  }
  return out + "  not said  other shapes and launches · speed\n";
}

}  // namespace

std::string_view name_of(ptx::Verdict verdict) {
  switch (verdict) {
    case ptx::Verdict::proved: return "proved";
    case ptx::Verdict::refuted: return "refuted";
    case ptx::Verdict::undecided: return "undecided";
  }
  return "undecided";
}

std::string line_at(const ProvedCase& proved, const ptx::Place& place) {
  std::string_view rest = *proved.text;
  for (std::uint32_t line = 1; line < place.line; ++line) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  const auto first = rest.find_first_not_of(" \t\r");
  if (place.line == 0 || first == std::string_view::npos) return {};
  std::string out(rest.substr(first, rest.find_last_not_of(" \t\r") + 1 - first));
  std::replace(out.begin(), out.end(), '\t', ' ');
  return out;
}

std::string proof_text(const KernelProof& proof) {
  const std::string attributes = proof.attributes.summary();
  std::string out = printable(proof.capsule) + "  " +
                    printable(std::filesystem::path(proof.code).filename().string()) + "  sha256 " +
                    proof.artifact.brief() + "\ncompared with " +
                    (proof.definition ? "the definition of " : "the kernel in ") +
                    printable(proof.against);
  if (!attributes.empty()) out += " (" + attributes + ")";
  out += ", bit for bit\n\n" + case_rows(proof) + "\n";
  switch (proof.verdict()) {
    case ptx::Verdict::proved: out += proved_text(proof); break;
    case ptx::Verdict::refuted: out += refuted_text(proof); break;
    case ptx::Verdict::undecided: out += undecided_text(proof); break;
  }
  if (proof.recorded) {
    out += "  recorded in " + printable(proof.recorded->file.filename().string()) + ": now " +
           with_thousands(static_cast<std::int64_t>(proof.recorded->checkpoint.size)) +
           " entries, root " + proof.recorded->checkpoint.root.brief() + "\n";
  }
  return out;
}

}  // namespace touchstone::cli
