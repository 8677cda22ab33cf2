#pragma once

#include <array>
#include <stdexcept>
#include <utility>

#include "attention.h"
#include "comparison.h"
#include "convolution.h"
#include "definition.h"
#include "elementwise.h"
#include "flash_attention.h"
#include "fourier.h"
#include "functions.h"
#include "indexing.h"
#include "losses.h"
#include "movement.h"
#include "normalization.h"
#include "pooling.h"
#include "products.h"
#include "random.h"
#include "reduction.h"
#include "scan.h"
#include "softmax.h"
#include "spectral_conv.h"
#include "unary.h"

namespace touchstone {

/// Carries out this part of one pass of the definition of `op` in the domain `d`. The operands of a
/// vjp pass are the operation's own, then its result, then the cotangent (`types_of`).
template <Op op, Domain D>
void define(const D& d, const Attributes& attributes, Pass pass, Part part, const Operands<D>& x,
            const Target<D>& out) {
  using Meaning = Definition<op>;
  // Nothing is to be written, however many empty rows there are to go through.
  if (std::visit([](const auto& result) { return result.shape().element_count() == 0; }, out)) {
    return;
  }
  if (pass.is_forward()) {
    const Use<D> use{d, attributes, part, x};
    return std::visit(
        [&](const auto& result) {
          if constexpr (requires { Meaning::forward(use, result); }) {
            Meaning::forward(use, result);
          } else {
            throw std::logic_error("a result of the wrong kind");
          }
        },
        out);
  }
  if constexpr (requires(const Use<D>& use, const Cotangent<D>& by) {
                  Meaning::vjp(use, by, std::get<0>(out));
                }) {
    Operands<D> own = x;
    own.values.erase(own.values.end() - 2, own.values.end());
    const std::size_t last = x.values.size() - 1;
    const Cotangent<D> by{pass.value(), x.values[last - 1], x.values[last]};
    Meaning::vjp(Use<D>{d, attributes, part, own}, by, std::get<0>(out));
  } else {
    throw std::logic_error("an operation without a gradient");
  }
}

namespace op {

template <Domain D>
using Reader = void (*)(const D&, const Attributes&, Pass, Part, const Operands<D>&,
                        const Target<D>&);

template <Domain D, std::size_t... ops>
constexpr std::array<Reader<D>, sizeof...(ops)> readers(std::index_sequence<ops...>) {
  return {&define<static_cast<Op>(ops), D>...};
}

}  // namespace op

/// The same for an operation chosen at run time.
template <Domain D>
void define(const D& d, Op op, const Attributes& attributes, Pass pass, Part part,
            const Operands<D>& x, const Target<D>& out) {
  static constexpr auto by_op = op::readers<D>(std::make_index_sequence<op_count>());
  by_op[static_cast<std::size_t>(op)](d, attributes, pass, part, x, out);
}

}  // namespace touchstone
