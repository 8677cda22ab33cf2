#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "touchstone/ptx/parser.h"

namespace {

using namespace touchstone::ptx;

void require(bool holds) {
  if (!holds) std::abort();
}

std::size_t count_of(Owner owner, const Module& module, const Function& function) {
  switch (owner) {
    case Owner::module: return module.variables.size();
    case Owner::function: return function.variables.size();
    case Owner::parameter: return function.parameters.size();
    case Owner::result: return function.results.size();
  }
  return 0;
}

/// What a machine relies on: every number is one of something that exists.
void check_operand(const Operand& operand, const Module& module, const Function& function) {
  switch (operand.kind) {
    case OperandKind::reg: require(operand.id < function.registers.size()); break;
    case OperandKind::variable:
      require(operand.id < count_of(operand.owner, module, function));
      break;
    case OperandKind::address:
      require(operand.id < (operand.of_variable ? count_of(operand.owner, module, function)
                                                : function.registers.size()));
      break;
    case OperandKind::label: require(operand.id <= function.body.size()); break;
    case OperandKind::function: require(operand.id < module.functions.size()); break;
    case OperandKind::vector:
      for (const Operand& each : operand.elements) {
        require(each.kind != OperandKind::vector);
        check_operand(each, module, function);
      }
      break;
    case OperandKind::none:
    case OperandKind::immediate:
    case OperandKind::special: break;
  }
}

void check_instruction(const Instruction& instruction, const Module& module,
                       const Function& function) {
  if (instruction.guard) {
    const RegisterId id = instruction.guard->predicate;
    require(id < function.registers.size() && function.registers[id].type == Type::pred);
  }
  for (const Operand& each : instruction.operands) check_operand(each, module, function);
  if (instruction.second_result) check_operand(*instruction.second_result, module, function);
  require(instruction.place.line > 0 && !module.text_of(instruction.place).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto module = parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!module) {
    require(module.error().kind != touchstone::Failure::defect);
    require(module.error().place.substr(0, 5) == "line " && !module.error().reason.empty());
    return 0;
  }
  for (const Function& function : module->functions) {
    for (const Instruction& each : function.body) check_instruction(each, *module, function);
  }
  for (const Variable& each : module->variables) {
    require(each.initial.empty() || each.initial.size() == each.bytes);
  }
  return 0;
}
