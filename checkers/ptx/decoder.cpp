#include "decoder.h"

#include <algorithm>

#include "addresses.h"
#include "flow_graph.h"

namespace touchstone::ptx {

namespace {

constexpr std::size_t max_steps = 1U << 20U;
constexpr std::uint32_t pending = 1U << 31U;  ///< a target that is still an instruction number

std::string at_line(const Place& place) { return "line " + std::to_string(place.line); }

Diagnostic not_executed(const Place& place, const std::string& what, std::string remedy = {}) {
  return unavailable(at_line(place), what, std::move(remedy));
}

Width width_of(Type type) {
  if (type == Type::pred) return Width::bit;
  return bits_of(type) == 64 ? Width::wide : Width::word;
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

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

SlotId Decoder::new_slot(Width width) {
  SlotInfo info{width, 0};
  if (width == Width::bit) {
    info.unit = out_.bits++;
  } else {
    out_.units += width == Width::wide && out_.units % 2 != 0 ? 1 : 0;
    info.unit = out_.units;
    out_.units += width == Width::wide ? 2 : 1;
  }
  out_.slots.push_back(info);
  return static_cast<SlotId>(out_.slots.size() - 1);
}

SlotId Decoder::constant(Width width, std::uint64_t bits) {
  if (width == Width::word) bits &= 0xFFFFFFFFU;
  const auto [at, added] = constants_.try_emplace({width, bits}, no_slot);
  if (added) {
    at->second = new_slot(width);
    out_.constants.push_back({at->second, bits});
  }
  return at->second;
}

SlotId Decoder::special(Special which, Width width) {
  const auto [at, added] = specials_.try_emplace({which, width}, no_slot);
  if (added) {
    at->second = new_slot(width);
    out_.specials.push_back({at->second, which});
  }
  return at->second;
}

Step& Decoder::emit(Step step) {
  out_.steps.push_back(step);
  return out_.steps.back();
}

void Decoder::list(Step& step, const std::vector<SlotId>& slots) {
  step.lists = static_cast<std::uint32_t>(out_.lists.size());
  step.list_count = static_cast<std::uint32_t>(slots.size());
  out_.lists.insert(out_.lists.end(), slots.begin(), slots.end());
}

void Decoder::add_source(Step& step, SlotId slot, const Operand& operand) {
  if (operand.negated)
    step.negated = static_cast<std::uint8_t>(step.negated | (1U << step.source_count));
  step.source[step.source_count++] = slot;
}

const Variable& Decoder::variable_of(const Frame& frame, const Operand& operand) const {
  switch (operand.owner) {
    case Owner::module: return module_.variables[operand.id];
    case Owner::parameter: return frame.function->parameters[operand.id];
    case Owner::result: return frame.function->results[operand.id];
    case Owner::function: break;
  }
  return frame.function->variables[operand.id];
}

std::uint64_t Decoder::variable_offset(const Frame& frame, const Operand& operand) const {
  switch (operand.owner) {
    case Owner::parameter: return frame.parameters[operand.id];
    case Owner::result: return frame.results[operand.id];
    case Owner::function: return frame.variables[operand.id];
    case Owner::module: break;
  }
  const Variable& variable = module_.variables[operand.id];
  if (variable.space == Space::shared) return shared_at_.at(&variable);
  return address_in(first_module_region + operand.id, 0);
}

/// The address that `mov` gives: in the variable's own space, as the generic window of constant and
/// global variables is the same.
std::uint64_t Decoder::variable_address(const Frame& frame, const Operand& operand) const {
  return variable_offset(frame, operand) + static_cast<std::uint64_t>(operand.offset);
}

Result<SlotId> Decoder::source(const Frame& frame, const Operand& operand, Type type,
                               const Place& place) {
  const Width width = width_of(type);
  switch (operand.kind) {
    case OperandKind::reg: return frame.registers[operand.id];
    case OperandKind::immediate: {
      const unsigned bits = bits_of(type);
      const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
      return constant(width, operand.bits & mask);
    }
    case OperandKind::variable: return constant(width, variable_address(frame, operand));
    case OperandKind::special: break;
    default: return not_executed(place, "an operand that has no value here");
  }
  switch (operand.special) {
    case Special::clock:
    case Special::clock64:
    case Special::smid:
    case Special::nsmid:
    case Special::gridid:
    case Special::warpid:
    case Special::nwarpid:
      return not_executed(place, "the value of " + std::string(name_of(operand.special)) +
                                     " is not a function of the launch");
    default: return special(operand.special, width);
  }
}

/// An atomic update whose old value nobody reads is a reduction.
void Decoder::drop_unread_results() {
  std::vector<bool> read(out_.slots.size(), false);
  for (const Step& step : out_.steps) {
    for (const SlotId slot : step.source) {
      if (slot != no_slot) read[slot] = true;
    }
    if (step.kind == StepKind::load || step.kind == StepKind::unpack) continue;
    for (std::uint32_t i = 0; i < step.list_count; ++i) {
      const SlotId slot = out_.lists[step.lists + i];
      if (slot != no_slot) read[slot] = true;
    }
  }
  for (Step& step : out_.steps) {
    if (step.kind == StepKind::atomic && step.result != no_slot && !read[step.result]) {
      step.result = no_slot;
    }
  }
}

/// The functions that are called from here on, each once, this one first.
std::vector<const Function*> Decoder::called_from(const Function& kernel) const {
  std::vector<const Function*> out{&kernel};
  for (std::size_t n = 0; n < out.size(); ++n) {
    for (const Instruction& i : out[n]->body) {
      for (const Operand& operand : i.operands) {
        if (operand.kind != OperandKind::function) continue;
        const Function* callee = &module_.functions[operand.id];
        if (std::find(out.begin(), out.end(), callee) == out.end()) out.push_back(callee);
      }
    }
  }
  return out;
}

/// Static shared variables one after the other, each once however often its function is inlined;
/// then the dynamic ones, which all start at the same place.
void Decoder::place_shared(const Function& kernel) {
  std::vector<const Variable*> found;
  for (const Variable& variable : module_.variables) found.push_back(&variable);
  for (const Function* function : called_from(kernel)) {
    for (const Variable& variable : function->variables) found.push_back(&variable);
  }
  auto is_dynamic = [](const Variable& v) { return v.external || v.bytes == 0; };
  for (const Variable* v : found) {
    if (v->space != Space::shared || is_dynamic(*v)) continue;
    const std::uint64_t at = aligned(out_.shared_bytes, std::max(1U, v->alignment));
    shared_at_[v] = at;
    out_.shared_bytes = at + v->bytes;
  }
  out_.dynamic_at = aligned(out_.shared_bytes, 16);
  for (const Variable* v : found) {
    if (v->space == Space::shared && is_dynamic(*v)) shared_at_[v] = out_.dynamic_at;
  }
}

std::uint64_t Decoder::place(const Variable& variable) {
  if (variable.space == Space::shared) return shared_at_.at(&variable);
  const std::uint64_t at = aligned(out_.local_bytes, std::max(8U, variable.alignment));
  out_.local_bytes = at + aligned(variable.bytes, 4);
  return at;
}

void Decoder::open_frame(Frame& frame, const Function& function) {
  frame.function = &function;
  frame.number = frames_++;
  for (const Register& r : function.registers)
    frame.registers.push_back(new_slot(width_of(r.type)));
  place_variables(frame);
}

void Decoder::place_variables(Frame& frame) {
  for (const Variable& variable : frame.function->variables) {
    frame.variables.push_back(place(variable));
  }
}

/// Labels of the frame become step numbers, once all its steps are there.
void Decoder::resolve_targets(const Frame& frame, std::size_t first) {
  for (std::size_t i = first; i < out_.steps.size(); ++i) {
    Step& step = out_.steps[i];
    if (step.kind == StepKind::branch && (step.target & pending) != 0) {
      step.target = frame.step_of[step.target & ~pending];
    }
    if (step.kind != StepKind::jump_table) continue;
    for (std::uint32_t t = 0; t < step.target_count; ++t) {
      std::uint32_t& target = out_.targets[step.target + t];
      if ((target & pending) != 0) target = frame.step_of[target & ~pending];
    }
  }
}

Result<void> Decoder::inline_function(Frame& frame, std::uint32_t depth) {
  const std::size_t first = out_.steps.size();
  open_.push_back(frame.function);
  for (const Instruction& i : frame.function->body) {
    frame.step_of.push_back(static_cast<std::uint32_t>(out_.steps.size()));
    if (out_.steps.size() > max_steps) {
      return not_executed(i.place, "more than " + std::to_string(max_steps) +
                                       " instructions once "
                                       "device functions are inlined");
    }
    std::size_t around = SIZE_MAX;
    if (i.guard && kind_of(i.form) != StepKind::branch) {
      Step skip;
      skip.kind = StepKind::branch;
      skip.form.rule = Rule::branch;
      skip.place = i.place;
      skip.source[0] = frame.registers[i.guard->predicate];
      skip.negated = i.guard->negated ? 0 : 1;
      skip.source_count = 1;
      around = out_.steps.size();
      emit(skip);
    }
    if (auto done = instruction(frame, i, depth); !done) return done.error();
    if (around != SIZE_MAX) {
      out_.steps[around].target = static_cast<std::uint32_t>(out_.steps.size());
    }
  }
  frame.step_of.push_back(static_cast<std::uint32_t>(out_.steps.size()));
  resolve_targets(frame, first);
  open_.pop_back();
  return {};
}

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
    return unreadable(at_line(i.place), "the call and the function " + printable(callee.name) +
                                            " differ in arguments");
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

Result<DecodedKernel> Decoder::decode(const Function& kernel) {
  Frame frame;
  for (const Variable& parameter : kernel.parameters) {
    const std::uint64_t at = aligned(out_.parameter_bytes, std::max(1U, parameter.alignment));
    out_.parameter_at.push_back(at);
    frame.parameters.push_back(at);
    out_.parameter_bytes = at + parameter.bytes;
  }
  place_shared(kernel);
  open_frame(frame, kernel);
  if (auto done = inline_function(frame, 0); !done) return done.error();
  constexpr std::uint64_t limit = std::uint64_t{1} << 20U;
  if (out_.shared_bytes > limit || out_.local_bytes > limit) {
    return not_executed(kernel.place, "more than 1 MiB of shared or local memory");
  }
  drop_unread_results();
  const std::vector<std::uint32_t> joins = joins_of(out_.steps, out_.targets);
  for (std::size_t i = 0; i < out_.steps.size(); ++i) out_.steps[i].join = joins[i];
  return std::move(out_);
}

}  // namespace touchstone::ptx
