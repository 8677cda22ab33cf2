#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/digest.h"
#include "touchstone/core/result.h"
#include "touchstone/interpreter/graph.h"

namespace touchstone::onnx_reading {

/// Where a tensor's bytes lie outside the model file.
struct ExternalRegion {
  std::string location;  ///< path relative to the model's folder
  std::int64_t offset = 0;
  std::optional<std::int64_t> length;  ///< up to the end of the file when absent
};

/// The data files a model refers to, each read once.
class ExternalData {
 public:
  explicit ExternalData(const std::filesystem::path& model) : folder_(model.parent_path()) {}

  /// The bytes of the region, valid as long as this object. Errors: a location outside the model's
  /// folder, an unreadable file, a region that does not lie in it; also regions of one file that
  /// together are more than `overlap_limit` times as long as it, since each becomes a tensor.
  [[nodiscard]] Result<std::string_view> bytes(const ExternalRegion& region);

  /// Every file read, in the order of first reference.
  [[nodiscard]] std::vector<ModelFile> files() const;

  static constexpr std::int64_t overlap_limit = 16;

 private:
  struct File {
    std::filesystem::path path;
    std::string location;  ///< as first referred to
    std::string contents;
    Digest digest;
    std::int64_t handed_out = 0;
  };
  Result<File*> file_at(const std::string& location);

  std::filesystem::path folder_;
  std::list<File> files_;
};

}  // namespace touchstone::onnx_reading
