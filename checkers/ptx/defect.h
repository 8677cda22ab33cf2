#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "module.h"

namespace touchstone::ptx {

enum class DefectKind : std::uint8_t {
  data_race,
  mixed_width_race,  ///< conflicting accesses of different widths: PTX gives them no meaning
  out_of_bounds,
  misaligned,
  uninitialised_read,
  read_only_store,      ///< a store into an operand
  barrier_divergence,   ///< an aligned barrier that not all threads of the warp reach together
  exit_before_barrier,  ///< a thread has exited before an aligned barrier that others execute
  absent_lane,          ///< a warp operation names a lane that has exited or never arrives
  inactive_source,      ///< shfl reads a lane that does not take part
  deadlock,
  unwritten_output,
  doubly_written_output,
  wrong_value,
  trap,
};
[[nodiscard]] std::string_view name_of(DefectKind kind);

struct ThreadId {
  std::array<std::uint32_t, 3> block{};
  std::array<std::uint32_t, 3> thread{};
  bool operator==(const ThreadId&) const = default;
};

/// One fault of a kernel at a launch, with everything needed to look at it.
struct Defect {
  DefectKind kind{};
  std::string what;  ///< one sentence, naming buffer, element and values
  Place place;
  ThreadId thread;
  std::optional<Place> other;  ///< of a race or a divergence: the other instruction
  std::optional<ThreadId> other_thread;
};

/// Why the machine gave no answer: a budget, or something that it does not model.
struct Stop {
  std::string reason;
  Place place;
};

}  // namespace touchstone::ptx
