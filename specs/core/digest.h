#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace touchstone {

/// A SHA-256 digest (FIPS 180-4). Ordered bytewise; printed as 64 lower-case hex digits.
struct Digest {
  std::array<std::uint8_t, 32> bytes{};

  [[nodiscard]] std::string hex() const;
  /// First four and last four hex digits, "5b1f…c02a", for people to compare at a glance.
  [[nodiscard]] std::string brief() const;
  [[nodiscard]] static std::optional<Digest> from_hex(std::string_view text);

  auto operator<=>(const Digest&) const = default;
};

/// Incremental SHA-256. Typed updates are length-prefixed or fixed-width, so that two different
/// sequences of updates of the same kinds never hash the same bytes.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  Sha256& raw(std::span<const std::byte> bytes);
  Sha256& raw(std::string_view bytes);
  Sha256& u8(std::uint8_t value);
  Sha256& u32(std::uint32_t value);     ///< little-endian
  Sha256& u64(std::uint64_t value);     ///< little-endian
  Sha256& text(std::string_view text);  ///< length as u64, then the bytes
  Sha256& digest(const Digest& digest);

  /// The digest of all updates so far; the object starts afresh.
  [[nodiscard]] Digest finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

[[nodiscard]] Digest sha256(std::span<const std::byte> bytes);
[[nodiscard]] Digest sha256(std::string_view bytes);

}  // namespace touchstone
