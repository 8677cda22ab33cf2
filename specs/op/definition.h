#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "attributes.h"
#include "domain.h"
#include "index_space.h"
#include "vocabulary.h"

namespace touchstone {

/// The operands of one operation, in order, split by element type. An optional operand that is
/// absent leaves its list shorter.
template <Domain D>
struct Operands {
  std::vector<typename D::In> values;
  std::vector<typename D::IndexIn> indices;
  std::vector<typename D::MaskIn> masks;

  [[nodiscard]] const typename D::In* value_if(std::size_t i) const {
    return i < values.size() ? &values[i] : nullptr;
  }
  [[nodiscard]] const typename D::MaskIn* mask_if(std::size_t i) const {
    return i < masks.size() ? &masks[i] : nullptr;
  }
};

/// One use of a definition: where it is read, at which attributes, which part of it, on what.
template <Domain D>
struct Use {
  const D& d;
  const Attributes& attributes;
  Part part;
  const Operands<D>& x;

  [[nodiscard]] const typename D::In& value(std::size_t i) const { return x.values[i]; }
  [[nodiscard]] const Shape& shape(std::size_t i) const { return x.values[i].shape(); }
};

/// What a vector-Jacobian product reads besides the operands. Its result has the shape of the
/// operand that it is about.
template <Domain D>
struct Cotangent {
  std::size_t value = 0;     ///< number of that operand among the value operands
  typename D::In result;     ///< what the operation gave
  typename D::In cotangent;  ///< gradient of a scalar by the result, of the result's shape
};

/// The definition of one operation, as static member templates over the domain:
///   forward(const Use<D>&, const D::Out&)                      (D::MaskOut where it gives a mask)
///   vjp(const Use<D>&, const Cotangent<D>&, const D::Out&)     where it is differentiable
/// Attributes are complete and shapes those that `infer` accepts and gives. Every element of the
/// result is written exactly once, in disjoint shares by disjoint parts.
template <Op op>
struct Definition;

/// The result of one reading.
template <Domain D>
using Target = std::variant<typename D::Out, typename D::MaskOut>;

}  // namespace touchstone
