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
  [[nodiscard]] static Index zeros(std::size_t rank);

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::int64_t operator[](std::size_t axis) const { return entries_[axis]; }
  [[nodiscard]] std::int64_t& operator[](std::size_t axis) { return entries_[axis]; }
  [[nodiscard]] std::span<const std::int64_t> entries() const { return {entries_.data(), rank_}; }

  /// Entries [from, from + count).
  [[nodiscard]] Index part(std::size_t from, std::size_t count) const;
  /// This, then `entry`. Requires room for it.
  [[nodiscard]] Index with(std::int64_t entry) const;
  /// This, then all entries of `more`. Requires room for them.
  [[nodiscard]] Index joined(const Index& more) const;
  /// Without the entry of `axis`.
  [[nodiscard]] Index without(std::size_t axis) const;
  /// With `entry` put in before `axis`.
  [[nodiscard]] Index inserted(std::size_t axis, std::int64_t entry) const;

  auto operator<=>(const Index&) const = default;

 private:
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
  [[nodiscard]] std::int64_t element_count() const;
  /// Row-major strides, in elements.
  [[nodiscard]] Index strides() const;
  /// "[1,3,32,32]"
  [[nodiscard]] std::string text() const;

  auto operator<=>(const Shape&) const = default;

 private:
  Index extents_;
};

}  // namespace touchstone
