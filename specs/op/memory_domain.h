#pragma once

#include <cstdint>

#include "view.h"

namespace touchstone {

/// The views of a domain whose tensors are dense arrays of its scalar. A domain adds `constant`.
template <class S>
struct MemoryDomain {
  using Value = S;
  using In = View<const S>;
  using IndexIn = View<const std::int64_t>;
  using Out = View<S>;
};

}  // namespace touchstone
