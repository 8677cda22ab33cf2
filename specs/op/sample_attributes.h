#pragma once

#include "vocabulary.h"

namespace touchstone {

/// Attributes at which an operation can be looked at by itself: what it requires at small values,
/// and otherwise its defaults. Complete.
[[nodiscard]] Attributes sample_attributes(const Operation& operation);

}  // namespace touchstone
