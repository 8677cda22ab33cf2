#include "kernel_manifest.h"

#include <algorithm>
#include <array>

#include "launch_json.h"
#include "touchstone/format/json.h"
#include "touchstone/format/tensor_json.h"
#include "touchstone/host/file.h"
#include "touchstone/interpreter/attributes_json.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view format_name = "touchstone.kernel";
constexpr std::int64_t format_version = 1;
constexpr std::size_t most_cases = 256;

/// Format and version are looked at before anything else, since another version has other fields.
Result<void> check_format(const JsonCursor& root) {
  const auto members = root.members();
  if (!members) return members.error();
  const JsonFields fields(*members);
  const auto format = fields.find("format");
  const auto name = format ? format->text() : Result<std::string_view>(std::string_view());
  if (!name || *name != format_name) {
    return root.refuse("this is not a kernel manifest",
                       "begin it with \"format\": \"touchstone.kernel\", \"version\": 1");
  }
  const auto version = fields.find("version");
  if (!version) return root.refuse("the field \"version\" is missing", "write \"version\": 1");
  const auto number = version->integer();
  if (!number) return number.error();
  if (*number == format_version) return {};
  return unavailable(version->place(),
                     "version " + std::to_string(*number) + " of the format is not known here",
                     "write the manifest as version 1");
}

Result<std::string> text_at(const JsonCursor& cursor) {
  const auto text = cursor.text();
  if (!text) return text.error();
  if (text->empty()) return cursor.refuse("the text is empty");
  return std::string(*text);
}

/// What nvcc may be told: how to read and round the code. Anything else could make it run or write
/// something.
bool is_compile_flag(std::string_view flag) {
  constexpr std::array<std::string_view, 10> beginnings{
      "-D",    "-U", "-I",         "-std=",       "-fmad=",
      "-ftz=", "-O", "-prec-div=", "-prec-sqrt=", "-use_fast_math"};
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return flag.starts_with(beginning); });
}

bool is_target(std::string_view target) {
  return target.starts_with("sm_") && target.size() >= 5 && target.size() <= 8 &&
         std::all_of(target.begin() + 3, target.end(),
                     [](char c) { return (c >= '0' && c <= '9') || c == 'a' || c == 'f'; });
}

Result<std::vector<std::string>> read_flags(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<std::string> out;
  for (const JsonCursor& item : *items) {
    auto flag = text_at(item);
    if (!flag) return flag.error();
    if (!is_compile_flag(*flag)) {
      return item.refuse("the flag '" + printable(*flag) + "' may not be given here",
                         "flags that define, include, round or optimise may: -D, -U, -I, -std=, "
                         "-O, -fmad=, -ftz=, -prec-div=, -prec-sqrt=, -use_fast_math");
    }
    out.push_back(std::move(*flag));
  }
  return out;
}

Result<KernelCode> read_code(const JsonCursor& root, const JsonFields& fields,
                             const fs::path& folder) {
  const auto ptx = fields.find("ptx");
  const auto cuda = fields.find("cuda");
  if (ptx.has_value() == cuda.has_value()) {
    return root.refuse("a manifest names either PTX or CUDA source",
                       "give one of the fields \"ptx\" and \"cuda\"");
  }
  KernelCode out;
  out.cuda = cuda.has_value();
  const JsonCursor& named = cuda ? *cuda : *ptx;
  const auto name = text_at(named);
  if (!name) return name.error();
  auto file = resolve_inside(folder, *name);
  if (!file) return file.error().inside(named.place());
  out.file = std::move(*file);
  const auto target = fields.find("target");
  const auto flags = fields.find("flags");
  if (!cuda) {
    for (const auto& field : {target, flags}) {
      if (field) return field->refuse("it belongs to CUDA source; PTX is taken as it is");
    }
    return out;
  }
  if (!target) {
    return root.refuse("the field \"target\" is missing", "for example \"target\": \"sm_80\"");
  }
  auto architecture = text_at(*target);
  if (!architecture) return architecture.error();
  if (!is_target(*architecture)) {
    return target->refuse("'" + printable(*architecture) + "' is no target", "for example sm_80");
  }
  out.target = std::move(*architecture);
  if (flags) {
    auto read = read_flags(*flags);
    if (!read) return read.error();
    out.flags = std::move(*read);
  }
  return out;
}

Result<const Operation*> read_operation(const JsonCursor& cursor) {
  const auto name = cursor.text();
  if (!name) return name.error();
  const Operation* const found = find_operation(*name);
  if (found == nullptr) {
    std::string nearest;
    for (const std::string_view known : nearest_operations(*name)) {
      nearest += (nearest.empty() ? "" : ", ") + std::string(known);
    }
    return cursor.refuse("unknown operation '" + printable(*name) + "'",
                         "the nearest operations are " + nearest);
  }
  for (const OperandSpec& spec : found->operands) {
    if (spec.kind == OperandKind::value) continue;
    return unavailable(cursor.place(), std::string(found->name) +
                                           " reads operands that are not float32, and the "
                                           "prover has terms for float32 alone");
  }
  return found;
}

