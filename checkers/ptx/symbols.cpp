#include "symbols.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "operand_reading.h"

namespace touchstone::ptx {

namespace {

constexpr std::uint32_t one = 0x3F800000U;

/// The kind of definitions that a form is, its result being the same number for all operands.
/// `constant` where it is none.
TermKind definition_kind(const Form& form, std::size_t operands) {
  constexpr TermKind none = TermKind::constant;
  if (form.type != Type::f32 || form.flush || form.saturate || form.approximate ||
      form.full_range || form.absolute) {
    return none;
  }
  const bool nearest = form.rounding == Rounding::rn;
  switch (form.rule) {
    case Rule::fused_multiply_add:
    case Rule::multiply_add: return nearest ? TermKind::fma : none;
    case Rule::add: return nearest ? TermKind::add : none;
    case Rule::subtract: return nearest ? TermKind::sub : none;
    case Rule::multiply: return nearest ? TermKind::mul : none;
    case Rule::divide: return nearest ? TermKind::div : none;
    case Rule::square_root: return nearest ? TermKind::sqrt : none;
    case Rule::negate: return TermKind::neg;
    case Rule::absolute: return TermKind::abs;
    case Rule::minimum: return form.nan && operands == 2 ? TermKind::minimum : none;
    case Rule::maximum: return form.nan && operands == 2 ? TermKind::maximum : none;
    default: return none;
  }
}

bool is_word_integer(Type type) {
  return type == Type::b32 || type == Type::u32 || type == Type::s32;
}

bool is_wide_integer(Type type) {
  return type == Type::b64 || type == Type::u64 || type == Type::s64;
}

const Form& low_form() {
  static const Form form = *resolve("cvt.u32.u64");
  return form;
}

const Form& high_shift() {
  static const Form form = *resolve("shr.u64");
  return form;
}

/// The form of one half of a form of packed numbers.
Form single_of(const Form& form) {
  std::string opcode = text_of(form);
  return *resolve(opcode.erase(opcode.find("x2"), 2));
}

bool is_packed_half(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

/// The comparison that holds where this one does with its operands exchanged.
Compare exchanged(Compare compare) {
  switch (compare) {
    case Compare::gt: return Compare::lt;
    case Compare::ge: return Compare::le;
    case Compare::hi: return Compare::lo;
    case Compare::hs: return Compare::ls;
    default: return compare;
  }
}

}  // namespace

TermId Symbols::word(std::uint32_t bits) { return arena_.make({TermKind::constant, bits}); }

TermId Symbols::wide(std::uint64_t bits) {
  return arena_.make(
      {TermKind::wide, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U)});
}

TermId Symbols::truth(bool value) { return arena_.make({TermKind::truth, value ? 1U : 0U}); }

TermId Symbols::constant(Type type, std::uint64_t bits) {
  if (type == Type::pred) return truth(bits != 0);
  return bits_of(type) == 64 ? wide(bits) : word(static_cast<std::uint32_t>(bits));
}

TermId Symbols::input(std::uint32_t operand, std::uint32_t element) {
  return arena_.make({TermKind::input, operand, element});
}

bool Symbols::is_constant(TermId id) const {
  const TermKind kind = arena_.nodes()[id].kind;
  return kind == TermKind::constant || kind == TermKind::truth || kind == TermKind::wide;
}

std::uint64_t Symbols::bits_of_constant(TermId id) const {
  const TermNode& node = arena_.nodes()[id];
  return node.kind == TermKind::wide ? std::uint64_t{node.b} << 32U | node.a : node.a;
}

std::uint32_t Symbols::number_of(const Form& form, std::size_t operands) {
  const auto [at, added] =
      numbers_.try_emplace({form, operands}, static_cast<std::uint32_t>(forms_.size()));
  if (added) forms_.emplace_back(form, operands);
  return at->second;
}

const Form& Symbols::form(const TermNode& application) const {
  return forms_[application.kind == TermKind::apply1 ? application.b : application.c].first;
}

OperandTerms Symbols::operands(const TermNode& application) const {
  if (application.kind == TermKind::apply1) return {{application.a}, 1};
  if (application.kind == TermKind::apply2) return {{application.a, application.b}, 2};
  const TermNode& rest = arena_.nodes()[application.b];
  if (forms_[application.c].second == 3) return {{application.a, rest.a, rest.b}, 3};
  const TermNode& last = arena_.nodes()[rest.b];
  return {{application.a, rest.a, last.a, last.b}, 4};
}

TermId Symbols::application(const Form& form, std::span<const TermId> given) {
  OperandTerms x;
  x.count = given.size();
  if (x.count == 0 || x.count > max_value_operands) throw std::logic_error("not a value form");
  std::copy(given.begin(), given.end(), x.ids.begin());
  if (x.count > 1 && x.ids[1] < x.ids[0] && operands_commute(form)) std::swap(x.ids[0], x.ids[1]);
  const std::uint32_t number = number_of(form, x.count);
  // Lists of operands are made as they are: `pair` would simplify them as 64-bit words.
  switch (x.count) {
    case 1: return arena_.make({TermKind::apply1, x.ids[0], number});
    case 2: return arena_.make({TermKind::apply2, x.ids[0], x.ids[1], number});
    case 3: {
      const TermId rest = arena_.make({TermKind::pair, x.ids[1], x.ids[2]});
      return arena_.make({TermKind::apply3, x.ids[0], rest, number});
    }
    default: {
      const TermId last = arena_.make({TermKind::pair, x.ids[2], x.ids[3]});
      const TermId rest = arena_.make({TermKind::pair, x.ids[1], last});
      return arena_.make({TermKind::apply3, x.ids[0], rest, number});
    }
  }
}

std::optional<TermId> Symbols::folded(const Form& form, std::span<const TermId> operands) {
  std::array<std::uint64_t, max_value_operands> bits{};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_constant(operands[i])) return std::nullopt;
    bits[i] = bits_of_constant(operands[i]);
  }
  if (exactness_of(form) != Exactness::exact) return std::nullopt;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool nan = arena_.nodes()[operands[i]].kind == TermKind::constant && bits[i] == open_nan;
    if (nan && number_read(form, i) != Type::f32) return std::nullopt;
  }
  // 9.7.1.8: what a division by zero gives is open.
  const bool divides = form.rule == Rule::divide || form.rule == Rule::remainder;
  if (divides && !is_float(form.type) && bits[1] == 0) return std::nullopt;
  const std::uint64_t result = evaluate(form, {bits.data(), operands.size()});
  const Type type = result_type(form);
  if (nan_is_open(form) && holds_nan(type, result)) {
    if (type == Type::f32) return word(open_nan);
    return std::nullopt;
  }
  return constant(type, result);
}

