#pragma once

#include <string>

#include "kernel_manifest.h"
#include "touchstone/core/result.h"

namespace touchstone {

/// The PTX of a kernel: the file's bytes, or what nvcc makes of CUDA C++ with -fmad=false and line
/// information. nvcc is the one on PATH, or /usr/local/cuda/bin/nvcc. Errors: unavailable where
/// there is no nvcc; unreadable for code that nvcc refuses, with its words; undecided where it does
/// not end within two minutes.
[[nodiscard]] Result<std::string> ptx_of(const KernelCode& code);

}  // namespace touchstone
