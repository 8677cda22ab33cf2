#pragma once

#include <string_view>

#include "module.h"

namespace touchstone::ptx {

/// Reads one PTX file of at most 64 MiB, PTX ISA 6.0 to 9.0 with 64-bit addresses, as nvcc writes
/// it. Every form is resolved against the semantics table and every operand checked against its
/// signature, so that what is returned can be executed without further checks of form. Linear in
/// the text's length, and bounded in memory whatever it declares (`Variable::bytes` is a number
/// only). Errors (unreadable; unavailable for what PTX has and is not read, wherever in the file it
/// stands: a form that the table lacks, an initial value that is an address, a vector register,
/// more than 2^21 instructions): the line ("line 12") and the reason.
[[nodiscard]] Result<Module> parse(std::string_view text);

}  // namespace touchstone::ptx
