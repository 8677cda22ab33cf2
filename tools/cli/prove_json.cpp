#include "prove_json.h"

#include <string>

#include "prove_text.h"
#include "touchstone/format/tensor_json.h"

namespace touchstone::cli {

namespace {

constexpr std::size_t most_elements = 4096;

template <class T>
Json integer(T number) {
  return Json::integer(static_cast<std::int64_t>(number));
}

Json hex(std::uint32_t bits) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) out += digits[(bits >> shift) & 15U];
  return out;
}

Json triple(const std::array<std::uint32_t, 3>& at) {
  return JsonArray{integer(at[0]), integer(at[1]), integer(at[2])};
}

Json type_json(const TensorType& type) {
  return JsonObject{{"dtype", name_of(type.element)}, {"shape", shape_to_json(type.shape)}};
}

Json thread_json(const ptx::ThreadId& id) {
  return JsonObject{{"block", triple(id.block)}, {"thread", triple(id.thread)}};
}

Json place_json(const ProvedCase& each, const ptx::Place& place) {
  JsonObject out{{"ptx_line", integer(place.line)}, {"ptx", line_at(each, place)}};
  if (place.source_line != 0 && place.source_file < each.module->files.size()) {
    out.emplace_back("source_file", each.module->files[place.source_file]);
    out.emplace_back("source_line", integer(place.source_line));
  }
  return out;
}

Json defects_json(const ProvedCase& each) {
  JsonArray out;
  for (const ptx::Defect& defect : each.proof.defects) {
    JsonObject object{{"kind", name_of(defect.kind)}, {"what", defect.what}};
    if (defect.kind != ptx::DefectKind::wrong_value) {
      object.emplace_back("thread", thread_json(defect.thread));
      object.emplace_back("place", place_json(each, defect.place));
      if (defect.other_thread) {
        object.emplace_back("other_thread", thread_json(*defect.other_thread));
      }
      if (defect.other) object.emplace_back("other_place", place_json(each, *defect.other));
    }
    out.push_back(std::move(object));
  }
  return out;
}

Json counterexample_json(const ProvedCase& each) {
  const ptx::Counterexample& found = *each.proof.counterexample;
  JsonObject out{{"element", integer(found.element)},
                 {"kernel", hex(found.kernel_bits)},
                 {"expected", hex(found.expected_bits)}};
  std::size_t elements = 0;
  for (const auto& words : found.operands) elements += words.size();
  if (elements > most_elements) return out;
  JsonArray operands;
  for (std::size_t i = 0; i < found.operands.size(); ++i) {
    JsonArray bits;
    for (const std::uint32_t word : found.operands[i]) bits.push_back(hex(word));
    operands.push_back(
        JsonObject{{"shape", shape_to_json(each.operands[i].shape)}, {"bits", bits}});
  }
  out.emplace_back("operands", operands);
  return out;
}

Json case_json(const ProvedCase& each) {
  const ptx::Proof& proof = each.proof;
  JsonArray operands;
  for (const TensorType& type : each.operands) operands.push_back(type_json(type));
  JsonArray lemmas;
  for (const ptx::Lemma& lemma : proof.lemmas) lemmas.push_back(lemma.text);
  JsonObject out{
      {"target", each.target},
      {"operands", operands},
      {"result", type_json(each.result)},
      {"launch", JsonObject{{"kernel", each.launch.kernel},
                            {"grid", triple(each.launch.grid)},
                            {"block", triple(each.launch.block)},
                            {"shared_bytes", integer(each.launch.dynamic_shared_bytes)}}},
      {"verdict", name_of(proof.verdict)},
      {"elements", integer(proof.elements)},
      {"terms", integer(proof.terms)},
      {"instructions", integer(proof.lane_instructions)},
      {"lemmas", lemmas},
      {"defects", defects_json(each)}};
  if (proof.counterexample) out.emplace_back("counterexample", counterexample_json(each));
  if (!proof.reason.empty()) out.emplace_back("reason", proof.reason);
  if (!proof.open_term.empty()) out.emplace_back("open_term", proof.open_term);
  return out;
}

}  // namespace

Json proof_json(const KernelProof& proof) {
  JsonArray cases;
  for (const ProvedCase& each : proof.cases) cases.push_back(case_json(each));
  JsonArray assumptions;
  for (const AssumptionId id : proof.assumptions) assumptions.push_back(assumption(id).name);
  JsonObject out{{"format", "touchstone.proof"},
                 {"version", Json::integer(1)},
                 {"verdict", name_of(proof.verdict())},
                 {"capsule", proof.capsule},
                 {"code", proof.code},
                 {"artifact", proof.artifact.hex()},
                 {"compared_with", proof.against},
                 {"definition", Json::boolean(proof.definition)},
                 {"attributes", proof.attributes.summary()},
                 {"cases", cases},
                 {"assumptions", assumptions}};
  if (!proof.preconditions.empty()) out.emplace_back("preconditions", proof.preconditions);
  if (proof.recorded) {
    out.emplace_back("recorded", JsonObject{{"file", proof.recorded->file.string()},
                                            {"entries", integer(proof.recorded->checkpoint.size)},
                                            {"root", proof.recorded->checkpoint.root.hex()}});
  }
  return out;
}

}  // namespace touchstone::cli
