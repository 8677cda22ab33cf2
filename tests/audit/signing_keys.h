#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/audit/base64.h"
#include "touchstone/audit/signature.h"

namespace touchstone {

/// The bytes that hexadecimal digits write.
inline std::vector<std::uint8_t> bytes_of_hex(const std::string& text) {
  std::vector<std::uint8_t> out;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    out.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(at, 2), nullptr, 16)));
  }
  return out;
}

/// A key from its secret bytes, in the PEM of RFC 8410, section 7.
inline std::string pem_of(const std::string& secret) {
  const std::string der = "302e020100300506032b657004220420" + secret;
  return "-----BEGIN PRIVATE KEY-----\n" + base64_of(bytes_of_hex(der)) +
         "\n-----END PRIVATE KEY-----\n";
}

/// The secrets of tests 1 and 2 of RFC 8032, section 7.1: known to everyone.
inline constexpr std::string_view first_secret =
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
inline constexpr std::string_view second_secret =
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";

inline SigningKey first_key() { return *SigningKey::from_pem(pem_of(std::string(first_secret))); }
inline SigningKey second_key() { return *SigningKey::from_pem(pem_of(std::string(second_secret))); }

}  // namespace touchstone
