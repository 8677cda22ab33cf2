#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "evidence_fixture.h"
#include "signing_keys.h"
#include "touchstone/audit/ledger_writer.h"
#include "touchstone/host/file.h"

namespace touchstone {

inline constexpr const char* sample_time = "2026-01-31T02:00:00Z";

/// Entry `n` of the sample ledgers.
inline Evidence numbered_evidence(int n, Outcome outcome = Outcome::passed) {
  Evidence out = sample_evidence();
  out.cases = n + 1;
  out.outcome = outcome;
  return out;
}

inline std::vector<Evidence> numbered_entries(int first, int last) {
  std::vector<Evidence> out;
  for (int n = first; n < last; ++n) out.push_back(numbered_evidence(n));
  return out;
}

/// A folder for ledgers, removed at the end.
class LedgerFolder : public testing::Test {
 protected:
  LedgerFolder() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("touchstone_" + std::string(info->test_suite_name()) + info->name() +
               std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    file_ = folder_ / "ledger.jsonl";
  }
  ~LedgerFolder() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  static void record(const std::filesystem::path& file, const std::vector<Evidence>& entries,
                     const SigningKey* key = nullptr) {
    const auto done = append_to_ledger(file, entries, sample_time, {key, {}});
    ASSERT_TRUE(done.ok()) << done.error().text();
  }
  /// Ledger and checkpoint under another name.
  [[nodiscard]] std::filesystem::path copied(const std::string& name) const {
    std::filesystem::copy_file(file_, path(name));
    std::filesystem::copy_file(checkpoint_path(file_), checkpoint_path(path(name)));
    return path(name);
  }
  static std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> out;
    for (std::string line; std::getline(stream, line);) out.push_back(line);
    return out;
  }
  static void write_lines(const std::filesystem::path& file,
                          const std::vector<std::string>& lines) {
    std::ofstream stream(file, std::ios::trunc);
    for (const std::string& line : lines) stream << line << "\n";
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
};

}  // namespace touchstone
