#pragma once

#include <cstdint>

#include "view.h"

namespace touchstone {

/// The views of a domain whose tensors are dense arrays of its scalar and of its statements. A
/// domain adds `constant` and `truth`.
template <class S, class B>
struct MemoryDomain {
  using Value = S;
  using Bool = B;
  using In = View<const S>;
  using IndexIn = View<const std::int64_t>;
  using MaskIn = View<const B>;
  using Out = View<S>;
  using MaskOut = View<B>;
};

}  // namespace touchstone
