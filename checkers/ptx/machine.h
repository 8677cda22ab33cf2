#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "defect.h"
#include "launch.h"
#include "program.h"
#include "symbols.h"
#include "touchstone/core/result.h"

namespace touchstone::ptx {

/// Where a run ends without an answer.
struct MachineLimits {
  std::uint64_t lane_instructions = 4'000'000'000;
  std::uint32_t terms = 100'000'000;                     ///< of the symbolic run
  std::uint64_t memory_bytes = std::uint64_t{1} << 32U;  ///< touched of one buffer, with records
  std::size_t defects = 8;                               ///< further ones are not looked for
};

/// What a writable buffer holds at the end.
struct FinalBuffer {
  std::vector<std::uint32_t> words;  ///< bits where concrete
  std::vector<TermId> terms;         ///< of a symbolic run: one for each word
  /// Per word: 0 never written, 1 by one thread (however often), 2 by several or by atomics. A
  /// store that only one side of a data-dependent branch makes counts as none.
  std::vector<std::uint8_t> writers;
  std::vector<std::uint8_t> touched;  ///< 1 where any store reached the word, in whole or in part
  std::vector<Place> stores;          ///< of the last store to each word
};

struct Execution {
  std::vector<Defect> defects;  ///< in the order found; empty and no `stop`: none exist here
  std::optional<Stop> stop;
  /// Whether a branch depended on terms. Both its sides are then carried out, also for threads
  /// whose data could never lead there, so a defect is one only if a run on real inputs has it too.
  bool data_dependent = false;
  /// A result that depends on the order in which threads update one word: the place of the update.
  std::optional<Stop> order_dependent;
  std::uint64_t lane_instructions = 0;
  std::vector<FinalBuffer> buffers;  ///< one for each buffer of the launch; empty if not writable
};

/// Runs a launch: every block, warp and thread, in one fixed schedule, warps of 32 lanes that may
/// diverge and meet again where control flow does. Accesses are recorded by the byte and compared
/// across barriers, so that the absence of a race in this schedule is its absence in all of them
/// (README.md, "Why one schedule is enough").
///
/// With `symbols`, buffers that have a `symbol` hold terms; control flow and addresses must not
/// depend on them except by branches that meet again, whose registers and stores become selects.
///
/// Errors (unreadable): arguments that do not fit the kernel's parameters, a block or grid beyond
/// what PTX allows or the kernel's .reqntid.
[[nodiscard]] Result<Execution> execute(const Program& program, const Launch& launch,
                                        std::span<const Buffer> buffers, Symbols* symbols,
                                        const MachineLimits& limits);

}  // namespace touchstone::ptx
