#pragma once

#include "definition.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// out[n,c,…] = ((x − mean[c]) · (1 / sqrt(variance[c] + epsilon))) · scale[c] + bias[c]
template <Domain D>
void batch_norm(const D& d, Part part, float epsilon, const typename D::In& x,
                const typename D::In& scale, const typename D::In& bias, const typename D::In& mean,
                const typename D::In& variance, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    const Index c{i[1]};
    const auto inverse_deviation = d.constant(1.0F) / sqrt(variance(c) + d.constant(epsilon));
    out(i) = ((x(i) - mean(c)) * inverse_deviation) * scale(c) + bias(c);
  }
}

}  // namespace op

template <>
struct Definition<Op::batch_norm> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::batch_norm(use.d, use.part, use.attributes.real("epsilon"), use.value(0), use.value(1),
                   use.value(2), use.value(3), use.value(4), out);
  }
};

}  // namespace touchstone
