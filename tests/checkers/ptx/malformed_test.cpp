#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "parser_fixture.h"

namespace touchstone::ptx {
namespace {

/// One fault in the statements of `kernel_with`, and the same without it.
struct Fault {
  std::string_view faulty;
  std::string_view valid;
  int line;  ///< of the fault, counted from the first statement
  std::string_view reason;
};

constexpr int first_statement = 13;

void expect_fault(const std::string& faulty, const std::string& valid, int line,
                  std::string_view reason) {
  const auto good = parse(valid);
  EXPECT_TRUE(good.ok()) << valid << "\n" << good.error().text();
  const auto bad = parse(faulty);
  ASSERT_FALSE(bad.ok()) << faulty;
  EXPECT_EQ(bad.error().place, "line " + std::to_string(line)) << faulty << bad.error().text();
  EXPECT_NE(bad.error().reason.find(reason), std::string::npos) << faulty << "\n"
                                                                << bad.error().text();
}

const std::vector<Fault>& faults() {
  static const std::vector<Fault> table{
      // Names.
      {"mov.b32 %r9, 1;", "mov.b32 %r7, 1;", 0, "'%r9' is not declared"},
      {"mov.b32 %r1, %r01;", "mov.b32 %r1, %r0;", 0, "'%r01' is not declared"},
      {"\nbra L;", "\nbra L; L:", 1, "no label 'L'"},
      {"bra L; { L: }", "bra L; { } L:", 0, "no label 'L'"},
      {"bra %r1;", "bra L; L:", 0, "no label '%r1'"},
      {"L: ret;\nL:", "L: ret;\nM:", 1, "'L' is declared twice, first in line 13"},
      {".reg .b32 %r5;", ".reg .b32 x;", 0, "'%r5' is declared twice"},
      {".reg .b32 %r<5>;", "{ .reg .b32 %r<5>; }", 0, "'%r' is declared twice"},
      {".reg .b32 q3;\n.reg .b32 q<5>;", ".reg .b32 q5;\n.reg .b32 q<5>;", 1, "declared twice"},
      {".reg .b32 p0;", ".reg .b32 q0;", 0, "'p0' is declared twice"},
      {".reg .b32 s;", ".reg .b32 g;", 0, "'s' is declared twice"},
      {".reg .b32 x;\nx: ret;", ".reg .b32 x;\ny: ret;", 1, "'x' is declared twice"},
      // Ranges and sizes.
      {".reg .b32 q<4000000000>;", ".reg .b32 q<1000000>;", 0, "at most 1048576 is possible"},
      {".reg .b32 q<1048576>;", ".reg .b32 q<1000>;", 0, "more than 2^20 registers"},
      {".reg .b32 q<99999999999999999999>;", ".reg .b32 q<9>;", 0, "no constant of at most 64"},
      {".reg .b32 q1<5>;", ".reg .b32 q<5>;", 0, "ends in a digit"},
      {".local .b8 x[18446744073709551615];", ".local .b8 x[1099511627776];", 0, "at most"},
      {".local .b8 x[1048576][1048577];", ".local .b8 x[1048576][1048576];", 0, "2^40 elements"},
      {".local .b64 x[1099511627776];", ".local .b8 x[1099511627776];", 0, "2^40 bytes"},
      {".local .b8 x[0];", ".local .b8 x[1];", 0, "at least one element"},
      {".local .b8 x[];", ".local .b8 x[1];", 0, "only an .extern array"},
      {".local .align 3 .b8 x[4];", ".local .align 4 .b8 x[4];", 0, "power of two"},
      {".local .b32 x = 4;", ".local .b32 x;", 0, "have initial values"},
      {".local .pred x;", ".reg .pred x;", 0, "a predicate cannot lie in memory"},
      {".reg .v4 .f32 x;", ".reg .f32 x;", 0, "vector registers"},
      {".reg .q32 x;", ".reg .b32 x;", 0, "a type is expected, not '.q32'"},
      // Types of operands.
      {"add.s32 %r1, %r2, %rd1;", "add.s32 %r1, %r2, %r3;", 0, "register of type .b64 where .s32"},
      {"add.s32 %rd1, %r2, %r3;", "add.s32 %u1, %r2, %s3;", 0, "'%rd1'"},
      {"add.f32 %u1, %f1, %f2;", "add.f32 %r1, %f1, %f2;", 0, "type .u32 where .f32"},
      {"mov.u32 %f1, 1;", "mov.b32 %f1, 1;", 0, "type .f32 where .u32"},
      {"add.f32 %f1, %f2, 1;", "add.f32 %f1, %f2, 1.0;", 0, "the constant is none of type .f32"},
      {"mov.u32 %r1, 0f3F800000;", "mov.b32 %r1, 0f3F800000;", 0, "none of type .u32"},
      {"mov.b32 %r1, %p1;", "mov.b32 %r1, %r1;", 0, "type .pred where .b32"},
      {"mov.pred %p1, %r1;", "mov.pred %p1, %p2;", 0, "type .b32 where .pred"},
      {"ld.global.u64 %r1, [%rd1];", "ld.global.u8 %rd1, [%rd1];", 0, "type .b32 where .u64"},
      {"ld.global.f32 %fd1, [%rd1];", "ld.global.f32 %r1, [%rd1];", 0, "type .f64 where .f32"},
      {"ld.global.u8 %p1, [%rd1];", "ld.global.u8 %rs1, [%rd1];", 0, "type .pred"},
      {"mov.b32 1, %r1;", "mov.b32 %r1, 1;", 0, "a result is a register"},
      {"mov.b32 s, %r1;", "mov.b32 %r1, s;", 0, "'s' is no register"},
      {"mov.u32 %r1, g;", "mov.u64 %rd1, g;", 0, "address of 'g' does not fit"},
      {"mov.f64 %fd1, s;", "mov.b64 %fd1, s;", 0, "address of 's' does not fit"},
      {"add.u64 %rd1, s, 4;", "mov.u64 %rd1, s+4;", 0, "'s' is no register"},
      {"mov.u64 %rd1, %tid.x;", "mov.u32 %r1, %tid.x;", 0, "type .u32 where .u64"},
      {"add.u32 %r1, %tid.x, 1;", "mov.u32 %r1, %tid.x;", 0, "read by mov only"},
      {"mov.u32 %r1, %envreg3;", "mov.u32 %r1, %smid;", 0, "special register '%envreg3'"},
      {"mov.u32 %r1, %r2+4;", "mov.u32 %r1, %r2;", 0, "a sum is no operand"},
      {"@%r1 ret;", "@%p1 ret;", 0, "'%r1' is no predicate register"},
      {"selp.u32 %r1, 1, 2, %r1;", "selp.u32 %r1, 1, 2, %p1;", 0, "type .b32 where .pred"},
      {"add.u32 %r1, !%r2, 1;", "selp.u32 %r1, 1, 2, !%p1;", 0, "'!' has no meaning"},
      {"add.u32 %r1, !4, 1;", "add.u32 %r1, -4, 1;", 0, "'!' stands before predicate"},
      {"add.u32 _, %r1, 1;", "atom.global.add.u32 _, [g], 1;", 0, "'_' has no meaning"},
      {"add.u32 %r1|%p1, %r1, 1;", "setp.lt.u32 %p2|%p1, %r1, 1;", 0, "no second result"},
      {"setp.lt.u32 %p2|%r1, %r1, 1;", "setp.lt.u32 %p2|%p1, %r1, 1;", 0, "no predicate register"},
      {"setp.lt.u32 %p2, %r1|%p1, 1;", "setp.lt.u32 %p2|%p1, %r1, 1;", 0, "'|' belongs to results"},
      {"lop3.b32 %r1, %r2, %r3, %r4, %r5;", "lop3.b32 %r1, %r2, %r3, %r4, 5;", 0,
       "this operand is a constant"},
      // Their number.
      {"add.u32 %r1, %r2;", "add.u32 %r1, %r2, 1;", 0, "3 operands, not 2"},
      {"add.u32;", "add.u32 %r1, %r2, 1;", 0, "3 operands, not 0"},
      {"ret %r1;", "ret;", 0, "0 operands, not 1"},
      {"add.u32 %r1, %r2, 1, 2;", "add.u32 %r1, %r2, 1;", 0, "3 operands, not 4"},
      {"bar.sync 0, 32, 1;", "bar.sync 0, 32;", 0, "operands, not 3"},
      // Vectors.
      {"ld.global.v2.f32 {%f1, %f2, %f3}, [g];", "ld.global.v2.f32 {%f1, %f2}, [g];", 0,
       "a vector of 2 elements"},
      {"ld.global.v2.f32 %f1, [g];", "ld.global.f32 %f1, [g];", 0, "a vector of 2 elements"},
      {"ld.global.f32 {%f1}, [g];", "ld.global.f32 %f1, [g];", 0, "not a vector"},
      {"mov.u64 %rd1, {%r1, %r2};", "mov.b64 %rd1, {%r1, %r2};", 0, "does not make up a .u64"},
      {"mov.b32 %r1, {%r1, %r2};", "mov.b32 %r1, {%rs1, %rs2};", 0, "type .b32 where .b16"},
      {"mov.b32 %r1, {%rs1, %rs1, %rs1};", "mov.b32 %r1, {%rs1, %rs2};", 0, "vector of 3 parts"},
      {"mov.b32 %r1, {%rs1, {%rs2}};", "mov.b32 %r1, {%rs1, %rs2};", 0, "an operand is expected"},
      {"mov.b32 %r1, {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1};", "mov.b32 %r1, {%rs1, 1};", 0,
       "more than 16 elements"},
      // Addresses.
      {"ld.global.u32 %r1, [%r2];", "ld.shared.u32 %r1, [%r2];", 0, "no address of this space"},
      {"ld.global.u32 %r1, [%fd2];", "ld.global.u32 %r1, [%rd2];", 0, "no address"},
      {"ld.shared.u32 %r1, [g];", "ld.global.u32 %r1, [g];", 0, "'g' lies in .global"},
      {"ld.u32 %r1, [s];", "ld.u32 %r1, [g];", 0, "'s' lies in .shared"},
      {"ld.global.u32 %r1, %rd1;", "ld.global.u32 %r1, [%rd1];", 0,
       "an address in brackets is wan"},
      {"mov.u64 %rd1, [%rd2];", "mov.u64 %rd1, %rd2;", 0, "no such operand"},
      {"ld.global.u32 %r1, [%rd1+2147483648];", "ld.global.u32 %r1, [%rd1+2147483647];", 0,
       "a whole number of 32 bits"},
      {"ld.global.u32 %r1, [%rd1+-2147483649];", "ld.global.u32 %r1, [%rd1+-2147483648];", 0,
       "a whole number of 32 bits"},
      {"ld.global.u32 %r1, [%rd1+1.0];", "ld.global.u32 %r1, [%rd1+1];", 0, "a whole number"},
      {"ld.global.u32 %r1, [%rd1;", "ld.global.u32 %r1, [%rd1];", 0,
       "']' at the end of an address"},
      {"L: ld.global.u32 %r1, [L];", "L: ld.global.u32 %r1, [g];", 0, "'L' is no address"},
      {"ld.param.u64 %rd1, [p0+8];", "ld.param.u64 %rd1, [p0+0];", 0,
       "offset 8 of 'p0', which has 8"},
      {"ld.param.u64 %rd1, [p1];", "ld.param.u32 %r1, [p1];", 0, "which has 4"},
      {"ld.param.u32 %r1, [p0+-4];", "ld.param.u32 %r1, [p0+4];", 0, "offset -4"},
      {"ld.param.u32 %r1, [p0+2];", "ld.param.u16 %r1, [p0+2];", 0, "no multiple"},
      {"st.param.u32 [p1], %r1;", "ld.param.u32 %r1, [p1];", 0, "'p1' is a parameter, and read"},
      {"ld.param.u32 %r1, [4];", "ld.local.u32 %r1, [4];", 0, "a parameter has a name"},
      // Opcodes and shape.
      {"frobnicate.u32 %r1;", "abs.s32 %r1, %r2;", 0, "frobnicate"},
      {"add.q32 %r1, %r2, 1;", "add.u32 %r1, %r2, 1;", 0, "add.q32"},
      {"bar.sync 0\n", "bar.sync 0;\n", 2,
       "';' at the end of an instruction is expected, not 'ret'"},
      {"%r1 = 4;", "mov.b32 %r1, 4;", 0, "an instruction is expected, not '%r1'"},
      {"mov.b32 %r1, (4);", "mov.b32 %r1, 4;", 0, "constant expressions"},
      {"mov.b32 %r1, 018;", "mov.b32 %r1, 17;", 0, "'018' is no constant"},
      {"mov.b32 %r1, 0x;", "mov.b32 %r1, 0x1;", 0, "no constant"},
      {"mov.b32 %r1, 0x1FFFFFFFFFFFFFFFF;", "mov.b32 %r1, 0x1FFFF;", 0, "no constant"},
      {"mov.b64 %rd1, -9223372036854775809;", "mov.b64 %rd1, -9223372036854775808;", 0, "no const"},
      {"mov.f32 %f1, 0f3F8;", "mov.f32 %f1, 0f3F800000;", 0, "no constant"},
      {"mov.f32 %f1, -0f3F800000;", "mov.f32 %f1, 0fBF800000;", 0, "no constant"},
      {"mov.f64 %fd1, 1e999;", "mov.f64 %fd1, 1e99;", 0, "no constant"},
      {"\n/* no end", "\n/* an end */", 1, "a comment that does not end"},
      {".pragma \"x", ".pragma \"x\";", 0, "a quote without an end"},
      {"q: .callprototype \"x", "q: .callprototype _ ();", 0, "a quote without an end"},
      {".shared .attribute(\x01) .b32 q;", ".shared .attribute(.managed) .b32 q;", 0,
       "a byte that begins no word"},
      {".pragma 4;", ".pragma \"4\";", 0, "a text in quotes is expected"},
      {".global .b32 x;", ".shared .b32 x;", 0, "'.global' inside a function"},
      {".wrong;", ";", 0, "an instruction or a declaration is expected"},
      {"a.b: ret;", "a_b: ret;", 0, "'a.b' is no name of a label"},
      // Calls and tables.
      {"{ .param .b32 a; call twice, (a); }", "{ .param .b32 a, b; call (b), twice, (a); }", 0,
       "does not fit the parameters of 'twice'"},
      {"{ .param .b64 a; .param .b32 b; call (b), twice, (a); }",
       "{ .param .b32 a, b; call (b), twice, (a); }", 0, "does not fit the parameters"},
      {"{ .param .b32 a, b; call (b), k, (a); }", "{ .param .b32 a, b; call (b), twice, (a); }", 0,
       "'k' is no function that can be called"},
      {"{ .param .b32 a, b; call (b), none, (a); }", "{ .param .b32 a, b; call (b), twice, (a); }",
       0, "'none' is not declared"},
      {"{ .param .b32 b; call (b), twice, (%r1); }", "{ .param .b32 a, b; call (b), twice, (a); }",
       0, "other than .param variables"},
      {"{ .param .b32 b; call (b), twice, (1); }", "{ .param .b32 a, b; call (b), twice, (a); }", 0,
       "other than .param variables"},
      {"{ .param .b32 a; call %rd1, (a); }",
       "{ .param .b32 a; q: .callprototype _ (.param .b32 _); call %rd1, (a), q; }", 0,
       "needs a prototype"},
      {"{ .param .b32 a, b; q: .callprototype _ (); call (b), twice, (a), q; }",
       "{ .param .b32 a, b; q: .callprototype _ (); call (b), twice, (a); }", 0, "no prototype"},
      {"call %r1, q;", "q: .callprototype _ (); call %rd1, q;", 0, "holds no address"},
      {"A: brx.idx %r1, A;", "t: .branchtargets A; A: brx.idx %r1, t;", 0, "no table of targets"},
      {"brx.idx %r1, t; t: .branchtargets A; A:", "t: .branchtargets A; brx.idx %r1, t; A:", 0,
       "'t' is not declared"},
      {"t: .branchtargets A; brx.idx %r1, t;", "t: .branchtargets A; brx.idx %r1, t; A:", 0,
       "no label 'A'"},
      {"t: .branchtargets A; A: brx.idx %rd1, t;", "t: .branchtargets A; A: brx.idx %r1, t;", 0,
       "type .b64 where .u32"},
      {".loc 5 1 1", "", 0, ".loc names file 5"},
  };
  return table;
}

TEST(Malformed, SingleFaultsAreNamedWithTheirLine) {
  for (const Fault& fault : faults()) {
    expect_fault(kernel_with(fault.faulty), kernel_with(fault.valid), first_statement + fault.line,
                 fault.reason);
  }
}

/// The same for whole texts.
struct TextFault {
  std::string faulty;
  std::string valid;
  int line;
  std::string_view reason;
};

std::string after_head(std::string_view rest) { return std::string(head()) + std::string(rest); }

TEST(Malformed, FaultsOfModules) {
  const std::string rest = ".target sm_80\n.address_size 64\n";
  const std::vector<TextFault> table{
      {"", ".version 9.0\n" + rest, 1, "'.version' at the start"},
      {".version 9.1\n" + rest, ".version 8.7\n" + rest, 1, "PTX 9.1; 6.0 to 9.0 are read"},
      {".version 5.0\n" + rest, ".version 6.0\n" + rest, 1, "PTX 5.0"},
      {".version 9\n" + rest, ".version 9.0\n" + rest, 1, "a version such as 9.0"},
      {".version 9.0\n.target x\n", ".version 9.0\n" + rest, 2, "'x' is no target"},
      {".version 9.0\n.target sm_80, map_f64_to_f32\n.address_size 64\n",
       ".version 9.0\n.target sm_80, debug\n.address_size 64\n", 2, "option 'map_f64_to_f32'"},
      {".version 9.0\n.target sm_80\n.address_size 32\n", ".version 9.0\n" + rest, 3, "64 bits"},
      {".version 9.0\n.target sm_80\n", ".version 9.0\n" + rest, 3, "64 bits"},
      {after_head(".global .b8 a[2] = {1, 2, 3};"), after_head(".global .b8 a[2] = {1, 2};"), 4,
       "more initial values"},
      {after_head(".global .b8 a[1000000000] = {1};"), after_head(".global .b8 a[1000000] = {1};"),
       4, "more than 64 MiB"},
      {after_head(".global .b8 a[60000000] = {1};\n.global .b8 b[60000000] = {1};"),
       after_head(".global .b8 a[60000000] = {1};\n.global .b8 b[60000000];"), 5,
       "more than 64 MiB"},
      {after_head(".global .f32 a = 1;"), after_head(".global .f32 a = 1.0;"), 4, "none of the"},
      {after_head(".global .b32 x;\n.global .u64 a = x;"), after_head(".global .u64 a = 5;"), 5,
       "an initial value that is an address"},
      {after_head(".global .b32 a[1][1] = {{1}};"), after_head(".global .b32 a[1][1] = {1};"), 4,
       "nested braces"},
      {after_head(".global .b32 a;\n.global .b32 a;"), after_head(".global .b32 a;"), 5,
       "'a' is declared twice, first in line 4"},
      {after_head(".shared .b32 a[];"), after_head(".extern .shared .b32 a[];"), 4, "only an .ext"},
      {after_head(".entry k() { ret;"), after_head(".entry k() { ret; }"), 4,
       "the text ends inside the braces of line 4"},
      {after_head(".entry k() { ret; } }"), after_head(".entry k() { ret; }"), 4,
       "a declaration is expected, not '}'"},
      {after_head(".entry k() { ret; }\n.entry k() { ret; }"), after_head(".entry k() { ret; }"), 5,
       "'k' is defined twice, first in line 4"},
      {after_head(".func f(.param .b32 a);\n.func f(.param .b64 a) { }"),
       after_head(".func f(.param .b32 a);\n.func f(.param .b32 a) { }"), 5,
       "'f' has other parameters in line 4"},
      {after_head(".global .b32 f;\n.func f() { }"), after_head(".global .b32 g;\n.func f() { }"),
       5, "'f' is declared twice"},
      {after_head(".entry k(.param .b8 a[32765]) { }"),
       after_head(".entry k(.param .b8 a[32764]) { }"), 4, "at most 32,764 bytes"},
      {after_head(".entry k(.param .u32 a, .param .u32 a) { }"),
       after_head(".entry k(.param .u32 a, .param .u32 b) { }"), 4, "'a' is declared twice"},
      {after_head(".func f(.reg .b32 a) { }"), after_head(".func f(.param .b32 a) { }"), 4,
       "parameters in registers"},
      {after_head(".entry k() .maxntid 0 { }"), after_head(".entry k() .maxntid 1 { }"), 4,
       "at least one thread"},
      {after_head(".entry k() .maxntid 1,1,1,1 { }"), after_head(".entry k() .maxntid 1,1,1 { }"),
       4, "three dimensions"},
      {after_head(".entry k() .reqnctapercluster 2 { }"), after_head(".entry k() { }"), 4,
       "'.reqnctapercluster' is not supported"},
      {after_head(".alias a, b;"), after_head(""), 4, "'.alias' is not supported"},
      {after_head(".file 70000 \"a\""), after_head(".file 7 \"a\""), 4, "at most 65535"},
      {after_head(".file 1 \"a\"\n.file 1 \"b\""), after_head(".file 1 \"a\"\n.file 2 \"b\""), 5,
       "file 1 is declared twice"},
      {after_head(".section .debug_str {\n.b8 1\n"), after_head(".section .debug_str {\n.b8 1\n}"),
       6, "the section of line 4 does not end"},
      {after_head("\nfunction"), after_head("\n"), 5, "a declaration is expected, not 'function'"},
      {after_head(std::string_view("\0", 1)), after_head(""), 4, "a byte that begins no word"},
      {after_head("\n\xff\xfe"), after_head(""), 5, "a byte that begins no word"},
  };
  for (const TextFault& fault : table) {
    expect_fault(fault.faulty, fault.valid, fault.line, fault.reason);
  }
}

TEST(Malformed, WhatIsNotSupportedIsUnavailable) {
  const auto kind = [](const std::string& text) {
    const auto module = parse(text);
    return module.ok() ? Failure::defect : module.error().kind;
  };
  EXPECT_EQ(kind(kernel_with("mov.u32 %r1, %envreg3;")), Failure::unavailable);
  EXPECT_EQ(kind(kernel_with("mov.u32 %r1, %nothing;")), Failure::unreadable);
  EXPECT_EQ(kind(kernel_with("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [g];")),
            Failure::unavailable);
  EXPECT_EQ(kind(kernel_with("add.rn.s32 %r1, %r2, 1;")), Failure::unreadable);
}

TEST(Malformed, ScopesEndSomewhere) {
  const auto nested = [](std::size_t depth) {
    return kernel_with(std::string(depth, '{') + std::string(depth, '}'));
  };
  EXPECT_TRUE(parse(nested(63)).ok());
  const auto deep = parse(nested(64));
  ASSERT_FALSE(deep.ok());
  EXPECT_NE(deep.error().reason.find("more than 64"), std::string::npos);
  EXPECT_FALSE(parse(kernel_with(std::string(1'000'000, '{'))).ok());
}

TEST(Malformed, WordsEndSomewhere) {
  const auto named = [](std::size_t length) {
    const std::string name(length, 'a');
    return kernel_with(".reg .b32 " + name + "; mov.b32 " + name + ", 1;");
  };
  EXPECT_TRUE(parse(named(65'536)).ok());
  const auto long_name = parse(named(65'537));
  ASSERT_FALSE(long_name.ok());
  EXPECT_NE(long_name.error().reason.find("more than 65,536 bytes"), std::string::npos);
  EXPECT_FALSE(parse(kernel_with("mov.b32 %r1, " + std::string(1'000'000, '9') + ";")).ok());
}

/// The tables' copies would take the square of the text.
TEST(Malformed, IndexedBranchesShareABound) {
  const auto branches = [](int count) {
    std::string text = "A: t: .branchtargets A";
    for (int i = 0; i < 3000; ++i) text += ",A";
    text += ";\n";
    for (int i = 0; i < count; ++i) text += "brx.idx %r1, t;\n";
    return kernel_with(text);
  };
  EXPECT_TRUE(parse(branches(10)).ok());
  const auto many = parse(branches(1000));
  ASSERT_FALSE(many.ok());
  EXPECT_EQ(many.error().kind, Failure::unavailable);
}

TEST(Malformed, MoreThan64MiBAreNotRead) {
  const std::string text = after_head("") + std::string(std::size_t{64} << 20U, '\n');
  EXPECT_FALSE(parse(text).ok());
  EXPECT_TRUE(parse(std::string_view(text).substr(0, std::size_t{64} << 20U)).ok());
}

void expect_answer(std::string_view text) {
  const auto module = parse(text);
  if (module.ok()) return;
  EXPECT_EQ(module.error().place.substr(0, 5), "line ") << module.error().text();
  EXPECT_FALSE(module.error().reason.empty());
  EXPECT_NE(module.error().kind, Failure::defect);
}

TEST(Malformed, SamplesCutAnywhereAreErrorsOrShorterModules) {
  for (const std::string_view name : {"assembly_sm120.ptx", "calls_sm90.ptx"}) {
    const std::string text = sample_text(name);
    ASSERT_TRUE(parse(text).ok());
    for (std::size_t i = 0; i < text.size(); ++i) expect_answer(text.substr(0, i));
  }
}

TEST(Malformed, SamplesWithOneByteChangedAreErrorsOrOtherModules) {
  const std::string text = sample_text("assembly_sm120.ptx");
  ASSERT_TRUE(parse(text).ok());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char byte : {'\0', '\xff', '{', '}', ';', '9', '.', '%'}) {
      std::string changed = text;
      changed[i] = byte;
      expect_answer(changed);
    }
  }
}

}  // namespace
}  // namespace touchstone::ptx
