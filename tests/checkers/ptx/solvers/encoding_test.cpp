#include <gtest/gtest.h>

#include "../lemma_fixture.h"
#include "touchstone/ptx/operand_reading.h"

namespace touchstone::ptx {
namespace {

/// The encoding against `evaluate`: at given inputs a form must have the value that it computes.
TEST_F(LemmaTest, EncodingsAgreeWithTheSemantics) {
  const std::vector<std::uint32_t> samples{0,           minus_zero_bits, one_bits,   0xBFC00000U,
                                           0x00000001,  0x80400002U,     0x3F000000, 0x4F000000U,
                                           0x7F7FFFFFU, 0xFF800000U,     nan_bits,   0xCF800000U};
  const auto check = [&](const char* opcode, const std::vector<TermId>& inputs) {
    const Form form = *resolve(opcode);
    const TermId term = symbols.apply(form, inputs);
    const Form same = *resolve("setp.eq.b32");
    // What it is at the samples, and itself elsewhere.
    TermId expected = term;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::array<std::uint32_t, 3> bits{samples[i], samples[(i * 5 + 3) % samples.size()],
                                              samples[(i * 7 + 1) % samples.size()]};
      const auto result = static_cast<std::uint32_t>(value(term, {bits[0], bits[1], bits[2]}));
      TermId given = symbols.truth(true);
      for (std::size_t j = 0; j < inputs.size(); ++j) {
        const std::array<TermId, 2> compared{inputs[j], word(bits[j])};
        given = symbols.both(given, symbols.apply(same, compared));
      }
      expected = make(TermKind::select, given, word(result), expected);
    }
    LemmaCut cut;
    cut.depth = 40;
    cut.bits = result_type(form) != Type::f32;
    EXPECT_TRUE(proved(term, expected, cut)) << opcode;
    // The twin is off by a bit at one sample, which makes no NaN of a NaN.
    const TermNode last = symbols.arena().nodes()[expected];
    const std::uint32_t flipped = symbols.arena().nodes()[last.b].a ^ 0x00800000U;
    EXPECT_FALSE(proved(term, make(TermKind::select, last.a, word(flipped), last.c), cut))
        << opcode;
  };
  for (const char* const opcode :
       {"add.rz.f32", "mul.rp.f32", "sub.rm.f32", "add.rn.ftz.f32", "mul.rn.sat.f32", "max.f32",
        "min.f32", "max.NaN.f32", "min.ftz.f32", "copysign.f32", "div.rn.ftz.f32"}) {
    check(opcode, {x, y});
  }
  check("fma.rm.f32", {x, y, z});
  check("fma.rn.ftz.sat.f32", {x, y, z});
  for (const char* const opcode :
       {"cvt.sat.f32.f32", "cvt.rni.f32.f32", "cvt.rmi.f32.f32", "cvt.rzi.s32.f32",
        "cvt.rni.u32.f32", "cvt.rmi.u32.f32", "cvt.rn.f32.s32", "cvt.rz.f32.u32", "cvt.rn.f32.u16",
        "neg.ftz.f32", "abs.ftz.f32", "sqrt.rz.f32", "rcp.rp.f32", "abs.s32", "cnot.b32"}) {
    check(opcode, {x});
  }
  for (const char* const opcode :
       {"sub.s16", "mul.lo.u16", "mul.hi.s32", "mul.hi.u32", "min.s32", "max.u32", "xor.b32",
        "shl.b32", "shr.s32", "shr.u32", "shr.s16", "shl.b16"}) {
    check(opcode, {x, y});
  }
  check("mad.lo.s32", {x, y, z});
  check("mad.hi.u32", {x, y, z});
}

}  // namespace
}  // namespace touchstone::ptx