Result<void> read_contract(const JsonCursor& cursor) {
  const auto contract = cursor.text();
  if (!contract) return contract.error();
  if (*contract == "bit_exact") return {};
  constexpr std::array<std::string_view, 3> later{"ulp", "real", "enclosure"};
  if (std::any_of(later.begin(), later.end(),
                  [&](std::string_view name) { return contract->starts_with(name); })) {
    return unavailable(cursor.place(),
                       "the contract '" + printable(*contract) + "' cannot be proved by this build",
                       "the contract that can is bit_exact");
  }
  return cursor.refuse("unknown contract '" + printable(*contract) + "'", "write bit_exact");
}

Result<std::vector<TensorType>> read_operands(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<TensorType> out;
  for (const JsonCursor& item : *items) {
    const auto shape = shape_from_json(item);
    if (!shape) return shape.error();
    out.push_back({ElementType::float32, *shape});
  }
  return out;
}

Result<KernelCase> read_case(const JsonCursor& cursor, const Operation& op,
                             const Attributes& attributes, const std::string& kernel) {
  const auto fields = cursor.fields({"operands", "launch", "arguments"});
  if (!fields) return fields.error();
  KernelCase out;
  auto operands = read_operands(fields->at("operands"));
  if (!operands) return operands.error();
  out.operands = std::move(*operands);
  const auto result = infer(op, attributes, out.operands);
  if (!result) return result.error().inside(fields->at("operands").place());
  out.result = *result;
  if (out.result.element != ElementType::float32) {
    return unavailable(cursor.place(), std::string(op.name) + " gives " + out.result.text() +
                                           ", and the prover compares float32 alone");
  }
  auto launch = launch_from_json(fields->at("launch"), kernel);
  if (!launch) return launch.error();
  out.launch = std::move(*launch);
  auto arguments = arguments_from_json(fields->at("arguments"), out.operands.size());
  if (!arguments) return arguments.error();
  out.launch.arguments = std::move(*arguments);
  return out;
}

Result<std::vector<KernelCase>> read_cases(const JsonCursor& cursor, const Operation& op,
                                           const Attributes& attributes,
                                           const std::string& kernel) {
  const auto items = cursor.items();
  if (!items) return items.error();
  if (items->empty()) return cursor.refuse("there are no cases to prove", "give at least one");
  if (items->size() > most_cases) {
    return cursor.refuse(std::to_string(items->size()) + " cases are more than a manifest may have",
                         "split them into files of " + std::to_string(most_cases));
  }
  std::vector<KernelCase> out;
  for (const JsonCursor& item : *items) {
    auto read = read_case(item, op, attributes, kernel);
    if (!read) return read.error();
    out.push_back(std::move(*read));
  }
  return out;
}

Result<Attributes> read_attributes(const std::optional<JsonCursor>& cursor, const Operation& op) {
  if (!cursor) return complete(op, {});
  const auto given = attributes_from_json(*cursor, op);
  if (!given) return given.error();
  auto out = complete(op, *given);
  if (!out) return out.error().inside(cursor->place());
  return out;
}

/// A field that may be absent, and then leaves what is there.
Result<void> read_text(const std::optional<JsonCursor>& field, std::string& into) {
  if (!field) return {};
  auto given = text_at(*field);
  if (!given) return given.error();
  into = std::move(*given);
  return {};
}

Result<KernelManifest> read(const JsonCursor& root, const fs::path& file) {
  if (auto checked = check_format(root); !checked) return checked.error();
  const auto fields =
      root.fields({"format", "version", "kernel", "operation", "contract", "cases"},
                  {"name", "ptx", "cuda", "target", "flags", "attributes", "preconditions"});
  if (!fields) return fields.error();
  KernelManifest out;
  out.file = file;
  if (auto contract = read_contract(fields->at("contract")); !contract) return contract.error();
  const auto op = read_operation(fields->at("operation"));
  if (!op) return op.error();
  out.op = (*op)->op;
  auto attributes = read_attributes(fields->find("attributes"), **op);
  if (!attributes) return attributes.error();
  out.attributes = std::move(*attributes);
  auto kernel = text_at(fields->at("kernel"));
  if (!kernel) return kernel.error();
  out.name = *kernel;
  if (auto read = read_text(fields->find("name"), out.name); !read) return read.error();
  if (auto read = read_text(fields->find("preconditions"), out.preconditions); !read) {
    return read.error();
  }
  auto cases = read_cases(fields->at("cases"), **op, out.attributes, *kernel);
  if (!cases) return cases.error();
  out.cases = std::move(*cases);
  auto code = read_code(root, *fields, file.parent_path());
  if (!code) return code.error();
  out.code = std::move(*code);
  return out;
}

}  // namespace

Result<KernelManifest> read_kernel_manifest(std::string_view text, const fs::path& file) {
  const auto json = parse_json(text);
  auto out = json ? read(JsonCursor(*json), file) : Result<KernelManifest>(json.error());
  if (out) return out;
  Diagnostic why = out.error().in_file(printable(file.native()));
  if (why.remedy.empty()) why.remedy = "kernel_manifest.schema.json describes what belongs here";
  return why;
}

}  // namespace touchstone
