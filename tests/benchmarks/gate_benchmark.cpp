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

}  // namespace
}  // namespace touchstone
