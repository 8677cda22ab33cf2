#include "touchstone/host/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace touchstone {
namespace {

TEST(ParallelFor, VisitsEachIndexOnce) {
  for (const unsigned workers : {0U, 1U, 2U, 3U, 16U}) {
    for (const std::int64_t count : {0, 1, 2, 15, 1000, 4099}) {
      std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
      parallel_for(count, workers, [&](std::int64_t i) { ++visits[static_cast<std::size_t>(i)]; });
      for (const auto& v : visits) ASSERT_EQ(v.load(), 1) << workers << " workers, " << count;
    }
  }
}

TEST(ParallelFor, RunsOnTheCallerInOrderWithOneWorker) {
  std::vector<std::int64_t> seen;
  std::set<std::thread::id> threads;
  parallel_for(5, 1, [&](std::int64_t i) {
    seen.push_back(i);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(seen, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST(ParallelFor, RunsOnSeveralThreadsAtOnce) {
  // Each of two calls waits for the other: one thread alone would never pass.
  std::mutex mutex;
  std::condition_variable met;
  int arrived = 0;
  parallel_for(2, 2, [&](std::int64_t) {
    std::unique_lock lock(mutex);
    ++arrived;
    met.notify_all();
    met.wait(lock, [&] { return arrived == 2; });
  });
  EXPECT_EQ(arrived, 2);
}

TEST(ParallelFor, ThrowsTheExceptionOfACallAndBeginsNoMore) {
  for (const unsigned workers : {1U, 4U}) {
    std::atomic<int> calls = 0;
    const auto body = [&](std::int64_t) {
      ++calls;
      throw std::runtime_error("from a call");
    };
    EXPECT_THROW(parallel_for(100000, workers, body), std::runtime_error);
    EXPECT_LE(calls.load(), static_cast<int>(workers));
  }
}

TEST(HardwareThreads, IsAtLeastOne) { EXPECT_GE(hardware_threads(), 1U); }

}  // namespace
}  // namespace touchstone
