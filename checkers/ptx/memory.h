#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "access_log.h"
#include "launch.h"
#include "touchstone/term/term.h"

namespace touchstone::ptx {

/// One 32-bit word of memory, wherever it is. A word of a term holds the term's id + 1.
struct WordRef {
  std::uint32_t* bits = nullptr;
  std::uint8_t* valid = nullptr;   ///< which of its bytes were ever written
  TermId* term = nullptr;          ///< 0 where the word is bits; absent without a symbolic run
  AccessRecord* record = nullptr;  ///< absent where nothing else can write
  std::uint8_t* writers = nullptr;
};

/// Words with everything the machine knows of each.
class Words {
 public:
  Words(std::size_t count, bool symbolic, bool recorded);

  [[nodiscard]] std::size_t count() const { return bits_.size(); }
  [[nodiscard]] WordRef at(std::size_t i) {
    return {&bits_[i], &valid_[i], terms_.empty() ? nullptr : &terms_[i],
            records_.empty() ? nullptr : &records_[i], writers_.empty() ? nullptr : &writers_[i]};
  }
  /// All words at once, for loops over many.
  [[nodiscard]] std::span<const std::uint32_t> bits() const { return bits_; }
  [[nodiscard]] std::span<const std::uint8_t> valid() const { return valid_; }
  [[nodiscard]] std::span<const TermId> terms() const { return terms_; }
  [[nodiscard]] std::span<AccessRecord> records() { return records_; }
  /// As if nothing had ever been written.
  void clear();

 private:
  std::vector<std::uint32_t> bits_;
  std::vector<std::uint8_t> valid_;
  std::vector<TermId> terms_;
  std::vector<AccessRecord> records_;
  std::vector<std::uint8_t> writers_;
};

/// A buffer of global memory in pages that exist once they are touched, so that its length costs
/// nothing by itself.
class PagedBuffer {
 public:
  static constexpr std::uint64_t max_bytes = std::uint64_t{1} << 38U;
  static constexpr std::uint64_t page_words = 4096;

  PagedBuffer(const Buffer& what, bool symbolic);

  [[nodiscard]] const Buffer& what() const { return *what_; }
  /// Word `i`, which lies within the buffer (its last word may lie in part outside).
  [[nodiscard]] WordRef at(std::uint64_t i);
  /// A page that was touched, or nothing.
  [[nodiscard]] Words* touched(std::uint64_t number);
  [[nodiscard]] std::uint64_t bytes_held() const { return held_; }

 private:
  Words& page(std::uint64_t number);

  const Buffer* what_;
  bool symbolic_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Words>> pages_;
  std::uint64_t last_number_ = UINT64_MAX;
  Words* last_ = nullptr;
  std::uint64_t held_ = 0;
};

/// Records of single bytes, for the words whose bytes are not always accessed together.
class ByteRecords {
 public:
  /// The four records of a word, each a copy of the word's own the first time.
  [[nodiscard]] std::array<AccessRecord, 4>& of(const AccessRecord* word);
  [[nodiscard]] std::array<AccessRecord, 4>* find(const AccessRecord* word);
  void clear() { split_.clear(); }
  [[nodiscard]] bool empty() const { return split_.empty(); }

 private:
  std::unordered_map<const AccessRecord*, std::array<AccessRecord, 4>> split_;
};

}  // namespace touchstone::ptx
