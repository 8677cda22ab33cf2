#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "operand_check.h"
#include "parse_state.h"

namespace touchstone::ptx {

/// Reads what stands between the braces of one function, whose parameters are declared already. A
/// failure is the state's cursor's.
class BodyParser {
 public:
  BodyParser(ParseState& state, Function& function);

  /// The cursor stands behind the opening brace, and then behind the closing one.
  void parse();

 private:
  struct TargetTable {
    std::vector<Operand> labels;
  };
  struct Scope {
    std::vector<PendingLabel> pending;
    std::uint32_t line = 0;  ///< of its opening brace
  };

  void statement();
  void directive();
  void open_scope(std::uint32_t line);
  void close_scope();
  void settle(const PendingLabel& label, std::uint32_t target);
  void finish();

  void label();
  void targets(std::string_view name, std::uint32_t line);
  void prototype(std::string_view name, std::uint32_t line);
  void registers();
  void add_registers(std::string_view name, std::uint32_t line, Type type);
  void variables(Space space);

  void instruction();
  void guard(Instruction& made);
  void operands(Instruction& made, const KnownForm& known);
  void indexed_branch(Instruction& made);
  void call(Instruction& made);
  [[nodiscard]] Operand call_list(std::vector<std::uint64_t>& sizes);
  [[nodiscard]] Operand callee(const std::vector<std::uint64_t>& results,
                               const std::vector<std::uint64_t>& arguments, std::string_view name,
                               std::uint32_t line);

  ParseState& state_;
  TokenCursor& cursor_;
  Function& function_;
  OperandCheck check_;
  std::vector<Scope> scopes_;
  std::vector<TargetTable> tables_;
  std::vector<std::uint32_t> indexed_branches_;  ///< instructions whose table is to be copied
  std::uint64_t register_count_ = 0;             ///< declared, ranges included
};

}  // namespace touchstone::ptx
