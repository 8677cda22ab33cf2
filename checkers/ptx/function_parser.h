#pragma once

#include "parse_state.h"

namespace touchstone::ptx {

/// Reads a kernel or a device function, declared or defined (PTX ISA 9.0, 5.4 and 11.1), behind its
/// linking directives. A failure is the state's cursor's.
void parse_function(ParseState& state);

}  // namespace touchstone::ptx
