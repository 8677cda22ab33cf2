#pragma once

#include "definition.h"
#include "index_space.h"
#include "philox.h"

namespace touchstone {

namespace op {

/// The source that attributes seed and stream and the operand step name; step 0 where it is absent.
template <Domain D>
philox::Source random_source(const Use<D>& use) {
  std::int64_t step = 0;
  if (!use.x.indices.empty()) step = use.x.indices[0](Index{});
  return {use.attributes.integer("seed"), use.attributes.text("stream"), step};
}

/// A draw as a number in [0, 1): exact in binary32, whatever the rounding mode.
inline float uniform(std::uint32_t draw) { return static_cast<float>(draw) * 0x1p-24F; }

}  // namespace op

/// out[i] holds where uniform[i] < p, uniform[i] being what rand_uniform gives.
template <>
struct Definition<Op::bernoulli_mask> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::MaskOut& out) {
    const philox::Source source = op::random_source(use);
    const float p = use.attributes.real("p");
    for (const Index& i : use.part.of(out.shape())) {
      const std::int64_t number = row_major_number(out.shape(), i);
      out(i) = use.d.truth(op::uniform(source.draw(number)) < p);
    }
  }
};

/// out[i] = (u >> 8) · 2^-24, u being word 0 of Philox4x32-10 at key = seed and counter =
/// (number of i in row-major order, 64 bits, stream, step). Any element can be drawn alone.
template <>
struct Definition<Op::rand_uniform> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    const philox::Source source = op::random_source(use);
    for (const Index& i : use.part.of(out.shape())) {
      const std::int64_t number = row_major_number(out.shape(), i);
      out(i) = use.d.constant(op::uniform(source.draw(number)));
    }
  }
};

}  // namespace touchstone
