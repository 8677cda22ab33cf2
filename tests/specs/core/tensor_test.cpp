#include "touchstone/core/tensor.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace touchstone {
namespace {

Tensor floats(std::vector<float> values) {
  return Tensor::of(Shape::of({static_cast<std::int64_t>(values.size())}), values);
}

TEST(Tensor, HoldsExactlyTheBytesOfItsType) {
  const TensorType type{ElementType::float32, Shape::of({2})};
  EXPECT_TRUE(Tensor::create(type, std::vector<std::byte>(8)));
  EXPECT_FALSE(Tensor::create(type, std::vector<std::byte>(7)));
  EXPECT_FALSE(Tensor::create({ElementType::int64, Shape::of({2})}, std::vector<std::byte>(8)));
  const TensorType mask{ElementType::boolean, Shape::of({1})};
  EXPECT_TRUE(Tensor::create(mask, {std::byte{1}}));
  EXPECT_FALSE(Tensor::create(mask, {std::byte{2}}));
}

TEST(Tensor, DigestCoversTypeShapeAndBits) {
  const Digest digest = digest_of(floats({1, 2}));
  EXPECT_EQ(digest_of(floats({1, 2})), digest);
  EXPECT_NE(digest_of(floats({2, 1})), digest);
  EXPECT_NE(digest_of(floats({1, 2}).reshaped(Shape::of({2, 1}))), digest);
  EXPECT_NE(digest_of(floats({0.0F})), digest_of(floats({-0.0F})));
}

TEST(Tensor, EveryNanHasOneDigest) {
  const auto nan = [](std::uint32_t bits) { return floats({1, std::bit_cast<float>(bits)}); };
  EXPECT_EQ(digest_of(nan(0x7FC00000)), digest_of(nan(0xFFC00000)));
  EXPECT_EQ(digest_of(nan(0x7FC00000)), digest_of(nan(0x7F800001)));
  EXPECT_NE(digest_of(nan(0x7FC00000)), digest_of(nan(0x7F800000)));
}

TEST(Digest, KnownAnswersAndHexadecimal) {
  const Digest abc = sha256(std::string_view("abc"));  // FIPS 180-4's example
  EXPECT_EQ(abc.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(abc.brief(), "ba78…15ad");
  EXPECT_EQ(Digest::from_hex(abc.hex()), abc);
  EXPECT_FALSE(Digest::from_hex(abc.hex().substr(1)));
  EXPECT_FALSE(
      Digest::from_hex("BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  Sha256 hash;
  EXPECT_EQ(hash.raw("a").raw("bc").finish(), abc);
  EXPECT_EQ(hash.raw("abc").finish(), abc);  // starts afresh
  EXPECT_NE(Sha256().text("a").text("bc").finish(), Sha256().text("ab").text("c").finish());
}

}  // namespace
}  // namespace touchstone
