#include "launch_json.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace touchstone {

namespace {

/// The CUDA Programming Guide's limits for compute capability 8.0 and later.
constexpr std::array<std::int64_t, 3> most_blocks{2147483647, 65535, 65535};
constexpr std::array<std::int64_t, 3> most_threads{1024, 1024, 64};
constexpr std::int64_t most_threads_in_a_block = 1024;
constexpr std::int64_t most_shared_bytes = 232448;

Result<std::array<std::uint32_t, 3>> read_extents(const JsonCursor& cursor,
                                                  const std::array<std::int64_t, 3>& most) {
  const auto numbers = cursor.integers();
  if (!numbers) return numbers.error();
  if (numbers->size() != 3) return cursor.refuse("expected three numbers, x, y and z");
  std::array<std::uint32_t, 3> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int64_t extent = (*numbers)[i];
    if (extent < 1 || extent > most[i]) {
      return cursor.refuse(std::to_string(extent) + " is outside 1 to " + std::to_string(most[i]));
    }
    out[i] = static_cast<std::uint32_t>(extent);
  }
  return out;
}

/// Bits written as "0x…", of at most this width; nothing where the value is no text.
Result<std::optional<std::uint64_t>> bits_of(const JsonCursor& cursor, unsigned width) {
  const auto* const text = std::get_if<std::string>(&cursor.json().value);
  if (text == nullptr) return std::optional<std::uint64_t>();
  std::uint64_t bits = 0;
  const char* const end = text->data() + text->size();
  const bool prefixed = text->starts_with("0x") && text->size() > 2;
  const auto [stop, error] = std::from_chars(text->data() + (prefixed ? 2 : 0), end, bits, 16);
  if (!prefixed || stop != end || error != std::errc{} || (width < 64 && bits >> width != 0)) {
    return cursor.refuse("expected a number, or its bits as \"0x\" and at most " +
                         std::to_string(width / 4) + " hexadecimal digits");
  }
  return std::optional(bits);
}

/// An integer of [least, most], or its bits; as a word of that width.
Result<std::uint64_t> read_integer(const JsonCursor& cursor, unsigned width, std::int64_t least,
                                   std::int64_t most) {
  const auto bits = bits_of(cursor, width);
  if (!bits) return bits.error();
  if (*bits) return **bits;
  const auto number = cursor.integer();
  if (!number) return number.error();
  if (*number < least || *number > most) {
    return cursor.refuse(std::to_string(*number) + " does not fit its type");
  }
  const auto word = static_cast<std::uint64_t>(*number);
  return width < 64 ? word & ((std::uint64_t{1} << width) - 1) : word;
}

Result<std::uint64_t> read_scalar(const JsonCursor& cursor, std::string_view type) {
  constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  if (type == "u32") return read_integer(cursor, 32, 0, std::numeric_limits<std::uint32_t>::max());
  if (type == "s32") {
    return read_integer(cursor, 32, std::numeric_limits<std::int32_t>::min(),
                        std::numeric_limits<std::int32_t>::max());
  }
  if (type == "u64") return read_integer(cursor, 64, 0, greatest);
  if (type == "s64") {
    return read_integer(cursor, 64, std::numeric_limits<std::int64_t>::min(), greatest);
  }
  const auto bits = bits_of(cursor, 32);
  if (!bits) return bits.error();
  if (*bits) return **bits;
  const auto number = cursor.real();
  if (!number) return number.error();
  return std::uint64_t{std::bit_cast<std::uint32_t>(*number)};
}

Result<ptx::Argument> read_argument(const JsonCursor& cursor, std::size_t operands) {
  const auto fields = cursor.fields({}, {"operand", "result", "u32", "s32", "u64", "s64", "f32"});
  if (!fields) return fields.error();
  const auto members = cursor.members();
  if (!members) return members.error();
  if (members->size() != 1) return cursor.refuse("an argument is an object of one field");
  const auto& [name, value] = members->front();
  if (name == "result") {
    const auto flag = value.boolean();
    if (!flag) return flag.error();
    if (!*flag) return value.refuse("write true, or leave the argument out");
    return ptx::Argument{static_cast<std::uint32_t>(operands), 0};
  }
  if (name == "operand") {
    const auto number = value.integer();
    if (!number) return number.error();
    if (*number < 0 || static_cast<std::uint64_t>(*number) >= operands) {
      return value.refuse("the case has " + std::to_string(operands) +
                          " operands, numbered from 0");
    }
    return ptx::Argument{static_cast<std::uint32_t>(*number), 0};
  }
  const auto bits = read_scalar(value, name);
  if (!bits) return bits.error();
  return ptx::Argument{std::nullopt, *bits};
}

}  // namespace

Result<ptx::Launch> launch_from_json(const JsonCursor& cursor, const std::string& kernel) {
  const auto fields = cursor.fields({"grid", "block"}, {"shared_bytes"});
  if (!fields) return fields.error();
  const auto grid = read_extents(fields->at("grid"), most_blocks);
  if (!grid) return grid.error();
  const auto block = read_extents(fields->at("block"), most_threads);
  if (!block) return block.error();
  if (std::int64_t{(*block)[0]} * (*block)[1] * (*block)[2] > most_threads_in_a_block) {
    return fields->at("block").refuse("a block has at most 1024 threads");
  }
  ptx::Launch out{kernel, *grid, *block, 0, {}};
  if (const auto shared = fields->find("shared_bytes")) {
    const auto bytes = shared->integer();
    if (!bytes) return bytes.error();
    if (*bytes < 0 || *bytes > most_shared_bytes) {
      return shared->refuse(std::to_string(*bytes) + " is outside 0 to " +
                            std::to_string(most_shared_bytes));
    }
    out.dynamic_shared_bytes = static_cast<std::uint32_t>(*bytes);
  }
  return out;
}

Result<std::vector<ptx::Argument>> arguments_from_json(const JsonCursor& cursor,
                                                       std::size_t operands) {
  const auto items = cursor.items();
  if (!items) return items.error();
  std::vector<ptx::Argument> out;
  for (const JsonCursor& item : *items) {
    const auto argument = read_argument(item, operands);
    if (!argument) return argument.error();
    out.push_back(*argument);
  }
  const bool gives = std::any_of(out.begin(), out.end(), [&](const ptx::Argument& argument) {
    return argument.buffer == operands;
  });
  if (!gives) {
    return cursor.refuse("no argument is the result", "add {\"result\": true} where it is passed");
  }
  return out;
}

}  // namespace touchstone
