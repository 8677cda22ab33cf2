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
  abs,
  add,
  avg_pool,
  batch_norm,
  bernoulli_mask,
  broadcast,
  clamp,
  concat,
  conv,
  conv_transpose,
  cos,
  cross_entropy_loss,
  div,
  embedding,
  equal,
  erf,
  exp,
  flash_attention,
  flatten,
  gather,
  gelu,
  greater,
  greater_equal,
  hard_masked_softmax,
  inv,
  irfft,
  layer_norm,
  less,
  less_equal,
  linear,
  log,
  log_softmax,
  matmul,
  max,
  max_pool,
  min,
  mse_loss,
  mul,
  neg,
  pad,
  permute,
  pow,
  rand_uniform,
  reduce_max,
  reduce_mean,
  reduce_sum,
  relu,
  reshape,
  rfft,
  rms_norm,
  rsqrt,
  safe_log,
  scale,
  scaled_dot_product_attention,
  scatter_add,
  selective_scan,
  sigmoid,
  silu,
  sin,
  slice,
  smooth_max_pool,
  softmax,
  softplus,
  spectral_conv,
  sqrt,
  sub,
  tanh,
  where,
};

inline constexpr std::size_t op_count = static_cast<std::size_t>(Op::where) + 1;

/// Which function of an operation is meant: the operation itself, or its vector-Jacobian product
/// (vjp) with respect to one operand, counted among those that hold values.
class Pass {
 public:
  [[nodiscard]] static constexpr Pass forward() { return Pass(-1); }
  [[nodiscard]] static constexpr Pass vjp(std::size_t value) {
    return Pass(static_cast<std::int64_t>(value));
  }

  [[nodiscard]] constexpr bool is_forward() const { return value_ < 0; }
  /// Requires a vjp pass.
  [[nodiscard]] constexpr std::size_t value() const { return static_cast<std::size_t>(value_); }
  auto operator<=>(const Pass&) const = default;

 private:
  explicit constexpr Pass(std::int64_t value) : value_(value) {}
  std::int64_t value_;
};

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
  value,    ///< float32 in a model; int64 too where shape arithmetic is folded
  index,    ///< int64, each in [−n, n), n the length of the indexed axis of the first operand
  counter,  ///< int64, any
  mask,     ///< boolean
  value_or_mask,  ///< float32 or boolean
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

/// How much reading one definition takes, foreseen from shapes alone, so that a budget can be kept
/// before anything is enumerated or allocated.
struct Work {
  std::int64_t accesses = 0;  ///< reads and writes of elements, within a factor of four
  std::int64_t row = 0;       ///< most elements that are held at once to be summed or normalised
  std::int64_t vjp_row = 0;   ///< the same in its vjps, where that is more
};

using Shapes = std::span<const Shape>;

/// One word of the vocabulary, as data. `<family>_words.cpp` lists those of one family.
struct Operation {
  Op op{};
  std::string_view name;
  std::string_view formula;                ///< one line, in the order of evaluation
  std::vector<OperandSpec> operands = {};  ///< when `variadic`, the last one repeats
  std::size_t min_operands = 0;
  bool variadic = false;
  std::vector<AttributeSpec> attributes = {};
  bool differentiable = true;
  bool uses_turns = false;  ///< whether it holds rounded cosines and sines of rational turns
  bool gives_mask = false;  ///< otherwise the result holds values
  /// The result's shape. The number and element types of operands are right and the attributes are
  /// complete. Refuses, as unreadable, every shape at which the definition would read outside an
  /// operand or have no meaning, and names the operand or attribute at fault.
  Result<Shape> (*shape_rule)(const Attributes&, Shapes) = nullptr;
  /// The class shapes (class_shapes.h).
  std::vector<ClassInstance> (*class_instances)(const Attributes&) = nullptr;
  /// Class shapes for gradients alone: those at which only a gradient sums many terms. Absent where
  /// there are none.
  std::vector<ClassInstance> (*more_gradient_instances)(const Attributes&) = nullptr;
  /// Work of the forward pass; absent where each result element reads each operand at most once.
  /// Nothing where a number does not fit in 63 bits.
  std::optional<Work> (*work)(const Attributes&, Shapes operands, const Shape& result) = nullptr;

  [[nodiscard]] const OperandSpec& operand(std::size_t position) const;
  /// Whether it has an operand of indices, a precondition that shapes cannot express and that
  /// execution checks.
  [[nodiscard]] bool reads_indices() const;
};

/// The class shapes at which an operation's gradients are read.
[[nodiscard]] std::vector<ClassInstance> gradient_instances(const Operation& operation,
                                                            const Attributes& attributes);

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

/// The gradients an operation has at operands of these types: one pass for each value operand of a
/// differentiable operation, in order.
[[nodiscard]] std::vector<Pass> vjp_passes(const Operation& operation,
                                           std::span<const TensorType> operands);

/// Position, among all operands, of the one that a vjp pass is about.
[[nodiscard]] std::size_t position_of(Pass pass, std::span<const TensorType> operands);

/// What a kernel of this pass reads, in order, and what it gives. Forward: the operands and the
/// result. A vjp: the operands, the result and the cotangent, giving a gradient of the operand's
/// type.
struct PassTypes {
  std::vector<TensorType> operands;
  TensorType result;
};
[[nodiscard]] PassTypes types_of(Pass pass, std::span<const TensorType> operands,
                                 const TensorType& result);

}  // namespace touchstone
