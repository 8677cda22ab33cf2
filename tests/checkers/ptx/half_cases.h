#pragma once

#include "value_case.h"

namespace touchstone::ptx {

inline std::vector<ValueCase> half_cases() {
  return {
      {"add.rn.f16", {0x3C00, 0x1000}, 0x3C00},  // 1 + 2^-11: a tie to even
      {"add.rn.f16", {0x3C00, 0x1001}, 0x3C01},
      {"add.f16", {0x7BFF, 0x7BFF}, 0x7C00},
      {"add.f16", {0x7C00, 0xFC00}, 0x7FFF},
      {"add.f16", {0x0001, 0x0001}, 0x0002},
      {"add.ftz.f16", {0x8001, 0x8001}, 0x8000},
      {"add.sat.f16", {0x4000, 0x3C00}, 0x3C00},
      {"add.rn.f16x2", {0x40003C00, 0x3C000001}, 0x42003C00},
      {"add.f16x2", {0x40003C00, 0x3C003C00}, 0x42004000},
      {"add.rn.bf16", {0x3F80, 0x3B80}, 0x3F80},  // 1 + 2^-8: a tie to even
      {"add.bf16", {0x3F80, 0x3B81}, 0x3F81},
      {"add.rn.bf16x2", {0x3F804000, 0x3F803F80}, 0x40004040},
      {"add.bf16x2", {0x7F80FF80, 0xFF80FF80}, 0x7FFFFF80},
      {"sub.rn.f16", {0x3C00, 0x3C00}, 0},
      {"sub.f16", {0x3C00, 0x4000}, 0xBC00},
      {"sub.sat.f16x2", {0x40003C00, 0x3C004000}, 0x3C000000},
      {"sub.rn.bf16", {0x4000, 0x3F80}, 0x3F80},
      {"sub.bf16x2", {0x40003F80, 0x3F804000}, 0x3F80BF80},
      {"mul.rn.f16", {0x3C01, 0x3C01}, 0x3C02},
      {"mul.f16", {0x0001, 0x3800}, 0x0000},
      {"mul.ftz.f16x2", {0x04003C00, 0x38003C00}, 0x00003C00},
      {"mul.f16x2", {0x04003C00, 0x38003C00}, 0x02003C00},
      {"mul.rn.bf16", {0x4000, 0x4040}, 0x40C0},
      {"mul.bf16x2", {0x40003F80, 0x40004000}, 0x40804000},
      // (1 + 2^-10)² − (1 + 2^-9) = 2^-20
      {"fma.rn.f16", {0x3C01, 0x3C01, 0xBC02}, 0x0010},
      {"fma.rn.ftz.f16", {0x3C01, 0x3C01, 0xBC02}, 0},
      {"fma.rn.sat.f16x2", {0x40004000, 0x40004000, 0xC8003C00}, 0x00003C00},
      {"fma.rn.f16x2", {0x3C013C00, 0x3C014000, 0xBC023C00}, 0x00104200},
      {"fma.rn.relu.f16", {0x3C00, 0xBC00, 0}, 0},
      {"fma.rn.relu.f16", {0x7C00, 0, 0}, 0x7FFF},
      {"fma.rn.bf16", {0x3F81, 0x3F81, 0xBF82}, 0x3880},  // 2^-14
      {"fma.rn.relu.bf16x2", {0x3F80BF80, 0x40004000, 0x3F803F80}, 0x40400000},
      {"neg.f16", {0x3C00}, 0xBC00},
      {"neg.ftz.f16x2", {0x3C000001}, 0xBC008000},
      {"neg.f16", {0xFE01}, 0x7FFF},
      {"neg.bf16", {0x3F80}, 0xBF80},
      {"neg.bf16x2", {0x3F800000}, 0xBF808000},
      {"abs.f16", {0xBC00}, 0x3C00},
      {"abs.ftz.f16x2", {0xBC008001}, 0x3C000000},
      {"abs.bf16", {0xBF80}, 0x3F80},
      {"abs.bf16x2", {0xBF80FFC1}, 0x3F807FFF},
      {"min.f16", {0x7E00, 0x3C00}, 0x3C00},
      {"min.NaN.f16x2", {0x7E000000, 0x3C008000}, 0x7FFF8000},
      {"min.xorsign.abs.f16", {0xC000, 0x3C00}, 0xBC00},
      {"min.bf16", {0x0000, 0x8000}, 0x8000},
      {"min.NaN.bf16", {0x7FC0, 0x3F80}, 0x7FFF},
      {"min.xorsign.abs.bf16x2", {0xC0003F80, 0xBF804000}, 0x3F803F80},
      {"max.f16", {0x0000, 0x8000}, 0x0000},
      {"max.ftz.f16x2", {0x00013C00, 0x80004000}, 0x00004000},
      {"max.xorsign.abs.f16x2", {0xC0003C00, 0x3C003C00}, 0xC0003C00},
      {"max.bf16x2", {0x7FC03F80, 0x40004000}, 0x40004000},
      {"max.xorsign.abs.bf16", {0xC000, 0x3F80}, 0xC000},
      {"tanh.approx.f16", {0x7C00}, 0x3C00},
      {"tanh.approx.f16x2", {0xFC008000}, 0xBC008000},
      {"tanh.approx.bf16", {0xFF80}, 0xBF80},
      {"tanh.approx.bf16x2", {0x7F807FC0}, 0x3F807FFF},
      {"ex2.approx.f16", {0x4200}, 0x4800},
      {"ex2.approx.f16x2", {0xFC000000}, 0x00003C00},
      {"ex2.approx.ftz.bf16", {0x8001}, 0x3F80},
      {"ex2.approx.ftz.bf16x2", {0xFF807F80}, 0x00007F80},
      {"add.rn.f32.f16", {0x3C00, 0x33800001}, 0x3F800001},
      {"add.rz.f32.f16", {0x3C00, 0x33800001}, 0x3F800000},
      {"add.sat.f32.bf16", {0x4000, 0x3F800000}, 0x3F800000},
      {"add.f32.f16", {0x0001, 0}, 0x33800000},  // 2^-24
      {"sub.rn.f32.bf16", {0x3F80, 0x40000000}, 0xBF800000},
      {"sub.f32.f16", {0x3C00, 0x40000000}, 0xBF800000},
      {"fma.rn.f32.f16", {0x3C01, 0x3C01, 0xBF800000}, 0x3B001000},  // 2^-9 + 2^-20
      {"fma.rp.sat.f32.bf16", {0x4000, 0x4000, 0x3F800000}, 0x3F800000},
  };
}

}  // namespace touchstone::ptx
