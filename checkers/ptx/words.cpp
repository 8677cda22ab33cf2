#include "words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace touchstone::ptx {
namespace {

template <class Value>
constexpr Word word(std::string_view text, Field field, Value value) {
  return {text, field, static_cast<std::uint8_t>(value)};
}

const std::vector<Word>& usual_meanings() {
  static const std::vector<Word> words = {
      word("rn", Field::rounding, Rounding::rn),
      word("rz", Field::rounding, Rounding::rz),
      word("rm", Field::rounding, Rounding::rm),
      word("rp", Field::rounding, Rounding::rp),
      word("rni", Field::rounding, Rounding::rni),
      word("rzi", Field::rounding, Rounding::rzi),
      word("rmi", Field::rounding, Rounding::rmi),
      word("rpi", Field::rounding, Rounding::rpi),
      word("rna", Field::rounding, Rounding::rna),
      word("lo", Field::part, Part::lo),
      word("hi", Field::part, Part::hi),
      word("wide", Field::part, Part::wide),
      word("add", Field::update, Update::add),
      word("popc", Field::update, Update::add),
      word("min", Field::update, Update::min),
      word("max", Field::update, Update::max),
      word("inc", Field::update, Update::inc),
      word("dec", Field::update, Update::dec),
      word("and", Field::update, Update::conjunction),
      word("or", Field::update, Update::disjunction),
      word("xor", Field::update, Update::exclusive),
      word("exch", Field::update, Update::exchange),
      word("cas", Field::update, Update::compare_exchange),
      word("up", Field::lanes, Lanes::up),
      word("down", Field::lanes, Lanes::down),
      word("bfly", Field::lanes, Lanes::butterfly),
      word("idx", Field::lanes, Lanes::index),
      word("all", Field::lanes, Lanes::all),
      word("any", Field::lanes, Lanes::any),
      word("ballot", Field::lanes, Lanes::ballot),
      word("l", Field::shift, Shift::left),
      word("r", Field::shift, Shift::right),
      word("shiftamt", Field::shift, Shift::left),
      word("cta", Field::scope, Scope::cta),
      word("cluster", Field::scope, Scope::cluster),
      word("gpu", Field::scope, Scope::gpu),
      word("gl", Field::scope, Scope::gpu),
      word("sys", Field::scope, Scope::system),
      word("param", Field::space, Space::param),
      word("param::entry", Field::space, Space::param),
      word("param::func", Field::space, Space::param),
      word("global", Field::space, Space::global),
      word("shared", Field::space, Space::shared),
      word("shared::cta", Field::space, Space::shared),
      word("local", Field::space, Space::local),
      word("const", Field::space, Space::constant),
      word("weak", Field::order, Order::weak),
      word("relaxed", Field::order, Order::relaxed),
      word("acquire", Field::order, Order::acquire),
      word("release", Field::order, Order::release),
      word("acq_rel", Field::order, Order::acquire_release),
      word("sc", Field::order, Order::sequential),
      word("finite", Field::property, Property::finite),
      word("infinite", Field::property, Property::infinite),
      word("number", Field::property, Property::number),
      word("notanumber", Field::property, Property::not_a_number),
      word("normal", Field::property, Property::normal),
      word("subnormal", Field::property, Property::subnormal),
      word("f4e", Field::bytes, Bytes::f4e),
      word("b4e", Field::bytes, Bytes::b4e),
      word("rc8", Field::bytes, Bytes::rc8),
      word("ecl", Field::bytes, Bytes::ecl),
      word("ecr", Field::bytes, Bytes::ecr),
      word("rc16", Field::bytes, Bytes::rc16),
      word("v2", Field::vector, 2),
      word("v4", Field::vector, 4),
      word("v8", Field::vector, 8),
      word("ftz", Field::flush, true),
      word("sat", Field::saturate, true),
      word("relu", Field::relu, true),
      word("approx", Field::approximate, true),
      word("full", Field::full_range, true),
      word("NaN", Field::nan, true),
      word("abs", Field::absolute, true),
      word("xorsign", Field::xor_sign, true),
      word("volatile", Field::is_volatile, true),
      word("nc", Field::non_coherent, true),
      word("L2::cache_hint", Field::cache_policy, true),
      word("uni", Field::uniform, true),
      word("aligned", Field::aligned, true),
      word("clamp", Field::wrap, false),
      word("wrap", Field::wrap, true),
  };
  return words;
}

const std::vector<Word>& comparisons() {
  static const std::vector<Word> words = {
      word("eq", Field::compare, Compare::eq),   word("ne", Field::compare, Compare::ne),
      word("lt", Field::compare, Compare::lt),   word("le", Field::compare, Compare::le),
      word("gt", Field::compare, Compare::gt),   word("ge", Field::compare, Compare::ge),
      word("lo", Field::compare, Compare::lo),   word("ls", Field::compare, Compare::ls),
      word("hi", Field::compare, Compare::hi),   word("hs", Field::compare, Compare::hs),
      word("equ", Field::compare, Compare::equ), word("neu", Field::compare, Compare::neu),
      word("ltu", Field::compare, Compare::ltu), word("leu", Field::compare, Compare::leu),
      word("gtu", Field::compare, Compare::gtu), word("geu", Field::compare, Compare::geu),
      word("num", Field::compare, Compare::num), word("nan", Field::compare, Compare::nan),
  };
  return words;
}

const std::vector<Word>& combinations() {
  static const std::vector<Word> words = {
      word("and", Field::logic, Logic::conjunction),
      word("or", Field::logic, Logic::disjunction),
      word("xor", Field::logic, Logic::exclusive),
  };
  return words;
}

const std::vector<Word>& questions() {
  static const std::vector<Word> words = {
      word("all", Field::lanes, Lanes::all),
      word("any", Field::lanes, Lanes::any),
      word("uni", Field::lanes, Lanes::uniform),
  };
  return words;
}

std::optional<Word> found(const std::vector<Word>& words, std::string_view text) {
  const auto at = std::find_if(words.begin(), words.end(),
                               [text](const Word& candidate) { return candidate.text == text; });
  return at == words.end() ? std::nullopt : std::optional<Word>(*at);
}

std::optional<Type> type_named(std::string_view text) {
  for (auto index = static_cast<unsigned>(Type::pred); index <= static_cast<unsigned>(Type::f64);
       ++index) {
    if (name_of(static_cast<Type>(index)) == text) return static_cast<Type>(index);
  }
  return std::nullopt;
}

/// A word's meaning; words without one are parts of a name or hints.
Word meaning_of(std::string_view text, Field field) {
  if (field == Field::compare) return *found(comparisons(), text);
  if (field == Field::logic) return *found(combinations(), text);
  if (field == Field::lanes) return *found(questions(), text);
  if (field == Field::nothing) return {text, Field::nothing, 0};
  if (const std::optional<Type> type = type_named(text)) return word(text, Field::type, *type);
  return found(usual_meanings(), text).value_or(Word{text, Field::nothing, 0});
}

void apply_flag(Field field, bool value, Form& form) {
  switch (field) {
    case Field::flush: form.flush = value; break;
    case Field::saturate: form.saturate = value; break;
    case Field::relu: form.relu = value; break;
    case Field::approximate: form.approximate = value; break;
    case Field::full_range: form.full_range = value; break;
    case Field::nan: form.nan = value; break;
    case Field::absolute: form.absolute = value; break;
    case Field::xor_sign: form.xor_sign = value; break;
    case Field::is_volatile: form.is_volatile = value; break;
    case Field::non_coherent: form.non_coherent = value; break;
    case Field::cache_policy: form.cache_policy = value; break;
    case Field::uniform: form.uniform = value; break;
    case Field::aligned: form.aligned = value; break;
    case Field::wrap: form.wrap = value; break;
    default: break;
  }
}

}  // namespace

