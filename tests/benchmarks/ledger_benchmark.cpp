// Checking a ledger (lines parsed strictly, tree, signature) and appending one entry to it.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>

#include "touchstone/audit/ledger.h"
#include "touchstone/audit/ledger_writer.h"
#include "touchstone/audit/statement.h"

namespace touchstone {
namespace {

/// Of about the length that recorded evidence has.
Evidence sample_entry(std::int64_t number) {
  Evidence e;
  e.claim = {"reference.conv", Op::conv, Contract::shape, Obligation::in_bounds_once};
  e.kind = EvidenceKind::checker;
  e.outcome = Outcome::passed;
  e.scope.attributes = *complete(operation(Op::conv), {});
  e.scope.operands = {{ElementType::float32, Shape::of({8, 3, 32, 32})},
                      {ElementType::float32, Shape::of({16, 3, 3, 3})},
                      {ElementType::float32, Shape::of({16})}};
  e.artifact = sha256(std::string_view("artifact"));
  e.meaning = sha256(std::string_view("meaning"));
  e.checker = {"index_checker", "1"};
  e.cases = number + 1;
  e.assumptions = {AssumptionId::defs, AssumptionId::checker};
  e.date = "2026-01-31T02:00:00Z";
  e.repeat = "touchstone verify --evidence derive --profile strict --shape batch=8 model.json";
  e.detail = "589824 accesses enumerated";
  return e;
}

class LedgerFile {
 public:
  explicit LedgerFile(std::int64_t entries) {
    folder_ = std::filesystem::temp_directory_path() /
              ("touchstone_ledger_benchmark_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    // One statement after the other, so that peak memory is that of appending.
    const TextSource statements = [&](const PieceVisitor& visit) -> Result<void> {
      for (std::int64_t i = 0; i < entries; ++i) {
        if (auto taken = visit(statement_of(sample_entry(i)) + "\n"); !taken) return taken;
      }
      return {};
    };
    ok_ = append_lines(path(), statements, "2026-01-31T02:00:00Z").ok();
  }
  ~LedgerFile() { std::filesystem::remove_all(folder_); }
  LedgerFile(const LedgerFile&) = delete;
  LedgerFile& operator=(const LedgerFile&) = delete;

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::filesystem::path path() const { return folder_ / "ledger.jsonl"; }

 private:
  std::filesystem::path folder_;
  bool ok_ = false;
};

void check_ledger(benchmark::State& state) {
  const LedgerFile file(state.range(0));
  if (!file.ok()) state.SkipWithError("no ledger");
  for (auto _ : state) {
    const auto ledger = read_ledger(file.path(), LedgerContents::leaves);
    if (!ledger || ledger->leaves.size() != static_cast<std::size_t>(state.range(0))) {
      state.SkipWithError("refused");
    }
  }
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(file.path()));
}
BENCHMARK(check_ledger)
    ->Arg(1'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

/// Peak memory is the process's so far: compare runs of one size each (--benchmark_filter).
void append_one(benchmark::State& state) {
  const LedgerFile file(state.range(0));
  if (!file.ok()) state.SkipWithError("no ledger");
  const std::vector<Evidence> one{sample_entry(0)};
  for (auto _ : state) {
    if (!append_to_ledger(file.path(), one, "2026-01-31T02:00:00Z")) state.SkipWithError("refused");
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}
BENCHMARK(append_one)
    ->Arg(1'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
}  // namespace touchstone