TermId Symbols::apply(const Form& form, std::span<const TermId> operands) {
  const TermKind kind = definition_kind(form, operands.size());
  if (kind != TermKind::constant) {
    if (is_constant(operands[0])) {
      if (const auto known = folded(form, operands)) return *known;
    }
    TermNode node{kind, operands[0]};
    if (operands.size() > 1) node.b = operands[1];
    if (operands.size() > 2) node.c = operands[2];
    return arena_.make(node);
  }
  if (const auto term = structural(form, operands)) return *term;
  if (const auto known = folded(form, operands)) return *known;
  return application(form, operands);
}

/// The forms that rearrange words, decide between them, or are built of other forms.
std::optional<TermId> Symbols::structural(const Form& form, std::span<const TermId> x) {
  switch (form.rule) {
    case Rule::move: return joined(bits_of(form.type), x);
    case Rule::convert:
      if (form.saturate) return std::nullopt;
      if (is_word_integer(form.type) && is_word_integer(form.source)) return x[0];
      if (is_wide_integer(form.type) && is_wide_integer(form.source)) return x[0];
      if (is_word_integer(form.type) && is_wide_integer(form.source)) return low(x[0]);
      if (is_wide_integer(form.type) && form.source == Type::u32) return pair(x[0], word(0));
      return std::nullopt;
    case Rule::set_predicate: {
      const TermId answer = comparison(form, x[0], x[1]);
      return x.size() > 2 ? combined(form.logic, answer, x[2]) : answer;
    }
    case Rule::select: return select(x[2], x[0], x[1], form.type);
    case Rule::conjunction:
      return form.type == Type::pred ? std::optional(both(x[0], x[1])) : std::nullopt;
    case Rule::disjunction:
      return form.type == Type::pred ? std::optional(either(x[0], x[1])) : std::nullopt;
    case Rule::exclusive_or:
      if (form.type != Type::pred) return std::nullopt;
      return combined(Logic::exclusive, x[0], x[1]);
    case Rule::complement:
      return form.type == Type::pred ? std::optional(opposite(x[0])) : std::nullopt;
    case Rule::reciprocal: {
      Form quotient = form;
      quotient.rule = Rule::divide;
      if (form.type != Type::f32 || definition_kind(quotient, 2) != TermKind::div) {
        return std::nullopt;
      }
      if (const auto known = folded(form, x)) return known;
      return arena_.make({TermKind::div, word(one), x[0]});
    }
    default: return form.type == Type::f32x2 ? std::optional(lanes_apart(form, x)) : std::nullopt;
  }
}

