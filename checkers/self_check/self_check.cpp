#include "self_check.h"

#include <array>
#include <bit>
#include <cstdio>
#include <vector>

#include "integer_evaluator.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/environment.h"
#include "touchstone/number/truth.h"
#include "touchstone/op/philox.h"
#include "vectors.h"

namespace touchstone {

namespace {

std::string hex(std::uint32_t bits) {
  std::array<char, 11> text{};
  std::snprintf(text.data(), text.size(), "0x%08x", bits);
  return text.data();
}

/// Memory for one operand or result, filled from and read as the bits that terms have: those of a
/// number, or 0 or 1 for a statement.
class Buffer {
 public:
  Buffer(const TensorType& type, std::size_t count) : type_(type) {
    if (type.element == ElementType::boolean) {
      statements_.resize(count);
    } else {
      numbers_.resize(count);
    }
  }

  void fill(std::span<const std::uint32_t> bits) {
    for (std::size_t i = 0; i < statements_.size(); ++i) statements_[i].value = bits[i] != 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = std::bit_cast<float>(bits[i]);
  }
  [[nodiscard]] void* data() {
    if (type_.element == ElementType::boolean) return statements_.data();
    return numbers_.data();
  }
  [[nodiscard]] std::uint32_t bits(std::size_t i) const {
    if (type_.element == ElementType::boolean) return statements_[i].value ? 1 : 0;
    return canonical_bits(numbers_[i]);
  }

 private:
  TensorType type_;
  std::vector<float> numbers_;
  std::vector<Truth> statements_;
};

/// The result of the compiled kernel, as canonical bits.
std::vector<std::uint32_t> compiled(const KernelSet& kernels, Op op, const SymbolicReading& reading,
                                    std::span<const std::span<const std::uint32_t>> inputs) {
  std::vector<Buffer> buffers;
  buffers.reserve(inputs.size());
  std::vector<KernelOperand> operands;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const TensorType& type = reading.types.operands[i];
    const void* data = reading.index_operands[i].data();
    if (type.element != ElementType::int64) {
      buffers.emplace_back(type, inputs[i].size());
      buffers.back().fill(inputs[i]);
      data = buffers.back().data();
    }
    operands.push_back({type, data});
  }
  Buffer result(reading.types.result, reading.outputs.size());
  kernels.kernel(op)(reading.instance.attributes, reading.pass, Part{}, operands,
                     {reading.types.result, result.data()});
  std::vector<std::uint32_t> bits;
  for (std::size_t i = 0; i < reading.outputs.size(); ++i) bits.push_back(result.bits(i));
  return bits;
}

std::string describe(const SymbolicReading& reading,
                     std::span<const std::span<const std::uint32_t>> inputs, std::size_t element,
                     std::uint32_t expected, std::uint32_t got) {
  std::string out = "element " + std::to_string(element) + " is " + hex(got) + ", the definition " +
                    "gives " + hex(expected) + ", for operands";
  constexpr std::size_t shown = 8;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    out += " " + reading.types.operands[i].shape.text() + " (";
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
    const bool statement = reading.types.result.element == ElementType::boolean;
    const std::uint32_t canonical =
        statement ? expected : canonical_bits(std::bit_cast<float>(expected));
    if (canonical == got[i]) continue;
    if (report.first_mismatch.empty()) {
      report.first_mismatch = describe(reading, inputs, i, expected, got[i]);
    }
    return;
  }
  ++report.equal;
}

/// Terms hold random numbers as constants, so both readings draw them by the same code. What judges
/// that code here are the known answers of Random123 1.14, kat_vectors, philox4x32-10.
void check_random_source(SelfCheckResult& report) {
  struct Answer {
    std::array<std::uint32_t, 4> counter;
    std::array<std::uint32_t, 2> key;
    std::array<std::uint32_t, 4> words;
  };
  static constexpr std::uint32_t ones = 0xFFFFFFFF;
  static constexpr std::array<Answer, 3> known{
      {{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
       {{ones, ones, ones, ones}, {ones, ones}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
       {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
        {0xa4093822, 0x299f31d0},
        {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}}};
  for (const Answer& answer : known) {
    ++report.vectors;
    if (philox::words(answer.counter, answer.key) == answer.words) {
      ++report.equal;
    } else if (report.first_mismatch.empty()) {
      report.first_mismatch = "Philox4x32-10 does not give a known answer";
    }
  }
}

}  // namespace

SelfCheckResult self_check(const KernelSet& kernels, Op op, const Attributes& attributes,
                           std::span<const SymbolicReading> readings) {
  const FloatEnvironment environment;
  SelfCheckResult report{op, attributes, Contract::value, 0, 0, {}};
  const bool random = op == Op::rand_uniform || op == Op::bernoulli_mask;
  if (random && !readings.empty()) check_random_source(report);
  for (const SymbolicReading& reading : readings) {
    const VectorSet vectors(reading);
    std::vector<std::span<const std::uint32_t>> inputs(reading.types.operands.size());
    for (std::size_t n = 0; n < vectors.count(); ++n) {
      for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = vectors.operand(n, i);
      check_vector(kernels, op, reading, inputs, report);
    }
  }
  return report;
}

}  // namespace touchstone
