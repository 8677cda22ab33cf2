#pragma once

#include "touchstone/core/result.h"
#include "touchstone/format/json.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Attributes as a JSON object, in the order of their names.
[[nodiscard]] Json attributes_to_json(const Attributes& attributes);

/// The object's members, converted to the types that the operation declares; absent ones stay
/// absent. Errors (unreadable): an unknown attribute, a value of another type or range.
[[nodiscard]] Result<Attributes> attributes_from_json(const JsonCursor& attributes,
                                                      const Operation& operation);

}  // namespace touchstone
