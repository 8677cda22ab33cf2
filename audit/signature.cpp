#include "signature.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <algorithm>
#include <climits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base64.h"
#include "touchstone/host/file.h"

namespace touchstone {

namespace {

/// A private key in PEM has some 120 bytes; text may stand before it.
constexpr std::uint64_t longest_pem = std::uint64_t{1} << 16U;

/// What stands before the 32 bytes of a key in its SubjectPublicKeyInfo: a sequence of the
/// algorithm 1.3.101.112 and a bit string (RFC 8410, section 4).
constexpr std::array<std::uint8_t, 12> key_header{0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
                                                  0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

/// The y-coordinates, little-endian, of the points whose eightfold is the neutral element (RFC
/// 8032, 5.1): 0, 1, the two of order eight, −1, and the encodings of 0 and 1 that are not reduced.
/// Under such a key anyone can make a signature that verifies.
constexpr std::array<std::array<std::uint8_t, 32>, 7> small_order{{
    {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
     0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
     0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00},
    {0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
     0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
     0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4,
     0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6,
     0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
     0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
     0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xee, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
}};

bool is_of_small_order(std::array<std::uint8_t, 32> key) {
  key.back() &= 0x7f;  // the sign of x
  return std::find(small_order.begin(), small_order.end(), key) != small_order.end();
}

struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, FreeKey>;

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

struct FreeBio {
  void operator()(BIO* bio) const { BIO_free(bio); }
};

std::unique_ptr<EVP_MD_CTX, FreeContext> new_context() {
  std::unique_ptr<EVP_MD_CTX, FreeContext> out(EVP_MD_CTX_new());
  if (out == nullptr) throw std::bad_alloc();
  return out;
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// In place of OpenSSL's own, which asks on the terminal.
int no_password(char*, int, int, void*) { return -1; }

template <std::size_t size>
std::optional<std::array<std::uint8_t, size>> exactly(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != size) return std::nullopt;
  std::array<std::uint8_t, size> out{};
  std::copy(bytes.begin(), bytes.end(), out.begin());
  return out;
}

}  // namespace

std::string PublicKey::text() const {
  std::vector<std::uint8_t> out(key_header.begin(), key_header.end());
  out.insert(out.end(), bytes.begin(), bytes.end());
  return base64_of(out);
}

std::optional<PublicKey> PublicKey::from_text(std::string_view text) {
  const auto all = bytes_of_base64(text);
  if (!all || all->size() < key_header.size() ||
      !std::equal(key_header.begin(), key_header.end(), all->begin())) {
    return std::nullopt;
  }
  const auto key = exactly<32>(std::span(*all).subspan(key_header.size()));
  if (!key || is_of_small_order(*key)) return std::nullopt;
  return PublicKey{*key};
}

std::string Signature::text() const { return base64_of(bytes); }

std::optional<Signature> Signature::from_text(std::string_view text) {
  const auto all = bytes_of_base64(text);
  if (!all) return std::nullopt;
  const auto bytes = exactly<64>(*all);
  if (!bytes) return std::nullopt;
  return Signature{*bytes};
}

struct SigningKey::Key {
  KeyPointer openssl;
};

Result<SigningKey> SigningKey::from_pem(std::string_view pem) {
  const auto refused = [](std::string reason) {
    return unreadable({}, std::move(reason),
                      "openssl genpkey -algorithm ed25519 -out key.pem makes one");
  };
  if (pem.size() > INT_MAX) return refused("the file holds no Ed25519 private key in PEM");
  const std::unique_ptr<BIO, FreeBio> bio(
      BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  if (bio == nullptr) throw std::bad_alloc();
  KeyPointer key(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr));
  ERR_clear_error();
  if (key == nullptr) {
    return refused(pem.find("ENCRYPTED") == std::string_view::npos
                       ? "the file holds no Ed25519 private key in PEM"
                       : "the private key is under a password, which cannot be asked for here");
  }
  if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
    return refused("the private key is not of the kind Ed25519");
  }
  return SigningKey(std::make_shared<const Key>(Key{std::move(key)}));
}

Result<SigningKey> SigningKey::read(const std::filesystem::path& file) {
  auto pem = read_file(file, longest_pem);
  if (!pem) return pem.error();
  auto out = from_pem(*pem);
  OPENSSL_cleanse(pem->data(), pem->size());
  if (!out) return out.error().in_file(file.string());
  return out;
}

PublicKey SigningKey::public_key() const {
  PublicKey out;
  std::size_t size = out.bytes.size();
  if (EVP_PKEY_get_raw_public_key(key_->openssl.get(), out.bytes.data(), &size) != 1 ||
      size != out.bytes.size()) {
    throw std::runtime_error("OpenSSL failed to tell a public key");
  }
  return out;
}

Signature SigningKey::sign(std::string_view message) const {
  Signature out;
  std::size_t size = out.bytes.size();
  const auto context = new_context();
  if (EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_->openssl.get()) != 1 ||
      EVP_DigestSign(context.get(), out.bytes.data(), &size, bytes_of(message), message.size()) !=
          1 ||
      size != out.bytes.size()) {
    throw std::runtime_error("OpenSSL failed to sign");
  }
  return out;
}

bool is_signed_by(const PublicKey& key, std::string_view message, const Signature& signature) {
  const KeyPointer openssl(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.bytes.data(), key.bytes.size()));
  if (openssl == nullptr) throw std::runtime_error("OpenSSL offers no Ed25519");
  const auto context = new_context();
  if (EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, openssl.get()) != 1) {
    throw std::runtime_error("OpenSSL offers no Ed25519");
  }
  const bool out = EVP_DigestVerify(context.get(), signature.bytes.data(), signature.bytes.size(),
                                    bytes_of(message), message.size()) == 1;
  ERR_clear_error();
  return out;
}

std::string pre_authentication_encoding(std::string_view type, std::string_view body) {
  std::string out = "DSSEv1 " + std::to_string(type.size()) + " ";
  out += type;
  out += " " + std::to_string(body.size()) + " ";
  out += body;
  return out;
}

}  // namespace touchstone
