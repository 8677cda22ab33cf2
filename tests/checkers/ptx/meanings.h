#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "touchstone/ptx/prover.h"

namespace touchstone::ptx {

inline TensorType floats(std::initializer_list<std::int64_t> extents) {
  return {ElementType::float32, Shape::of(extents)};
}

inline Meant meant_of(Op op, std::vector<TensorType> operands, const Attributes& attributes = {}) {
  Meant out;
  out.op = op;
  out.attributes = *complete(operation(op), attributes);
  out.result = *infer(operation(op), out.attributes, operands);
  out.operands = std::move(operands);
  return out;
}

}  // namespace touchstone::ptx
