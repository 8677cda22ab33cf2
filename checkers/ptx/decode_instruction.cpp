// What single instructions become.
#include <algorithm>

#include "decoder.h"

namespace touchstone::ptx {

namespace {

/// The kind of term that a form always makes of operands that are not all constants.
std::optional<TermKind> direct_term(const Form& form) {
  const bool nearest = form.rounding == Rounding::rn;
  if (form.type != Type::f32 || form.flush || form.saturate || !nearest) return std::nullopt;
  switch (form.rule) {
    case Rule::add: return TermKind::add;
    case Rule::subtract: return TermKind::sub;
    case Rule::multiply: return TermKind::mul;
    case Rule::fused_multiply_add: return TermKind::fma;
    default: return std::nullopt;
  }
}

StepKind kind_of(const Form& form) {
  switch (form.rule) {
    case Rule::to_address_space: return StepKind::address;
    case Rule::load: return StepKind::load;
    case Rule::store: return StepKind::store;
    case Rule::atomic:
    case Rule::reduction: return StepKind::atomic;
    case Rule::shuffle: return StepKind::shuffle;
    case Rule::vote: return StepKind::vote;
    case Rule::match: return StepKind::match;
    case Rule::reduce_lanes: return StepKind::reduce_lanes;
    case Rule::active_mask: return StepKind::active_mask;
    case Rule::elect: return StepKind::elect;
    case Rule::barrier:
    case Rule::barrier_arrive:
    case Rule::barrier_reduce: return StepKind::barrier;
    case Rule::warp_barrier: return StepKind::warp_barrier;
    case Rule::fence: return StepKind::fence;
    case Rule::branch: return StepKind::branch;
    case Rule::branch_indexed: return StepKind::jump_table;
    case Rule::ret:
    case Rule::exit: return StepKind::exit;
    case Rule::trap: return StepKind::trap;
    case Rule::prefetch:
    case Rule::nanosleep:
    case Rule::no_operation: return StepKind::none;
    default: return StepKind::value;
  }
}

}  // namespace

Result<void> Decoder::instruction(Frame& frame, const Instruction& i, std::uint32_t depth) {
  if (i.form.rule == Rule::call) return call(frame, i, depth);
  Step step;
  step.kind = kind_of(i.form);
  step.form = i.form;
  step.place = i.place;
  switch (step.kind) {
    case StepKind::value:
    case StepKind::address: return value(frame, i, step);
    case StepKind::load:
    case StepKind::store:
    case StepKind::atomic: return memory(frame, i, step);
    case StepKind::shuffle:
    case StepKind::vote:
    case StepKind::match:
    case StepKind::reduce_lanes:
    case StepKind::active_mask:
    case StepKind::elect:
    case StepKind::barrier:
    case StepKind::warp_barrier: return lanes(frame, i, step);
    case StepKind::branch:
      step.target = i.operands[0].id | pending;
      if (i.guard) {
        step.source[0] = frame.registers[i.guard->predicate];
        step.negated = i.guard->negated ? 1 : 0;
        step.source_count = 1;
      }
      emit(step);
      return {};
    case StepKind::jump_table: return jump_table(frame, i, step);
    case StepKind::exit:
      if (i.form.rule == Rule::ret && frame.number != 0) {
        step.kind = StepKind::branch;
        step.target = static_cast<std::uint32_t>(frame.function->body.size()) | pending;
      }
      emit(step);
      return {};
    default: emit(step); return {};
  }
}

Result<void> Decoder::jump_table(const Frame& frame, const Instruction& i, Step step) {
  auto index = source(frame, i.operands[0], Type::u32, i.place);
  if (!index) return index.error();
  step.source[step.source_count++] = *index;
  step.target = static_cast<std::uint32_t>(out_.targets.size());
  for (const Operand& label : i.operands[1].elements) {
    out_.targets.push_back(label.id | pending);
    ++step.target_count;
  }
  emit(step);
  return {};
}

/// Operands of a call: results, function, arguments, each a variable in the caller's param space.
/// The callee's formal parameters are those very variables.
Result<void> Decoder::call(Frame& frame, const Instruction& i, std::uint32_t depth) {
  const auto callee_operand =
      std::find_if(i.operands.begin(), i.operands.end(),
                   [](const Operand& operand) { return operand.kind == OperandKind::function; });
  if (callee_operand == i.operands.end()) {
    return not_executed(i.place, "an indirect call", "call device functions by name");
  }
  const Function& callee = module_.functions[callee_operand->id];
  if (!callee.defined) {
    return not_executed(i.place, "the function " + printable(callee.name) + " has no body here");
  }
  if (std::find(open_.begin(), open_.end(), &callee) != open_.end()) {
    return not_executed(i.place, "the function " + printable(callee.name) + " calls itself");
  }
  constexpr std::uint32_t max_depth = 64;
  if (depth >= max_depth) return not_executed(i.place, "calls more than 64 deep");
  Frame inner;
  std::vector<std::uint64_t>* lists[2] = {&inner.results, &inner.parameters};
  for (const Operand& operand : i.operands) {
    if (operand.kind != OperandKind::vector) continue;
    std::vector<std::uint64_t>& into = *lists[&operand > &*callee_operand ? 1 : 0];
    for (const Operand& variable : operand.elements) {
      if (variable.kind != OperandKind::variable) {
        return not_executed(i.place, "a call whose argument is not a .param variable");
      }
      into.push_back(variable_offset(frame, variable));
    }
  }
  if (inner.results.size() != callee.results.size() ||
      inner.parameters.size() != callee.parameters.size()) {
    return unreadable(
        "line " + std::to_string(i.place.line),
        "the call and the function " + printable(callee.name) + " differ in arguments");
  }
  open_frame(inner, callee);
  return inline_function(inner, depth + 1);
}

/// The registers of a vector in braces, of which a result may drop some.
Result<std::vector<SlotId>> Decoder::vector_slots(const Frame& frame, const Operand& operand,
                                                  Type type, const Place& place) {
  std::vector<SlotId> out;
  for (const Operand& element : operand.elements) {
    if (element.kind == OperandKind::none) {
      out.push_back(no_slot);
      continue;
    }
    auto slot = source(frame, element, type, place);
    if (!slot) return slot.error();
    out.push_back(*slot);
  }
  return out;
}

Result<void> Decoder::value(const Frame& frame, const Instruction& i, Step step) {
  const Signature signature = signature_of(i.form);
  for (std::size_t n = 0; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    const Type type = n < signature.size() ? signature[n].type : Type::none;
    const bool is_result = n == 0;
    if (operand.kind == OperandKind::vector) {
      auto parts = vector_slots(frame, operand, type, i.place);
      if (!parts) return parts.error();
      step.kind = is_result ? StepKind::unpack : StepKind::pack;
      list(step, *parts);
    } else if (is_result) {
      step.result = operand.kind == OperandKind::none ? no_slot : frame.registers[operand.id];
    } else {
      auto slot = source(frame, operand, type, i.place);
      if (!slot) return slot.error();
      add_source(step, *slot, operand);
    }
  }
  if (i.second_result && i.second_result->kind == OperandKind::reg) {
    step.second = frame.registers[i.second_result->id];
  }
  if (step.kind == StepKind::value) {
    step.lanes = step.negated == 0 ? lanes_of(i.form) : nullptr;
    step.value = function_of(i.form);
    step.term = direct_term(i.form);
    step.by_term = exactness_of(i.form) != Exactness::exact || nan_is_open(i.form);
  }
  emit(step);
  return {};
}

Result<Decoder::Address> Decoder::address(const Frame& frame, const Operand& operand,
                                          const Place& place) {
  Address out;
  out.offset = operand.offset;
  if (operand.kind == OperandKind::variable || operand.of_variable) {
    const Variable& variable = variable_of(frame, operand);
    out.offset += static_cast<std::int64_t>(variable_offset(frame, operand));
    const bool of_kernel = operand.owner == Owner::parameter && frame.number == 0;
    out.space = variable.space == Space::param && !of_kernel ? Space::local : variable.space;
    return out;
  }
  if (operand.kind == OperandKind::immediate) {
    out.offset += static_cast<std::int64_t>(operand.bits);
    return out;
  }
  if (operand.kind != OperandKind::address && operand.kind != OperandKind::reg) {
    return not_executed(place, "an address of this kind");
  }
  out.base = frame.registers[operand.id];
  return out;
}

/// The registers that a load writes, or that a store or an atomic update takes beside its address,
/// which is operand `address`.
Result<std::vector<SlotId>> Decoder::data_slots(const Frame& frame, const Instruction& i,
                                                std::size_t address) {
  const bool is_load = i.form.rule == Rule::load;
  std::vector<const Operand*> operands;
  for (std::size_t n = is_load ? 0 : address + 1; n < i.operands.size() && !(is_load && n == 1);
       ++n) {
    const Operand& operand = i.operands[n];
    if (operand.kind != OperandKind::vector) {
      operands.push_back(&operand);
      continue;
    }
    for (const Operand& element : operand.elements) operands.push_back(&element);
  }
  std::vector<SlotId> out;
  for (const Operand* operand : operands) {
    if (is_load && operand->kind == OperandKind::none) {
      out.push_back(no_slot);
      continue;
    }
    auto slot = source(frame, *operand, i.form.type, i.place);
    if (!slot) return slot.error();
    out.push_back(*slot);
  }
  return out;
}

Result<void> Decoder::memory(const Frame& frame, const Instruction& i, Step step) {
  const Form& form = i.form;
  if (bits_of(form.type) > 64) return not_executed(i.place, "accesses of 128 bits");
  const bool has_result = form.rule == Rule::load || form.rule == Rule::atomic;
  const std::size_t at = has_result ? 1 : 0;
  auto where = address(frame, i.operands[at], i.place);
  if (!where) return where.error();
  step.source[step.source_count++] = where->base;
  step.offset = where->offset;
  if (where->space != Space::generic) step.form.space = where->space;
  auto data = data_slots(frame, i, at);
  if (!data) return data.error();
  const bool is_atomic = form.rule == Rule::atomic;
  if ((is_atomic || form.rule == Rule::reduction) && form.vector != 1) {
    return not_executed(i.place, "atomic operations on vectors");
  }
  if (is_atomic && i.operands[0].kind == OperandKind::reg) {
    step.result = frame.registers[i.operands[0].id];
  }
  list(step, *data);
  emit(step);
  return {};
}

Result<void> Decoder::lanes(const Frame& frame, const Instruction& i, Step step) {
  const Signature signature = signature_of(i.form);
  const bool has_result = !signature.empty() && signature[0].role == OperandRole::result;
  if (i.form.rule == Rule::barrier_reduce || i.form.rule == Rule::barrier_arrive) {
    return not_executed(i.place, text_of(i.form) + " is not executed here");
  }
  for (std::size_t n = 0; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (n == 0 && has_result) {
      if (operand.kind == OperandKind::reg) step.result = frame.registers[operand.id];
      continue;
    }
    const Type type = n < signature.size() ? signature[n].type : Type::b32;
    auto slot = source(frame, operand, type, i.place);
    if (!slot) return slot.error();
    if (step.source_count == step.source.size()) return not_executed(i.place, "too many operands");
    add_source(step, *slot, operand);
  }
  if (i.second_result && i.second_result->kind == OperandKind::reg) {
    step.second = frame.registers[i.second_result->id];
  }
  emit(step);
  return {};
}

}  // namespace touchstone::ptx
