#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/format/json.h"
#include "touchstone/ptx/launch.h"

namespace touchstone {

/// {"grid": [x,y,z], "block": [x,y,z], "shared_bytes"?} as a launch of this kernel, without
/// arguments. Errors (unreadable): sizes that no GPU launches.
[[nodiscard]] Result<ptx::Launch> launch_from_json(const JsonCursor& cursor,
                                                   const std::string& kernel);

/// The kernel's arguments in order, each an object of one field: "operand" (its number), "result"
/// (true), or a scalar "u32", "s32", "u64", "s64" or "f32", which may also be its bits, as "0x…".
/// Errors (unreadable), with the place: an operand that the case does not have, a number that its
/// type does not hold, no argument that is the result.
[[nodiscard]] Result<std::vector<ptx::Argument>> arguments_from_json(const JsonCursor& cursor,
                                                                     std::size_t operands);

}  // namespace touchstone
