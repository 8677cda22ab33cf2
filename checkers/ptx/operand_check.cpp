#include "operand_check.h"

#include <string>
#include <utility>

#include "special_registers.h"

namespace touchstone::ptx {

namespace {

bool is_untyped(Type type) {
  return type == Type::b8 || type == Type::b16 || type == Type::b32 || type == Type::b64 ||
         type == Type::b128;
}

bool is_integer(Type type) { return !is_untyped(type) && !is_float(type) && type != Type::pred; }

/// 9.4: bits agree with everything of their width, integers with integers, floats with themselves.
bool agree(Type wanted, Type held) {
  if (wanted == Type::pred || held == Type::pred) return wanted == held;
  if (bits_of(wanted) != bits_of(held)) return false;
  return wanted == held || is_untyped(wanted) || is_untyped(held) ||
         (is_integer(wanted) && is_integer(held));
}

/// 9.4.1: where a register may be wider than the type, floats excepted.
bool agrees_wider(Type wanted, Type held) {
  if (bits_of(held) <= bits_of(wanted) || held == Type::pred) return false;
  return is_untyped(wanted) || (is_integer(wanted) && !is_float(held));
}

/// Whose result may be "_".
bool drops_result(Rule rule) {
  return rule == Rule::atomic || rule == Rule::set_predicate || rule == Rule::elect;
}

bool has_second_result(Rule rule) {
  return rule == Rule::set_predicate || rule == Rule::shuffle || rule == Rule::match ||
         rule == Rule::elect;
}

/// Spaces that a 32-bit address reaches (6.4.1).
bool is_windowed(Space space) {
  return space == Space::shared || space == Space::local || space == Space::constant ||
         space == Space::param;
}

bool is_variable(SymbolKind kind) {
  return kind == SymbolKind::variable || kind == SymbolKind::parameter ||
         kind == SymbolKind::result || kind == SymbolKind::global;
}

Owner owner_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::variable: return Owner::function;
    case SymbolKind::parameter: return Owner::parameter;
    case SymbolKind::result: return Owner::result;
    default: return Owner::module;
  }
}

std::string type_text(Type type) { return "." + std::string(name_of(type)); }

/// Which rules the operands stand for: optional ones are taken from the left.
std::optional<std::vector<const OperandRule*>> rules_for(const Signature& signature,
                                                         std::size_t written) {
  std::size_t required = 0;
  for (const OperandRule& rule : signature) required += rule.optional ? 0 : 1;
  if (written < required || written > signature.size()) return std::nullopt;
  std::vector<const OperandRule*> result;
  std::size_t spare = written - required;
  for (const OperandRule& rule : signature) {
    if (rule.optional && spare == 0) continue;
    if (rule.optional) --spare;
    result.push_back(&rule);
  }
  return result;
}

std::string count_text(const Signature& signature, std::size_t written) {
  return "this instruction takes " + std::to_string(signature.size()) + " operands, not " +
         std::to_string(written);
}

}  // namespace

Symbol OperandCheck::symbol_named(std::string_view name, std::uint32_t line) {
  std::optional<RangedRegister> member;
  if (const auto symbol = names_.find(name, member)) return *symbol;
  if (member) {
    const auto id = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({std::string(name), member->type});
    names_.enter(name, *member, id);
    return {SymbolKind::reg, id, member->line};
  }
  if (is_other_special(name)) {
    cursor_.lack(line, "the special register " + quoted_name(name) + " is not supported");
  } else {
    cursor_.fail_at(line, quoted_name(name) + " is not declared");
  }
  return {};
}

const Variable& OperandCheck::variable_of(const Symbol& symbol) const {
  switch (symbol.kind) {
    case SymbolKind::variable: return function_.variables[symbol.id];
    case SymbolKind::parameter: return function_.parameters[symbol.id];
    case SymbolKind::result: return function_.results[symbol.id];
    default: return module_.variables[symbol.id];
  }
}

RegisterId OperandCheck::predicate_named(std::string_view name, std::uint32_t line) {
  const Symbol symbol = symbol_named(name, line);
  if (cursor_.failed()) return 0;
  if (symbol.kind != SymbolKind::reg || function_.registers[symbol.id].type != Type::pred) {
    cursor_.fail_at(line, quoted_name(name) + " is no predicate register");
  }
  return symbol.id;
}

