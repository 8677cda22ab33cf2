// From a parsed graph to a verdict, in one process: plan, self-check, index checks, gate.
#include <benchmark/benchmark.h>

#include "generated_graph.h"
#include "touchstone/session/session.h"

namespace touchstone {
namespace {

void plan_and_gate(benchmark::State& state) {
  const auto graph = generated_graph(state.range(0));
  VerifyRequest request;
  request.model = "generated";
  std::size_t classes = 0;
  for (auto _ : state) {
    const auto verification = verify(graph, request);
    if (!verification || !verification->gated.verdict.accepted) state.SkipWithError("rejected");
    classes = verification->plan.classes.size();
  }
  state.counters["classes"] = static_cast<double>(classes);
  state.SetComplexityN(state.range(0));
}
BENCHMARK(plan_and_gate)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

/// The gate alone, on a model of 10,000 nodes and a ledger of this many entries: what served it
/// once, over and over, every other copy made for another artifact, and none of it admissible in
/// the end.
void gate_on_a_ledger(benchmark::State& state) {
  VerifyRequest request;
  request.model = "generated";
  request.profile = "checked_cpu";
  const auto verification = verify(generated_graph(10'000), request);
  const Verdict& verdict = verification->gated.verdict;
  const bool serves = state.range(1) != 0;
  constexpr std::size_t most_abilities = 16;
  GateInput input;
  input.at = verification->at;
  for (const SourcedEvidence& sourced : verdict.evidence) {
    const Evidence& e = sourced.evidence;
    input.checkers.push_back(
        {e.checker, e.kind, e.claim.obligation, !e.scope.operands.has_value()});
    if (e.loaded_file) input.loaded_file = *e.loaded_file;
    if (input.checkers.size() == most_abilities) break;
  }
  for (const NodeClass& node : verification->plan.classes) {
    input.self_checks.push_back({node.op, node.attributes, Contract::value, 1, 1, {}});
  }
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    const auto from = static_cast<std::size_t>(i) % verdict.evidence.size();
    input.evidence.push_back(verdict.evidence[from]);
    Evidence& e = input.evidence.back().evidence;
    if (i % 2 == 1) e.artifact.bytes[0] ^= 1;
    if (!serves) e.cases = 0;
  }
  for (auto _ : state) {
    const GateResult result = gate(verification->plan, input);
    if (result.verdict.accepted != serves) state.SkipWithError("another verdict");
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(gate_on_a_ledger)
    ->ArgNames({"entries", "serves"})
    ->ArgsProduct({{10'000, 100'000}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone
