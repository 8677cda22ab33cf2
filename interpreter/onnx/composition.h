#pragma once

#include <string_view>
#include <vector>

#include "node.h"

namespace touchstone::onnx_reading {

/// Writes an operator's result as several operations, each rounding where it stands. After the
/// first error the further steps do nothing and every result is that error, so that a mapping reads
/// like its formula. A mapping asks for the shapes of its inputs only: a step that failed has none.
class Composition {
 public:
  using Operands = std::vector<ValueId>;

  explicit Composition(OnnxNode& node) : node_(node) {}

  /// An intermediate value, named after the result.
  ValueId part(std::string_view name, Op op, Operands operands, const Attributes& attributes = {});
  ValueId reshaped(std::string_view name, ValueId value, Integers shape);
  /// A constant that the operator's definition holds. Tensors count as folded ones do.
  ValueId number(std::string_view name, float value);
  ValueId constant(std::string_view name, const Tensor& tensor);
  /// 1 where a mask holds and 0 elsewhere.
  ValueId numbers_of(std::string_view name, ValueId mask);

  /// The node's result, or the one of its outputs at this position.
  Result<void> result(Op op, Operands operands, const Attributes& attributes = {},
                      std::size_t output = 0);
  /// A mask result: where `numbers`, each 0 or 1, are 1.
  Result<void> mask_result(ValueId numbers, std::size_t output = 0);

 private:
  ValueId kept(Result<ValueId> step);
  ValueId named_number(std::string_view name, float value, std::optional<ValueId>& once);

  OnnxNode& node_;
  Result<void> state_;
  std::optional<ValueId> zero_;
  std::optional<ValueId> one_;
};

/// A scalar tensor.
[[nodiscard]] Tensor scalar_tensor(float value);
/// A tensor of one axis.
[[nodiscard]] Tensor list_tensor(std::span<const std::int64_t> values);
/// A mask of this shape; each entry is 0 or 1.
[[nodiscard]] Tensor mask_tensor(const Shape& shape, const std::vector<bool>& values);

}  // namespace touchstone::onnx_reading
