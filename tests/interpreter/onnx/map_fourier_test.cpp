#include "one_node.h"

namespace touchstone::onnx_test {
namespace {

TEST(Dft, OfRealNumbers) {
  expect_text(OneNode("DFT", 17).in({2, 4, 1}).set("onesided", 1),
              "y/rows = reshape shape=[2,4,1] (x0)\n"
              "y/real = reshape shape=[2,4] (y/rows)\n"
              "y/spectrum = rfft (y/real)\n"
              "y = reshape shape=[2,3,2] (y/spectrum)\n");
  expect_text(OneNode("DFT").in({5, 3, 1}).none().constant(integer_tensor({}, {0})),
              "y/moved = permute axes=[1,0,2] (x0)\n"
              "y/rows = reshape shape=[3,5,1] (y/moved)\n"
              "y/real = reshape shape=[3,5] (y/rows)\n"
              "y/spectrum_half = rfft (y/real)\n"
              "y/spectrum_other = gather axis=1 (y/spectrum_half y/spectrum_mirror)\n"
              "y/spectrum_conjugate = mul (y/spectrum_other y/spectrum_signs)\n"
              "y/spectrum = concat axis=1 (y/spectrum_half y/spectrum_conjugate)\n"
              "y/unmoved = reshape shape=[3,5,2] (y/spectrum)\n"
              "y = permute axes=[1,0,2] (y/unmoved)\n");
  expect_text(OneNode("DFT").in({2, 1}),
              "y/rows = reshape shape=[1,2,1] (x0)\n"
              "y/real = reshape shape=[1,2] (y/rows)\n"
              "y/spectrum_half = rfft (y/real)\n"
              "y = reshape shape=[2,2] (y/spectrum_half)\n");
  expect_text(OneNode("DFT").in({3, 1}).constant(integer_tensor({}, {2})).set("onesided", 1),
              "y/fitted = slice axes=[0] counts=[2] starts=[0] steps=[1] (x0)\n"
              "y/rows = reshape shape=[1,2,1] (y/fitted)\n"
              "y/real = reshape shape=[1,2] (y/rows)\n"
              "y/spectrum = rfft (y/real)\n"
              "y = reshape shape=[2,2] (y/spectrum)\n");
  expect_text(OneNode("DFT").in({3, 1}).list({5}).set("onesided", 1),
              "y/fitted = pad pads_begin=[0,0] pads_end=[2,0] value=0 (x0)\n"
              "y/rows = reshape shape=[1,5,1] (y/fitted)\n"
              "y/real = reshape shape=[1,5] (y/rows)\n"
              "y/spectrum = rfft (y/real)\n"
              "y = reshape shape=[3,2] (y/spectrum)\n");
}

TEST(Dft, OfComplexNumbers) {
  expect_text(
      OneNode("DFT").in({2, 3, 2}).set("inverse", 1),
      "y/rows = reshape shape=[2,3,2] (x0)\n"
      "y/conjugated = mul (y/rows y/signs)\n"
      "y/real_column = slice axes=[2] counts=[1] starts=[0] steps=[1] (y/conjugated)\n"
      "y/real = reshape shape=[2,3] (y/real_column)\n"
      "y/imaginary_column = slice axes=[2] counts=[1] starts=[1] steps=[1] (y/conjugated)\n"
      "y/imaginary = reshape shape=[2,3] (y/imaginary_column)\n"
      "y/spectrum_of_real_half = rfft (y/real)\n"
      "y/spectrum_of_real_other = gather axis=1 (y/spectrum_of_real_half "
      "y/spectrum_of_real_mirror)\n"
      "y/spectrum_of_real_conjugate = mul (y/spectrum_of_real_other y/spectrum_of_real_signs)\n"
      "y/spectrum_of_real = concat axis=1 (y/spectrum_of_real_half y/spectrum_of_real_conjugate)\n"
      "y/spectrum_of_imaginary_half = rfft (y/imaginary)\n"
      "y/spectrum_of_imaginary_other = gather axis=1 (y/spectrum_of_imaginary_half "
      "y/spectrum_of_imaginary_mirror)\n"
      "y/spectrum_of_imaginary_conjugate = mul (y/spectrum_of_imaginary_other "
      "y/spectrum_of_imaginary_signs)\n"
      "y/spectrum_of_imaginary = concat axis=1 (y/spectrum_of_imaginary_half "
      "y/spectrum_of_imaginary_conjugate)\n"
      "y/swapped = gather axis=2 (y/spectrum_of_imaginary y/swap)\n"
      "y/turned = mul (y/swapped y/turn)\n"
      "y/spectrum = add (y/spectrum_of_real y/turned)\n"
      "y/inverse = div (y/spectrum y/count)\n"
      "y = reshape shape=[2,3,2] (y/inverse)\n");
}

TEST(Dft, RefusesWhatItDoesNotHave) {
  expect_refusal(OneNode("DFT").in({1, std::int64_t{1} << 40U, 1}), "unavailable: ");
  expect_refusal(OneNode("DFT").in({2, 3}), "unreadable: last axis of length 1, real, or 2");
  expect_refusal(OneNode("DFT").in({2, 3, 2}).set("onesided", 1), "unavailable: 'onesided'");
  expect_refusal(OneNode("DFT").in({2, 3, 1}).set("onesided", 1).set("inverse", 1),
                 "unavailable: ");
  expect_refusal(OneNode("DFT", 17).in({2, 3, 1}).set("axis", 2),
                 "unreadable: axis 2 holds the parts");
  expect_refusal(OneNode("DFT").in({2, 0, 1}), "unreadable: it transforms 0 elements");
  expect_refusal(OneNode("DFT").in({2, 3, 1}).list({-1}), "unreadable: it transforms -1 elements");
  expect_refusal(OneNode("DFT").in({2, 3, 1}).list({1, 2}), "unreadable: must hold one element");
  expect_refusal(OneNode("DFT").in({2, 3, 1}).index({}), "unavailable: 'dft_length' is only known");
  expect_refusal(OneNode("DFT").in({3, 1}).list({1 << 20}), "unavailable: ");
}

TEST(Stft, GathersFrames) {
  expect_text(OneNode("STFT").in({1, 8, 1}).constant(integer_tensor({}, {2})).in({4}),
              "y/frames = gather axis=1 (x0 y/positions)\n"
              "y/window = reshape shape=[4,1] (x2)\n"
              "y/windowed = mul (y/frames y/window)\n"
              "y/rows = reshape shape=[3,4,1] (y/windowed)\n"
              "y/real = reshape shape=[3,4] (y/rows)\n"
              "y/spectrum = rfft (y/real)\n"
              "y = reshape shape=[1,3,3,2] (y/spectrum)\n");
  const OneNode signal = OneNode("STFT").in({1, 8, 1}).constant(integer_tensor({}, {2}));
  expect_refusal(OneNode(signal).none().constant(integer_tensor({}, {9})),
                 "unreadable: do not fit");
  expect_refusal(OneNode(signal).in({4}).constant(integer_tensor({}, {3})),
                 "unreadable: contradicts");
  expect_refusal(OneNode(signal).in({2, 2}), "unreadable: must have one axis");
  expect_refusal(OneNode("STFT").in({1, 8, 2}).constant(integer_tensor({}, {2})).in({4}),
                 "unavailable: ");
  expect_refusal(OneNode("STFT").in({1, 8}).constant(integer_tensor({}, {2})),
                 "unreadable: is not [batch");
  expect_refusal(OneNode("STFT").in({1, 8, 1}).constant(integer_tensor({}, {0})),
                 "unreadable: every 0");
}

}  // namespace
}  // namespace touchstone::onnx_test
