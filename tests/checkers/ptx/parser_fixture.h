#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "touchstone/ptx/parser.h"

namespace touchstone::ptx {

inline std::string sample_text(std::string_view name) {
  std::ifstream file(std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/checkers/ptx/samples/" +
                     std::string(name));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::string_view head() { return ".version 9.0\n.target sm_80\n.address_size 64\n"; }

/// A kernel whose first statement stands in line 13, with registers of every class, a parameter of
/// 8 and one of 4 bytes, and a variable in each space.
inline std::string kernel_with(std::string_view statements) {
  return std::string(head()) +
         ".global .align 4 .b8 g[16];\n"
         ".func (.param .b32 result) twice (.param .b32 x) { ret; }\n"
         ".visible .entry k(.param .u64 p0, .param .u32 p1)\n"
         "{\n"
         ".reg .pred %p<4>; .reg .b16 %rs<8>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
         ".reg .f32 %f<8>; .reg .f64 %fd<8>; .reg .u32 %u<4>; .reg .s32 %s<4>;\n"
         ".shared .align 4 .b8 s[64];\n"
         ".local .align 4 .b8 l[64];\n"
         "\n" +
         std::string(statements) + "\nret;\n}\n";
}

}  // namespace touchstone::ptx
