#include "openness.h"

#include <algorithm>

#include "cone.h"
#include "form_places.h"
#include "operand_reading.h"
#include "semantics.h"

namespace touchstone::ptx {

namespace {

OpenKind kind_of(Openness why) {
  switch (why) {
    case Openness::fusable: return OpenKind::fusable;
    case Openness::nan_read_as_bits: return OpenKind::nan_read_as_bits;
    case Openness::zero_divisor: break;
  }
  return OpenKind::zero_divisor;
}

std::string reason_of(OpenKind kind, const Form& form) {
  switch (kind) {
    case OpenKind::fusable:
      return "ptxas may fuse it with other additions and products, so that its result is not fixed "
             "(PTX ISA 9.7.3); compile with -fmad=false, or write __fmul_rn and __fadd_rn";
    case OpenKind::nan_read_as_bits:
      return "it reads the bits of what may be a NaN of arithmetic, which the ISA leaves open";
    case OpenKind::zero_divisor:
      return "its divisor may be zero, for which the ISA fixes no result";
    case OpenKind::bounded: break;
  }
  const std::string bound(entries()[form.entry].error);
  return "its result is only known within a bound" + (bound.empty() ? "" : " (" + bound + ")") +
         ", so no claim about bits can rest on it";
}

}  // namespace

std::optional<OpenCause> open_cause(const Symbols& symbols, std::span<const TermId> roots,
                                    bool bounded) {
  NumberRanges ranges(symbols);
  const TermNodes nodes = symbols.arena().nodes();
  std::optional<OpenCause> out;
  for (const TermId term : cone_of(symbols, roots)) {
    if (!is_application(nodes[term].kind)) continue;
    OpenCause cause{OpenKind::bounded, term};
    if (const auto why = openness_of(symbols, ranges, nodes[term])) {
      cause.kind = kind_of(*why);
    } else if (!bounded || exactness_of(symbols.form(nodes[term])) != Exactness::bounded) {
      continue;
    }
    if (!out || cause.kind < out->kind) out = cause;
  }
  return out;
}

std::vector<bool> inexact_terms(const Symbols& symbols) {
  const TermNodes nodes = symbols.arena().nodes();
  std::vector<bool> out(nodes.size(), false);
  for (std::size_t id = 0; id < nodes.size(); ++id) {
    const TermNode& node = nodes[id];
    if (is_application(node.kind)) {
      const Exactness exactness = exactness_of(symbols.form(node));
      out[id] = exactness == Exactness::fusable || exactness == Exactness::bounded;
    }
    const OperandTerms parts = parts_of(symbols, node);
    for (const TermId part : parts.all()) out[id] = out[id] || out[part];
  }
  return out;
}

std::string text_of(const OpenCause& cause, const Symbols& symbols, const Program& program) {
  const Form& form = symbols.form(symbols.arena().nodes()[cause.term]);
  return "the result depends on " + text_with_places(*program.module, program.kernel, form) + ": " +
         reason_of(cause.kind, form);
}

FixedVectors::FixedVectors(const Symbols& symbols, std::span<const TermId> roots) {
  NumberRanges ranges(symbols);
  const TermNodes nodes = symbols.arena().nodes();
  for (const TermId term : cone_of(symbols, roots)) {
    if (!is_application(nodes[term].kind)) continue;
    const auto why = openness_of(symbols, ranges, nodes[term]);
    if (!why || *why == Openness::fusable) continue;
    const Form& form = symbols.form(nodes[term]);
    const OperandTerms operands = symbols.operands(nodes[term]);
    if (*why == Openness::zero_divisor) {
      watched_.push_back({operands.ids[1], Type::none});
      continue;
    }
    for (std::size_t i = 0; i < operands.count; ++i) {
      const Type open = open_nan_type(symbols, ranges, operands.ids[i]);
      if (open != Type::none && number_read(form, i) != open) {
        watched_.push_back({operands.ids[i], open});
      }
    }
  }
  std::sort(watched_.begin(), watched_.end(),
            [](const Watched& x, const Watched& y) { return x.term < y.term; });
}

void FixedVectors::visit(TermId term, const BatchValues& values) {
  auto at = std::lower_bound(watched_.begin(), watched_.end(), term,
                             [](const Watched& x, TermId id) { return x.term < id; });
  for (; at != watched_.end() && at->term == term; ++at) {
    for (std::size_t vector = 0; vector < batch_size; ++vector) {
      const std::uint64_t value = values[vector];
      const bool open = at->nan == Type::none ? value == 0 : holds_nan(at->nan, value);
      fixed_[vector] = fixed_[vector] && !open;
    }
  }
}

}  // namespace touchstone::ptx
