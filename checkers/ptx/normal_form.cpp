#include "normal_form.h"

#include "cone.h"
#include "evaluation.h"
#include "operand_reading.h"
#include "remade_term.h"

namespace touchstone::ptx {

namespace {

bool is_leaf(TermKind kind) { return operand_count(kind) == 0; }

}  // namespace

NormalForms::NormalForms(Symbols& symbols)
    : symbols_(&symbols),
      facts_(symbols),
      rewriting_(symbols, facts_, [this](TermId made) { return rewritten(made); }) {
  for (const RewriteRule& rule : rewrite_rules()) {
    rules_[static_cast<std::size_t>(rule.kind)].push_back(&rule);
  }
}

TermId NormalForms::known(Task task) const {
  if (task.bits) {
    const auto at = words_.find(task.term);
    return at == words_.end() ? unknown : at->second;
  }
  return task.term < numbers_.size() ? numbers_[task.term] : unknown;
}

void NormalForms::keep(Task task, TermId form) {
  if (task.bits) {
    words_[task.term] = form;
    return;
  }
  if (task.term >= numbers_.size()) numbers_.resize(symbols_->arena().nodes().size(), unknown);
  numbers_[task.term] = form;
}

/// Whether operand `operand` of a term is read for its bits, the term itself being asked for as
/// `bits` says.
bool NormalForms::operand_by_bits(const TermNode& node, std::size_t operand, bool bits) {
  if (node.kind == TermKind::pair) return true;
  if (node.kind == TermKind::select) return bits && operand > 0;
  if (!is_application(node.kind)) return false;
  if (!bits && changes_sign(rewriting_, node)) return false;
  const std::uint32_t form = node.kind == TermKind::apply1 ? node.b : node.c;
  const auto [at, added] = reads_numbers_.try_emplace(form);
  if (added) {
    for (std::size_t i = 0; i < max_value_operands; ++i) {
      at->second[i] = number_read(symbols_->form(node), i) == Type::f32;
    }
  }
  return !at->second[operand];
}

TermId NormalForms::of(TermId term) {
  stack_.assign(1, {term, false});
  while (!stack_.empty()) {
    const Task task = stack_.back();
    if (known(task) != unknown) {
      stack_.pop_back();
      continue;
    }
    const TermNode node = symbols_->arena().nodes()[task.term];
    if (is_leaf(node.kind)) {
      keep(task, task.term);
      continue;
    }
    // Bits that are no NaN's are those of the number.
    if (task.bits && facts_.never_nan(task.term)) {
      if (const TermId form = known({task.term, false}); form != unknown) {
        keep(task, form);
      } else {
        stack_.push_back({task.term, false});
      }
      continue;
    }
    // Bits of an open NaN: nobody may rely on them, so nothing is gained below.
    if (task.bits && is_number_kind(node.kind)) {
      keep(task, task.term);
      continue;
    }
    const std::size_t waiting = stack_.size();
    const OperandTerms parts = parts_of(*symbols_, node);
    for (std::size_t i = 0; i < parts.count; ++i) {
      const Task part{parts.ids[i], operand_by_bits(node, i, task.bits)};
      if (known(part) == unknown) stack_.push_back(part);
    }
    if (stack_.size() == waiting) keep(task, rebuilt(task.term, node, task.bits));
  }
  return known({term, false});
}

/// The term over the normal forms of its operands.
TermId NormalForms::rebuilt(TermId term, const TermNode& node, bool bits) {
  OperandTerms x = parts_of(*symbols_, node);
  bool same = true;
  for (std::size_t i = 0; i < x.count; ++i) {
    const TermId form = known({x.ids[i], operand_by_bits(node, i, bits)});
    same = same && form == x.ids[i];
    x.ids[i] = form;
  }
  const TermId made = same && is_number_kind(node.kind) ? term : remade(*symbols_, node, x);
  return bits ? made : rewritten(made);
}

/// What the first rule that matches makes of a term whose operands are normal.
TermId NormalForms::rewritten(TermId term) {
  const TermNode node = symbols_->arena().nodes()[term];
  if (const auto constant = folded(node)) return *constant;
  for (const RewriteRule* const rule : rules_[static_cast<std::size_t>(node.kind)]) {
    if (const auto better = rule->rewritten(rewriting_, node)) return *better;
  }
  return term;
}

/// A term of the definitions over constants; NaN is the open one, as in Symbols::apply. Its opaque
/// functions stay: they cost a thousand times as much.
std::optional<TermId> NormalForms::folded(const TermNode& node) {
  const bool number = is_number_kind(node.kind) && !is_opaque(node.kind);
  const bool statement = node.kind >= TermKind::equal && node.kind <= TermKind::exceeds;
  if (!number && !statement) return std::nullopt;
  const unsigned count = operand_count(node.kind);
  const std::array<TermId, 3> operands{node.a, node.b, node.c};
  std::array<std::uint32_t, 3> bits{};
  for (unsigned i = 0; i < count; ++i) {
    const TermNode& operand = symbols_->arena().nodes()[operands[i]];
    if (operand.kind != TermKind::constant) return std::nullopt;
    bits[i] = operand.a;
  }
  const std::uint32_t value = value_of(node.kind, bits[0], bits[1], bits[2]);
  if (statement) return symbols_->truth(value != 0);
  return symbols_->word(holds_nan(Type::f32, value) ? open_nan : value);
}

TermId normalised(Symbols& symbols, TermId term) { return NormalForms(symbols).of(term); }

}  // namespace touchstone::ptx
