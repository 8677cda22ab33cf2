#pragma once

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>

/// Replaces the allocator of a test program by one that counts. Included by one file of a program.
namespace touchstone {

inline std::atomic<std::size_t> heap_now = 0;
inline std::atomic<std::size_t> heap_peak = 0;

inline void note_allocation(void* memory) {
  const std::size_t size = ::malloc_usable_size(memory);
  const std::size_t now = heap_now.fetch_add(size) + size;
  std::size_t seen = heap_peak.load();
  while (seen < now && !heap_peak.compare_exchange_weak(seen, now)) {
  }
}

/// Most bytes held at once during `work`, beyond those held before.
inline std::size_t peak_of(const std::function<void()>& work) {
  const std::size_t before = heap_now.load();
  heap_peak = before;
  work();
  return heap_peak.load() - before;
}

/// Expects that reading `bytes` holds at most 64 MiB + 256 times their size.
inline void expect_bounded(const std::string& name, const std::string& bytes,
                           const std::function<void(const std::string&)>& read) {
  const std::size_t peak = peak_of([&] { read(bytes); });
  testing::Test::RecordProperty(name, std::to_string(peak) + " of " + std::to_string(bytes.size()));
  EXPECT_LE(peak, (std::size_t{64} << 20U) + 256 * bytes.size())
      << name << ": " << bytes.size() << " bytes";
}

}  // namespace touchstone

// The standard forbids inline replacements. A sanitizer brings forms of its own for all of these,
// so all are replaced together. NOLINTBEGIN(misc-definitions-in-headers)
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* const memory = std::malloc(std::max<std::size_t>(size, 1));
  if (memory != nullptr) touchstone::note_allocation(memory);
  return memory;
}
void* operator new(std::size_t size) {
  void* const memory = operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size, std::nothrow);
}

void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  touchstone::heap_now -= ::malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
// NOLINTEND(misc-definitions-in-headers)