void OperandCheck::check_register(const Symbol& symbol, const WrittenOperand& written,
                                  const OperandRule& rule) {
  const Type held = function_.registers[symbol.id].type;
  if (agree(rule.type, held)) return;
  if (rule.wider && agrees_wider(rule.type, held)) return;
  cursor_.fail_at(written.line, quoted_name(written.name) + " is a register of type " +
                                    type_text(held) + " where " + type_text(rule.type) +
                                    " is wanted");
}

Operand OperandCheck::constant(const WrittenOperand& written, const OperandRule& rule) {
  Operand operand;
  operand.kind = OperandKind::immediate;
  if (rule.role == OperandRole::result) {
    cursor_.fail_at(written.line, "a result is a register, not a constant");
    return operand;
  }
  const auto bits = bits_as(written.literal, rule.type);
  if (!bits) {
    cursor_.fail_at(written.line, "the constant is none of type " + type_text(rule.type));
    return operand;
  }
  operand.bits = *bits;
  return operand;
}

Operand OperandCheck::special(const WrittenOperand& written, const OperandRule& rule,
                              const Form& form) {
  Operand operand;
  operand.kind = OperandKind::special;
  operand.special = *special_named(written.name);
  if (form.rule != Rule::move || rule.role != OperandRole::value) {
    cursor_.fail_at(written.line,
                    quoted_name(written.name) + ", a special register, is read by mov only");
  } else if (!agree(rule.type, type_of(operand.special))) {
    cursor_.fail_at(written.line, quoted_name(written.name) + " is a register of type " +
                                      type_text(type_of(operand.special)) + " where " +
                                      type_text(rule.type) + " is wanted");
  }
  return operand;
}

/// The address of a variable or a function, which only mov takes.
Operand OperandCheck::moved_name(const WrittenOperand& written, const Symbol& symbol,
                                 const OperandRule& rule) {
  Operand operand;
  operand.id = symbol.id;
  const unsigned width = bits_of(rule.type);
  bool fits = !is_float(rule.type) && width == 64;
  if (symbol.kind == SymbolKind::function) {
    operand.kind = OperandKind::function;
    fits = fits && written.offset == 0;
  } else {
    operand.kind = OperandKind::variable;
    operand.owner = owner_of(symbol.kind);
    operand.offset = written.offset;
    const bool is_short = width == 32 && !is_float(rule.type);
    fits = fits || (is_short && is_windowed(variable_of(symbol).space));
  }
  if (!fits) {
    cursor_.fail_at(written.line, "the address of " + quoted_name(written.name) +
                                      " does not fit type " + type_text(rule.type));
  }
  return operand;
}

Operand OperandCheck::named(const WrittenOperand& written, const OperandRule& rule,
                            const Form& form) {
  if (special_named(written.name)) {
    std::optional<RangedRegister> member;
    if (!names_.find(written.name, member)) return special(written, rule, form);
  }
  const Symbol symbol = symbol_named(written.name, written.line);
  if (cursor_.failed()) return {};
  if (symbol.kind == SymbolKind::reg) {
    check_register(symbol, written, rule);
    if (written.offset != 0) cursor_.fail_at(written.line, "a sum is no operand");
    Operand operand;
    operand.kind = OperandKind::reg;
    operand.id = symbol.id;
    operand.negated = written.negated;
    return operand;
  }
  const bool has_address = is_variable(symbol.kind) || symbol.kind == SymbolKind::function;
  if (has_address && form.rule == Rule::move && rule.role == OperandRole::value) {
    return moved_name(written, symbol, rule);
  }
  cursor_.fail_at(written.line, quoted_name(written.name) + " is no register");
  return {};
}

