// The trust-boundary report of a large model: from the graph in memory to each form's bytes, and
// the report alone, with a verdict at hand.
#include <benchmark/benchmark.h>

#include "generated_graph.h"
#include "touchstone/audit/report_json.h"
#include "touchstone/audit/report_markdown.h"
#include "touchstone/audit/report_of.h"
#include "touchstone/session/session.h"

namespace touchstone {
namespace {

constexpr std::int64_t node_count = 10'000;

using Form = std::string (*)(const Report&);

Report report_on(const Verification& v) {
  ReportContext context;
  context.title = "generated";
  context.evidence_mode = "auto";
  context.replaced = v.replaced;
  return report_of(v.plan, v.gated.verdict, context);
}

Verification verified() {
  VerifyRequest request;
  request.model = "generated";
  return *verify(generated_graph(node_count), request);
}

void verify_and_report(benchmark::State& state, Form form) {
  std::size_t bytes = 0;
  for (auto _ : state) bytes = form(report_on(verified())).size();
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK_CAPTURE(verify_and_report, json, report_json)->Unit(benchmark::kMillisecond);

void report_alone(benchmark::State& state, Form form) {
  const Verification v = verified();
  std::size_t bytes = 0;
  for (auto _ : state) bytes = form(report_on(v)).size();
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK_CAPTURE(report_alone, json, report_json)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(report_alone, markdown, report_markdown)->Unit(benchmark::kMillisecond);

void read_back(benchmark::State& state) {
  const std::string text = report_json(report_on(verified()));
  for (auto _ : state) {
    if (!parse_report(text)) state.SkipWithError("unreadable");
  }
}
BENCHMARK(read_back)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone
