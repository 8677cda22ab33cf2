#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernel_files.h"
#include "session.h"
#include "touchstone/discharge/discharge.h"

/// For use inside this folder: evidence made now.
namespace touchstone {

/// One self-check per operation, attributes and direction for which identity may serve, on all
/// threads.
[[nodiscard]] std::vector<SelfCheckResult> run_self_checks(std::span<const NodeClass> classes,
                                                           unsigned threads);

/// For which runs of a checker a budget is.
enum class BudgetFor : std::uint8_t {
  all,   ///< together: each may use what those before it leave
  each,  ///< one
};

struct DerivationSettings {
  DischargeContext context;
  std::int64_t budget = 0;  ///< in element accesses
  BudgetFor budget_for = BudgetFor::all;
  unsigned threads = 0;  ///< 0: one per hardware thread
  /// Called when another checker has answered, never from two threads at once.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// The options of a command that asks the same, whatever it asks of: " --profile 'strict'" and so
/// on, quoted for a shell; files of a reader's own by their names.
[[nodiscard]] std::string question_options(const VerifyRequest& request);

/// Those of a verification, with the command that repeats it; `date` is a timestamp.
[[nodiscard]] DerivationSettings derivation_settings(const VerifyRequest& request,
                                                     const Digest& loaded_file, std::string date);

/// One piece of evidence, and which of the wanted obligations it answers.
struct DerivedEvidence {
  Evidence evidence;
  std::vector<std::size_t> obligations;
};

/// Derives evidence for these obligations of these classes, on all threads: one piece for
/// obligations that differ in nothing the evidence depends on, and one proof of a native kernel for
/// all contracts of its class. Every obligation is answered by exactly one piece. Requires a
/// capsule for every class, and the self-checks of those that identity may serve. `files` are those
/// that the capsules were made of.
[[nodiscard]] std::vector<DerivedEvidence> derive(std::span<const NodeClass> classes,
                                                  std::span<const PlannedObligation> wanted,
                                                  std::span<const SelfCheckResult> self_checks,
                                                  const KernelFiles& files,
                                                  const DerivationSettings& settings);

}  // namespace touchstone
