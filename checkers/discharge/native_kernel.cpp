#include "native_kernel.h"

#include <limits>
#include <memory>

#include "touchstone/core/checked.h"
#include "touchstone/native_cuda/launch.h"
#include "touchstone/op/work.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx/program.h"
#include "touchstone/ptx_device/machine_launch.h"
#include "touchstone/term/meaning.h"

namespace touchstone {

namespace {

/// Accesses of the index check that take as long as proving one access of a kernel, for one target.
constexpr std::int64_t accesses_per_proved_access = 300;
/// The same of a view, whose definition is read as terms: about 60 bytes for each element, too.
constexpr std::int64_t accesses_per_viewed_access = 50;

/// A view has no kernel: its definition must give the operand's elements in their order.
KernelFinding decide_view(const NodeClass& node) {
  KernelFinding out;
  TermArena arena;
  const auto terms = definition_terms(arena, node.op, node.attributes, Pass::forward(),
                                      {node.operands, node.result}, {std::vector<std::int64_t>{}});
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const TermNode& term = arena.nodes()[terms[i]];
    if (term == TermNode{TermKind::input, 0, static_cast<TermId>(i)}) continue;
    out.fault = "element " + std::to_string(i) + " of the result is not that of the operand";
    return out;
  }
  if (node.operands.front().shape.element_count() != static_cast<std::int64_t>(terms.size())) {
    out.fault = "operand and result have different numbers of elements";
    return out;
  }
  out.no_kernel = "the result is the operand's buffer: " + std::to_string(terms.size()) +
                  " elements, each the definition's at its place, and nothing is launched";
  return out;
}

Result<LaunchProof> prove_launch(const NodeClass& node, const native_cuda::Launch& launch,
                                 const std::string& name, const NativeProver& prover) {
  const auto text = native_cuda::bytes_of(prover.files, name);
  if (!text) return unavailable({}, "there is no PTX file " + name);
  auto parsed = ptx::parse(*text);
  if (!parsed) return parsed.error().in_file(name);
  const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
  const auto program = ptx::program_of(module, launch.kernel);
  if (!program) return program.error().in_file(name);
  const ptx::Meant meant{node.op, node.attributes, node.operands, node.result};
  auto proof = ptx::prove(*program, machine_launch(launch, node.operands.size()), meant,
                          prover.judges.judge, {});
  if (!proof) return proof.error().in_file(name);
  LaunchProof out{
      name, std::move(*proof), {}, text_of(machine_launch(launch, node.operands.size()))};
  if (!out.proof.defects.empty()) out.defect = text_of(out.proof.defects.front(), *module);
  return out;
}

std::optional<std::string> difference(const NodeClass& node, const NativeProver& prover) {
  for (const PtxDifference& each : prover.differences) {
    if (each.capsule != node.capsule->name) continue;
    return each.capsule + ": " + each.file + " has digest " + each.found.brief() +
           ", and the kernel that this build declares has " + each.declared.brief();
  }
  return std::nullopt;
}

}  // namespace

std::int64_t foreseen_proof(const NodeClass& node) {
  const std::int64_t beyond = std::numeric_limits<std::int64_t>::max();
  const auto work =
      work_of(operation(node.op), node.attributes, Pass::forward(), node.operands, node.result);
  if (!work) return beyond;
  if (native_cuda::is_view(node.op)) {
    return checked_mul(work->accesses, accesses_per_viewed_access).value_or(beyond);
  }
  const auto targets = static_cast<std::int64_t>(native_cuda::targets.size());
  return checked_mul(work->accesses, accesses_per_proved_access * targets).value_or(beyond);
}

KernelFinding prove_native_kernel(const NodeClass& node, const NativeProver& prover,
                                  std::int64_t budget) {
  KernelFinding out;
  out.judges = prover.judges.names;
  if (auto differs = difference(node, prover)) {
    out.fault = std::move(differs);
    return out;
  }
  if (const std::int64_t foreseen = foreseen_proof(node); foreseen > budget) {
    out.untried = "proving its kernels takes as long as " + std::to_string(foreseen) +
                  " accesses, beyond the budget of " + std::to_string(budget);
    return out;
  }
  const auto plan = native_cuda::launch_plan(node.op, node.attributes, node.operands);
  if (!plan) {
    out.untried = plan.error().text();
    return out;
  }
  if (plan->view_of) return decide_view(node);
  if (plan->launches.empty()) {
    out.no_kernel = "the result has no elements, and nothing is launched";
    return out;
  }
  if (plan->launches.size() > 1) {
    out.untried = "a use of several launches is not proved";
    return out;
  }
  for (const std::string& name : native_cuda::names_for_targets(plan->launches.front().file)) {
    auto proof = prove_launch(node, plan->launches.front(), name, prover);
    if (!proof) {
      out.untried = proof.error().text();
      return out;
    }
    out.proofs.push_back(std::move(*proof));
  }
  return out;
}

}  // namespace touchstone
