#include "touchstone/audit/signature.h"

#include <gtest/gtest.h>

#include "signing_keys.h"

namespace touchstone {
namespace {

TEST(Base64, WritesAndReadsOnlyWhatItWrites) {
  // RFC 4648, section 10.
  const std::pair<std::string, std::string> known[] = {
      {"", ""},           {"66", "Zg=="},           {"666f", "Zm8="},
      {"666f6f", "Zm9v"}, {"666f6f62", "Zm9vYg=="}, {"666f6f626172", "Zm9vYmFy"}};
  for (const auto& [hex, text] : known) {
    EXPECT_EQ(base64_of(bytes_of_hex(hex)), text);
    EXPECT_EQ(bytes_of_base64(text), bytes_of_hex(hex)) << text;
  }
  for (const char* bad :
       {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==\n", "Zg== ", "Z*==", "=", "===="}) {
    EXPECT_FALSE(bytes_of_base64(bad).has_value()) << bad;
  }
}

TEST(Signature, KnownAnswersOfTheRfc) {
  const PublicKey first = first_key().public_key();
  EXPECT_EQ(std::vector<std::uint8_t>(first.bytes.begin(), first.bytes.end()),
            bytes_of_hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
  const auto expect_signature = [](const SigningKey& key, std::string_view message,
                                   const std::string& hex) {
    const Signature signature = key.sign(message);
    EXPECT_EQ(std::vector<std::uint8_t>(signature.bytes.begin(), signature.bytes.end()),
              bytes_of_hex(hex));
    EXPECT_TRUE(is_signed_by(key.public_key(), message, signature));
  };
  expect_signature(
      first_key(), "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
      "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
  expect_signature(
      second_key(), "\x72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e"
      "458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
}

TEST(Signature, KeysUnderWhichAnyoneCanSignAreNone) {
  // The neutral element: R = A and S = 0 satisfy RFC 8032, 5.1.7, whatever the message.
  PublicKey neutral;
  neutral.bytes[0] = 1;
  Signature of_nobody;
  of_nobody.bytes[0] = 1;
  ASSERT_TRUE(is_signed_by(neutral, "any message", of_nobody));
  EXPECT_FALSE(PublicKey::from_text(neutral.text()).has_value());
  neutral.bytes[31] = 0x80;  // the same point with the other sign
  EXPECT_FALSE(PublicKey::from_text(neutral.text()).has_value());
  EXPECT_FALSE(PublicKey::from_text(PublicKey{}.text()).has_value());
  const PublicKey honest = first_key().public_key();
  EXPECT_EQ(PublicKey::from_text(honest.text()), honest);
}

TEST(Signature, EveryFlippedBitOfKeySignatureAndMessageIsSeen) {
  const std::string message = "message";
  const PublicKey key = first_key().public_key();
  const Signature signature = first_key().sign(message);
  ASSERT_TRUE(is_signed_by(key, message, signature));
  EXPECT_FALSE(is_signed_by(second_key().public_key(), message, signature));
  const auto flip = [](auto bytes, std::size_t bit) {
    using Byte = typename decltype(bytes)::value_type;
    bytes[bit / 8] = static_cast<Byte>(static_cast<unsigned char>(bytes[bit / 8]) ^ 1U << bit % 8);
    return bytes;
  };
  for (std::size_t bit = 0; bit < 8 * 64; ++bit) {
    ASSERT_FALSE(is_signed_by(key, message, Signature{flip(signature.bytes, bit)})) << bit;
    if (bit < 8 * 32) {
      ASSERT_FALSE(is_signed_by(PublicKey{flip(key.bytes, bit)}, message, signature)) << bit;
    }
    if (bit < 8 * message.size()) {
      ASSERT_FALSE(is_signed_by(key, flip(message, bit), signature)) << bit;
    }
  }
}

TEST(Signature, TextsAreReadStrictly) {
  const PublicKey key = first_key().public_key();
  const std::string text = key.text();
  EXPECT_EQ(PublicKey::from_text(text), key);
  const Signature signature = first_key().sign("m");
  EXPECT_EQ(Signature::from_text(signature.text()), signature);
  EXPECT_FALSE(PublicKey::from_text(text + "\n").has_value());
  EXPECT_FALSE(PublicKey::from_text(text.substr(4)).has_value());
  EXPECT_FALSE(PublicKey::from_text("").has_value());
  // The header of an X25519 key, which signs nothing (RFC 8410).
  EXPECT_FALSE(PublicKey::from_text("MCowBQYDK2Vu" + text.substr(12)).has_value());
  EXPECT_FALSE(Signature::from_text(text).has_value());
}

TEST(SigningKey, IsReadFromPemAlone) {
  const std::string good = pem_of(std::string(first_secret));
  EXPECT_TRUE(SigningKey::from_pem(good).ok());
  for (const std::string& bad : {std::string(), good.substr(0, 60), std::string("key"),
                                 pem_of("00"), first_key().public_key().text()}) {
    const auto key = SigningKey::from_pem(bad);
    ASSERT_FALSE(key.ok()) << bad;
    EXPECT_EQ(key.error().kind, Failure::unreadable);
  }
  EXPECT_EQ(SigningKey::read("/no/such/key.pem").error().kind, Failure::unreadable);
}

TEST(PreAuthenticationEncoding, SaysLengths) {
  // The example of DSSE's protocol document.
  EXPECT_EQ(pre_authentication_encoding("http://example.com/HelloWorld", "hello world"),
            "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
}

}  // namespace
}  // namespace touchstone
