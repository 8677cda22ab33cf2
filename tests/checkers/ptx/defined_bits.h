#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "touchstone/number/binary32.h"
#include "touchstone/number/turns.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/memory_domain.h"
#include "touchstone/ptx/launch.h"
#include "touchstone/ptx/prover.h"
#include "touchstone/ptx/sample_inputs.h"

/// The definition of an operation read at numbers, and the buffers of a kernel that computes it.
namespace touchstone::ptx {

using Number = Binary32<ExactFma>;

struct NumberDomain : MemoryDomain<Number, Truth> {
  [[nodiscard]] static Number constant(float value) { return {value}; }
  [[nodiscard]] static Truth truth(bool value) { return {value}; }
  [[nodiscard]] static Number turn_cosine(std::int64_t k, std::int64_t n) {
    return {touchstone::turn_cosine(k, n)};
  }
  [[nodiscard]] static Number turn_sine(std::int64_t k, std::int64_t n) {
    return {touchstone::turn_sine(k, n)};
  }
};

inline std::size_t count_of(const TensorType& type) {
  return static_cast<std::size_t>(type.shape.element_count());
}

/// The result of the definition, every NaN as 0x7FC00000.
inline std::vector<std::uint32_t> defined_bits(const Meant& meant, const InputValues& inputs) {
  std::vector<std::vector<Number>> values;
  for (const std::vector<std::uint32_t>& operand : inputs) {
    std::vector<Number>& to = values.emplace_back();
    for (const std::uint32_t bits : operand) to.push_back({std::bit_cast<float>(bits)});
  }
  Operands<NumberDomain> x;
  for (std::size_t i = 0; i < values.size(); ++i) {
    x.values.emplace_back(meant.operands[i].shape, values[i].data());
  }
  std::vector<Number> result(count_of(meant.result));
  const Target<NumberDomain> target = View<Number>(meant.result.shape, result.data());
  define(NumberDomain{}, meant.op, meant.attributes, Pass::forward(), touchstone::Part{}, x,
         target);
  std::vector<std::uint32_t> out;
  for (const Number& number : result) out.push_back(touchstone::canonical_bits(number.value));
  return out;
}

/// The operands, as input terms, and the result.
inline std::vector<Buffer> buffers_of(const Meant& meant) {
  std::vector<Buffer> out;
  for (std::size_t i = 0; i <= meant.operands.size(); ++i) {
    const bool is_result = i == meant.operands.size();
    Buffer buffer;
    buffer.name = is_result ? "result" : "operand";
    buffer.bytes = 4 * count_of(is_result ? meant.result : meant.operands[i]);
    buffer.writable = is_result;
    if (!is_result) buffer.symbol = static_cast<std::uint32_t>(i);
    out.push_back(buffer);
  }
  return out;
}

}  // namespace touchstone::ptx
