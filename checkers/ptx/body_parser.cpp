#include "body_parser.h"

#include <string>
#include <utility>

#include "variable_parser.h"

namespace touchstone::ptx {

namespace {

constexpr std::uint64_t most_registers = std::uint64_t{1} << 20U;
constexpr std::size_t deepest_scope = 64;

bool is_opcode(std::string_view word) { return word[0] >= 'a' && word[0] <= 'z'; }

}  // namespace

BodyParser::BodyParser(ParseState& state, Function& function)
    : state_(state),
      cursor_(state.cursor),
      function_(function),
      check_(state.cursor, state.names, state.module, function) {}

void BodyParser::parse() {
  state_.lines.forget();
  scopes_.push_back({{}, cursor_.peek().line});
  while (!scopes_.empty() && !cursor_.failed()) {
    if (cursor_.at_end()) {
      cursor_.fail("the text ends inside the braces of " + line_text(scopes_.back().line));
    } else {
      statement();
    }
  }
  if (!cursor_.failed()) finish();
}

void BodyParser::statement() {
  const Token token = cursor_.peek();
  if (cursor_.accept('{')) {
    open_scope(token.line);
  } else if (cursor_.accept('}')) {
    close_scope();
  } else if (token.kind == TokenKind::directive) {
    directive();
  } else if (token.kind == TokenKind::word && cursor_.peek_second().kind == TokenKind::sign &&
             cursor_.peek_second().text == ":") {
    label();
  } else if (!cursor_.accept(';')) {
    instruction();
  }
}

void BodyParser::directive() {
  const Token token = cursor_.peek();
  const Space space = space_named(token.text);
  if (cursor_.accept_directive(".loc")) {
    state_.lines.parse_location(cursor_);
  } else if (cursor_.accept_directive(".pragma")) {
    skip_pragma(cursor_);
  } else if (space == Space::reg) {
    cursor_.take();
    registers();
  } else if (space == Space::local || space == Space::shared || space == Space::param) {
    cursor_.take();
    variables(space);
  } else if (space != Space::generic) {
    cursor_.lack(token.line, quoted_name(token.text) + " inside a function is not supported");
  } else {
    cursor_.fail_expecting("an instruction or a declaration");
  }
}

void BodyParser::open_scope(std::uint32_t line) {
  if (scopes_.size() == deepest_scope) {
    cursor_.lack(line, "scopes within more than 64 others are not supported");
    return;
  }
  state_.names.open();
  scopes_.push_back({{}, line});
}

/// Labels of an inner scope are unknown outside it; what it names and lacks is the outer scope's.
void BodyParser::close_scope() {
  const std::vector<PendingLabel> pending = std::move(scopes_.back().pending);
  scopes_.pop_back();
  for (const PendingLabel& each : pending) {
    const auto symbol = state_.names.find_here(each.name);
    if (symbol && symbol->kind == SymbolKind::label) {
      settle(each, symbol->id);
    } else if (symbol) {
      cursor_.fail_at(each.line, quoted_name(each.name) + " is no label");
    } else if (scopes_.empty()) {
      cursor_.fail_at(each.line, "no label " + quoted_name(each.name) + " is in reach");
    } else {
      scopes_.back().pending.push_back(each);
    }
  }
  if (!scopes_.empty()) state_.names.close();
}

void BodyParser::settle(const PendingLabel& label, std::uint32_t target) {
  if (label.of_table) {
    tables_[label.index].labels[label.position].id = target;
  } else {
    function_.body[label.index].operands[label.position].id = target;
  }
}

/// Tables are copied where they are used.
void BodyParser::finish() {
  for (const std::uint32_t index : indexed_branches_) {
    Instruction& branch = function_.body[index];
    const auto& labels = tables_[branch.operands[1].id].labels;
    state_.count_instructions(branch.place.line, labels.size());
    if (cursor_.failed()) return;
    branch.operands[1].elements = labels;
    branch.operands[1].id = 0;
  }
}

void BodyParser::label() {
  const Token name = cursor_.take();
  cursor_.expect(':', "behind a label");
  if (name.text.find('.') != std::string_view::npos) {
    cursor_.fail_at(name.line, quoted_name(name.text) + " is no name of a label");
  } else if (cursor_.accept_directive(".branchtargets")) {
    targets(name.text, name.line);
  } else if (cursor_.at_directive(".callprototype") || cursor_.at_directive(".calltargets")) {
    cursor_.take();
    prototype(name.text, name.line);
  } else {
    const auto next = static_cast<std::uint32_t>(function_.body.size());
    state_.declare(name.text, {SymbolKind::label, next, name.line});
  }
}

void BodyParser::targets(std::string_view name, std::uint32_t line) {
  const auto id = static_cast<std::uint32_t>(tables_.size());
  TargetTable table;
  do {
    const Token label = cursor_.peek();
    const auto position = static_cast<std::uint32_t>(table.labels.size());
    state_.count_instructions(label.line, 1);
    scopes_.back().pending.push_back(
        {cursor_.expect_name("a label"), label.line, true, id, position});
    table.labels.emplace_back().kind = OperandKind::label;
  } while (cursor_.accept(','));
  cursor_.expect(';', "behind .branchtargets");
  tables_.push_back(std::move(table));
  state_.declare(name, {SymbolKind::targets, id, line});
}

/// What an indirect call could reach is not looked at, since no machine here makes such calls.
void BodyParser::prototype(std::string_view name, std::uint32_t line) {
  while (!cursor_.at_end() && !cursor_.at(';') && !cursor_.at('}')) cursor_.take();
  cursor_.expect(';', "behind a prototype");
  state_.declare(name, {SymbolKind::prototype, 0, line});
}

void BodyParser::registers() {
  if (cursor_.at_directive(".v2") || cursor_.at_directive(".v4")) {
    cursor_.lack(cursor_.peek().line, "vector registers are not supported");
    return;
  }
  const Type type = expect_type(cursor_);
  do {
    const std::uint32_t line = cursor_.peek().line;
    add_registers(cursor_.expect_name("a register's name"), line, type);
  } while (!cursor_.failed() && cursor_.accept(','));
  cursor_.expect(';', "behind registers");
}

void BodyParser::add_registers(std::string_view name, std::uint32_t line, Type type) {
  if (cursor_.failed()) return;
  std::uint64_t count = 1;
  const bool is_range = cursor_.accept('<');
  if (is_range) {
    count = cursor_.expect_count("the length of a range of registers", most_registers);
    cursor_.expect('>', "behind the length of a range");
  }
  register_count_ += count;
  if (register_count_ > most_registers) {
    cursor_.lack(line, "more than 2^20 registers in one function");
  }
  if (cursor_.failed()) return;
  if (!is_range) {
    const auto id = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({std::string(name), type});
    state_.declare(name, {SymbolKind::reg, id, line});
    return;
  }
  state_.count_name(line);
  if (name.back() >= '0' && name.back() <= '9') {
    cursor_.lack(line, "a range of registers whose name ends in a digit");
  } else if (!state_.names.declare_range(name, static_cast<std::uint32_t>(count), type, line)) {
    cursor_.fail_at(line, quoted_name(name) + " is declared twice");
  }
}

void BodyParser::variables(Space space) {
  auto declared = parse_variables(cursor_, space, false, state_.initial_bytes);
  cursor_.expect(';', "behind a variable");
  for (DeclaredVariable& each : declared) {
    if (cursor_.failed()) return;
    const auto id = static_cast<std::uint32_t>(function_.variables.size());
    function_.variables.push_back(std::move(each.variable));
    state_.declare(each.name, {SymbolKind::variable, id, each.line});
  }
}

void BodyParser::guard(Instruction& made) {
  Guard guard;
  guard.negated = cursor_.accept('!');
  const std::uint32_t line = cursor_.peek().line;
  const std::string_view name = cursor_.expect_name("a predicate register");
  if (cursor_.failed()) return;
  guard.predicate = check_.predicate_named(name, line);
  made.guard = guard;
}

void BodyParser::instruction() {
  Instruction made;
  if (cursor_.accept('@')) guard(made);
  const Token opcode = cursor_.peek();
  if (opcode.kind != TokenKind::word || !is_opcode(opcode.text)) {
    cursor_.fail_expecting("an instruction");
    return;
  }
  cursor_.take();
  made.place = state_.lines.place(opcode.line);
  const auto known = state_.forms.find(opcode.text);
  if (!known) {
    cursor_.fail(known.error().inside(line_text(opcode.line)));
    return;
  }
  made.form = (*known)->form;
  state_.count_instructions(opcode.line, 1);
  if (made.form.rule == Rule::call) {
    call(made);
  } else {
    operands(made, **known);
  }
  cursor_.expect(';', "at the end of an instruction");
  if (!cursor_.failed()) function_.body.push_back(std::move(made));
}

void BodyParser::operands(Instruction& made, const KnownForm& known) {
  if (made.form.rule == Rule::branch_indexed) {
    indexed_branch(made);
    return;
  }
  const auto written = parse_operands(cursor_);
  if (cursor_.failed()) return;
  const auto index = static_cast<std::uint32_t>(function_.body.size());
  check_.fill(made, written, known.signature, index, scopes_.back().pending);
}

/// 9.7.12 "brx.idx": the table stands before the branch.
void BodyParser::indexed_branch(Instruction& made) {
  const auto written = parse_operands(cursor_);
  if (cursor_.failed()) return;
  using Kind = WrittenOperand::Kind;
  if (written.size() != 2 || written[0].kind != Kind::name || written[1].kind != Kind::name) {
    cursor_.fail_at(made.place.line, "brx.idx takes a register and the name of a table");
    return;
  }
  const Signature index_only{{OperandRole::value, Type::u32}};
  check_.fill(made, {written[0]}, index_only, 0, scopes_.back().pending);
  if (cursor_.failed()) return;
  const Symbol table = check_.symbol_named(written[1].name, written[1].line);
  if (cursor_.failed()) return;
  if (table.kind != SymbolKind::targets) {
    cursor_.fail_at(written[1].line, quoted_name(written[1].name) + " is no table of targets");
    return;
  }
  Operand labels;
  labels.kind = OperandKind::vector;
  labels.id = table.id;
  made.operands.push_back(std::move(labels));
  indexed_branches_.push_back(static_cast<std::uint32_t>(function_.body.size()));
}

/// "(a, b)", behind its opening parenthesis; `sizes` are bytes.
Operand BodyParser::call_list(std::vector<std::uint64_t>& sizes) {
  Operand list;
  list.kind = OperandKind::vector;
  if (cursor_.accept(')')) return list;
  do {
    const Token token = cursor_.peek();
    if (token.kind == TokenKind::number || cursor_.at('-')) {
      cursor_.lack(token.line, "a call's arguments other than .param variables");
      return list;
    }
    state_.count_instructions(token.line, 1);
    const std::string_view name = cursor_.expect_name("a .param variable");
    if (cursor_.failed()) return list;
    const Symbol symbol = check_.symbol_named(name, token.line);
    if (cursor_.failed()) return list;
    if (symbol.kind != SymbolKind::variable || check_.variable_of(symbol).space != Space::param) {
      cursor_.lack(token.line, "a call's arguments other than .param variables of the body");
      return list;
    }
    Operand variable;
    variable.kind = OperandKind::variable;
    variable.owner = Owner::function;
    variable.id = symbol.id;
    sizes.push_back(check_.variable_of(symbol).bytes);
    list.elements.push_back(std::move(variable));
  } while (cursor_.accept(','));
  cursor_.expect(')', "at the end of a call's list");
  return list;
}

Operand BodyParser::callee(const std::vector<std::uint64_t>& results,
                           const std::vector<std::uint64_t>& arguments, std::string_view name,
                           std::uint32_t line) {
  Operand operand;
  const Symbol symbol = check_.symbol_named(name, line);
  if (cursor_.failed()) return operand;
  operand.id = symbol.id;
  if (symbol.kind == SymbolKind::reg) {
    operand.kind = OperandKind::reg;
    const Type held = function_.registers[symbol.id].type;
    if (bits_of(held) != 64 || is_float(held)) {
      cursor_.fail_at(line, quoted_name(name) + " holds no address of a function");
    }
    return operand;
  }
  operand.kind = OperandKind::function;
  if (symbol.kind != SymbolKind::function || state_.module.functions[symbol.id].entry) {
    cursor_.fail_at(line, quoted_name(name) + " is no function that can be called");
    return operand;
  }
  const Function& called = state_.module.functions[symbol.id];
  const auto fit = [](const std::vector<Variable>& wanted,
                      const std::vector<std::uint64_t>& given) {
    if (wanted.size() != given.size()) return false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (wanted[i].bytes != given[i]) return false;
    }
    return true;
  };
  if (!fit(called.results, results) || !fit(called.parameters, arguments)) {
    cursor_.fail_at(line, "the call does not fit the parameters of " + quoted_name(name));
  }
  return operand;
}

