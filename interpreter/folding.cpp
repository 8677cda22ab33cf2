#include "folding.h"

#include <algorithm>
#include <string>
#include <vector>

#include "index_range.h"
#include "touchstone/number/integer64.h"
#include "touchstone/number/truth.h"
#include "touchstone/op/elementwise.h"
#include "touchstone/op/indexing.h"
#include "touchstone/op/memory_domain.h"
#include "touchstone/op/movement.h"
#include "touchstone/op/unary.h"

namespace touchstone {

namespace {

struct IntegerDomain : MemoryDomain<Integer64, Truth> {
  [[nodiscard]] Integer64 constant(float value) const {
    return {static_cast<std::int64_t>(value), true};
  }
  [[nodiscard]] Truth truth(bool value) const { return {value}; }
};

std::vector<Integer64> scalars(const Tensor& tensor) {
  std::vector<Integer64> out;
  out.reserve(tensor.integers().size());
  for (const std::int64_t value : tensor.integers()) out.push_back({value, true});
  return out;
}

/// The definitions that need a ring alone. Returns whether `op` is one of them.
bool define_at_integers(Op op, const Attributes& attributes, const Operands<IntegerDomain>& x,
                        const View<Integer64>& out) {
  const IntegerDomain domain;
  const Use<IntegerDomain> use{domain, attributes, Part{}, x};
  switch (op) {
    case Op::add: Definition<Op::add>::forward(use, out); return true;
    case Op::broadcast: Definition<Op::broadcast>::forward(use, out); return true;
    case Op::concat: Definition<Op::concat>::forward(use, out); return true;
    case Op::flatten: Definition<Op::flatten>::forward(use, out); return true;
    case Op::gather: Definition<Op::gather>::forward(use, out); return true;
    case Op::mul: Definition<Op::mul>::forward(use, out); return true;
    case Op::neg: Definition<Op::neg>::forward(use, out); return true;
    case Op::permute: Definition<Op::permute>::forward(use, out); return true;
    case Op::reshape: Definition<Op::reshape>::forward(use, out); return true;
    case Op::slice: Definition<Op::slice>::forward(use, out); return true;
    case Op::sub: Definition<Op::sub>::forward(use, out); return true;
    default: return false;
  }
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
  if (!define_at_integers(op, attributes, x, View<Integer64>(type->shape, result.data()))) {
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
