#include "names.h"

#include <algorithm>
#include <charconv>

namespace touchstone::ptx {

namespace {

struct Numbered {
  std::string_view prefix;
  std::uint64_t number = 0;
};

/// "%r12" as "%r" and 12; none where no range has such a member ("%r", "%r012").
std::optional<Numbered> numbered(std::string_view name) {
  constexpr std::size_t most_digits = 10;
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos) return std::nullopt;
  const std::string_view digits = name.substr(last + 1);
  if (digits.empty() || digits.size() > most_digits) return std::nullopt;
  if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
  Numbered result{name.substr(0, last + 1), 0};
  std::from_chars(digits.data(), digits.data() + digits.size(), result.number);
  return result;
}

}  // namespace

const Names::Range* Names::range_of(const Scope& scope, std::string_view name) {
  const auto parts = numbered(name);
  if (!parts || scope.ranges.empty()) return nullptr;
  const auto range = scope.ranges.find(parts->prefix);
  if (range == scope.ranges.end() || parts->number >= range->second.count) return nullptr;
  return &range->second;
}

bool Names::declare(std::string_view name, const Symbol& symbol) {
  Scope& scope = scopes_.back();
  if (range_of(scope, name) != nullptr) return false;
  if (!scope.symbols.emplace(name, symbol).second) return false;
  if (const auto parts = numbered(name)) {
    const auto [least, is_new] = scope.least_single.emplace(parts->prefix, parts->number);
    if (!is_new) least->second = std::min(least->second, parts->number);
  }
  return true;
}

bool Names::declare_range(std::string_view prefix, std::uint32_t count, Type type,
                          std::uint32_t line) {
  Scope& scope = scopes_.back();
  const auto least = scope.least_single.find(prefix);
  if (least != scope.least_single.end() && least->second < count) return false;
  return scope.ranges.emplace(prefix, Range{count, type, line}).second;
}

void Names::enter(std::string_view name, const RangedRegister& member, std::uint32_t id) {
  scopes_[member.scope].symbols.emplace(name, Symbol{SymbolKind::reg, id, member.line});
}

std::optional<Symbol> Names::find(std::string_view name,
                                  std::optional<RangedRegister>& member) const {
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].symbols.find(name);
    if (found != scopes_[i].symbols.end()) return found->second;
    if (const Range* range = range_of(scopes_[i], name)) {
      member = RangedRegister{range->type, range->line, i};
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<Symbol> Names::find_here(std::string_view name) const {
  const auto& symbols = scopes_.back().symbols;
  const auto found = symbols.find(name);
  if (found == symbols.end()) return std::nullopt;
  return found->second;
}

}  // namespace touchstone::ptx
