#include "lane_loops.h"
#include "lanes_variants.h"
#include "touchstone/number/fma.h"

namespace touchstone::ptx {

LaneFunction baseline_lanes_of(const Form& form) { return loop_for<ExactFma>(form); }

}  // namespace touchstone::ptx
