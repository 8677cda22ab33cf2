#pragma once

namespace touchstone {

// Kernels live in a named namespace: the compiler names what an unnamed one holds after the path of
// the file, and the PTX would differ from folder to folder. No header of the host's compiler takes
// part in what is compiled.

using u32 = unsigned int;
using u64 = unsigned long long;

}  // namespace touchstone