/// 9.7.9.4: parts of one word, the first lowest. What takes a word apart has several results, which
/// are `low` and `high` or shifts of it.
TermId Symbols::joined(unsigned bits, std::span<const TermId> parts) {
  static const Form shift = *resolve("shl.b32");
  static const Form merge = *resolve("or.b32");
  if (parts.size() == 1) return parts[0];
  if (bits == 64) {
    const std::size_t half = parts.size() / 2;
    const TermId lower = joined(32, parts.first(half));
    return pair(lower, joined(32, parts.last(half)));
  }
  const std::array<TermId, 2> moved{parts[1], word(16)};
  const std::array<TermId, 2> both_halves{parts[0], apply(shift, moved)};
  return apply(merge, both_halves);
}

TermId Symbols::lanes_apart(const Form& form, std::span<const TermId> x) {
  const Form single = single_of(form);
  std::array<TermId, max_value_operands> lows{};
  std::array<TermId, max_value_operands> highs{};
  for (std::size_t i = 0; i < x.size(); ++i) {
    lows[i] = low(x[i]);
    highs[i] = high(x[i]);
  }
  const TermId first = apply(single, {lows.data(), x.size()});
  return pair(first, apply(single, {highs.data(), x.size()}));
}

TermId Symbols::apply_second(const Form& form, std::span<const TermId> x) {
  const TermId answer = is_packed_half(form.type) ? upper_comparison(form, x)
                                                  : opposite(comparison(form, x[0], x[1]));
  return x.size() > 2 ? combined(form.logic, answer, x[2]) : answer;
}

/// 9.7.7.2: the second result of two packed comparisons is that of the upper halves.
TermId Symbols::upper_comparison(const Form& form, std::span<const TermId> x) {
  static const Form shift = *resolve("shr.u32");
  const std::array<TermId, 2> first{x[0], word(16)};
  const std::array<TermId, 2> second{x[1], word(16)};
  const TermId upper = apply(shift, first);
  return comparison(single_of(form), upper, apply(shift, second));
}

TermId Symbols::combined(Logic logic, TermId answer, TermId with) {
  switch (logic) {
    case Logic::conjunction: return both(answer, with);
    case Logic::disjunction: return either(answer, with);
    case Logic::exclusive:
      return either(both(answer, opposite(with)), both(opposite(answer), with));
    default: throw std::logic_error("setp combines with nothing");
  }
}

TermId Symbols::comparison(const Form& form, TermId x, TermId y) {
  Form plain = form;
  plain.logic = Logic::none;
  const std::array<TermId, 2> given{x, y};
  if (const auto known = folded(plain, given)) return *known;
  if (form.type == Type::f32 && !form.flush) return compared_numbers(form.compare, x, y);
  // Integers are totally ordered, so that two comparisons say all six.
  if (!is_float(form.type)) {
    if (form.compare == Compare::ne) {
      plain.compare = Compare::eq;
      return opposite(application(plain, given));
    }
    if (plain.compare = exchanged(form.compare); plain.compare != form.compare) {
      return comparison(plain, y, x);
    }
    if (form.compare == Compare::le || form.compare == Compare::ls) {
      plain.compare = form.compare == Compare::le ? Compare::lt : Compare::lo;
      return opposite(comparison(plain, y, x));
    }
  }
  return application(plain, given);
}

