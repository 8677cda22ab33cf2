#include "library.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdint>
#include <memory>
#include <string>
#include <system_error>

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

fs::path own_file() {
  const fs::path self = "/proc/self/exe";
  std::error_code failed;
  fs::path path = fs::read_symlink(self, failed);
  return !failed && fs::equivalent(path, self, failed) ? path : self;
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
  if (search.name->empty()) return own_file();
  std::error_code failed;
  fs::path path = fs::canonical(*search.name, failed);
  if (failed) {
    return unavailable({}, "the loaded file \"" + printable(*search.name) +
                               "\" that holds the code cannot be found: " + failed.message());
  }
  return path;
}

}  // namespace touchstone
