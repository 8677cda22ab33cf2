#include "memory.h"

#include <algorithm>

namespace touchstone::ptx {

Words::Words(std::size_t count, bool symbolic, bool recorded)
    : bits_(count, 0),
      valid_(count, 0),
      terms_(symbolic ? count : 0, 0),
      records_(recorded ? count : 0),
      writers_(recorded ? count : 0, 0) {}

void Words::clear() {
  std::fill(bits_.begin(), bits_.end(), 0);
  std::fill(valid_.begin(), valid_.end(), 0);
  std::fill(terms_.begin(), terms_.end(), 0);
  std::fill(records_.begin(), records_.end(), AccessRecord{});
  std::fill(writers_.begin(), writers_.end(), 0);
}

PagedBuffer::PagedBuffer(const Buffer& what, bool symbolic) : what_(&what), symbolic_(symbolic) {}

WordRef PagedBuffer::at(std::uint64_t i) {
  const std::uint64_t number = i / page_words;
  if (number != last_number_) {
    last_ = &page(number);
    last_number_ = number;
  }
  return last_->at(i % page_words);
}

Words* PagedBuffer::touched(std::uint64_t number) {
  const auto at = pages_.find(number);
  return at == pages_.end() ? nullptr : at->second.get();
}

Words& PagedBuffer::page(std::uint64_t number) {
  std::unique_ptr<Words>& slot = pages_[number];
  if (slot) return *slot;
  const std::uint64_t words = (what_->bytes + 3) / 4;
  const std::uint64_t first = number * page_words;
  const std::size_t count = std::min(page_words, words - first);
  slot = std::make_unique<Words>(count, symbolic_, what_->writable);
  held_ += count * (what_->writable ? 80 : 9);
  if (what_->words.empty() && !what_->symbol) return *slot;
  for (std::size_t i = 0; i < count; ++i) {
    const WordRef word = slot->at(i);
    if (first + i < what_->words.size()) *word.bits = what_->words[first + i];
    *word.valid = 0xF;
  }
  return *slot;
}

std::array<AccessRecord, 4>& ByteRecords::of(const AccessRecord* word) {
  const auto [at, added] = split_.try_emplace(word);
  if (added) at->second.fill(*word);
  return at->second;
}

std::array<AccessRecord, 4>* ByteRecords::find(const AccessRecord* word) {
  const auto at = split_.find(word);
  return at == split_.end() ? nullptr : &at->second;
}

}  // namespace touchstone::ptx
