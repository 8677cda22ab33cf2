#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "touchstone/core/result.h"

/// Signatures with Ed25519 (RFC 8032).
namespace touchstone {

/// Half of a key that anyone may know.
struct PublicKey {
  std::array<std::uint8_t, 32> bytes{};

  /// Base64 of its SubjectPublicKeyInfo in DER (RFC 8410, section 4): the middle line of what
  /// `openssl pkey -in key.pem -pubout` writes.
  [[nodiscard]] std::string text() const;
  /// Nothing for any text that `text` does not write, and for keys of small order, under which
  /// anyone can sign.
  [[nodiscard]] static std::optional<PublicKey> from_text(std::string_view text);

  auto operator<=>(const PublicKey&) const = default;
};

struct Signature {
  std::array<std::uint8_t, 64> bytes{};

  [[nodiscard]] std::string text() const;  ///< base64
  [[nodiscard]] static std::optional<Signature> from_text(std::string_view text);

  bool operator==(const Signature&) const = default;
};

/// The other half, which signs.
class SigningKey {
 public:
  /// From PEM as `openssl genpkey -algorithm ed25519` writes it. Errors (unreadable): no private
  /// key in it, one under a password, or one of another kind. No error tells anything of the key.
  [[nodiscard]] static Result<SigningKey> from_pem(std::string_view pem);
  /// The same from a file. Errors: those of reading it, too.
  [[nodiscard]] static Result<SigningKey> read(const std::filesystem::path& file);

  [[nodiscard]] PublicKey public_key() const;
  /// Deterministic.
  [[nodiscard]] Signature sign(std::string_view message) const;

 private:
  struct Key;
  explicit SigningKey(std::shared_ptr<const Key> key) : key_(std::move(key)) {}
  std::shared_ptr<const Key> key_;
};

/// Whether the holder of this key's other half signed the message.
[[nodiscard]] bool is_signed_by(const PublicKey& key, std::string_view message,
                                const Signature& signature);

/// The pre-authentication encoding of DSSE, version 1: what is signed in place of `body`, so that a
/// signature for one type of document is none for another.
[[nodiscard]] std::string pre_authentication_encoding(std::string_view type, std::string_view body);

}  // namespace touchstone
