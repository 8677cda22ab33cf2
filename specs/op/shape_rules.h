#pragma once

#include <span>

#include "attributes.h"
#include "touchstone/core/result.h"
#include "touchstone/core/shape.h"

/// The result's shape from the operands' shapes, one rule per operation (vocabulary.h lists them).
/// The number of operands is right and the attributes are complete. Each rule refuses, as
/// unreadable, every shape at which the definition would read outside an operand or have no
/// meaning, and names the operand or attribute at fault.
namespace touchstone::shape_rules {

using Shapes = std::span<const Shape>;

[[nodiscard]] Result<Shape> elementwise(const Attributes&, Shapes);  ///< broadcasting (numpy rules)
[[nodiscard]] Result<Shape> relu(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> matmul(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> linear(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> conv(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> reshape(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> flatten(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> softmax(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> reduce_mean(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> batch_norm(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> permute(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> concat(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> slice(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> gather(const Attributes&, Shapes);
[[nodiscard]] Result<Shape> broadcast(const Attributes&, Shapes);

}  // namespace touchstone::shape_rules
