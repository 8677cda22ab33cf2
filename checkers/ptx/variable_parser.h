#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "module.h"
#include "token_cursor.h"

namespace touchstone::ptx {

/// Initial values of one module take at most this many bytes.
inline constexpr std::uint64_t most_initial_bytes = std::uint64_t{1} << 26U;

/// A fundamental type directive such as ".u32" (PTX ISA 9.0, 5.2.1); `none` after a failure.
[[nodiscard]] Type expect_type(TokenCursor& cursor);

/// The state space that a directive names; `generic` where it names none.
[[nodiscard]] Space space_named(std::string_view directive);

struct DeclaredVariable {
  Variable variable;
  std::string_view name;  ///< into the text
  std::uint32_t line = 0;
};

/// Reads "[.align 4] [.v2] .f32 a[8] = {…}, b" (5.4), without the semicolon. The cursor stands
/// behind the space's directive. `initial_bytes` counts what initial values take.
[[nodiscard]] std::vector<DeclaredVariable> parse_variables(TokenCursor& cursor, Space space,
                                                            bool external,
                                                            std::uint64_t& initial_bytes);

/// Reads one parameter "[.align 4] .b8 name[12]" or ".u64 .ptr .global .align 4 name" (5.1.6),
/// behind ".param".
[[nodiscard]] DeclaredVariable parse_parameter(TokenCursor& cursor);

}  // namespace touchstone::ptx
