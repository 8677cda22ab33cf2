#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attributes.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// The version of all meanings together. Changing any definition makes a new one.
inline constexpr int semantics_version = 1;

/// The closed vocabulary. The order is alphabetical and carries no meaning.
enum class Op : std::uint8_t {
  add,
  batch_norm,
  broadcast,
  concat,
  conv,
  flatten,
  gather,
  linear,
  matmul,
  mul,
  permute,
  reduce_mean,
  relu,
  reshape,
  slice,
  softmax,
  sub,
};

inline constexpr std::size_t op_count = static_cast<std::size_t>(Op::sub) + 1;

/// One attribute of an operation: its name, its type (that of `fallback`), and its default. A
/// required attribute has no usable default; its `fallback` only gives the type.
struct AttributeSpec {
  std::string_view name;
  AttributeValue fallback;
  bool required = false;
  std::string_view meaning;
};

/// Which element types an operand may have.
enum class OperandKind : std::uint8_t {
  value,  ///< float32 in a model; int64 too where shape arithmetic is folded
  index,  ///< int64
};

struct OperandSpec {
  std::string_view name;
  OperandKind kind = OperandKind::value;
};

/// The smallest operand shapes that exercise one operation at one choice of attributes, with the
/// attributes to read them at: those given, clipped where a large one would force large shapes.
struct ClassInstance {
  Attributes attributes;
  std::vector<TensorType> operands;
};

/// One word of the vocabulary, as data.
struct Operation {
  Op op{};
  std::string_view name;
  std::string_view formula;           ///< one line, in the order of evaluation
  std::vector<OperandSpec> operands;  ///< when `variadic`, the last one repeats
  std::size_t min_operands = 0;
  bool variadic = false;
  std::vector<AttributeSpec> attributes;
  bool differentiable = true;
  /// Element type of the result is that of the first value operand.
  /// Errors name the operand or attribute at fault; see each rule in shape_rules.cpp.
  Result<Shape> (*shape_rule)(const Attributes&, std::span<const Shape>) = nullptr;
  std::vector<ClassInstance> (*class_instances)(const Attributes&) = nullptr;

  [[nodiscard]] const OperandSpec& operand(std::size_t position) const;
  /// Whether it has an operand of indices. Each of their values must lie in [−n, n), n the length
  /// of the indexed axis ("axis") of the first operand: a precondition that shapes cannot express,
  /// and that execution checks.
  [[nodiscard]] bool reads_indices() const;
};

/// All operations, in the order of `Op`.
[[nodiscard]] std::span<const Operation> vocabulary();
[[nodiscard]] const Operation& operation(Op op);
[[nodiscard]] const Operation* find_operation(std::string_view name);

/// Up to three names of the vocabulary closest to `name` (edit distance), nearest first.
[[nodiscard]] std::vector<std::string_view> nearest_operations(std::string_view name);

/// Attributes with every default filled in. Errors (unreadable): an unknown attribute, a missing
/// required one, a value of another type, a float that is not finite.
[[nodiscard]] Result<Attributes> complete(const Operation& operation, const Attributes& given);

/// The type of the result at operands of these types. Checks arity and element types, then applies
/// the shape rule. `attributes` must be complete.
[[nodiscard]] Result<TensorType> infer(const Operation& operation, const Attributes& attributes,
                                       std::span<const TensorType> operands);

}  // namespace touchstone
