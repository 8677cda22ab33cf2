#include "kernel_files.h"

#include "touchstone/host/file.h"

namespace touchstone {

KernelFiles::KernelFiles()
    : files_(std::make_shared<const std::vector<native_cuda::PtxFile>>(
          native_cuda::committed_files().begin(), native_cuda::committed_files().end())) {}

Result<KernelFiles> KernelFiles::in(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> owned;
  for (const native_cuda::PtxFile& committed : native_cuda::committed_files()) {
    const std::string name(committed.name);
    // The list of digests and the flags are this build's own: what is read is held against them.
    if (!name.ends_with(".ptx")) {
      owned.emplace_back(name, committed.bytes);
      continue;
    }
    auto bytes = read_file(folder / name);
    if (!bytes) return bytes.error();
    owned.emplace_back(name, std::move(*bytes));
  }
  KernelFiles out;
  const auto kept =
      std::make_shared<const std::vector<std::pair<std::string, std::string>>>(std::move(owned));
  std::vector<native_cuda::PtxFile> files;
  for (const auto& [name, bytes] : *kept) files.push_back({name, bytes});
  out.owned_ = kept;
  out.files_ = std::make_shared<const std::vector<native_cuda::PtxFile>>(std::move(files));
  return out;
}

}  // namespace touchstone
