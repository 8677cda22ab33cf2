#include "folding.h"

#include <algorithm>
#include <string>
#include <vector>

#include "index_range.h"
#include "touchstone/number/integer64.h"
#include "touchstone/op/definitions.h"
#include "touchstone/op/memory_domain.h"

namespace touchstone {

namespace {

struct IntegerDomain : MemoryDomain<Integer64> {
  [[nodiscard]] Integer64 constant(float value) const {
    return {static_cast<std::int64_t>(value), true};
  }
};

std::vector<Integer64> scalars(const Tensor& tensor) {
  std::vector<Integer64> out;
  out.reserve(tensor.integers().size());
  for (const std::int64_t value : tensor.integers()) out.push_back({value, true});
  return out;
}

}  // namespace

Result<Tensor> fold(Op op, const Attributes& attributes, std::span<const Tensor> operands) {
  const Operation& meaning = operation(op);
  std::vector<TensorType> types;
  for (const Tensor& operand : operands) types.push_back(operand.type());
  const auto type = infer(meaning, attributes, types);
  if (!type) return type.error();
  for (const Tensor& operand : operands) {
    if (operand.type().element != ElementType::int64) {
      return unavailable({}, "only int64 tensors are computed while reading");
    }
  }
  if (meaning.reads_indices()) {
    if (auto fault = index_fault(attributes, operands[0].shape(), operands[1])) return *fault;
  }

  std::vector<std::vector<Integer64>> storage;
  storage.reserve(operands.size());
  Operands<IntegerDomain> x;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (meaning.operand(i).kind == OperandKind::index) {
      x.indices.emplace_back(operands[i].shape(), operands[i].integers().data());
      continue;
    }
    storage.push_back(scalars(operands[i]));
    x.values.emplace_back(operands[i].shape(), storage.back().data());
  }
  std::vector<Integer64> result(static_cast<std::size_t>(type->shape.element_count()));
  const View<Integer64> out(type->shape, result.data());
  if (!op::define_over_ring<IntegerDomain>(op, attributes, Part{}, x, out)) {
    return unavailable({}, std::string(meaning.name) + " has no meaning at int64");
  }
  std::vector<std::int64_t> values;
  for (const Integer64& scalar : result) {
    if (!scalar.exact) return unreadable({}, "shape arithmetic overflows 64 bits");
    values.push_back(scalar.value);
  }
  return Tensor::of(type->shape, values);
}

}  // namespace touchstone
