#pragma once

#include <string>

namespace touchstone {

/// Digest of the parameters after training a small perceptron for 200 steps: momentum, then
/// adamw, with a warm-up, a cosine schedule and clipping.
[[nodiscard]] std::string training_digest(unsigned threads);

}  // namespace touchstone
