#include "self_check.h"

#include <array>
#include <bit>
#include <cstdio>
#include <vector>

#include "integer_evaluator.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/environment.h"
#include "vectors.h"

namespace touchstone {

namespace {

std::string hex(std::uint32_t bits) {
  std::array<char, 11> text{};
  std::snprintf(text.data(), text.size(), "0x%08x", bits);
  return text.data();
}

/// The result of the compiled kernel, as canonical bits.
std::vector<std::uint32_t> compiled(const KernelSet& kernels, Op op, const SymbolicReading& reading,
                                    std::span<const std::span<const std::uint32_t>> inputs) {
  std::vector<std::vector<float>> floats(inputs.size());
  std::vector<KernelOperand> operands;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const std::uint32_t bits : inputs[i]) floats[i].push_back(std::bit_cast<float>(bits));
    const void* data = reading.instance.operands[i].element == ElementType::int64
                           ? static_cast<const void*>(reading.index_operands[i].data())
                           : static_cast<const void*>(floats[i].data());
    operands.push_back({reading.instance.operands[i].shape, data});
  }
  std::vector<float> result(reading.outputs.size());
  kernels.kernel(op)(reading.instance.attributes, Part{}, operands,
                     {reading.result.shape, result.data()});
  std::vector<std::uint32_t> bits;
  for (const float x : result) bits.push_back(canonical_bits(x));
  return bits;
}

std::string describe(const SymbolicReading& reading,
                     std::span<const std::span<const std::uint32_t>> inputs, std::size_t element,
                     std::uint32_t expected, std::uint32_t got) {
  std::string out = "element " + std::to_string(element) + " is " + hex(got) + ", the definition " +
                    "gives " + hex(expected) + ", for operands";
  constexpr std::size_t shown = 8;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    out += " " + reading.instance.operands[i].shape.text() + " (";
    for (std::size_t j = 0; j < inputs[i].size() && j < shown; ++j) {
      out += (j > 0 ? " " : "") + hex(inputs[i][j]);
    }
    out += inputs[i].size() > shown ? " …)" : ")";
  }
  return out;
}

void check_vector(const KernelSet& kernels, Op op, const SymbolicReading& reading,
                  std::span<const std::span<const std::uint32_t>> inputs, SelfCheckResult& report) {
  const auto terms = evaluate_terms(reading.arena, inputs);
  const auto got = compiled(kernels, op, reading, inputs);
  ++report.vectors;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::uint32_t expected = terms[reading.outputs[i]];
    if (canonical_bits(std::bit_cast<float>(expected)) == got[i]) continue;
    if (report.first_mismatch.empty()) {
      report.first_mismatch = describe(reading, inputs, i, expected, got[i]);
    }
    return;
  }
  ++report.equal;
}

}  // namespace

SelfCheckResult self_check(const KernelSet& kernels, Op op, const Attributes& attributes,
                           std::span<const SymbolicReading> readings) {
  const FloatEnvironment environment;
  SelfCheckResult report{op, attributes, 0, 0, {}};
  for (const SymbolicReading& reading : readings) {
    const VectorSet vectors(reading);
    std::vector<std::span<const std::uint32_t>> inputs(reading.instance.operands.size());
    for (std::size_t n = 0; n < vectors.count(); ++n) {
      for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = vectors.operand(n, i);
      check_vector(kernels, op, reading, inputs, report);
    }
  }
  return report;
}

}  // namespace touchstone
