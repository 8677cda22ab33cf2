#include "touchstone/ptx/parser.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "parser_fixture.h"

namespace touchstone::ptx {
namespace {

Module parsed(std::string_view text) {
  auto module = parse(text);
  EXPECT_TRUE(module.ok()) << module.error().text();
  return module.ok() ? std::move(*module) : Module{};
}

/// The kernel of `kernel_with(statements)`; its own `ret` is dropped.
Function kernel(std::string_view statements) {
  const Module module = parsed(kernel_with(statements));
  const Function* found = module.find("k");
  if (found == nullptr) return {};
  Function function = *found;
  EXPECT_FALSE(function.body.empty());
  if (!function.body.empty()) function.body.pop_back();
  return function;
}

Instruction only(std::string_view statement) {
  const Function function = kernel(statement);
  EXPECT_EQ(function.body.size(), 1U) << statement;
  if (!function.body.empty()) return function.body[0];
  Instruction unread;
  unread.operands.resize(4);
  return unread;
}

std::uint64_t constant_of(std::string_view statement) { return only(statement).operands[1].bits; }

TEST(Parser, ReadsWhatTheCompilerEmits) {
  constexpr std::array<std::string_view, 8> samples{
      "elementwise_sm80.ptx",    "elementwise_sm120_fast.ptx",
      "shared_sm75.ptx",         "shared_sm100_lines.ptx",
      "calls_sm90.ptx",          "calls_sm120.ptx",
      "assembly_sm80_debug.ptx", "assembly_sm120.ptx"};
  for (const std::string_view name : samples) {
    const auto module = parse(sample_text(name));
    ASSERT_TRUE(module.ok()) << name << ": " << module.error().text();
    EXPECT_FALSE(module->functions.empty()) << name;
    for (const Function& function : module->functions) {
      EXPECT_EQ(function.defined, !function.body.empty()) << name << " " << function.name;
      EXPECT_NE(function.name, "");
    }
  }
}

TEST(Parser, ReadsTheModuleOfARelu) {
  const Module module = parsed(sample_text("elementwise_sm80.ptx"));
  EXPECT_EQ(module.version, "9.0");
  EXPECT_EQ(module.target, "sm_80");
  EXPECT_EQ(module.find("nothing"), nullptr);
  const Function* relu = module.find("relu");
  ASSERT_NE(relu, nullptr);
  EXPECT_TRUE(relu->entry);
  ASSERT_EQ(relu->parameters.size(), 3U);
  EXPECT_EQ(relu->parameters[0].name, "relu_param_0");
  EXPECT_EQ(relu->parameters[0].bytes, 8U);
  EXPECT_EQ(relu->parameters[2].element, Type::u32);
  EXPECT_EQ(relu->parameters[2].space, Space::param);
  EXPECT_EQ(relu->body[0].form.rule, Rule::load);
  EXPECT_TRUE(relu->body[0].operands[1].of_variable);
  EXPECT_EQ(relu->body[0].operands[1].owner, Owner::parameter);
  EXPECT_EQ(relu->body[0].operands[1].id, 0U);
  const Function* quads = module.find("quads");
  ASSERT_NE(quads, nullptr);
  EXPECT_EQ(quads->max_block, (std::array<std::uint32_t, 3>{128, 1, 1}));
  EXPECT_EQ(quads->required_block, (std::array<std::uint32_t, 3>{0, 0, 0}));
}

TEST(Parser, RegistersAreThoseThatAreNamed) {
  const Function function = kernel("mov.b32 %r7, %r3;");
  ASSERT_EQ(function.registers.size(), 2U);
  EXPECT_EQ(function.registers[function.body[0].operands[0].id].name, "%r7");
  EXPECT_EQ(function.registers[function.body[0].operands[1].id].name, "%r3");
  EXPECT_EQ(function.registers[0].type, Type::b32);
}

TEST(Parser, ConstantsAreAsWideAsTheirType) {
  EXPECT_EQ(constant_of("mov.u32 %r1, -1;"), 0xFFFFFFFFU);
  EXPECT_EQ(constant_of("mov.u64 %rd1, -1;"), ~std::uint64_t{0});
  EXPECT_EQ(constant_of("mov.u16 %rs1, -2;"), 0xFFFEU);
  EXPECT_EQ(constant_of("mov.u32 %r1, 0x1FFFFFFFF;"), 0xFFFFFFFFU);
  EXPECT_EQ(constant_of("mov.u32 %r1, 0xfFU;"), 255U);
  EXPECT_EQ(constant_of("mov.u32 %r1, 017;"), 15U);
  EXPECT_EQ(constant_of("mov.u32 %r1, 0b101;"), 5U);
  EXPECT_EQ(constant_of("mov.u32 %r1, WARP_SZ;"), 32U);
  EXPECT_EQ(constant_of("mov.u64 %rd1, 18446744073709551615;"), ~std::uint64_t{0});
  EXPECT_EQ(constant_of("mov.f32 %f1, 0f3F800000;"), 0x3F800000U);
  EXPECT_EQ(constant_of("mov.f32 %f1, 0F7fc00001;"), 0x7FC00001U);
  EXPECT_EQ(constant_of("mov.b32 %r1, 0f3F800000;"), 0x3F800000U);
  EXPECT_EQ(constant_of("mov.f32 %f1, -1.5;"), std::bit_cast<std::uint32_t>(-1.5F));
  EXPECT_EQ(constant_of("mov.f32 %f1, 1.5e-3;"), std::bit_cast<std::uint32_t>(1.5e-3F));
  EXPECT_EQ(constant_of("mov.f32 %f1, 0d3FF0000000000000;"), 0x3F800000U);
  EXPECT_EQ(constant_of("mov.f64 %fd1, 0d3FF0000000000000;"), 0x3FF0000000000000U);
  EXPECT_EQ(constant_of("mov.f64 %fd1, 0f3F800000;"), 0x3FF0000000000000U);
  EXPECT_EQ(constant_of("mov.pred %p1, -1;"), 1U);
  EXPECT_EQ(constant_of("mov.pred %p1, 0;"), 0U);
}

TEST(Parser, AddressesAreARegisterAVariableOrANumber) {
  const Instruction of_register = only("ld.global.f32 %f1, [%rd1+-4];");
  EXPECT_EQ(of_register.operands[1].kind, OperandKind::address);
  EXPECT_FALSE(of_register.operands[1].of_variable);
  EXPECT_EQ(of_register.operands[1].offset, -4);
  const Instruction of_global = only("ld.global.f32 %f1, [g+8];");
  EXPECT_TRUE(of_global.operands[1].of_variable);
  EXPECT_EQ(of_global.operands[1].owner, Owner::module);
  EXPECT_EQ(of_global.operands[1].offset, 8);
  const Instruction of_shared = only("st.shared.u32 [s+12], %r1;");
  EXPECT_EQ(of_shared.operands[0].owner, Owner::function);
  EXPECT_EQ(of_shared.operands[0].id, 0U);
  EXPECT_EQ(only("ld.shared.u32 %r1, [%r2];").operands[1].kind, OperandKind::address);
  const Instruction of_number = only("ld.local.u32 %r1, [16];");
  EXPECT_EQ(of_number.operands[1].kind, OperandKind::immediate);
  EXPECT_EQ(of_number.operands[1].bits, 16U);
  const Instruction moved = only("mov.u64 %rd1, s+4;");
  EXPECT_EQ(moved.operands[1].kind, OperandKind::variable);
  EXPECT_EQ(moved.operands[1].offset, 4);
  EXPECT_EQ(only("mov.u32 %r1, s;").operands[1].owner, Owner::function);
  EXPECT_EQ(only("mov.u64 %rd1, p0;").operands[1].owner, Owner::parameter);
  EXPECT_EQ(only("mov.u64 %rd1, twice;").operands[1].kind, OperandKind::function);
}

TEST(Parser, GuardsAndPredicates) {
  const Instruction plain = only("mov.b32 %r1, 1;");
  EXPECT_FALSE(plain.guard.has_value());
  const Instruction guarded = only("@%p1 mov.b32 %r1, 1;");
  ASSERT_TRUE(guarded.guard.has_value());
  EXPECT_FALSE(guarded.guard->negated);
  EXPECT_TRUE(only("@!%p1 mov.b32 %r1, 1;").guard->negated);
  const Instruction compared = only("setp.lt.and.u32 %p1|%p2, %r1, 4, !%p3;");
  ASSERT_TRUE(compared.second_result.has_value());
  EXPECT_TRUE(compared.operands[3].negated);
  EXPECT_FALSE(only("setp.lt.u32 %p1|_, %r1, 4;").second_result.has_value());
  const Instruction dropped = only("setp.lt.u32 _|%p1, %r1, 4;");
  EXPECT_EQ(dropped.operands[0].kind, OperandKind::none);
  EXPECT_TRUE(dropped.second_result.has_value());
  EXPECT_TRUE(only("shfl.sync.bfly.b32 %f1|%p1, %f2, 16, 31, -1;").second_result.has_value());
}

TEST(Parser, Vectors) {
  const Instruction load = only("ld.global.v4.f32 {%f1, _, %f2, %f3}, [%rd1];");
  ASSERT_EQ(load.operands[0].elements.size(), 4U);
  EXPECT_EQ(load.operands[0].elements[1].kind, OperandKind::none);
  const Instruction store = only("st.shared.v2.u32 [s], {%r1, 7};");
  EXPECT_EQ(store.operands[1].elements[1].bits, 7U);
  const Instruction unpacked = only("mov.b32 {%rs1, _}, %r1;");
  EXPECT_EQ(unpacked.form.vector, 2);
  EXPECT_EQ(unpacked.operands[0].kind, OperandKind::vector);
  const Instruction packed = only("mov.b64 %fd1, {%rs1, %rs2, %rs3, 4};");
  EXPECT_EQ(packed.form.vector, 4);
  EXPECT_EQ(packed.operands[1].elements.size(), 4U);
  EXPECT_EQ(only("mov.b64 %rd1, %rd2;").form.vector, 1);
}

TEST(Parser, SpecialRegisters) {
  for (int i = 0; i <= static_cast<int>(Special::total_smem_size); ++i) {
    const auto special = static_cast<Special>(i);
    const bool is_wide = special == Special::clock64 || special == Special::gridid;
    const std::string text = std::string(is_wide ? "mov.u64 %rd1, " : "mov.u32 %r1, ") +
                             std::string(name_of(special)) + ";";
    const Instruction instruction = only(text);
    EXPECT_EQ(instruction.operands[1].kind, OperandKind::special) << text;
    EXPECT_EQ(instruction.operands[1].special, special) << text;
  }
}

TEST(Parser, LabelsAreInstructionNumbersOfTheirScope) {
  const Function function = kernel(
      "L: bra M;\n"
      "{ bra L; L: bra L; { bra M; } }\n"
      "@%p1 bra L;\n"
      "M: ret;\n"
      "bra END; END:");
  const auto target = [&](std::size_t i) { return function.body[i].operands[0].id; };
  EXPECT_EQ(target(0), 5U);
  EXPECT_EQ(target(1), 2U);
  EXPECT_EQ(target(2), 2U);
  EXPECT_EQ(target(3), 5U);
  EXPECT_EQ(target(4), 0U);
  EXPECT_EQ(target(6), 7U);
}

TEST(Parser, ALabelMayStandAtTheEndOfABody) {
  const Module module = parsed(std::string(head()) + ".entry e() { bra L; L: }");
  EXPECT_EQ(module.functions[0].body[0].operands[0].id, 1U);
}

TEST(Parser, InnerScopesHideNames) {
  const Function function = kernel(
      "{ .reg .b64 %r1; .reg .b32 s; .local .b32 l; mov.b64 %r1, 1; mov.b32 s, 2; }\n"
      "mov.b32 %r1, 3;\n"
      "mov.u64 %rd1, s;");
  EXPECT_EQ(function.registers[function.body[0].operands[0].id].type, Type::b64);
  EXPECT_EQ(function.registers[function.body[2].operands[0].id].type, Type::b32);
  EXPECT_EQ(function.body[3].operands[1].kind, OperandKind::variable);
  ASSERT_EQ(function.variables.size(), 3U);
  EXPECT_EQ(function.variables[2].space, Space::local);
}

TEST(Parser, IndexedBranchesHaveTheirLabels) {
  const Function function = kernel(
      "ts: .branchtargets A, B, A;\n"
      "brx.idx %r1, ts;\n"
      "A: ret;\n"
      "{ @%p1 brx.idx.uni %r2, ts; A: ret; }\n"
      "B: ret;");
  for (const std::size_t i : {0U, 2U}) {
    const Instruction& branch = function.body[i];
    ASSERT_EQ(branch.operands.size(), 2U);
    const auto& labels = branch.operands[1].elements;
    ASSERT_EQ(labels.size(), 3U);
    EXPECT_EQ(labels[0].kind, OperandKind::label);
    EXPECT_EQ(labels[0].id, 1U);
    EXPECT_EQ(labels[1].id, 4U);
    EXPECT_EQ(labels[2].id, 1U);
  }
}

TEST(Parser, CallsNameTheirVariables) {
  const Function function = kernel(
      "{ .param .b32 a; st.param.b32 [a+0], %r1; .param .b32 b;\n"
      "  call.uni (b), twice, (a);\n"
      "  ld.param.b32 %r2, [b]; }\n"
      "{ .param .b32 a; .param .b32 b;\n"
      "  proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
      "  call (b), %rd1, (a), proto; }");
  const Instruction& direct = function.body[1];
  ASSERT_EQ(direct.operands.size(), 3U);
  EXPECT_EQ(direct.operands[0].elements[0].id, 3U);
  EXPECT_EQ(direct.operands[1].kind, OperandKind::function);
  EXPECT_EQ(direct.operands[1].id, 0U);
  EXPECT_EQ(direct.operands[2].elements[0].kind, OperandKind::variable);
  EXPECT_EQ(direct.operands[2].elements[0].id, 2U);
  EXPECT_EQ(function.variables[2].space, Space::param);
  const Instruction& indirect = function.body[3];
  ASSERT_EQ(indirect.operands.size(), 4U);
  EXPECT_EQ(indirect.operands[1].kind, OperandKind::reg);
  EXPECT_EQ(indirect.operands[3].kind, OperandKind::none);
}

TEST(Parser, ADeclarationAndItsDefinitionAreOneFunction) {
  const Module module = parsed(std::string(head()) +
                               ".func f (.param .b32 a);\n"
                               ".entry k() { .reg .b32 %r<2>; { .param .b32 x; call f, (x); } }\n"
                               ".func f (.param .b32 b) { ret; }\n"
                               ".extern .func g ();\n");
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_TRUE(module.functions[0].defined);
  EXPECT_EQ(module.functions[0].parameters[0].name, "b");
  EXPECT_EQ(module.functions[1].body[0].operands[1].id, 0U);
  EXPECT_FALSE(module.functions[2].defined);
}

TEST(Parser, VariablesAndTheirInitialValues) {
  const Module module = parsed(std::string(head()) +
                               ".const .align 2 .b8 a[6] = {1, 0, 254, -1};\n"
                               ".global .u64 b = -5;\n"
                               ".global .f32 c[] = {0f3F800000, 2.0};\n"
                               ".extern .shared .align 16 .b8 d[];\n"
                               ".global .v4 .f32 e, f[3][2];\n"
                               ".visible .global .attribute(.managed) .align 4 .u32 h;\n");
  ASSERT_EQ(module.variables.size(), 7U);
  const auto bytes = [&](std::size_t i) { return module.variables[i].bytes; };
  const auto initial = [&](std::size_t i) {
    std::string text;
    for (const std::byte each : module.variables[i].initial)
      text += std::to_string(int(each)) + " ";
    return text;
  };
  EXPECT_EQ(initial(0), "1 0 254 255 0 0 ");
  EXPECT_EQ(module.variables[0].alignment, 2U);
  EXPECT_EQ(initial(1), "251 255 255 255 255 255 255 255 ");
  EXPECT_EQ(bytes(2), 8U);
  EXPECT_EQ(initial(2), "0 0 128 63 0 0 0 64 ");
  EXPECT_EQ(bytes(3), 0U);
  EXPECT_TRUE(module.variables[3].external);
  EXPECT_EQ(module.variables[3].space, Space::shared);
  EXPECT_EQ(bytes(4), 16U);
  EXPECT_EQ(module.variables[4].alignment, 16U);
  EXPECT_EQ(bytes(5), 96U);
  EXPECT_TRUE(module.variables[6].initial.empty());
}

TEST(Parser, PlacesNameTheSourceLine) {
  const Module module = parsed(sample_text("shared_sm100_lines.ptx"));
  const Function* reduce = module.find("reduce");
  ASSERT_NE(reduce, nullptr);
  const Place& place = reduce->body.front().place;
  EXPECT_EQ(place.source_file, 1U);
  EXPECT_EQ(module.text_of(place), "line " + std::to_string(place.line) + " (shared.cu:1)");
  EXPECT_EQ(module.text_of({7, 0, 0}), "line 7");
  EXPECT_EQ(module.text_of({7, 99, 3}), "line 7");
}

TEST(Parser, ALocationHoldsUntilTheNextOneOrTheFunctionsEnd) {
  const Module module =
      parsed(std::string(head()) +
             ".file 2 \"a/b.cu\", 12, 34\n"
             ".entry k() {\n ret;\n.loc 2 41 3, function_name $L+2, inlined_at 2 9 1\n"
             " ret;\n ret; }\n"
             ".entry m() { ret; }\n");
  EXPECT_EQ(module.functions[0].body[0].place, (Place{6, 0, 0}));
  EXPECT_EQ(module.functions[0].body[1].place, (Place{8, 2, 41}));
  EXPECT_EQ(module.functions[0].body[2].place, (Place{9, 2, 41}));
  EXPECT_EQ(module.functions[1].body[0].place, (Place{10, 0, 0}));
  EXPECT_EQ(module.text_of({9, 2, 41}), "line 9 (b.cu:41)");
}

TEST(Parser, BlocksOfKernels) {
  const Module module = parsed(std::string(head()) +
                               ".entry a() .maxntid 8, 4 .minnctapersm 2 .maxnreg 32 { ret; }\n"
                               ".entry b() .reqntid 32, 2, 3 .pragma \"x\"; { ret; }\n");
  EXPECT_EQ(module.functions[0].max_block, (std::array<std::uint32_t, 3>{8, 4, 1}));
  EXPECT_EQ(module.functions[1].required_block, (std::array<std::uint32_t, 3>{32, 2, 3}));
}

TEST(Parser, LongTextsAreReadInOneGo) {
  std::string statements;
  for (int i = 0; i < 20'000; ++i) statements += "add.s32 %r1, %r2, " + std::to_string(i) + ";\n";
  EXPECT_EQ(kernel(statements).body.size(), 20'000U);
}

}  // namespace
}  // namespace touchstone::ptx
