#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "result.h"

namespace touchstone {

/// Largest number of axes of a tensor. A model with more is refused as not expressible.
inline constexpr std::size_t max_rank = 8;

/// Up to `max_rank` integers with value semantics and no allocation: the extents of a shape, or
/// one position inside it. Entries past the rank are zero, so that comparison is memberwise.
class Index {
 public:
  Index() = default;
  Index(std::initializer_list<std::int64_t> entries);
  explicit Index(std::span<const std::int64_t> entries);

  /// `rank` zeros.
  [[nodiscard]] static Index zeros(std::size_t rank) {
    if (rank > max_rank) too_many_axes();
    Index out;
    out.rank_ = rank;
    return out;
  }

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::int64_t operator[](std::size_t axis) const { return entries_[axis]; }
  [[nodiscard]] std::int64_t& operator[](std::size_t axis) { return entries_[axis]; }
  [[nodiscard]] std::span<const std::int64_t> entries() const { return {entries_.data(), rank_}; }

  /// Entries [from, from + count).
  [[nodiscard]] Index part(std::size_t from, std::size_t count) const {
    Index out = zeros(count);
    for (std::size_t i = 0; i < count; ++i) out.entries_[i] = entries_[from + i];
    return out;
  }
  /// This, then `entry`. Requires room for it.
  [[nodiscard]] Index with(std::int64_t entry) const {
    if (rank_ == max_rank) too_many_axes();
    Index out = *this;
    out.entries_[out.rank_++] = entry;
    return out;
  }
  /// This, then all entries of `more`. Requires room for them.
  [[nodiscard]] Index joined(const Index& more) const {
    if (rank_ + more.rank_ > max_rank) too_many_axes();
    Index out = *this;
    for (std::size_t i = 0; i < more.rank_; ++i) out.entries_[out.rank_++] = more.entries_[i];
    return out;
  }
  /// Without the entry of `axis`.
  [[nodiscard]] Index without(std::size_t axis) const {
    Index out = *this;
    for (std::size_t i = axis; i + 1 < rank_; ++i) out.entries_[i] = entries_[i + 1];
    out.entries_[--out.rank_] = 0;
    return out;
  }
  /// With `entry` put in before `axis`.
  [[nodiscard]] Index inserted(std::size_t axis, std::int64_t entry) const {
    Index out = with(0);
    for (std::size_t i = rank_; i > axis; --i) out.entries_[i] = entries_[i - 1];
    out.entries_[axis] = entry;
    return out;
  }

  auto operator<=>(const Index&) const = default;

 private:
  [[noreturn]] static void too_many_axes();

  std::array<std::int64_t, max_rank> entries_{};
  std::size_t rank_ = 0;
};

/// The extents of a dense row-major tensor. Made only by `create` or from another shape, so that
/// every extent is at least zero and the product of the non-zero extents fits in 62 bits: element
/// counts, strides and offsets cannot overflow.
class Shape {
 public:
  Shape() = default;  ///< the shape of a scalar

  /// Errors: more than `max_rank` axes (unavailable), a negative extent, too many elements.
  [[nodiscard]] static Result<Shape> create(std::span<const std::int64_t> extents);
  /// For extents known to be valid; throws std::logic_error otherwise.
  [[nodiscard]] static Shape of(std::initializer_list<std::int64_t> extents);
  [[nodiscard]] static Shape of(const Index& extents);

  [[nodiscard]] std::size_t rank() const { return extents_.rank(); }
  [[nodiscard]] std::int64_t operator[](std::size_t axis) const { return extents_[axis]; }
  [[nodiscard]] const Index& extents() const { return extents_; }
  [[nodiscard]] std::int64_t element_count() const {
    std::int64_t product = 1;
    for (const std::int64_t extent : extents_.entries()) product *= extent;
    return product;
  }
  /// Row-major strides, in elements.
  [[nodiscard]] Index strides() const;
  /// "[1,3,32,32]"
  [[nodiscard]] std::string text() const;

  auto operator<=>(const Shape&) const = default;

 private:
  Index extents_;
};

}  // namespace touchstone