Operand OperandCheck::scalar(const WrittenOperand& written, const OperandRule& rule,
                             const Form& form) {
  if (written.negated && rule.role != OperandRole::predicate) {
    cursor_.fail_at(written.line, "'!' has no meaning for this operand");
    return {};
  }
  switch (written.kind) {
    case WrittenOperand::Kind::number: return constant(written, rule);
    case WrittenOperand::Kind::name:
      if (!rule.immediate_only) return named(written, rule, form);
      cursor_.fail_at(written.line, "this operand is a constant, not " + quoted_name(written.name));
      return {};
    case WrittenOperand::Kind::dropped:
      if (rule.role == OperandRole::result && drops_result(form.rule)) return {};
      cursor_.fail_at(written.line, "'_' has no meaning for this operand");
      return {};
    case WrittenOperand::Kind::vector:
      cursor_.fail_at(written.line, "one operand is wanted, not a vector");
      return {};
    case WrittenOperand::Kind::address: break;
  }
  cursor_.fail_at(written.line, "an address in brackets is no such operand");
  return {};
}

Operand OperandCheck::vector(const WrittenOperand& written, const OperandRule& rule,
                             const Form& form) {
  Operand operand;
  operand.kind = OperandKind::vector;
  if (written.kind != WrittenOperand::Kind::vector || written.elements.size() != rule.vector) {
    cursor_.fail_at(written.line,
                    "a vector of " + std::to_string(rule.vector) + " elements is wanted");
    return operand;
  }
  for (const WrittenOperand& element : written.elements) {
    const bool is_dropped = element.kind == WrittenOperand::Kind::dropped;
    if (is_dropped && rule.role == OperandRole::result) {
      operand.elements.emplace_back();
    } else {
      operand.elements.push_back(scalar(element, rule, form));
    }
  }
  return operand;
}

void OperandCheck::check_address_register(const Operand& operand, const WrittenOperand& written,
                                          const Form& form) {
  const Type held = function_.registers[operand.id].type;
  const bool is_whole = !is_float(held) && held != Type::pred;
  if (is_whole && bits_of(held) == 64) return;
  if (is_whole && bits_of(held) == 32 && is_windowed(form.space)) return;
  cursor_.fail_at(written.line, quoted_name(written.name) + " of type " + type_text(held) +
                                    " holds no address of this space");
}

/// An access to a parameter is known here in full; one to other memory is the machine's to judge.
void OperandCheck::check_variable_access(const Operand& operand, const Variable& variable,
                                         const WrittenOperand& written, const Form& form) {
  const bool is_plain_global = form.space == Space::generic && variable.space == Space::global;
  if (variable.space != form.space && !is_plain_global) {
    cursor_.fail_at(written.line, quoted_name(written.name) + " lies in ." +
                                      std::string(name_of(variable.space)) +
                                      ", not in the instruction's space");
    return;
  }
  if (form.space != Space::param) return;
  if (form.rule == Rule::store && operand.owner == Owner::parameter) {
    cursor_.fail_at(written.line, quoted_name(written.name) + " is a parameter, and read only");
    return;
  }
  const std::int64_t width = std::int64_t{bits_of(form.type)} / 8 * form.vector;
  const auto bytes = static_cast<std::int64_t>(variable.bytes);
  if (operand.offset < 0 || operand.offset > bytes - width) {
    cursor_.fail_at(written.line, "an access to " + std::to_string(width) + " bytes at offset " +
                                      std::to_string(operand.offset) + " of " +
                                      quoted_name(written.name) + ", which has " +
                                      std::to_string(bytes));
  } else if (width != 0 && operand.offset % width != 0) {
    cursor_.fail_at(written.line, "offset " + std::to_string(operand.offset) +
                                      " is no multiple of the access's " + std::to_string(width) +
                                      " bytes");
  }
}

Operand OperandCheck::address(const WrittenOperand& written, const Form& form) {
  Operand operand;
  if (written.kind != WrittenOperand::Kind::address) {
    cursor_.fail_at(written.line, "an address in brackets is wanted");
    return operand;
  }
  if (written.name.empty()) {
    operand.kind = OperandKind::immediate;
    operand.bits = static_cast<std::uint64_t>(written.offset);
    if (form.space == Space::param) cursor_.fail_at(written.line, "a parameter has a name");
    return operand;
  }
  operand.kind = OperandKind::address;
  operand.offset = written.offset;
  const Symbol symbol = symbol_named(written.name, written.line);
  if (cursor_.failed()) return operand;
  operand.id = symbol.id;
  if (symbol.kind == SymbolKind::reg) {
    check_address_register(operand, written, form);
  } else if (is_variable(symbol.kind)) {
    operand.of_variable = true;
    operand.owner = owner_of(symbol.kind);
    check_variable_access(operand, variable_of(symbol), written, form);
  } else {
    cursor_.fail_at(written.line, quoted_name(written.name) + " is no address");
  }
  return operand;
}

