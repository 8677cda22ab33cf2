#pragma once

#include <string>

#include "module.h"

namespace touchstone::ptx {

/// Where a form stands in the kernel and in the functions of its module: "ex2.approx.ftz.f32 at
/// line 41 (kernel.cu:12) and 3 other places". Terms do not say which instruction made them, so a
/// reason names their form and the first instruction that has it.
[[nodiscard]] std::string text_with_places(const Module& module, const std::string& kernel,
                                           const Form& form);

}  // namespace touchstone::ptx
