#pragma once

#include <string>

#include "touchstone/session/session.h"

namespace touchstone::cli {

struct VerdictStyle {
  bool nodes = false;         ///< a row for every node
  bool show_backend = false;  ///< the capsule of each operation too
  std::string next;           ///< options worth trying next; none if empty
};

/// "acasxu_1_1.onnx  sha256 5b1f…c02a  ONNX opset 8 · 22 nodes · float32 [1,1,1,5] → float32 [1,5]"
[[nodiscard]] std::string model_line(const Graph& graph);

/// Profile, obligations and the verdict's own sentence, for a command that goes on after it.
[[nodiscard]] std::string brief_verdict_text(const Verification& verification, bool show_backend);

/// The verdict for people.
[[nodiscard]] std::string verdict_text(const Verification& verification, const VerdictStyle& style);

}  // namespace touchstone::cli
