#include "machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

namespace touchstone {

namespace {

constexpr std::uint64_t last_second_of_9999 = 253402300799U;

std::optional<std::uint64_t> decimal(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> number_in_file(const char* path) {
  std::string word;
  std::ifstream(path) >> word;
  return decimal(word);
}

std::optional<std::uint64_t> system_available() {
  std::ifstream file("/proc/meminfo");
  std::string field;
  while (file >> field) {
    std::uint64_t kibibytes = 0;
    if (field == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::nullopt;
}

/// What the limit of the control group leaves; nothing where there is no limit.
std::optional<std::uint64_t> group_available() {
  const auto limit = number_in_file("/sys/fs/cgroup/memory.max");
  const auto used = number_in_file("/sys/fs/cgroup/memory.current");
  if (!limit || !used) return std::nullopt;
  return *limit - std::min(*limit, *used);
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> found;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const auto add = [&](bool offered, const char* name) {
    if (offered) found.emplace_back(name);
  };
  // The builtin takes literals only.
  add(__builtin_cpu_supports("sse2") != 0, "sse2");
  add(__builtin_cpu_supports("sse4.1") != 0, "sse4.1");
  add(__builtin_cpu_supports("sse4.2") != 0, "sse4.2");
  add(__builtin_cpu_supports("avx") != 0, "avx");
  add(__builtin_cpu_supports("fma") != 0, "fma");
  add(__builtin_cpu_supports("avx2") != 0, "avx2");
  add(__builtin_cpu_supports("avx512f") != 0, "avx512f");
  add(__builtin_cpu_supports("avx512bw") != 0, "avx512bw");
  add(__builtin_cpu_supports("avx512dq") != 0, "avx512dq");
  add(__builtin_cpu_supports("avx512vl") != 0, "avx512vl");
#elif defined(__aarch64__)
  // Both are part of the base architecture.
  found = {"neon", "fma"};
#endif
  return found;
}

std::string architecture() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  utsname names{};
  return ::uname(&names) == 0 ? names.machine : "unknown";
#endif
}

std::uint64_t available_memory() {
  auto available = system_available();
  if (!available) {
    const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_AVPHYS_PAGES)));
    available = pages * static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  }
  return std::min(*available, group_available().value_or(*available));
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::string utc_now() {
  std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  if (const char* const fixed = std::getenv("SOURCE_DATE_EPOCH"); fixed != nullptr) {
    const auto seconds = decimal(fixed);
    if (seconds && *seconds <= last_second_of_9999) now = static_cast<std::time_t>(*seconds);
  }
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

}  // namespace touchstone
