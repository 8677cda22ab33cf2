#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/diagnostic.h"
#include "touchstone/format/json.h"

namespace touchstone::cli {

inline constexpr int status_yes = 0;

/// The exit status of a failure, as the design fixes them.
[[nodiscard]] int exit_status(Failure kind);

void print(std::string_view text);
/// The same, without waiting for more: for long work that a file or a pipe follows.
void print_now(std::string_view text);
/// Whether everything printed so far has reached its destination.
[[nodiscard]] bool answer_written();
void print_json(const Json& json);

/// Says the failure on standard error, or as {"error": …} on standard output, and returns its exit
/// status.
int report_failure(const Diagnostic& why, bool json);

/// The names, separated by commas: all, or the first eight and how many more there are.
[[nodiscard]] std::string shortened(const std::vector<std::string>& names);

/// One line on standard error while long work goes on, where that is a terminal; silent elsewhere.
/// The line is wiped when it ends.
class Progress {
 public:
  explicit Progress(std::string_view what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Says something else in the line's place, unless it has been less than 50 ms since the last.
  void say(std::string_view what);
  /// Empties the line, so that something can be printed.
  void wipe() const;

 private:
  void show(std::string_view what);

  bool shown_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace touchstone::cli
