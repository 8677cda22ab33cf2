#include "class_results.h"

#include <bit>
#include <vector>

#include "touchstone/op/class_shapes.h"
#include "touchstone/op/geometry.h"
#include "touchstone/reference/execution.h"

namespace touchstone {

std::vector<float> seeded(std::int64_t count, std::uint32_t seed) {
  static constexpr std::uint32_t special[] = {0x80000000, 1,          0x807FFFFF, 0x7F800000,
                                              0xFF800000, 0x7FC00000, 0x7F7FFFFF, 0};
  std::vector<float> out;
  std::uint32_t state = seed;
  for (std::int64_t i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    const std::uint32_t exponent = 118U + (state >> 4U) % 18U;
    const std::uint32_t bits = (state & 0x807FFFFFU) | (exponent << 23U);
    out.push_back(std::bit_cast<float>(state % 97U == 0 ? special[(state >> 8U) % 8U] : bits));
  }
  return out;
}

namespace {

Tensor integers(const ClassInstance& instance, const Shape& shape) {
  std::vector<std::int64_t> out;
  for (std::int64_t j = 0; j < shape.element_count(); ++j) {
    const bool counter = instance.operands[0].element == ElementType::int64;
    const Shape& x = instance.operands[0].shape;
    out.push_back(counter ? 1
                          : class_shapes::index_value(j, x[indexed_axis(instance.attributes, x)]));
  }
  return Tensor::of(shape, out);
}

Tensor booleans(const Shape& shape, std::uint32_t seed) {
  std::vector<std::byte> bytes;
  for (const float x : seeded(shape.element_count(), seed)) {
    bytes.push_back(static_cast<std::byte>(x > 0 ? 1 : 0));
  }
  return *Tensor::create({ElementType::boolean, shape}, std::move(bytes));
}

std::vector<Tensor> operands_of(const ClassInstance& instance, const PassTypes& types) {
  std::vector<Tensor> out;
  for (const TensorType& type : types.operands) {
    const auto seed = static_cast<std::uint32_t>(91 + out.size());
    switch (type.element) {
      case ElementType::float32:
        out.push_back(Tensor::of(type.shape, seeded(type.shape.element_count(), seed)));
        break;
      case ElementType::int64: out.push_back(integers(instance, type.shape)); break;
      case ElementType::boolean: out.push_back(booleans(type.shape, seed)); break;
    }
  }
  return out;
}

}  // namespace

std::string class_results_digest(const Operation& operation, const Attributes& attributes,
                                 unsigned threads) {
  std::string digest;
  for (const KernelSet& kernels : runnable_kernels()) {
    Sha256 hash;
    for (const ClassInstance& instance : gradient_instances(operation, attributes)) {
      const TensorType result = *infer(operation, instance.attributes, instance.operands);
      std::vector<Pass> passes = vjp_passes(operation, instance.operands);
      passes.push_back(Pass::forward());
      for (const Pass pass : passes) {
        const PassTypes types = types_of(pass, instance.operands, result);
        const Tensor value = *execute(kernels, operation.op, instance.attributes, pass,
                                      types.result, operands_of(instance, types), threads);
        hash.text(digest_of(value).hex());
      }
    }
    const std::string hex = hash.finish().hex();
    if (!digest.empty() && digest != hex) return "kernel sets differ";
    digest = hex;
  }
  return digest;
}

}  // namespace touchstone
