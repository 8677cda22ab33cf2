#pragma once

#include <optional>

#include "decoded.h"
#include "defect.h"
#include "launch.h"

namespace touchstone::ptx {

/// Where a kernel might let the addresses of its buffers decide more than what it accesses: it
/// compares addresses of different buffers or parts of one, stores one, or mixes two. A proof at
/// the machine's addresses would say nothing of others. Every register counts as derived from every
/// argument that may flow into it; the difference of two addresses from one argument from none.
/// Linear in the number of steps, times how often what is known grows.
[[nodiscard]] std::optional<Stop> address_dependence(const DecodedKernel& code,
                                                     const Launch& launch);

}  // namespace touchstone::ptx
