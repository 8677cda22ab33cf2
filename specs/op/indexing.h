#pragma once

#include <cstdint>
#include <vector>

#include "definition.h"
#include "geometry.h"
#include "index_space.h"

namespace touchstone {

namespace op {

/// An index in [−n, 0) counts from the end of an axis of length n.
[[nodiscard]] inline std::int64_t wrapped_index(std::int64_t index, std::int64_t n) {
  return index < 0 ? index + n : index;
}

/// out[before, k, after] = x[before, indices[k], after].
template <Domain D>
void gather(Part part, std::size_t axis, const typename D::In& x,
            const typename D::IndexIn& indices, const typename D::Out& out) {
  const std::size_t index_rank = indices.shape().rank();
  for (const Index& i : part.of(out.shape())) {
    const std::int64_t wrapped = wrapped_index(indices(i.part(axis, index_rank)), x.shape()[axis]);
    const Index after = i.part(axis + index_rank, i.rank() - axis - index_rank);
    out(i) = x(i.part(0, axis).with(wrapped).joined(after));
  }
}

/// out[before, v, after] = base(before, v, after), then + updates[before, k, after] for each k with
/// indices[k] = v, k ascending row-major. One column (before, ·, after) is held at a time, at a
/// cost of O(length of the axis + number of indices).
template <Domain D, class Base>
void scatter_add(Part part, std::size_t axis, const Base& base, const typename D::IndexIn& indices,
                 const typename D::In& updates, const typename D::Out& out) {
  const std::int64_t length = out.shape()[axis];
  const IndexRange all_indices = all(indices.shape());
  for (const Index& rest : part.of(Shape::of(out.shape().extents().without(axis)))) {
    const Index before = rest.part(0, axis);
    const Index after = rest.part(axis, rest.rank() - axis);
    std::vector<typename D::Value> column;
    for (std::int64_t v = 0; v < length; ++v) column.push_back(base(rest.inserted(axis, v)));
    for (const Index& k : all_indices) {
      auto& sum = column.at(static_cast<std::size_t>(wrapped_index(indices(k), length)));
      sum = sum + updates(before.joined(k).joined(after));
    }
    for (std::int64_t v = 0; v < length; ++v) {
      out(rest.inserted(axis, v)) = column[static_cast<std::size_t>(v)];
    }
  }
}

/// The gradient of what was gathered from: g scattered onto +0. An element chosen once therefore
/// gets +0 + g, and one that is not chosen +0; no gradient is −0.
template <Domain D>
void gather_vjp(const D& d, Part part, std::size_t axis, const typename D::IndexIn& indices,
                const typename D::In& g, const typename D::Out& out) {
  const auto zero = d.constant(0.0F);
  scatter_add<D>(
      part, axis, [&](const Index&) { return zero; }, indices, g, out);
}

}  // namespace op

/// The rows of a matrix at the given indices: gather along axis 0.
template <>
struct Definition<Op::embedding> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::gather<D>(use.part, 0, use.value(0), use.x.indices[0], out);
  }

  /// ∂weight[v] = +0, then + g[k] for each k with indices[k] = v, k ascending.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::gather_vjp(use.d, use.part, 0, use.x.indices[0], by.cotangent, out);
  }
};

/// out[before, k, after] = x[before, indices[k], after]; an index in [−n, 0) counts from the end
/// (ONNX's Gather).
template <>
struct Definition<Op::gather> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::gather<D>(use.part, axis_of(use.attributes, use.shape(0)), use.value(0), use.x.indices[0],
                  out);
  }

  /// ∂x[before, v, after] = +0, then + g[before, k, after] for each k with indices[k] = v, k
  /// ascending.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::gather_vjp(use.d, use.part, axis_of(use.attributes, use.shape(0)), use.x.indices[0],
                   by.cotangent, out);
  }
};

/// out[before, v, after] = base[before, v, after], then + updates[before, k, after] for each k with
/// indices[k] = v, k ascending row-major; an index in [−n, 0) counts from the end. What no index
/// names stays as it is, −0 too (PyTorch's index_add).
template <>
struct Definition<Op::scatter_add> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::scatter_add<D>(use.part, axis_of(use.attributes, use.shape(0)), use.value(0),
                       use.x.indices[0], use.value(1), out);
  }

  /// ∂base = g, ∂updates[before, k, after] = g[before, indices[k], after].
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    if (by.value == 0) {
      for (const Index& i : use.part.of(out.shape())) out(i) = by.cotangent(i);
      return;
    }
    op::gather<D>(use.part, axis_of(use.attributes, use.shape(0)), by.cotangent, use.x.indices[0],
                  out);
  }
};

}  // namespace touchstone
