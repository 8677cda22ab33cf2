#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace touchstone::ptx {

/// One access, as a record of it is kept: who, when, by which step.
struct Access {
  std::uint32_t thread = 0;         ///< block number · 1024 + thread number in the block
  std::uint32_t time = 0;           ///< block barriers passed · 4096 + warp barriers since
  std::uint32_t step = UINT32_MAX;  ///< UINT32_MAX: no access

  static constexpr unsigned thread_bits = 10;
  static constexpr unsigned warp_time_bits = 12;
  [[nodiscard]] bool none() const { return step == UINT32_MAX; }
  [[nodiscard]] std::uint32_t block() const { return thread >> thread_bits; }
  [[nodiscard]] std::uint32_t warp() const { return thread >> 5U; }
};

/// Whether `earlier` happens before `now` in every schedule: the same thread, or a barrier of the
/// block between them, or a barrier of the warp that both belong to. Nothing orders two blocks.
[[nodiscard]] inline bool happens_before(const Access& earlier, const Access& now) {
  if (earlier.thread == now.thread) return true;
  if (earlier.block() != now.block()) return false;
  if ((earlier.time ^ now.time) >> Access::warp_time_bits != 0) return true;
  return earlier.warp() == now.warp() && earlier.time < now.time;
}

/// What is remembered of the accesses to one byte, or to a word whose bytes were always accessed
/// together: of those that nothing orders before the next one, two writers and two readers. Two are
/// enough: whoever comes next is unordered with some reader exactly if with one of two that are as
/// far apart as any two are (in different blocks, else in different warps, else different threads).
struct AccessRecord {
  std::array<Access, 2> write{};
  std::array<Access, 2> read{};
  std::uint8_t write_width = 0;  ///< bytes of the last writes
  std::uint8_t read_width = 0;
  bool atomic_writes = false;  ///< all of them
  bool any_atomic_write = false;
  bool atomic_reads = false;
};

/// An access that conflicts with the one being made, and whether their widths differ.
struct Conflict {
  Access with;
  bool is_write = false;
  bool mixed_width = false;
};

struct NewAccess {
  Access at;
  std::uint8_t width = 0;  ///< bytes
  bool is_atomic = false;
  bool same_value = false;  ///< of a write: leaves what is there
};

/// Whether a record of one access speaks for the other too: the same thread and time, or unordered.
[[nodiscard]] inline bool is_beside(const Access& known, const Access& at) {
  return known.thread == at.thread ? known.time == at.time : !happens_before(known, at);
}

/// Whether this plain read, of memory that one block has for itself, conflicts with nothing and
/// adds nothing to the record: no write is unordered with it, and the two readers on record are as
/// far apart as it is from the first.
[[nodiscard]] inline bool is_known_read(const AccessRecord& record, const Access& at,
                                        unsigned width) {
  const Access& first = record.read[0];
  const Access& second = record.read[1];
  return (record.write[0].none() || happens_before(record.write[0], at)) &&
         record.write[1].none() && !first.none() && !second.none() && !record.atomic_reads &&
         record.read_width == width &&
         (first.warp() != second.warp() || first.warp() == at.warp()) && is_beside(first, at) &&
         is_beside(second, at);
}

/// Checks a read against the record and enters it.
[[nodiscard]] std::optional<Conflict> note_read(AccessRecord& record, const NewAccess& access);
/// The same for a write. A second write of the same width that leaves the same value conflicts with
/// none; with both writers on record, any later unordered read does.
[[nodiscard]] std::optional<Conflict> note_write(AccessRecord& record, const NewAccess& access);

}  // namespace touchstone::ptx