void apply(const Word& word, bool second, Form& form) {
  switch (word.field) {
    case Field::nothing: break;
    case Field::type: (second ? form.source : form.type) = static_cast<Type>(word.value); break;
    case Field::rounding: form.rounding = static_cast<Rounding>(word.value); break;
    case Field::compare: form.compare = static_cast<Compare>(word.value); break;
    case Field::logic: form.logic = static_cast<Logic>(word.value); break;
    case Field::part: form.part = static_cast<Part>(word.value); break;
    case Field::update: form.update = static_cast<Update>(word.value); break;
    case Field::lanes: form.lanes = static_cast<Lanes>(word.value); break;
    case Field::shift: form.shift = static_cast<Shift>(word.value); break;
    case Field::scope: form.scope = static_cast<Scope>(word.value); break;
    case Field::space: form.space = static_cast<Space>(word.value); break;
    case Field::order: form.order = static_cast<Order>(word.value); break;
    case Field::property: form.property = static_cast<Property>(word.value); break;
    case Field::bytes: form.bytes = static_cast<Bytes>(word.value); break;
    case Field::vector: form.vector = word.value; break;
    default: apply_flag(word.field, word.value != 0, form); break;
  }
}

const std::vector<WordClass>& word_classes() {
  constexpr Field usual = Field::type;
  static const std::vector<WordClass> classes = {
      {"rnd", "rn|rz|rm|rp", usual},
      {"irnd", "rni|rzi|rmi|rpi", usual},
      {"int", "u16|u32|u64|s16|s32|s64", usual},
      {"anyint", "u8|u16|u32|u64|s8|s16|s32|s64", usual},
      {"float", "f16|bf16|f32|f64", usual},
      {"data", "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64", usual},
      {"bcmp", "eq|ne", Field::compare},
      {"icmp", "eq|ne|lt|le|gt|ge", Field::compare},
      {"ucmp", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs", Field::compare},
      {"fcmp", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan", Field::compare},
      {"bool", "and|or|xor", Field::logic},
      {"ask", "all|any|uni", Field::lanes},
      {"scope", "cta|cluster|gpu|sys", usual},
      {"space", "const|global|local|param|param::entry|param::func|shared|shared::cta", usual},
      {"target", "global|local|param|param::func|shared|shared::cta", usual},
      {"sspace", "global|shared|shared::cta", usual},
      {"vec", "v2|v4|v8", usual},
      {"block", "cta", Field::nothing},
      {"cop", "ca|cg|cs|lu|cv", Field::nothing},
      {"wcop", "wb|cg|cs|wt", Field::nothing},
      {"evict1",
       "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate",
       Field::nothing},
      {"evict2", "L2::evict_normal|L2::evict_first|L2::evict_last", Field::nothing},
      {"fetch", "L2::64B|L2::128B|L2::256B", Field::nothing},
      {"policy", "L2::cache_hint", usual},
  };
  return classes;
}

std::vector<Word> words_of(std::string_view element) {
  Field field = Field::type;
  for (const WordClass& candidate : word_classes()) {
    if (candidate.name != element) continue;
    element = candidate.words;
    field = candidate.field;
    break;
  }
  std::vector<Word> words;
  for (std::size_t from = 0; from <= element.size();) {
    const std::size_t to = std::min(element.find('|', from), element.size());
    words.push_back(meaning_of(element.substr(from, to - from), field));
    from = to + 1;
  }
  return words;
}

bool lies_beyond_the_table(std::string_view mnemonic, std::string_view modifier) {
  static constexpr std::array<std::string_view, 26> everywhere = {
      "cc",      "mmio",   "b128",      "u16x2",           "s16x2",        "satfinite", "tf32",
      "rs",      "oob",    "e4m3x2",    "e5m2x2",          "e2m1x2",       "e2m3x2",    "e3m2x2",
      "ue8m0x2", "e4m3x4", "e5m2x4",    "e2m1x4",          "e2m3x4",       "e3m2x4",    "async",
      "bulk",    "proxy",  "tensormap", "shared::cluster", "mbarrier_init"};
  if (std::find(everywhere.begin(), everywhere.end(), modifier) != everywhere.end()) return true;
  if (mnemonic == "atom" || mnemonic == "red") {
    return modifier == "v2" || modifier == "v4" || modifier == "v8";
  }
  return (mnemonic == "barrier" && modifier == "cluster") ||
         (mnemonic == "cvt" && modifier == "pack") ||
         (mnemonic == "lop3" && (modifier == "and" || modifier == "or" || modifier == "xor"));
}

}  // namespace touchstone::ptx
