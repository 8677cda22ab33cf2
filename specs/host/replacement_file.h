#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "touchstone/core/result.h"

namespace touchstone {

/// A file that is written piece by piece and then takes another's place as a whole. Unless it does,
/// the other stays as it is and this one is removed; what a killed process leaves behind, the next
/// replacement of the same file removes. Two at once of one file are the caller's to prevent.
class ReplacementFile {
 public:
  /// Begins ".NAME.new" beside `target`, which need not exist; links are the caller's to resolve.
  /// Errors (unreadable): the folder is missing or may not be written.
  [[nodiscard]] static Result<ReplacementFile> of(std::filesystem::path target);

  /// Errors (unreadable): no space.
  [[nodiscard]] Result<void> append(std::string_view bytes);
  /// Brings everything written to the disk. Errors (unreadable): no space.
  [[nodiscard]] Result<void> flush();
  /// Takes the target's name, after `flush`.
  [[nodiscard]] Result<void> take_place();

  ~ReplacementFile();
  ReplacementFile(ReplacementFile&&) noexcept;
  ReplacementFile& operator=(ReplacementFile&&) noexcept;
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;

 private:
  struct Open;
  explicit ReplacementFile(std::unique_ptr<Open> open);
  std::unique_ptr<Open> open_;
};

}  // namespace touchstone
