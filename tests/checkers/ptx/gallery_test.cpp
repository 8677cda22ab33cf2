// Every kernel of the gallery, faulty or not, at its launch: gallery/gallery.json says what the
// prover must answer, and where a fault lies.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/format/json.h"
#include "touchstone/host/file.h"
#include "touchstone/op/vocabulary.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx/prover.h"
#include "touchstone/smt/judge.h"

namespace touchstone::ptx {

namespace {

const std::filesystem::path source_folder = TOUCHSTONE_SOURCE_DIR;
const std::filesystem::path gallery_folder = source_folder / "tests/checkers/ptx/gallery";

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return std::move(*result);
}

/// One case at one of its PTX files.
struct GalleryCase {
  std::string name;
  std::string ptx;
  Launch launch;
  Meant meant;
  /// "proved", "undecided", "unavailable" (the machine does not execute it), or the name of a
  /// defect's kind.
  std::string expect;
  std::string place;  ///< part of the source line of the defect; empty: none is known
  std::optional<std::string> twin;
  bool solvers = false;  ///< whether the proof rests on lemmas
};

std::ostream& operator<<(std::ostream& out, const GalleryCase& of) { return out << of.name; }

TensorType tensor_type(const JsonCursor& extents) {
  return {ElementType::float32, value_of(Shape::create(value_of(extents.integers())))};
}

AttributeValue attribute(const JsonCursor& value, const AttributeValue& like) {
  if (std::holds_alternative<bool>(like)) return value_of(value.boolean());
  if (std::holds_alternative<std::int64_t>(like)) return value_of(value.integer());
  if (std::holds_alternative<float>(like)) return value_of(value.real());
  if (std::holds_alternative<Integers>(like)) return value_of(value.integers());
  return std::string(value_of(value.text()));
}

Attributes attributes_of(const Operation& operation, const JsonCursor& given) {
  Attributes out;
  for (const auto& [name, value] : value_of(given.members())) {
    for (const AttributeSpec& spec : operation.attributes) {
      if (spec.name == name) out.set(name, attribute(value, spec.fallback));
    }
  }
  return value_of(complete(operation, out));
}

Meant meant_of(const JsonFields& fields) {
  const std::string_view name = value_of(fields.at("operation").text());
  const Operation* const operation = find_operation(name);
  if (operation == nullptr) throw std::runtime_error("no operation " + std::string(name));
  Meant out;
  out.op = operation->op;
  out.attributes = attributes_of(*operation, fields.at("attributes"));
  for (const JsonCursor& operand : value_of(fields.at("operands").items())) {
    out.operands.push_back(tensor_type(operand));
  }
  out.result = tensor_type(fields.at("result"));
  return out;
}

std::array<std::uint32_t, 3> extents_of(const JsonCursor& cursor) {
  const std::vector<std::int64_t> values = value_of(cursor.integers());
  std::array<std::uint32_t, 3> out{};
  for (std::size_t axis = 0; axis < out.size(); ++axis) {
    out[axis] = static_cast<std::uint32_t>(values.at(axis));
  }
  return out;
}

Argument argument_of(const JsonCursor& cursor, std::size_t operands) {
  const JsonFields fields = value_of(cursor.fields({}, {"operand", "result", "u32"}));
  Argument out;
  if (const auto operand = fields.find("operand")) {
    out.buffer = static_cast<std::uint32_t>(value_of(operand->integer()));
  } else if (fields.find("result")) {
    out.buffer = static_cast<std::uint32_t>(operands);
  } else {
    out.value = static_cast<std::uint64_t>(value_of(fields.find("u32").value().integer()));
  }
  return out;
}

Launch launch_of(const JsonFields& fields) {
  Launch out;
  out.kernel = std::string(value_of(fields.at("kernel").text()));
  out.grid = extents_of(fields.at("grid"));
  out.block = extents_of(fields.at("block"));
  out.dynamic_shared_bytes =
      static_cast<std::uint32_t>(value_of(fields.at("dynamic_shared_bytes").integer()));
  const std::size_t operands = value_of(fields.at("operands").items()).size();
  for (const JsonCursor& argument : value_of(fields.at("arguments").items())) {
    out.arguments.push_back(argument_of(argument, operands));
  }
  return out;
}

void add_cases(const JsonCursor& cursor, std::vector<GalleryCase>& cases) {
  const JsonFields fields = value_of(
      cursor.fields({"name", "ptx", "kernel", "operation", "attributes", "operands", "result",
                     "grid", "block", "dynamic_shared_bytes", "arguments", "expect", "note"},
                    {"place", "twin", "solvers"}));
  GalleryCase one;
  one.name = std::string(value_of(fields.at("name").text()));
  one.launch = launch_of(fields);
  one.meant = meant_of(fields);
  one.expect = std::string(value_of(fields.at("expect").text()));
  if (const auto place = fields.find("place")) one.place = std::string(value_of(place->text()));
  if (const auto twin = fields.find("twin")) one.twin = std::string(value_of(twin->text()));
  if (const auto solvers = fields.find("solvers")) one.solvers = value_of(solvers->boolean());
  for (const JsonCursor& ptx : value_of(fields.at("ptx").items())) {
    one.ptx = std::string(value_of(ptx.text()));
    cases.push_back(one);
  }
}

std::vector<GalleryCase> read_gallery() {
  const std::string text = value_of(read_file(gallery_folder / "gallery.json"));
  const Json json = value_of(parse_json(text));
  std::vector<GalleryCase> cases;
  for (const JsonCursor& cursor : value_of(JsonCursor(json).items())) add_cases(cursor, cases);
  return cases;
}

const std::vector<GalleryCase>& gallery() {
  static const std::vector<GalleryCase> cases = read_gallery();
  return cases;
}

std::string line_of(const std::string& text, std::size_t number) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < number; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// The line of the gallery's own source to which a place belongs. An instruction of an intrinsic
/// has a place in one of CUDA's headers, and the .loc before it says where that was inlined.
std::string source_line_of(const Module& module, const std::string& ptx, const Place& place) {
  if (place.line == 0 || place.source_file >= module.files.size()) return {};
  std::size_t number = place.source_line;
  if (module.files[place.source_file].rfind("cuda/", 0) == 0) {
    static constexpr std::string_view mark = "inlined_at 1 ";
    std::size_t line = place.line;
    std::string text;
    while (line > 0 && text.find("\t.loc\t") == std::string::npos) text = line_of(ptx, line--);
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return {};
    number = std::stoul(text.substr(at + mark.size()));
  }
  return line_of(value_of(read_file(source_folder / module.files.at(1))), number);
}

std::string text_of(const Module& module, const Proof& proof) {
  std::string out = "reason: " + proof.reason + "\nopen: " + proof.open_term + "\n";
  for (const Defect& defect : proof.defects) {
    out += std::string(name_of(defect.kind)) + " at " + module.text_of(defect.place);
    if (defect.other) out += " and " + module.text_of(*defect.other);
    out += ": " + defect.what + "\n";
  }
  return out;
}

LemmaJudge judge_for(const GalleryCase& of) {
  if (!of.solvers) return [](const Lemma&) { return LemmaAnswer::unknown; };
  const auto judge =
      std::make_shared<smt::Judge>(value_of(smt::installed_solvers(smt::SolverLimits{})));
  return [judge](const Lemma& lemma) {
    switch (value_of(judge->judge(lemma.smt_lib)).verdict) {
      case smt::Verdict::proved: return LemmaAnswer::proved;
      case smt::Verdict::refuted: return LemmaAnswer::refuted;
      case smt::Verdict::unknown: break;
    }
    return LemmaAnswer::unknown;
  };
}

class Gallery : public testing::TestWithParam<GalleryCase> {};

std::string test_name(const testing::TestParamInfo<GalleryCase>& info) {
  std::string out = info.param.name + "_in_" + info.param.ptx;
  std::replace(out.begin(), out.end(), '.', '_');
  return out;
}

TEST_P(Gallery, IsJudgedAsExpected) {
  const GalleryCase& of = GetParam();
  const std::string text = value_of(read_file(gallery_folder / of.ptx));
  const auto module = std::make_shared<const Module>(value_of(parse(text)));
  const Result<Program> program = program_of(module, of.launch.kernel);
  if (of.expect == "unavailable") {
    ASSERT_FALSE(program);
    EXPECT_EQ(program.error().kind, Failure::unavailable);
    return;
  }
  ASSERT_TRUE(program) << program.error().text();
  ProofLimits limits;
  limits.machine.lane_instructions = 500'000;  // all but the endless kernel need far fewer

  const Proof proof = value_of(prove(*program, of.launch, of.meant, judge_for(of), limits));

  const std::string found = text_of(*module, proof);
  if (of.expect == "proved" || of.expect == "undecided") {
    EXPECT_EQ(proof.verdict == Verdict::proved, of.expect == "proved") << found;
    EXPECT_EQ(proof.verdict == Verdict::undecided, of.expect == "undecided") << found;
    return;
  }
  ASSERT_EQ(proof.verdict, Verdict::refuted) << found;
  EXPECT_EQ(proof.counterexample.has_value(), of.expect == "wrong_value") << found;
  const bool named =
      std::any_of(proof.defects.begin(), proof.defects.end(), [&](const Defect& defect) {
        if (name_of(defect.kind) != of.expect) return false;
        const auto holds = [&](const Place& place) {
          return source_line_of(*module, text, place).find(of.place) != std::string::npos;
        };
        return of.place.empty() || holds(defect.place) || (defect.other && holds(*defect.other));
      });
  EXPECT_TRUE(named) << "expected " << of.expect << " at '" << of.place << "', got\n" << found;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Gallery, testing::ValuesIn(gallery()), test_name);

// A fault that is caught says little unless the same kernel without it is accepted.
TEST(GalleryTable, EveryRefutedKernelHasAProvedTwin) {
  for (const GalleryCase& of : gallery()) {
    if (of.expect == "proved" || of.expect == "unavailable") continue;
    if (of.expect == "undecided" && !of.twin) continue;
    SCOPED_TRACE(of.name);
    ASSERT_TRUE(of.twin.has_value());
    const auto twin = std::find_if(gallery().begin(), gallery().end(),
                                   [&](const GalleryCase& other) { return other.name == of.twin; });
    ASSERT_NE(twin, gallery().end());
    EXPECT_EQ(twin->expect, "proved");
    EXPECT_EQ(twin->meant.op, of.meant.op);
  }
}

// Whatever nvcc made of a source, each kernel's launch and operation are well-formed.
TEST(GalleryTable, OperationsGiveTheResultsStated) {
  for (const GalleryCase& of : gallery()) {
    SCOPED_TRACE(of.name);
    const auto result = infer(operation(of.meant.op), of.meant.attributes, of.meant.operands);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(*result, of.meant.result);
  }
}

}  // namespace

}  // namespace touchstone::ptx
