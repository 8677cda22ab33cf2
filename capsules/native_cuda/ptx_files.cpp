#include "ptx_files.h"

#include <algorithm>
#include <stdexcept>

#include "launch.h"

namespace touchstone::native_cuda {

namespace {

std::string_view committed(std::string_view name) {
  const auto bytes = bytes_of(committed_files(), name);
  if (!bytes) throw std::logic_error("this library does not carry " + std::string(name));
  return *bytes;
}

}  // namespace

std::optional<std::string_view> bytes_of(std::span<const PtxFile> files, std::string_view name) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const PtxFile& f) { return f.name == name; });
  if (found == files.end()) return std::nullopt;
  return found->bytes;
}

std::optional<Digest> declared_digest(std::string_view name) {
  constexpr std::size_t digits = 64;
  constexpr std::string_view gap = "  ";
  std::string_view rest = committed("digests.sha256");
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool is_it = line.size() == digits + gap.size() + name.size() && line.ends_with(name) &&
                       line.substr(digits, gap.size()) == gap;
    if (is_it) return Digest::from_hex(line.substr(0, digits));
  }
  return std::nullopt;
}

std::string build_flags() {
  const std::string_view text = committed("flags.txt");
  return std::string(text.substr(0, text.find('\n')));
}

std::vector<std::string> names_for_targets(std::string_view file) {
  std::vector<std::string> out;
  for (const std::string_view target : targets) {
    out.push_back(std::string(target) + "/" + std::string(file));
  }
  return out;
}

}  // namespace touchstone::native_cuda
