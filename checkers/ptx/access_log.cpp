#include "access_log.h"

namespace touchstone::ptx {

namespace {

/// How far apart two accesses are, so that the pair on record is the widest.
int distance(const Access& x, const Access& y) {
  if (x.block() != y.block()) return 3;
  if (x.warp() != y.warp()) return 2;
  return x.thread != y.thread ? 1 : 0;
}

/// Enters an access into a pair, which keeps those that the next access may be unordered with.
void enter(std::array<Access, 2>& pair, const Access& now) {
  if (pair[0].none() || happens_before(pair[0], now)) {
    pair[0] = now;
    if (!pair[1].none() && happens_before(pair[1], now)) pair[1] = {};
    return;
  }
  if (pair[1].none() || happens_before(pair[1], now) ||
      distance(pair[0], now) > distance(pair[0], pair[1])) {
    pair[1] = now;
  }
}

bool settled(const std::array<Access, 2>& pair, const Access& now) {
  return (pair[0].none() || happens_before(pair[0], now)) &&
         (pair[1].none() || happens_before(pair[1], now));
}

const Access& unordered(const std::array<Access, 2>& pair, const Access& now) {
  return pair[0].none() || happens_before(pair[0], now) ? pair[1] : pair[0];
}

}  // namespace

std::optional<Conflict> note_read(AccessRecord& record, const NewAccess& access) {
  std::optional<Conflict> out;
  if (!settled(record.write, access.at)) {
    const bool mixed = record.write_width != access.width;
    if (mixed || !access.is_atomic || !record.atomic_writes) {
      out = Conflict{unordered(record.write, access.at), true, mixed};
    }
  }
  const bool alone = settled(record.read, access.at);
  record.atomic_reads = access.is_atomic && (alone || record.atomic_reads);
  record.read_width = alone || record.read_width == access.width ? access.width : 0;
  enter(record.read, access.at);
  return out;
}

std::optional<Conflict> note_write(AccessRecord& record, const NewAccess& access) {
  std::optional<Conflict> out;
  if (!settled(record.read, access.at)) {
    const bool mixed = record.read_width != access.width;
    if (mixed || !access.is_atomic || !record.atomic_reads) {
      out = Conflict{unordered(record.read, access.at), false, mixed};
    }
  }
  const bool alone = settled(record.write, access.at);
  if (!alone) {
    const bool mixed = record.write_width != access.width;
    const bool plain = !access.is_atomic && !record.any_atomic_write;
    const bool harmless =
        (plain && access.same_value) || (access.is_atomic && record.atomic_writes);
    if (mixed || !harmless) out = Conflict{unordered(record.write, access.at), true, mixed};
  }
  record.atomic_writes = access.is_atomic && (alone || record.atomic_writes);
  record.any_atomic_write = access.is_atomic || (!alone && record.any_atomic_write);
  record.write_width = alone || record.write_width == access.width ? access.width : 0;
  enter(record.write, access.at);
  return out;
}

}  // namespace touchstone::ptx
