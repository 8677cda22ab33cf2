#pragma once

#include "domain.h"
#include "index_space.h"

namespace touchstone::op {

/// out[i] = x[i] + y[i], operands broadcast.
template <Domain D>
void add(Part part, const typename D::In& x, const typename D::In& y, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    out(i) = x(aligned(i, x.shape())) + y(aligned(i, y.shape()));
  }
}

/// out[i] = x[i] − y[i], operands broadcast.
template <Domain D>
void sub(Part part, const typename D::In& x, const typename D::In& y, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    out(i) = x(aligned(i, x.shape())) - y(aligned(i, y.shape()));
  }
}

/// out[i] = x[i] · y[i], operands broadcast.
template <Domain D>
void mul(Part part, const typename D::In& x, const typename D::In& y, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) {
    out(i) = x(aligned(i, x.shape())) * y(aligned(i, y.shape()));
  }
}

/// out[i] = maximum(x[i], +0): NaN stays NaN, −0 becomes +0.
template <Domain D>
void relu(const D& d, Part part, const typename D::In& x, const typename D::Out& out) {
  for (const Index& i : part.of(out.shape())) out(i) = maximum(x(i), d.constant(0.0F));
}

}  // namespace touchstone::op
