#pragma once

#include <stdexcept>
#include <vector>

#include "convolution.h"
#include "elementwise.h"
#include "geometry.h"
#include "movement.h"
#include "normalization.h"
#include "product.h"
#include "vocabulary.h"

namespace touchstone {

/// The operands of one operation, in order, split by kind.
template <Domain D>
struct Operands {
  std::vector<typename D::In> values;
  std::vector<typename D::IndexIn> indices;
};

namespace op {

/// The definitions that need a ring only, so that they can be read at int64 too.
/// Returns whether `op` is one of them.
template <Domain D>
bool define_over_ring(Op op, const Attributes& attributes, Part part, const Operands<D>& x,
                      const typename D::Out& out) {
  const auto& in = x.values;
  const Shape& shape = in[0].shape();
  switch (op) {
    case Op::add: add<D>(part, in[0], in[1], out); return true;
    case Op::sub: sub<D>(part, in[0], in[1], out); return true;
    case Op::mul: mul<D>(part, in[0], in[1], out); return true;
    case Op::broadcast: broadcast<D>(part, in[0], out); return true;
    case Op::concat: concat<D>(part, axis_of(attributes, shape), in, out); return true;
    case Op::flatten:
    case Op::reshape: reshape<D>(part, in[0], out); return true;
    case Op::gather:
      gather<D>(part, axis_of(attributes, shape), in[0], x.indices[0], out);
      return true;
    case Op::permute: permute<D>(part, permutation_of(attributes), in[0], out); return true;
    case Op::slice: {
      const SliceGeometry g = slice_geometry(attributes, shape.rank());
      slice<D>(part, g.start, g.step, in[0], out);
      return true;
    }
    default: return false;
  }
}

}  // namespace op

/// Carries out this part of an operation's definition in the domain `d`. `attributes` must be
/// complete and the shapes those that `infer` accepts and gives.
template <Domain D>
void define(const D& d, Op op, const Attributes& attributes, Part part, const Operands<D>& x,
            const typename D::Out& out) {
  if (op::define_over_ring<D>(op, attributes, part, x, out)) return;
  const auto& in = x.values;
  const Shape& shape = in[0].shape();
  const auto optional = [&](std::size_t i) { return i < in.size() ? &in[i] : nullptr; };
  switch (op) {
    case Op::batch_norm:
      op::batch_norm(d, part, attributes.real("epsilon"), in[0], in[1], in[2], in[3], in[4], out);
      return;
    case Op::conv:
      op::conv(d, part, conv_geometry(attributes, shape.rank() - 2), in[0], in[1], optional(2),
               out);
      return;
    case Op::linear: op::linear(d, part, in[0], in[1], optional(2), out); return;
    case Op::matmul: op::matmul(d, part, in[0], in[1], out); return;
    case Op::reduce_mean:
      op::reduce_mean(d, part, axes_of(attributes, shape.rank()), in[0], out);
      return;
    case Op::relu: op::relu(d, part, in[0], out); return;
    case Op::softmax: op::softmax(d, part, axis_of(attributes, shape), in[0], out); return;
    default: throw std::logic_error("an operation without a definition");
  }
}

}  // namespace touchstone
