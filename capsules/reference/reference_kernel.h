#pragma once

#include <array>
#include <utility>

#include "kernels.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/truth.h"
#include "touchstone/number/turns.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/memory_domain.h"

/// The binary32 readings of all definitions. Each kind of fma has a source file of its own.
namespace touchstone {

template <class Fma>
struct Binary32Domain : MemoryDomain<Binary32<Fma>, Truth> {
  [[nodiscard]] Binary32<Fma> constant(float value) const { return {value}; }
  [[nodiscard]] Truth truth(bool value) const { return {value}; }
  [[nodiscard]] Binary32<Fma> turn_cosine(std::int64_t k, std::int64_t n) const {
    return {touchstone::turn_cosine(k, n)};
  }
  [[nodiscard]] Binary32<Fma> turn_sine(std::int64_t k, std::int64_t n) const {
    return {touchstone::turn_sine(k, n)};
  }
};

/// The definition of `op` at binary32, over the given buffers.
template <Op op, class Fma>
void reference_kernel(const Attributes& attributes, Pass pass, Part part,
                      std::span<const KernelOperand> operands, KernelResult result) {
  using Domain = Binary32Domain<Fma>;
  using Scalar = Binary32<Fma>;
  Operands<Domain> x;
  for (const KernelOperand& operand : operands) {
    const Shape& shape = operand.type.shape;
    switch (operand.type.element) {
      case ElementType::float32:
        x.values.emplace_back(shape, static_cast<const Scalar*>(operand.data));
        break;
      case ElementType::int64:
        x.indices.emplace_back(shape, static_cast<const std::int64_t*>(operand.data));
        break;
      case ElementType::boolean:
        x.masks.emplace_back(shape, static_cast<const Truth*>(operand.data));
        break;
    }
  }
  Target<Domain> out = View<Scalar>(result.type.shape, static_cast<Scalar*>(result.data));
  if (result.type.element == ElementType::boolean) {
    out = View<Truth>(result.type.shape, static_cast<Truth*>(result.data));
  }
  define<op>(Domain{}, attributes, pass, part, x, out);
}

template <class Fma, std::size_t... ops>
std::span<const Kernel> kernels_of(std::index_sequence<ops...>) {
  static constexpr std::array<Kernel, sizeof...(ops)> kernels{
      &reference_kernel<static_cast<Op>(ops), Fma>...};
  return kernels;
}

}  // namespace touchstone
