#include "launch_questions.h"

#include <mutex>

#include "execution.h"
#include "touchstone/core/checked.h"
#include "touchstone/host/threads.h"
#include "touchstone/number/environment.h"
#include "touchstone/op/work.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx_device/machine_launch.h"

namespace touchstone {

namespace {

/// Operands that hold any words, and the result.
std::vector<ptx::Buffer> symbolic_buffers(const LaunchQuestion& question) {
  std::vector<ptx::Buffer> out = buffers_of(question.operands, question.result);
  for (std::size_t i = 0; i < question.operands.size(); ++i) {
    out[i].symbol = static_cast<std::uint32_t>(i);
  }
  return out;
}

/// Why a question is beyond the prover before anything is allocated for it; nothing if it is not.
std::optional<std::string> too_large(Op op, const Attributes& attributes,
                                     const LaunchQuestion& question,
                                     const ptx::MachineLimits& limits) {
  std::optional<std::int64_t> terms = question.result.shape.element_count();
  for (const TensorType& type : question.operands) {
    terms = terms ? checked_add(*terms, type.shape.element_count()) : terms;
  }
  const auto work =
      work_of(operation(op), attributes, Pass::forward(), question.operands, question.result);
  if (!question.other) terms = terms && work ? checked_add(*terms, work->accesses) : std::nullopt;
  if (terms && *terms <= std::int64_t{limits.terms}) return std::nullopt;
  return "the definition takes " + (terms ? std::to_string(*terms) : "over 2^63") +
         " steps at these shapes, and the prover keeps " + std::to_string(limits.terms) + " terms";
}

Result<ptx::Proof> prove(Op op, const Attributes& attributes, const LaunchQuestion& question,
                         const ptx::LemmaJudge& judge, const ptx::ProofLimits& limits) {
  const auto program = ptx::program_of(question.code.module, question.launch.kernel);
  if (!program) return program.error();
  if (auto reason = too_large(op, attributes, question, limits.machine)) {
    ptx::Proof out;
    out.reason = std::move(*reason);
    return out;
  }
  if (!question.other) {
    const ptx::Meant meant{op, attributes, question.operands, question.result};
    return ptx::prove(*program, question.launch, meant, judge, limits);
  }
  const auto other = ptx::program_of(question.other->code.module, question.other->launch.kernel);
  if (!other) return other.error().in_file(printable(question.other->code.file.native()));
  return ptx::prove_equal(*program, question.launch, *other, question.other->launch,
                          symbolic_buffers(question), judge, limits);
}

}  // namespace

Result<ReadCode> read_code(std::string text, const std::filesystem::path& file) {
  auto module = ptx::parse(text);
  if (!module) return module.error().in_file(printable(file.native()));
  return ReadCode{file, std::make_shared<const std::string>(std::move(text)),
                  std::make_shared<const ptx::Module>(std::move(*module))};
}

Result<std::vector<ProvedCase>> answer(Op op, const Attributes& attributes,
                                       const std::vector<LaunchQuestion>& questions,
                                       const ProveRequest& request, const ptx::LemmaJudge& judge) {
  ptx::ProofLimits limits;
  limits.machine.lane_instructions = request.budget;
  std::vector<std::optional<Result<ptx::Proof>>> proofs(questions.size());
  std::size_t done = 0;
  std::mutex saying;
  parallel_for(static_cast<std::int64_t>(questions.size()), threads_or_all(request.threads),
               [&](std::int64_t i) {
                 const FloatEnvironment environment;
                 const auto at = static_cast<std::size_t>(i);
                 proofs[at] = prove(op, attributes, questions[at], judge, limits);
                 const std::lock_guard lock(saying);
                 ++done;
                 if (request.progress) request.progress(done, questions.size());
               });
  std::vector<ProvedCase> out;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const LaunchQuestion& question = questions[i];
    if (!proofs[i]->ok()) {
      return proofs[i]->error().in_file(printable(question.code.file.native()));
    }
    out.push_back({question.artifact, question.code.module->target, question.operands,
                   question.result, question.launch, std::move(**proofs[i]), question.code.module,
                   question.code.text});
  }
  return out;
}

}  // namespace touchstone
