#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "form.h"

namespace touchstone::ptx {

enum class SymbolKind : std::uint8_t {
  reg,        ///< `id` in Function::registers
  variable,   ///< `id` in Function::variables
  parameter,  ///< `id` in Function::parameters
  result,     ///< `id` in Function::results
  global,     ///< `id` in Module::variables
  function,   ///< `id` in Module::functions
  label,      ///< `id` is an instruction's number
  targets,    ///< of .branchtargets: `id` counts the function's tables
  prototype,  ///< of .callprototype and .calltargets
};

struct Symbol {
  SymbolKind kind{};
  std::uint32_t id = 0;
  std::uint32_t line = 0;  ///< where it is declared
};

/// A register of a range such as %r<10>, which becomes one when it is first named.
struct RangedRegister {
  Type type{};
  std::uint32_t line = 0;
  std::size_t scope = 0;  ///< which scope declares the range: 0 is the module
};

/// What names mean, scope by scope (PTX ISA 9.0, 5.4 and 4.4): an inner name hides an outer one,
/// and within one scope each is declared once. Names are views into the text. Every operation but
/// `close` is logarithmic in the number of names, times the depth of scopes for `find`.
class Names {
 public:
  Names() { open(); }

  void open() { scopes_.emplace_back(); }
  /// Opens a scope that has what the innermost scope of `names` has.
  void open(Names names) { scopes_.push_back(std::move(names.scopes_.back())); }
  void close() { scopes_.pop_back(); }
  [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

  /// Declares in the innermost scope. False where that scope has the name already.
  [[nodiscard]] bool declare(std::string_view name, const Symbol& symbol);
  /// Declares prefix0 … prefix(count − 1) as registers, without room for each. False as above.
  /// Requires a prefix that does not end in a digit.
  [[nodiscard]] bool declare_range(std::string_view prefix, std::uint32_t count, Type type,
                                   std::uint32_t line);
  /// Gives a member of a range its number, in the scope that declares the range.
  void enter(std::string_view name, const RangedRegister& member, std::uint32_t id);

  /// What stands in the innermost scope that declares the name, of a range only what was entered.
  /// Where the nearest declaration is a range whose member was not, `member` is set instead.
  [[nodiscard]] std::optional<Symbol> find(std::string_view name,
                                           std::optional<RangedRegister>& member) const;
  /// Of the innermost scope alone, ranges apart.
  [[nodiscard]] std::optional<Symbol> find_here(std::string_view name) const;

 private:
  struct Range {
    std::uint32_t count = 0;
    Type type{};
    std::uint32_t line = 0;
  };
  struct Scope {
    std::map<std::string_view, Symbol> symbols;
    std::map<std::string_view, Range> ranges;
    /// For names that a range could contain, by prefix: the least number declared one by one.
    std::map<std::string_view, std::uint64_t> least_single;
  };
  [[nodiscard]] static const Range* range_of(const Scope& scope, std::string_view name);

  std::vector<Scope> scopes_;
};

}  // namespace touchstone::ptx
