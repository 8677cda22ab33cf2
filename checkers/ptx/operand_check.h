#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "module.h"
#include "names.h"
#include "semantics.h"
#include "token_cursor.h"
#include "written_operand.h"

namespace touchstone::ptx {

/// A label that an instruction or a table names, to be found when its scope ends.
struct PendingLabel {
  std::string_view name;
  std::uint32_t line = 0;
  bool of_table = false;       ///< `index` counts tables of targets, not instructions
  std::uint32_t index = 0;     ///< of the instruction
  std::uint32_t position = 0;  ///< of the operand, or in the table
};

/// Gives the operands of one function's instructions their meaning: names become registers,
/// variables and instruction numbers, constants become bits, and each is held against its rule
/// (PTX ISA 9.0, 9.4 "Type Information for Instructions and Operands"). What does not fit makes the
/// cursor fail.
class OperandCheck {
 public:
  OperandCheck(TokenCursor& cursor, Names& names, const Module& module, Function& function)
      : cursor_(cursor), names_(names), module_(module), function_(function) {}

  /// Fills in `operands`, `second_result`, and of the form what an opcode does not say: the length
  /// of a mov's vector, and whether min and max have a third operand. `instruction.form` and
  /// `place` are given. Labels are added to `pending` as those of instruction `index`.
  void fill(Instruction& instruction, const std::vector<WrittenOperand>& written,
            const Signature& signature, std::uint32_t index, std::vector<PendingLabel>& pending);

  /// A register by name; after a failure 0.
  [[nodiscard]] RegisterId predicate_named(std::string_view name, std::uint32_t line);
  /// The symbol of a name; a register of a range gets its number here. Fails for unknown names.
  [[nodiscard]] Symbol symbol_named(std::string_view name, std::uint32_t line);
  [[nodiscard]] const Variable& variable_of(const Symbol& symbol) const;

 private:
  [[nodiscard]] Operand checked(const WrittenOperand& written, const OperandRule& rule,
                                const Form& form);
  [[nodiscard]] Operand scalar(const WrittenOperand& written, const OperandRule& rule,
                               const Form& form);
  [[nodiscard]] Operand vector(const WrittenOperand& written, const OperandRule& rule,
                               const Form& form);
  [[nodiscard]] Operand named(const WrittenOperand& written, const OperandRule& rule,
                              const Form& form);
  [[nodiscard]] Operand moved_name(const WrittenOperand& written, const Symbol& symbol,
                                   const OperandRule& rule);
  [[nodiscard]] Operand special(const WrittenOperand& written, const OperandRule& rule,
                                const Form& form);
  [[nodiscard]] Operand constant(const WrittenOperand& written, const OperandRule& rule);
  [[nodiscard]] Operand address(const WrittenOperand& written, const Form& form);
  void check_address_register(const Operand& operand, const WrittenOperand& written,
                              const Form& form);
  void check_variable_access(const Operand& operand, const Variable& variable,
                             const WrittenOperand& written, const Form& form);
  void fill_vector_move(Instruction& instruction, const std::vector<WrittenOperand>& written,
                        const Signature& signature);
  void fill_second_result(Instruction& instruction, const WrittenOperand& written);
  void check_register(const Symbol& symbol, const WrittenOperand& written, const OperandRule& rule);

  TokenCursor& cursor_;
  Names& names_;
  const Module& module_;
  Function& function_;
};

}  // namespace touchstone::ptx
