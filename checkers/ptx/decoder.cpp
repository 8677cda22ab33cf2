#include "decoder.h"

#include <algorithm>

#include "addresses.h"
#include "flow_graph.h"

namespace touchstone::ptx {

namespace {

constexpr std::size_t max_steps = 1U << 20U;

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

Diagnostic Decoder::not_executed(const Place& place, const std::string& what, std::string remedy) {
  return unavailable("line " + std::to_string(place.line), what, std::move(remedy));
}

Width Decoder::width_of(Type type) {
  if (type == Type::pred) return Width::bit;
  return bits_of(type) == 64 ? Width::wide : Width::word;
}

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
    if (i.guard && i.form.rule != Rule::branch) {
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
