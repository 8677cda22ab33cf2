#include "library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <system_error>

#include "descriptor.h"

namespace touchstone {

namespace fs = std::filesystem;

namespace {

struct Unload {
  void operator()(void* handle) const { ::dlclose(handle); }
};

std::optional<fs::path> loaded_from(void* handle) {
  struct link_map* map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0) return std::nullopt;
  std::error_code failed;
  fs::path path = fs::canonical(map->l_name, failed);
  return failed ? std::nullopt : std::optional(std::move(path));
}

/// The search for the loaded object that holds an address. Works in static programs too, where
/// dladdr knows nothing.
struct Search {
  std::uintptr_t address = 0;
  std::optional<std::string> name;  ///< empty for the program itself
};

int visit_object(dl_phdr_info* object, std::size_t, void* state) {
  auto* const search = static_cast<Search*>(state);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search->address - begin >= segment.p_memsz) continue;
    search->name = object->dlpi_name == nullptr ? "" : object->dlpi_name;
    return 1;
  }
  return 0;
}

/// The file mapped at an address, as "device inode" in the kernel's words; nothing for memory that
/// is no file's.
std::optional<std::string> mapped_file(std::uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream fields(line);
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    std::string permissions;
    std::string offset;
    std::string device;
    std::string inode;
    fields >> std::hex >> begin >> dash >> end >> permissions >> offset >> device >> inode;
    if (!fields || address < begin || address >= end) continue;
    if (inode == "0") return std::nullopt;
    return device.append(" ").append(inode);
  }
  return std::nullopt;
}

/// Whether `path` names the file mapped at an address. The path is mapped as well and compared in
/// the same listing, since some file systems give stat another device than they list.
bool is_mapped_at(const fs::path& path, std::uintptr_t address) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return false;
  const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const page = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (page == MAP_FAILED) return false;
  const auto named = mapped_file(reinterpret_cast<std::uintptr_t>(page));
  ::munmap(page, size);
  return named && named == mapped_file(address);
}

}  // namespace

std::optional<fs::path> find_library(std::span<const std::string_view> sonames) {
  for (const std::string_view soname : sonames) {
    const std::string name(soname);
    const std::unique_ptr<void, Unload> handle(::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL));
    if (handle != nullptr) return loaded_from(handle.get());
  }
  return std::nullopt;
}

Result<fs::path> file_of_code(const void* address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), std::nullopt};
  ::dl_iterate_phdr(visit_object, &search);
  if (!search.name) return unavailable({}, "the code lies in no file that this program has loaded");
  // By number rather than as "self", so that other programs find it too.
  if (search.name->empty()) return fs::path("/proc/" + std::to_string(::getpid()) + "/exe");
  std::error_code failed;
  fs::path path = fs::canonical(*search.name, failed);
  if (failed) {
    return unavailable({}, "the loaded file \"" + printable(*search.name) +
                               "\" that holds the code cannot be found: " + failed.message());
  }
  if (!is_mapped_at(path, search.address)) {
    return unavailable({},
                       "the file \"" + printable(path.native()) +
                           "\" is not the file that was loaded under this name and holds the code",
                       "start the program again");
  }
  return path;
}

}  // namespace touchstone
