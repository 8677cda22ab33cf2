// What a proof of a native kernel takes, and how fast the machine runs one.
#include <benchmark/benchmark.h>

#include <sys/resource.h>

#include <bit>
#include <fstream>
#include <string>

#include "../checkers/ptx/meanings.h"
#include "../checkers/ptx/native_programs.h"
#include "touchstone/ptx/kernel_runs.h"

namespace touchstone::ptx {
namespace {

/// The most memory that this process has held so far, in MiB; the kernel forgets it when asked to.
double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }
double peak_since() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes / 1024;
  }
  return peak_mebibytes();
}

void prove_it(benchmark::State& state, const Meant& meant) {
  const auto use = native_use(meant, "sm_80");
  if (!use) return state.SkipWithError(use.error().text().c_str());
  forget_peak();
  Proof proof;
  for (auto _ : state) {
    auto decided = prove(use->program, use->launch, use->meant, {}, {});
    if (!decided || decided->verdict != Verdict::proved) {
      return state.SkipWithError("not proved");
    }
    proof = std::move(*decided);
  }
  state.counters["peak_MiB"] = peak_since();
  state.counters["terms"] = static_cast<double>(proof.terms);
  state.counters["lane_instructions"] = static_cast<double>(proof.lane_instructions);
}

/// One tile of 64 x 64 elements, by the length of the sums.
void prove_matmul_tile(benchmark::State& state) {
  const std::int64_t length = state.range(0);
  prove_it(state, meant_of(Op::matmul, {floats({64, length}), floats({length, 64})}));
}
BENCHMARK(prove_matmul_tile)
    ->Arg(64)
    ->Arg(256)
    ->Arg(1024)
    ->Arg(4096)
    ->Unit(benchmark::kMillisecond);

/// Square grids of tiles.
void prove_matmul_tiles(benchmark::State& state) {
  const std::int64_t size = 64 * state.range(0);
  prove_it(state, meant_of(Op::matmul, {floats({size, 64}), floats({64, size})}));
}
BENCHMARK(prove_matmul_tiles)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);

/// Small kernels, which are little but checks for races and stray accesses.
void prove_add(benchmark::State& state) {
  prove_it(state, meant_of(Op::add, {floats({state.range(0)}), floats({state.range(0)})}));
}
BENCHMARK(prove_add)->Arg(256)->Arg(4096)->Arg(65536)->Unit(benchmark::kMicrosecond);

void prove_row_sums(benchmark::State& state) {
  prove_it(state, meant_of(Op::reduce_sum, {floats({8, state.range(0)})}, {{"axes", Integers{1}}}));
}
BENCHMARK(prove_row_sums)->Arg(128)->Arg(4096)->Unit(benchmark::kMicrosecond);

constexpr std::int64_t simulated_size = 256;

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(i % 97) * 0.03125F - 1.0F));
  }
  return out;
}

/// The simulator on a product of 256 x 256 matrices.
void simulate_matmul(benchmark::State& state) {
  const TensorType square = floats({simulated_size, simulated_size});
  const auto use = native_use(meant_of(Op::matmul, {square, square}), "sm_80");
  if (!use) return state.SkipWithError(use.error().text().c_str());
  std::vector<Buffer> buffers(3);
  for (std::size_t i = 0; i < 3; ++i) {
    buffers[i].name = "matrix";
    buffers[i].bytes = 4 * simulated_size * simulated_size;
    if (i < 2) buffers[i].words = numbers(simulated_size * simulated_size);
  }
  buffers[2].writable = true;
  std::uint64_t lane_instructions = 0;
  for (auto _ : state) {
    const auto run = execute(use->program, use->launch, buffers, nullptr, {});
    if (!run || run->stop || !run->defects.empty()) return state.SkipWithError("a faulty run");
    lane_instructions += run->lane_instructions;
  }
  state.counters["lane_instructions"] =
      benchmark::Counter(static_cast<double>(lane_instructions), benchmark::Counter::kIsRate);
  state.counters["fma"] = benchmark::Counter(
      static_cast<double>(state.iterations() * simulated_size * simulated_size * simulated_size),
      benchmark::Counter::kIsRate);
}
BENCHMARK(simulate_matmul)->Unit(benchmark::kMillisecond);

/// The same sums in plain C++ on one core.
void plain_matmul(benchmark::State& state) {
  constexpr auto n = static_cast<std::size_t>(simulated_size);
  std::vector<float> a;
  for (const std::uint32_t bits : numbers(n * n)) a.push_back(std::bit_cast<float>(bits));
  const std::vector<float> b = a;
  std::vector<float> out(n * n);
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        float sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum = __builtin_fmaf(a[i * n + k], b[k * n + j], sum);
        out[i * n + j] = sum;
      }
    }
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["fma"] = benchmark::Counter(static_cast<double>(state.iterations()) * n * n * n,
                                             benchmark::Counter::kIsRate);
}
BENCHMARK(plain_matmul)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace touchstone::ptx