/// 9.7.6 setp: the ordered comparisons are false where an operand is NaN, and each unordered one is
/// the opposite of an ordered one.
TermId Symbols::compared_numbers(Compare compare, TermId x, TermId y) {
  const auto made = [this](TermKind kind, TermId a, TermId b) { return arena_.make({kind, a, b}); };
  switch (compare) {
    case Compare::eq: return made(TermKind::equal, x, y);
    case Compare::lt: return made(TermKind::less, x, y);
    case Compare::gt: return made(TermKind::less, y, x);
    case Compare::ne: return either(made(TermKind::less, x, y), made(TermKind::less, y, x));
    case Compare::le: return either(made(TermKind::less, x, y), made(TermKind::equal, x, y));
    case Compare::ge: return either(made(TermKind::less, y, x), made(TermKind::equal, x, y));
    case Compare::equ: return opposite(compared_numbers(Compare::ne, x, y));
    case Compare::neu: return opposite(compared_numbers(Compare::eq, x, y));
    case Compare::ltu: return opposite(compared_numbers(Compare::ge, x, y));
    case Compare::leu: return opposite(compared_numbers(Compare::gt, x, y));
    case Compare::gtu: return opposite(compared_numbers(Compare::le, x, y));
    case Compare::geu: return opposite(compared_numbers(Compare::lt, x, y));
    case Compare::num: return both(is_number(x), is_number(y));
    case Compare::nan: return opposite(compared_numbers(Compare::num, x, y));
    default: throw std::logic_error("not a comparison of floating-point numbers");
  }
}

TermId Symbols::is_number(TermId x) {
  if (is_constant(x)) return truth(!holds_nan(Type::f32, bits_of_constant(x)));
  return arena_.make({TermKind::equal, x, x});
}

TermId Symbols::select(TermId statement, TermId chosen, TermId other, Type type) {
  if (chosen == other) return chosen;
  const TermNode node = arena_.nodes()[statement];
  if (node.kind == TermKind::truth) return node.a != 0 ? chosen : other;
  if (type == Type::pred) {
    return either(both(statement, chosen), both(opposite(statement), other));
  }
  if (bits_of(type) == 64) {
    const TermId half = select(statement, low(chosen), low(other), Type::b32);
    return pair(half, select(statement, high(chosen), high(other), Type::b32));
  }
  return arena_.make({TermKind::select, statement, chosen, other});
}

TermId Symbols::both(TermId x, TermId y) {
  if (x == y) return x;
  for (const auto& [one_side, other] : {std::pair{x, y}, std::pair{y, x}}) {
    const TermNode& node = arena_.nodes()[one_side];
    if (node.kind == TermKind::truth) return node.a != 0 ? other : one_side;
  }
  return arena_.make({TermKind::both, x, y});
}

TermId Symbols::either(TermId x, TermId y) {
  if (x == y) return x;
  for (const auto& [one_side, other] : {std::pair{x, y}, std::pair{y, x}}) {
    const TermNode& node = arena_.nodes()[one_side];
    if (node.kind == TermKind::truth) return node.a != 0 ? one_side : other;
  }
  return arena_.make({TermKind::either, x, y});
}

TermId Symbols::opposite(TermId x) {
  const TermNode node = arena_.nodes()[x];
  if (node.kind == TermKind::truth) return truth(node.a == 0);
  if (node.kind == TermKind::opposite) return node.a;
  return arena_.make({TermKind::opposite, x});
}

TermId Symbols::pair(TermId low_word, TermId high_word) {
  const TermNode lower = arena_.nodes()[low_word];
  const TermNode upper = arena_.nodes()[high_word];
  const bool known = lower.kind == TermKind::constant && upper.kind == TermKind::constant;
  // The bits of a 64-bit constant are all fixed, so a NaN of open payload stays a word.
  if (known && lower.a != open_nan && upper.a != open_nan) {
    return arena_.make({TermKind::wide, lower.a, upper.a});
  }
  if (lower.kind == TermKind::apply1 && form(lower) == low_form() && high(lower.a) == high_word) {
    return lower.a;
  }
  return arena_.make({TermKind::pair, low_word, high_word});
}

TermId Symbols::low(TermId of) {
  const TermNode node = arena_.nodes()[of];
  if (node.kind == TermKind::wide) return word(node.a);
  if (node.kind == TermKind::pair) return node.a;
  return application(low_form(), {&of, 1});
}

TermId Symbols::high(TermId of) {
  const TermNode node = arena_.nodes()[of];
  if (node.kind == TermKind::wide) return word(node.b);
  if (node.kind == TermKind::pair) return node.b;
  const std::array<TermId, 2> shifted{of, word(32)};
  return low(application(high_shift(), shifted));
}

}  // namespace touchstone::ptx
