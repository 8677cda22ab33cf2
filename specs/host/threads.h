#pragma once

#include <cstdint>
#include <functional>

namespace touchstone {

/// Number of hardware threads this process may run on, at least 1.
[[nodiscard]] unsigned hardware_threads();

/// Calls `body` once for each index in [0, count), in any order and from up to `workers` threads,
/// the caller's among them, and returns when all calls have. With one worker or one index it runs
/// on the caller in ascending order. When a call throws, no new indices are begun and the exception
/// caught first is thrown again here. A machine that refuses a thread gets the work done by fewer.
void parallel_for(std::int64_t count, unsigned workers,
                  const std::function<void(std::int64_t)>& body);

}  // namespace touchstone
