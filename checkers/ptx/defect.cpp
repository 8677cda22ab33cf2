#include "defect.h"

namespace touchstone::ptx {

std::string_view name_of(DefectKind kind) {
  switch (kind) {
    case DefectKind::data_race: return "data_race";
    case DefectKind::mixed_width_race: return "mixed_width_race";
    case DefectKind::out_of_bounds: return "out_of_bounds";
    case DefectKind::misaligned: return "misaligned";
    case DefectKind::uninitialised_read: return "uninitialised_read";
    case DefectKind::read_only_store: return "read_only_store";
    case DefectKind::barrier_divergence: return "barrier_divergence";
    case DefectKind::exit_before_barrier: return "exit_before_barrier";
    case DefectKind::absent_lane: return "absent_lane";
    case DefectKind::inactive_source: return "inactive_source";
    case DefectKind::deadlock: return "deadlock";
    case DefectKind::unwritten_output: return "unwritten_output";
    case DefectKind::doubly_written_output: return "doubly_written_output";
    case DefectKind::wrong_value: return "wrong_value";
    case DefectKind::trap: return "trap";
  }
  return "unknown";
}

}  // namespace touchstone::ptx
