#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "canonical_sum.h"
#include "convolution.h"
#include "definition.h"
#include "first_maximal.h"
#include "index_space.h"
#include "kernel_taps.h"
#include "pool_window.h"
#include "softmax_row.h"

/// Pooling of x[batch, channels, spatial…]. The elements of a window are those of its positions
/// that lie inside x, kernel row-major; there is at least one, and padding contributes nothing,
/// except to an average that counts it.
namespace touchstone {

namespace op {

/// The windows on each batch entry and channel of x.
template <Domain D>
class PoolPlane {
 public:
  using Value = typename D::Value;

  /// `windows` are the spatial extents of the result.
  PoolPlane(const Use<D>& use, const Index& windows)
      : use_(&use),
        geometry_(pool_geometry(use.attributes)),
        inside_(PoolBounds::inside(Shape::of(spatial_extents(use.shape(0))))),
        taps_(geometry_.places, geometry_.kernel, windows) {}

  [[nodiscard]] const PoolGeometry& geometry() const { return geometry_; }
  [[nodiscard]] const PoolBounds& inside() const { return inside_; }
  [[nodiscard]] const KernelTaps& taps() const { return taps_; }
  [[nodiscard]] Index position(const Index& o, const Index& q) const {
    return window_position(geometry_.places, o, q);
  }

  /// The elements of window `o` of [batch, channel].
  [[nodiscard]] std::vector<Value> elements(const Index& channel, const Index& o) const {
    std::vector<Value> out;
    for (const Index& q : all(Shape::of(geometry_.kernel))) {
      const Index at = position(o, q);
      if (inside_.contain(at)) out.push_back(use_->value(0)(channel.joined(at)));
    }
    return out;
  }

 private:
  const Use<D>* use_;
  PoolGeometry geometry_;
  PoolBounds inside_;
  KernelTaps taps_;
};

/// out[i] = reduce(elements of window i).
template <Domain D, class Reduce>
void pooled(const Use<D>& use, const typename D::Out& out, const Reduce& reduce) {
  using Value = typename D::Value;
  const Index windows = spatial_extents(out.shape());
  const PoolPlane<D> plane(use, windows);
  for (const Index& i : use.part.of(out.shape())) {
    const auto elements = plane.elements(i.part(0, 2), i.part(2, windows.rank()));
    out(i) = reduce(std::span<const Value>(elements));
  }
}

/// ∂x at a position = canonical_sum, over the windows o that cover it, row-major, of share(o, q),
/// where the position is q of the window's kernel. `shares(plane, channel)` makes `share` for one
/// batch and channel.
template <Domain D, class Shares>
void share_out(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out,
               const Shares& shares) {
  using Value = typename D::Value;
  const PoolPlane<D> plane(use, spatial_extents(by.cotangent.shape()));
  const IndexRange positions = all(Shape::of(spatial_extents(out.shape())));
  for (const Index& channel : use.part.of(Shape::of(out.shape().extents().part(0, 2)))) {
    const auto share = shares(plane, channel);
    for (const Index& position : positions) {
      const KernelTaps::At taps = plane.taps().at(position);
      std::vector<Value> terms;
      // Windows ascend as kernel positions descend.
      for (std::int64_t n = taps.steps().element_count(); n-- > 0;) {
        const Index q = taps.kernel_position(row_major_position(taps.steps(), n));
        terms.push_back(share(taps.other_position(q), q));
      }
      out(channel.joined(position)) = canonical_sum(use.d, std::span<const Value>(terms));
    }
  }
}

/// The weight exp(beta · (x − greatest)) of an element x.
template <Domain D>
typename D::Value smooth_weight(const Use<D>& use, const typename D::Value& x,
                                const typename D::Value& greatest) {
  return exp(use.d.constant(use.attributes.real("beta")) * (x - greatest));
}

/// Of a window: its maximum, and the canonical sum of its elements' weights.
template <Domain D>
struct SmoothWindow {
  typename D::Value greatest;
  typename D::Value sum;

