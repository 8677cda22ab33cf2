#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <variant>
#include <vector>

#include "touchstone/number/binary32.h"
#include "touchstone/op/memory_domain.h"
#include "touchstone/op/vocabulary.h"
#include "touchstone/reference/kernels.h"

/// Definitions read at binary32 for small tests: operands and results as lists.
namespace touchstone::evaluation {

using Scalar32 = Binary32<ExactFma>;

/// For what tests sum themselves.
struct Binary32Domain : MemoryDomain<Scalar32, Truth> {
  [[nodiscard]] Scalar32 constant(float value) const { return {value}; }
  [[nodiscard]] Truth truth(bool value) const { return {value}; }
};

using Floats = std::vector<float>;
using Ints = std::vector<std::int64_t>;
using Masks = std::vector<bool>;

/// One operand: extents and the elements, row-major.
struct Operand {
  std::vector<std::int64_t> extents;
  std::variant<Floats, Ints, Masks> elements;

  [[nodiscard]] TensorType type() const {
    static constexpr ElementType types[] = {ElementType::float32, ElementType::int64,
                                            ElementType::boolean};
    return {types[elements.index()], shape()};
  }
  [[nodiscard]] Shape shape() const {
    return Shape::of(Index(std::span<const std::int64_t>(extents)));
  }
};

inline std::vector<TensorType> types_of(const std::vector<Operand>& operands) {
  std::vector<TensorType> out;
  for (const Operand& operand : operands) out.push_back(operand.type());
  return out;
}

/// The result's type. Throws where the shape rule refuses.
inline TensorType inferred(Op op, const Attributes& attributes,
                           const std::vector<Operand>& operands) {
  const auto type = infer(operation(op), attributes, types_of(operands));
  if (!type) throw std::invalid_argument(type.error().text());
  return *type;
}

namespace detail {

/// What a kernel reads, and the memory it lies in.
struct Memory {
  std::vector<std::unique_ptr<Truth[]>> masks;
  std::vector<KernelOperand> operands;

  explicit Memory(const std::vector<Operand>& given) {
    for (const Operand& operand : given) {
      const TensorType type = operand.type();
      if (const auto* floats = std::get_if<Floats>(&operand.elements)) {
        check(type.shape, floats->size());
        operands.push_back({type, floats->data()});
      } else if (const auto* ints = std::get_if<Ints>(&operand.elements)) {
        check(type.shape, ints->size());
        operands.push_back({type, ints->data()});
      } else {
        const Masks& statements = std::get<Masks>(operand.elements);
        check(type.shape, statements.size());
        auto& kept = masks.emplace_back(std::make_unique<Truth[]>(statements.size()));
        for (std::size_t i = 0; i < statements.size(); ++i) kept[i] = {statements[i]};
        operands.push_back({type, kept.get()});
      }
    }
  }

 private:
  static void check(const Shape& shape, std::size_t count) {
    if (shape.element_count() != static_cast<std::int64_t>(count)) {
      throw std::invalid_argument("a test's operand has " + std::to_string(count) +
                                  " elements at shape " + shape.text());
    }
  }
};

/// What one pass gives, in `workers` shares, by the kernels with the exact fma; statements as 0
/// and 1.
inline Floats run(Op op, const Attributes& attributes, Pass pass,
                  const std::vector<Operand>& operands, const TensorType& result,
                  std::int64_t workers) {
  const Memory memory(operands);
  const auto count = static_cast<std::size_t>(result.shape.element_count());
  Floats values(count, -12345.0F);
  const auto truths = std::make_unique<Truth[]>(count);
  const bool gives_mask = result.element == ElementType::boolean;
  void* const data =
      gives_mask ? static_cast<void*>(truths.get()) : static_cast<void*>(values.data());
  const Kernel kernel = runnable_kernels().back().kernel(op);
  for (std::int64_t worker = 0; worker < workers; ++worker) {
    kernel(attributes, pass, Part{worker, workers}, memory.operands, {result, data});
  }
  if (!gives_mask) return values;
  Floats out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(truths[i].value ? 1.0F : 0.0F);
  return out;
}

}  // namespace detail

/// The operation's result; statements as 0 and 1. Attributes may be partial.
inline Floats forward(Op op, const Attributes& given, const std::vector<Operand>& operands,
                      std::int64_t workers = 1) {
  const auto attributes = complete(operation(op), given);
  if (!attributes) throw std::invalid_argument(attributes.error().text());
  return detail::run(op, *attributes, Pass::forward(), operands,
                     inferred(op, *attributes, operands), workers);
}

/// The gradient of value operand number `value`, given that of the result, which is computed first.
inline Floats vjp(Op op, const Attributes& given, const std::vector<Operand>& operands,
                  std::size_t value, const Floats& cotangent, std::int64_t workers = 1) {
  const auto attributes = complete(operation(op), given);
  if (!attributes) throw std::invalid_argument(attributes.error().text());
  const TensorType result = inferred(op, *attributes, operands);
  const std::vector<std::int64_t> extents(result.shape.extents().entries().begin(),
                                          result.shape.extents().entries().end());
  std::vector<Operand> all = operands;
  all.push_back({extents, forward(op, *attributes, operands)});
  all.push_back({extents, cotangent});
  const Pass pass = Pass::vjp(value);
  const TensorType own = touchstone::types_of(pass, types_of(operands), result).result;
  return detail::run(op, *attributes, pass, all, own, workers);
}

}  // namespace touchstone::evaluation
