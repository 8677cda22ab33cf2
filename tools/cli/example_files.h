#pragma once

#include <span>
#include <string_view>

namespace touchstone::cli {

/// A file of specs/examples that this program carries, so that a quickstart needs none.
struct EmbeddedFile {
  std::string_view name;  ///< "mlp/model.json"
  std::string_view bytes;
};

[[nodiscard]] std::span<const EmbeddedFile> example_files();

}  // namespace touchstone::cli
