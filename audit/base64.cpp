#include "base64.h"

#include <algorithm>

namespace touchstone {

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The four digits of up to three bytes, the missing ones as zeros.
void put_group(std::span<const std::uint8_t> bytes, std::string& out) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i) bits = bits << 8U | (i < bytes.size() ? bytes[i] : 0U);
  for (std::size_t i = 0; i < 4; ++i) {
    out += i <= bytes.size() ? alphabet[bits >> (18U - 6U * i) & 63U] : '=';
  }
}

}  // namespace

std::string base64_of(std::span<const std::uint8_t> bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    put_group(bytes.subspan(at, std::min<std::size_t>(3, bytes.size() - at)), out);
  }
  return out;
}

std::optional<std::vector<std::uint8_t>> bytes_of_base64(std::string_view text) {
  std::vector<std::uint8_t> out;
  const std::string_view digits = text.substr(0, text.find('='));
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : digits) {
    const auto value = alphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U | static_cast<std::uint32_t>(value)) & 0xFFFU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<std::uint8_t>(bits >> held));
  }
  if (base64_of(out) != text) return std::nullopt;
  return out;
}

}  // namespace touchstone
