// Verifying and training the examples of the quickstarts: time of both, and memory.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <string>

#include "touchstone/format/csv.h"
#include "touchstone/format/npy.h"
#include "touchstone/host/file.h"
#include "touchstone/session/session.h"
#include "touchstone/session/train.h"

namespace touchstone {
namespace {

std::string example(const std::string& name) {
  return std::string(TOUCHSTONE_SOURCE_DIR) + "/specs/examples/" + name;
}

std::vector<Tensor> arrays(const std::string& x, const std::string& y) {
  return {*read_npy(*read_file(example(x))), *read_npy(*read_file(example(y)))};
}

std::vector<Tensor> spirals() {
  const std::string text = *read_file(example("mlp/data.csv"));
  const CsvTable table = *CsvTable::read(text);
  std::vector<float> points;
  std::vector<std::int64_t> classes;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    points.push_back(*table.real(row, 0));
    points.push_back(*table.real(row, 1));
    classes.push_back(*table.integer(row, 2));
  }
  const auto rows = static_cast<std::int64_t>(table.rows());
  return {Tensor::of(Shape::of({rows, 2}), points), Tensor::of(Shape::of({rows}), classes)};
}

void measure(benchmark::State& state, const std::string& name, std::vector<Tensor> tensors) {
  const Graph model = *read_model(example(name + "/model.json"), {});
  const TrainingGraph training = *training_graph(model, {.loss = Loss::cross_entropy});
  const auto examples = *Examples::create(training, *batch_plan(training), std::move(tensors));
  VerifyRequest request;
  request.demand = Demand::training;
  TrainingOptions options;
  options.optimizer.rule = UpdateRule::adam;
  options.steps = state.range(0);
  for (auto _ : state) {
    const auto verification = verify(training.graph, request);
    if (options.steps == 0) continue;
    const auto trained = train(*verification->gated.accepted, training, examples, options);
    if (!trained) state.SkipWithError("not trained");
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["tape_KiB"] =
      static_cast<double>(*peak_bytes(*training.graph, training.request())) / 1024;
  state.counters["process_peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void mlp(benchmark::State& state) { measure(state, "mlp", spirals()); }
void cnn(benchmark::State& state) {
  measure(state, "cnn", arrays("cnn/images.npy", "cnn/labels.npy"));
}
void transformer(benchmark::State& state) {
  measure(state, "transformer", arrays("transformer/letters.npy", "transformer/next_letters.npy"));
}

// The argument is the number of steps: the verdict alone, then with training.
BENCHMARK(mlp)->Arg(0)->Arg(10)->Arg(200)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(cnn)->Arg(0)->Arg(10)->Arg(200)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(transformer)->Arg(0)->Arg(10)->Arg(200)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace touchstone
