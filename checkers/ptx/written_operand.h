#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "token_cursor.h"

namespace touchstone::ptx {

/// An operand as it stands in the text, before names mean anything (PTX ISA 9.0, 6.4).
struct WrittenOperand {
  enum class Kind : std::uint8_t {
    dropped,  ///< "_"
    name,     ///< `name`, plus `offset` where it is "s+4"
    number,   ///< `literal`
    address,  ///< [name + offset], or [offset] where `name` is empty
    vector,   ///< {…}, of `elements`
  };
  Kind kind = Kind::dropped;
  bool negated = false;  ///< "!%p"
  std::string_view name;
  Literal literal;
  std::int64_t offset = 0;  ///< fits 32 bits
  std::vector<WrittenOperand> elements;
  std::optional<std::string_view> second;  ///< of "%r1|%p2"
  std::uint32_t line = 0;
};

/// The operands of one instruction up to its semicolon, which stays. More than 32 are a failure, as
/// are vectors of more than 16 elements and vectors within vectors.
[[nodiscard]] std::vector<WrittenOperand> parse_operands(TokenCursor& cursor);

}  // namespace touchstone::ptx