  SmoothWindow(const Use<D>& use, std::span<const typename D::Value> x)
      : greatest(row_maximum(x)), sum(greatest) {
    std::vector<typename D::Value> weights;
    weights.reserve(x.size());
    for (const auto& element : x) weights.push_back(smooth_weight(use, element, greatest));
    sum = canonical_sum(use.d, std::span<const typename D::Value>(weights));
  }
};

}  // namespace op

/// out[i] = canonical_sum of the window's elements / their count. With count_include_pad, positions
/// in the padding take part as zeros and are counted, those beyond it (under ceil_mode) are not: so
/// it equals `pad` followed by an average without padding, bit for bit.
template <>
struct Definition<Op::avg_pool> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    using Value = typename D::Value;
    const PoolGeometry geometry = pool_geometry(use.attributes);
    const PoolBounds bounds = counted(use, geometry);
    for (const Index& i : use.part.of(out.shape())) {
      std::vector<Value> elements;
      for (const Index& q : all(Shape::of(geometry.kernel))) {
        const Index at = op::window_position(geometry.places, i.part(2, geometry.spatial()), q);
        if (bounds.contain(at)) {
          elements.push_back(op::padded(use.d, use.value(0), i[0], i[1], at));
        }
      }
      out(i) = op::canonical_mean(use.d, std::span<const Value>(elements));
    }
  }

  /// ∂x = canonical_sum, over the windows that cover the position, row-major, of g / count.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    op::share_out(use, by, out, [&](const op::PoolPlane<D>& plane, const Index& channel) {
      const PoolBounds bounds = counted(use, plane.geometry());
      return [&, bounds, channel](const Index& o, const Index&) {
        const std::int64_t count = window_size(plane.geometry(), bounds, o);
        return by.cotangent(channel.joined(o)) / use.d.constant(static_cast<float>(count));
      };
    });
  }

 private:
  template <Domain D>
  static PoolBounds counted(const Use<D>& use, const PoolGeometry& geometry) {
    const Shape plane = Shape::of(op::spatial_extents(use.shape(0)));
    return use.attributes.boolean("count_include_pad") ? PoolBounds::padded(plane, geometry)
                                                       : PoolBounds::inside(plane);
  }
};

/// out[i] = the greatest element of the window: the first, then maximum with each further one. NaN
/// if one of them is.
template <>
struct Definition<Op::max_pool> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::pooled(use, out, [](const auto& elements) { return op::row_maximum(elements); });
  }

  /// ∂x = canonical_sum, over the windows that cover the position, row-major, of g where it is the
  /// window's first maximal element and +0 where it is not.
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    const Shape windows = Shape::of(op::spatial_extents(by.cotangent.shape()));
    op::share_out(use, by, out, [&](const op::PoolPlane<D>& plane, const Index& channel) {
      return
          [&, windows, channel, kernel = Shape::of(plane.geometry().kernel),
           chosen = chosen_elements(use, plane, channel, windows)](const Index& o, const Index& q) {
            const std::int64_t number =
                row_major_number(windows, o) * kernel.element_count() + row_major_number(kernel, q);
            return select(chosen[static_cast<std::size_t>(number)], by.cotangent(channel.joined(o)),
                          use.d.constant(0.0F));
          };
    });
  }

 private:
  /// For each window and kernel position, whether it is the window's first maximal element.
  template <Domain D>
  static std::vector<typename D::Bool> chosen_elements(const Use<D>& use,
                                                       const op::PoolPlane<D>& plane,
                                                       const Index& channel, const Shape& windows) {
    using Value = typename D::Value;
    std::vector<typename D::Bool> out;
    for (const Index& o : all(windows)) {
      const std::vector<Value> elements = plane.elements(channel, o);
      const auto chosen = op::first_maximal(use.d, std::span<const Value>(elements));
      std::size_t j = 0;
      for (const Index& q : all(Shape::of(plane.geometry().kernel))) {
        const bool element = plane.inside().contain(plane.position(o, q));
        out.push_back(element ? chosen[j++] : use.d.truth(false));
      }
    }
    return out;
  }
};

/// out[i] = m + log(canonical_sum(exp(beta · (x − m)))) / beta over the window's elements x, m
/// their maximum. A maximum of −∞ or +∞ gives NaN.
template <>
struct Definition<Op::smooth_max_pool> {
  template <Domain D>
  static void forward(const Use<D>& use, const typename D::Out& out) {
    op::pooled(use, out, [&](const auto& elements) {
      const op::SmoothWindow<D> window(use, elements);
      return window.greatest + log(window.sum) / use.d.constant(use.attributes.real("beta"));
    });
  }

  /// ∂x = canonical_sum, over the windows that cover the position, row-major, of g · (e / sum of
  /// e), e = exp(beta · (x − m)).
  template <Domain D>
  static void vjp(const Use<D>& use, const Cotangent<D>& by, const typename D::Out& out) {
    using Value = typename D::Value;
    const Shape windows = Shape::of(op::spatial_extents(by.cotangent.shape()));
    op::share_out(use, by, out, [&](const op::PoolPlane<D>& plane, const Index& channel) {
      std::vector<op::SmoothWindow<D>> smooth;
      for (const Index& o : all(windows)) {
        const std::vector<Value> elements = plane.elements(channel, o);
        smooth.emplace_back(use, std::span<const Value>(elements));
      }
      return [&, smooth, channel](const Index& o, const Index& q) {
        const auto& window = smooth[static_cast<std::size_t>(row_major_number(windows, o))];
        const Value x = use.value(0)(channel.joined(plane.position(o, q)));
        const Value weight = op::smooth_weight(use, x, window.greatest);
        return by.cotangent(channel.joined(o)) * (weight / window.sum);
      };
    });
  }
};

}  // namespace touchstone
