#include "digest.h"

#include <openssl/evp.h>

#include <new>
#include <stdexcept>

namespace touchstone {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

int hex_value(char c) {
  const auto at = hex_digits.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

// Fetching the algorithm costs more than a short digest, so it is looked up once.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  if (fetched == nullptr) throw std::runtime_error("OpenSSL offers no SHA256");
  return fetched;
}

void require(int openssl_result) {
  if (openssl_result != 1) throw std::runtime_error("OpenSSL failed to compute a SHA-256");
}

}  // namespace

std::string Digest::hex() const {
  std::string out;
  out.reserve(64);
  for (const std::uint8_t byte : bytes) {
    out += hex_digits[byte >> 4U];
    out += hex_digits[byte & 15U];
  }
  return out;
}

std::string Digest::brief() const {
  const std::string all = hex();
  return all.substr(0, 4) + "…" + all.substr(60);
}

std::optional<Digest> Digest::from_hex(std::string_view text) {
  if (text.size() != 64) return std::nullopt;
  Digest out;
  for (std::size_t i = 0; i < out.bytes.size(); ++i) {
    const int high = hex_value(text[2 * i]);
    const int low = hex_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return out;
}

struct Sha256::Context {
  EVP_MD_CTX* openssl = EVP_MD_CTX_new();

  Context() {
    if (openssl == nullptr) throw std::bad_alloc();
    require(EVP_DigestInit_ex2(openssl, algorithm(), nullptr));
  }
  ~Context() { EVP_MD_CTX_free(openssl); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::raw(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(context_->openssl, bytes.data(), bytes.size()));
  return *this;
}

Sha256& Sha256::raw(std::string_view bytes) { return raw(std::as_bytes(std::span(bytes))); }

Sha256& Sha256::u8(std::uint8_t value) { return raw(std::as_bytes(std::span(&value, 1))); }

Sha256& Sha256::u32(std::uint32_t value) {
  std::array<std::byte, 4> bytes{};
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i));
  return raw(bytes);
}

Sha256& Sha256::u64(std::uint64_t value) {
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i));
  return raw(bytes);
}

Sha256& Sha256::text(std::string_view text) { return u64(text.size()).raw(text); }

Sha256& Sha256::digest(const Digest& digest) { return raw(std::as_bytes(std::span(digest.bytes))); }

Digest Sha256::finish() {
  Digest out;
  unsigned length = 0;
  require(EVP_DigestFinal_ex(context_->openssl, out.bytes.data(), &length));
  require(EVP_DigestInit_ex2(context_->openssl, algorithm(), nullptr));
  return out;
}

Digest sha256(std::span<const std::byte> bytes) { return Sha256().raw(bytes).finish(); }
Digest sha256(std::string_view bytes) { return Sha256().raw(bytes).finish(); }

}  // namespace touchstone
