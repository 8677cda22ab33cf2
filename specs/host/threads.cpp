#include "threads.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace touchstone {

namespace {

/// Chunks per worker: enough that uneven work evens out, few enough that the counter stays idle.
constexpr std::int64_t chunks_per_worker = 16;

/// The work of one parallel_for, shared by its workers.
class Work {
 public:
  Work(std::int64_t count, unsigned workers, const std::function<void(std::int64_t)>& body)
      : count_(count),
        chunk_(std::max<std::int64_t>(1, count / (std::int64_t{workers} * chunks_per_worker))),
        body_(body) {}

  /// Takes chunks until none is left or a call has thrown.
  void take_part() noexcept {
    while (!failed_) {
      const std::int64_t begin = chunk_ * next_.fetch_add(1);
      if (begin >= count_) return;
      run(begin, begin + std::min(chunk_, count_ - begin));
    }
  }

  void rethrow() const {
    if (first_ != nullptr) std::rethrow_exception(first_);
  }

 private:
  void run(std::int64_t begin, std::int64_t end) noexcept {
    try {
      for (std::int64_t i = begin; i < end && !failed_; ++i) body_(i);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failed_.exchange(true)) first_ = std::current_exception();
    }
  }

  std::int64_t count_;
  std::int64_t chunk_;
  const std::function<void(std::int64_t)>& body_;
  std::atomic<std::int64_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr first_;
};

}  // namespace

unsigned hardware_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(std::int64_t count, unsigned workers,
                  const std::function<void(std::int64_t)>& body) {
  if (workers <= 1 || count <= 1) {
    for (std::int64_t i = 0; i < count; ++i) body(i);
    return;
  }
  Work work(count, workers, body);
  {
    std::vector<std::jthread> others;
    const std::int64_t wanted = std::min<std::int64_t>(workers, count) - 1;
    try {
      for (std::int64_t i = 0; i < wanted; ++i) others.emplace_back([&work] { work.take_part(); });
    } catch (const std::system_error&) {
      // The limit on threads is reached; those that did start share the work.
    }
    work.take_part();
  }
  work.rethrow();
}

}  // namespace touchstone
