#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "prove.h"
#include "touchstone/core/result.h"
#include "touchstone/ptx/module.h"

/// For use inside this folder: what the prover is asked, whoever's kernel it is.
namespace touchstone {

/// A file of PTX, read.
struct ReadCode {
  std::filesystem::path file;
  std::shared_ptr<const std::string> text;
  std::shared_ptr<const ptx::Module> module;
};

/// Errors: those of the parser, with the file named.
[[nodiscard]] Result<ReadCode> read_code(std::string text, const std::filesystem::path& file);

/// A launch of another kernel on the same buffers.
struct OtherLaunch {
  ReadCode code;
  ptx::Launch launch;
};

/// Whether this launch computes the operation, or what the other launch computes.
struct LaunchQuestion {
  std::string artifact;  ///< as evidence names the code, wherever it lies: "sm_80/add.ptx"
  ReadCode code;
  std::vector<TensorType> operands;
  TensorType result;
  ptx::Launch launch;
  std::optional<OtherLaunch> other;
};

/// Answers to all of them, on the threads and within the budget of the request. Errors: those of
/// the prover, with file and case.
[[nodiscard]] Result<std::vector<ProvedCase>> answer(Op op, const Attributes& attributes,
                                                     const std::vector<LaunchQuestion>& questions,
                                                     const ProveRequest& request,
                                                     const ptx::LemmaJudge& judge);

}  // namespace touchstone
