#pragma once

#include <cstdint>
#include <vector>

#include "geometry.h"
#include "index_space.h"

namespace touchstone {

/// Which elements of a dilated kernel reach a position of the stretched side of a convolution from
/// its other side: p = o · stride + q · dilation − pad, along each spatial axis. Given p, the q
/// that have such an o inside are an arithmetic progression, found in a few steps whatever the
/// stride.
class KernelTaps {
 public:
  /// The q and o that reach one position.
  class At {
   public:
    /// Counts of q per axis; a position of `steps()` stands for one tap, row-major in q.
    [[nodiscard]] const Shape& steps() const { return steps_; }
    [[nodiscard]] Index kernel_position(const Index& step) const;
    /// Position on the other side, of a kernel position.
    [[nodiscard]] Index other_position(const Index& q) const;

   private:
    friend class KernelTaps;
    const KernelTaps* taps_ = nullptr;
    Shape steps_;
    Index first_;    // the least q, per axis
    Index shifted_;  // p + pad, per axis
  };

  /// `kernel` and `other`: spatial extents of the kernel and of the side that o counts.
  KernelTaps(const ConvGeometry& geometry, const Index& kernel, const Index& other);

  [[nodiscard]] At at(const Index& p) const;

 private:
  /// q · dilation ≡ p + pad modulo the stride, solved: with c the greatest common divisor of both,
  /// q ≡ (p + pad) / c · inverse modulo stride / c, where c divides p + pad.
  struct Axis {
    std::int64_t stride, dilation, pad, kernel, other;
    std::int64_t common, period, inverse;
  };
  std::vector<Axis> axes_;
};

}  // namespace touchstone
