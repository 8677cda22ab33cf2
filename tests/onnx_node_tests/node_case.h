#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// One case of ONNX's backend tests: a folder with model.onnx and recorded inputs and outputs in
/// test_data_set_*.
namespace touchstone::onnx_node_tests {

/// What became of a case.
struct Outcome {
  enum class Kind {
    passed,    ///< read, and every output within the suite's tolerance
    not_read,  ///< refused by the reader
    wrong,     ///< read, but not evaluated to what was recorded
  };
  Kind kind = Kind::not_read;
  /// Whether inputs were made initializers, the reader's reason, or what is wrong.
  std::string detail;

  /// One line.
  [[nodiscard]] std::string text() const;
};

struct Judged {
  std::string name;
  std::string operators;  ///< of the model: "Abs", or "several"
  Outcome outcome;
};

/// Reads the model and evaluates it with the reference kernels on each of its data sets. A model
/// that is refused is tried again with its INT64, INT32 and BOOL inputs as initializers, since most
/// of these say how to compute and must be known; their recorded values are part of the case.
[[nodiscard]] Judged judge(const std::filesystem::path& folder);

/// The cases of the suite at `root`, by name.
[[nodiscard]] std::vector<std::filesystem::path> cases_of(const std::filesystem::path& root);

}  // namespace touchstone::onnx_node_tests
