#pragma once

#include <string>

#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Seeded values over a wide range of exponents, special values among them.
[[nodiscard]] std::vector<float> seeded(std::int64_t count, std::uint32_t seed);

/// The digest of the results of every pass of an operation, at all its class shapes, on seeded
/// operands. Or a text that says that the kernel sets of this machine differ.
[[nodiscard]] std::string class_results_digest(const Operation& operation,
                                               const Attributes& attributes, unsigned threads);

}  // namespace touchstone
