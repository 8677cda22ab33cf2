#include "form.h"

#include <array>

namespace touchstone::ptx {
namespace {

struct TypeFacts {
  std::string_view name;
  unsigned bits;
  bool is_float;
  bool is_signed;
};

// In the order of `Type`.
constexpr std::array<TypeFacts, 22> type_facts = {{
    {"", 0, false, false},       {"pred", 1, false, false},  {"b8", 8, false, false},
    {"b16", 16, false, false},   {"b32", 32, false, false},  {"b64", 64, false, false},
    {"b128", 128, false, false}, {"u8", 8, false, false},    {"u16", 16, false, false},
    {"u32", 32, false, false},   {"u64", 64, false, false},  {"s8", 8, false, true},
    {"s16", 16, false, true},    {"s32", 32, false, true},   {"s64", 64, false, true},
    {"f16", 16, true, false},    {"f16x2", 32, true, false}, {"bf16", 16, true, false},
    {"bf16x2", 32, true, false}, {"f32", 32, true, false},   {"f32x2", 64, true, false},
    {"f64", 64, true, false},
}};

const TypeFacts& facts(Type type) { return type_facts.at(static_cast<std::size_t>(type)); }

}  // namespace

std::string_view name_of(Type type) { return facts(type).name; }
unsigned bits_of(Type type) { return facts(type).bits; }
bool is_float(Type type) { return facts(type).is_float; }
bool is_signed(Type type) { return facts(type).is_signed; }

std::string_view name_of(Space space) {
  switch (space) {
    case Space::generic: return "generic";
    case Space::reg: return "reg";
    case Space::param: return "param";
    case Space::global: return "global";
    case Space::shared: return "shared";
    case Space::local: return "local";
    case Space::constant: return "const";
  }
  return "";
}

}  // namespace touchstone::ptx