void BodyParser::call(Instruction& made) {
  std::vector<std::uint64_t> result_sizes;
  std::vector<std::uint64_t> argument_sizes;
  Operand results;
  Operand arguments;
  results.kind = OperandKind::vector;
  arguments.kind = OperandKind::vector;
  if (cursor_.accept('(')) {
    results = call_list(result_sizes);
    cursor_.expect(',', "behind a call's results");
  }
  const std::uint32_t line = cursor_.peek().line;
  const std::string_view name = cursor_.expect_name("a function");
  bool has_prototype = false;
  if (cursor_.accept(',')) {
    has_prototype = !cursor_.accept('(');
    if (!has_prototype) {
      arguments = call_list(argument_sizes);
      has_prototype = cursor_.accept(',');
    }
  }
  std::string_view prototype;
  if (has_prototype) prototype = cursor_.expect_name("a prototype");
  if (cursor_.failed()) return;
  Operand target = callee(result_sizes, argument_sizes, name, line);
  const bool is_indirect = target.kind == OperandKind::reg;
  if (!cursor_.failed() && is_indirect != has_prototype) {
    cursor_.fail_at(line, is_indirect ? "a call of a register needs a prototype"
                                      : "a call of a function takes no prototype");
  }
  made.operands.push_back(std::move(results));
  made.operands.push_back(std::move(target));
  made.operands.push_back(std::move(arguments));
  if (!has_prototype || cursor_.failed()) return;
  const Symbol symbol = check_.symbol_named(prototype, line);
  if (symbol.kind != SymbolKind::prototype) {
    cursor_.fail_at(line, quoted_name(prototype) + " is no prototype");
  }
  made.operands.emplace_back();
}

}  // namespace touchstone::ptx
