#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sample_inputs.h"

namespace touchstone::ptx {

/// One element of one operand.
struct InputElement {
  std::uint32_t operand = 0;
  std::uint32_t element = 0;
};

/// Says of each of a few inputs whether the fault is still there.
using StillFails = std::function<std::vector<bool>(const std::vector<InputValues>&)>;

/// Inputs that still fail and are as simple as a greedy search makes them: most elements +0, the
/// others small round numbers where those do. Only `relevant` elements are tried one by one; all
/// others become +0 at once. `width` inputs are asked about together, `questions` times at most.
[[nodiscard]] InputValues simplified(InputValues inputs, std::span<const InputElement> relevant,
                                     const StillFails& still_fails, std::size_t width,
                                     std::size_t questions);

}  // namespace touchstone::ptx
