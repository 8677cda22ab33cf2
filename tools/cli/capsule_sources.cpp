#include "capsule_sources.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "touchstone/host/file.h"
#include "touchstone/host/library.h"
#include "touchstone/host/program.h"
#include "touchstone/reference/kernels.h"
#include "touchstone/session/kernel_files.h"

namespace touchstone::cli {

namespace {

/// Linker names of the functions defined in the file that holds the kernels.
Result<std::set<std::string, std::less<>>> defined_symbols() {
  const auto nm = find_program("nm");
  if (!nm) return unavailable({}, "nm is not found", "install binutils");
  const auto file = file_of_code(reinterpret_cast<const void*>(native_kernels().kernel(Op::add)));
  if (!file) return file.error();
  const std::array<std::string, 3> arguments{"--defined-only", "--just-symbols", file->string()};
  const auto listing = run_program(*nm, arguments, std::chrono::seconds(30));
  if (!listing) return listing.error();
  std::set<std::string, std::less<>> out;
  std::string_view rest = *listing;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size() - 1);
    out.emplace(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return out;
}

/// The digest as cmake/artifact.cmake computes it, or what stands in the way.
Result<Digest> recomputed_digest(const Artifact& artifact, const std::filesystem::path& root,
                                 std::map<std::string, Digest>& known) {
  std::string manifest = artifact.flags + "\n";
  for (const std::string& source : artifact.sources) {
    auto at = known.find(source);
    if (at == known.end()) {
      const auto bytes = read_file(root / source);
      if (!bytes) return bytes.error();
      at = known.emplace(source, sha256(*bytes)).first;
    }
    manifest += at->second.hex() + "  " + source + "\n";
  }
  return sha256(manifest);
}

/// Of loaded code: its PTX files each define the kernels that its symbol lists ("add, add_scalar").
/// A view lists none.
void add_missing_entries(std::vector<std::string>& faults, const Capsule& capsule,
                         const std::filesystem::path& root) {
  constexpr std::string_view separator = ", ";
  std::string_view rest = capsule.artifact.symbol;
  while (!rest.empty()) {
    const std::string kernel(rest.substr(0, rest.find(separator)));
    const std::string declaration = std::string(".entry ").append(kernel).append("(");
    rest.remove_prefix(std::min(kernel.size() + separator.size(), rest.size()));
    for (const std::string& source : capsule.artifact.sources) {
      const auto text = read_file(root / source);
      if (text && text->find(declaration) != std::string::npos) continue;
      faults.push_back(std::string(capsule.name)
                           .append(": no kernel ")
                           .append(kernel)
                           .append(" in ")
                           .append(source));
    }
  }
}

/// The committed files that this build carries, the list of digests and the flags among them.
void add_changed_files(std::vector<std::string>& faults, const std::filesystem::path& root) {
  const std::filesystem::path folder = root / "capsules/native_cuda/ptx";
  const KernelFiles carried;
  for (const native_cuda::PtxFile& file : carried.files()) {
    const auto bytes = read_file(folder / file.name);
    if (!bytes) {
      faults.push_back(bytes.error().text());
    } else if (*bytes != file.bytes) {
      faults.push_back("capsules/native_cuda/ptx/" + std::string(file.name) +
                       " is not the file that this build carries");
    }
  }
}

}  // namespace

Result<CapsuleSourceReport> check_capsule_sources(const Registry& registry,
                                                  const std::filesystem::path& root) {
  if (registry.capsules().empty()) return unreadable({}, "this build has no capsules to check");
  const auto symbols = defined_symbols();
  if (!symbols) return symbols.error();
  CapsuleSourceReport out;
  std::map<std::string, Digest> known;
  for (const Capsule& capsule : registry.capsules()) {
    ++out.checked;
    const auto digest = recomputed_digest(capsule.artifact, root, known);
    if (!digest) out.faults.push_back(capsule.name + ": " + digest.error().text());
    if (digest && *digest != capsule.artifact.digest) {
      out.faults.push_back(capsule.name + ": its artifact is " + capsule.artifact.digest.brief() +
                           ", its sources give " + digest->brief());
    }
    if (capsule.provider == Provider::native_cuda) {
      add_missing_entries(out.faults, capsule, root);
    } else if (!symbols->contains(capsule.artifact.symbol)) {
      out.faults.push_back(capsule.name + ": no symbol " + capsule.artifact.symbol);
    }
  }
  add_changed_files(out.faults, root);
  return out;
}

}  // namespace touchstone::cli