Operand OperandCheck::checked(const WrittenOperand& written, const OperandRule& rule,
                              const Form& form) {
  if (rule.role == OperandRole::address) return address(written, form);
  if (rule.vector > 1) return vector(written, rule, form);
  return scalar(written, rule, form);
}

/// 9.7.9 "mov": one side may be a vector of untyped parts of the other.
void OperandCheck::fill_vector_move(Instruction& instruction,
                                    const std::vector<WrittenOperand>& written,
                                    const Signature& signature) {
  const std::size_t side = written[0].kind == WrittenOperand::Kind::vector ? 0 : 1;
  const std::size_t length = written[side].elements.size();
  const unsigned width = bits_of(signature[side].type);
  const std::uint32_t line = written[side].line;
  if (!is_untyped(signature[side].type) || (length != 2 && length != 4) || width / length < 8) {
    cursor_.fail_at(line, "a vector of " + std::to_string(length) + " parts does not make up a " +
                              type_text(signature[side].type));
    return;
  }
  const std::size_t part = width / length;
  Signature parts = signature;
  parts[side].vector = static_cast<std::uint8_t>(length);
  parts[side].type = part == 8    ? Type::b8
                     : part == 16 ? Type::b16
                     : part == 32 ? Type::b32
                                  : Type::b64;
  instruction.form.vector = parts[side].vector;
  for (std::size_t i = 0; i < 2; ++i) {
    instruction.operands.push_back(checked(written[i], parts[i], instruction.form));
  }
}

void OperandCheck::fill_second_result(Instruction& instruction, const WrittenOperand& written) {
  if (!written.second) return;
  if (!has_second_result(instruction.form.rule)) {
    cursor_.fail_at(written.line, "this instruction has no second result behind '|'");
    return;
  }
  if (*written.second == "_") return;
  Operand second;
  second.kind = OperandKind::reg;
  second.id = predicate_named(*written.second, written.line);
  instruction.second_result = std::move(second);
}

void OperandCheck::fill(Instruction& instruction, const std::vector<WrittenOperand>& written,
                        const Signature& signature, std::uint32_t index,
                        std::vector<PendingLabel>& pending) {
  const std::uint32_t line = instruction.place.line;
  const auto rules = rules_for(signature, written.size());
  if (!rules) {
    cursor_.fail_at(line, count_text(signature, written.size()));
    return;
  }
  const bool is_choice =
      instruction.form.rule == Rule::minimum || instruction.form.rule == Rule::maximum;
  if (is_choice && written.size() == 4) instruction.form.third = true;
  const bool is_vector_move = instruction.form.rule == Rule::move && written.size() == 2 &&
                              (written[0].kind == WrittenOperand::Kind::vector) !=
                                  (written[1].kind == WrittenOperand::Kind::vector);
  if (is_vector_move) {
    fill_vector_move(instruction, written, signature);
    return;
  }
  for (std::size_t i = 0; i < written.size() && !cursor_.failed(); ++i) {
    if (i > 0 && written[i].second) cursor_.fail_at(written[i].line, "'|' belongs to results");
    if ((*rules)[i]->role != OperandRole::label) {
      instruction.operands.push_back(checked(written[i], *(*rules)[i], instruction.form));
      continue;
    }
    if (written[i].kind != WrittenOperand::Kind::name || written[i].negated) {
      cursor_.fail_at(written[i].line, "a label is wanted");
    }
    Operand label;
    label.kind = OperandKind::label;
    instruction.operands.push_back(std::move(label));
    pending.push_back(
        {written[i].name, written[i].line, false, index, static_cast<std::uint32_t>(i)});
  }
  if (!written.empty()) fill_second_result(instruction, written[0]);
}

}  // namespace touchstone::ptx
