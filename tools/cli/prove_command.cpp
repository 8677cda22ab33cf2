#include <algorithm>
#include <bit>
#include <charconv>

#include "commands.h"
#include "output.h"
#include "prove_json.h"
#include "prove_text.h"
#include "tensor_files.h"

namespace touchstone::cli {

namespace {

Result<Shape> shape_of(const std::string& text) {
  if (text == "scalar") return Shape();
  std::vector<std::int64_t> extents;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::int64_t extent = 0;
    const auto [stop, error] = std::from_chars(at, end, extent);
    const bool more = stop != end && *stop == 'x';
    if (error != std::errc{} || extent < 0 || (stop != end && !more)) {
      return unreadable("--shapes", "'" + printable(text) + "' is no shape",
                        "for example --shapes 64x128,128x64");
    }
    extents.push_back(extent);
    if (!more) return Shape::create(extents);
    at = stop + 1;
  }
}

/// The operands of one case, separated by commas.
Result<std::vector<Shape>> shapes_of(const std::string& text) {
  std::vector<Shape> out;
  std::size_t from = 0;
  while (true) {
    const std::size_t comma = text.find(',', from);
    auto shape = shape_of(text.substr(from, comma - from));
    if (!shape) return shape.error();
    out.push_back(*shape);
    if (comma == std::string::npos) return out;
    from = comma + 1;
  }
}

Result<ProveRequest> request_of(const ProveOptions& options) {
  ProveRequest out = options.request;
  if (out.manifest.empty() == out.capsule.empty()) {
    return unreadable("usage", "a manifest or --capsule says which kernel is meant",
                      "give one of them");
  }
  const bool of_capsule =
      !options.shapes.empty() || !out.attributes.empty() || !out.kernels.empty();
  if (out.capsule.empty() && of_capsule) {
    return unreadable("usage", "--shapes, --attributes and --kernels are about a capsule",
                      "a manifest states its own code and cases");
  }
  if (!out.capsule.empty() && out.reference) {
    return unreadable("--reference", "a capsule is compared with its definition", "leave it out");
  }
  for (const std::string& text : options.shapes) {
    auto shapes = shapes_of(text);
    if (!shapes) return shapes.error();
    out.shapes.push_back(std::move(*shapes));
  }
  return out;
}

Result<void> save_input(const KernelProof& proof, const std::string& file) {
  const auto found =
      std::find_if(proof.cases.begin(), proof.cases.end(),
                   [](const ProvedCase& each) { return each.proof.counterexample.has_value(); });
  if (found == proof.cases.end()) return {};
  std::vector<NamedTensor> tensors;
  for (std::size_t i = 0; i < found->operands.size(); ++i) {
    std::vector<float> values;
    for (const std::uint32_t word : found->proof.counterexample->operands[i]) {
      values.push_back(std::bit_cast<float>(word));
    }
    tensors.emplace_back("operand" + std::to_string(i),
                         Tensor::of(found->operands[i].shape, std::span<const float>(values)));
  }
  return write_tensors(file, tensors);
}

int status_of(ptx::Verdict verdict) {
  switch (verdict) {
    case ptx::Verdict::proved: return status_yes;
    case ptx::Verdict::refuted: return exit_status(Failure::rejected);
    case ptx::Verdict::undecided: return exit_status(Failure::undecided);
  }
  return exit_status(Failure::defect);
}

}  // namespace

int prove_command(const ProveOptions& options) {
  auto request = request_of(options);
  if (!request) return report_failure(request.error(), options.json);
  const auto proof = [&] {
    Progress progress("proving");
    request->progress = [&](std::size_t done, std::size_t all) {
      progress.say("proved " + std::to_string(done) + " of " + std::to_string(all) + " launches");
    };
    return prove(*request);
  }();
  if (!proof) return report_failure(proof.error(), options.json);
  if (options.save_input) {
    if (auto saved = save_input(*proof, *options.save_input); !saved) {
      return report_failure(saved.error(), options.json);
    }
  }
  if (options.json) {
    print_json(proof_json(*proof));
  } else {
    print(proof_text(*proof));
  }
  return status_of(proof->verdict());
}

}  // namespace touchstone::cli
