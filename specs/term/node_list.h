#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

#include "node.h"

namespace touchstone {

/// The nodes of an arena by their ids.
class TermNodes {
 public:
  using Chunks = std::vector<std::vector<TermNode>>;
  static constexpr unsigned chunk_bits = 16;

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = TermNode;
    using difference_type = std::ptrdiff_t;
    using pointer = const TermNode*;
    using reference = const TermNode&;

    Iterator() = default;
    Iterator(const Chunks& chunks, std::size_t at) : chunks_(&chunks), at_(at) {}
    [[nodiscard]] reference operator*() const { return found(*chunks_, at_); }
    [[nodiscard]] pointer operator->() const { return &**this; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++at_;
      return before;
    }
    [[nodiscard]] bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const Chunks* chunks_ = nullptr;
    std::size_t at_ = 0;
  };

  TermNodes(const Chunks& chunks, std::size_t size) : chunks_(&chunks), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const TermNode& operator[](std::size_t at) const { return found(*chunks_, at); }
  [[nodiscard]] Iterator begin() const { return {*chunks_, 0}; }
  [[nodiscard]] Iterator end() const { return {*chunks_, size_}; }

 private:
  [[nodiscard]] static const TermNode& found(const Chunks& chunks, std::size_t at) {
    return chunks[at >> chunk_bits][at & ((std::size_t{1} << chunk_bits) - 1)];
  }

  const Chunks* chunks_;
  std::size_t size_;
};

/// Grows by chunks of a mebibyte, so that millions of nodes are never copied and never twice in
/// memory.
class NodeList {
 public:
  void push_back(const TermNode& node) {
    constexpr std::size_t chunk = std::size_t{1} << TermNodes::chunk_bits;
    if (chunks_.empty() || chunks_.back().size() == chunk) {
      chunks_.emplace_back();
      // The first grows as it must: most arenas hold a few hundred terms.
      if (chunks_.size() > 1) chunks_.back().reserve(chunk);
    }
    chunks_.back().push_back(node);
    ++size_;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] TermNodes view() const { return {chunks_, size_}; }

 private:
  TermNodes::Chunks chunks_;
  std::size_t size_ = 0;
};

}  // namespace touchstone
