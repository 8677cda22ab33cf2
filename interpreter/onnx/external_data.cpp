#include "external_data.h"

#include <algorithm>
#include <utility>

#include "touchstone/host/file.h"

namespace touchstone::onnx_reading {

Result<ExternalData::File*> ExternalData::file_at(const std::string& location) {
  auto path = resolve_inside(folder_, location);
  if (!path) return path.error();
  const auto known = std::find_if(files_.begin(), files_.end(),
                                  [&](const File& file) { return file.path == *path; });
  if (known != files_.end()) return &*known;
  auto contents = read_file(*path);
  if (!contents) return contents.error();
  const Digest digest = sha256(*contents);
  files_.push_back({std::move(*path), location, std::move(*contents), digest});
  return &files_.back();
}

Result<std::string_view> ExternalData::bytes(const ExternalRegion& region) {
  auto found = file_at(region.location);
  if (!found) return found.error();
  File& file = **found;
  const std::string name = "external data \"" + printable(region.location) + "\"";
  const auto size = static_cast<std::int64_t>(file.contents.size());
  if (region.offset < 0 || region.offset > size) {
    return unreadable({}, "offset " + std::to_string(region.offset) + " is outside " + name +
                              ", which has " + std::to_string(size) + " bytes");
  }
  const std::int64_t length = region.length.value_or(size - region.offset);
  if (length < 0 || length > size - region.offset) {
    return unreadable({}, "bytes " + std::to_string(region.offset) + " + " +
                              std::to_string(length) + " reach past the end of " + name +
                              ", which has " + std::to_string(size) + " bytes");
  }
  if (length > size * overlap_limit - file.handed_out) {
    return unavailable({}, "the tensors in " + name + " overlap so much that they hold over " +
                               std::to_string(overlap_limit) + " times its bytes");
  }
  file.handed_out += length;
  return std::string_view(file.contents)
      .substr(static_cast<std::size_t>(region.offset), static_cast<std::size_t>(length));
}

std::vector<ModelFile> ExternalData::files() const {
  std::vector<ModelFile> out;
  for (const File& file : files_) out.push_back({file.location, file.digest});
  return out;
}

}  // namespace touchstone::onnx_reading
