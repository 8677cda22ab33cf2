#include "literal.h"

#include <bit>
#include <charconv>
#include <system_error>

namespace touchstone::ptx {

namespace {

std::optional<std::uint64_t> integer(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (digits.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

bool starts(std::string_view token, char lower) {
  return token.size() > 2 && token[0] == '0' &&
         (token[1] == lower || token[1] == lower - 'a' + 'A');
}

std::optional<Literal> exact_number(std::string_view digits, std::size_t length,
                                    Literal::Kind kind) {
  if (digits.size() != length) return std::nullopt;
  const auto bits = integer(digits, 16);
  if (!bits) return std::nullopt;
  return Literal{kind, *bits};
}

std::optional<Literal> decimal_number(std::string_view token) {
  double value = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return Literal{Literal::Kind::floating_point, std::bit_cast<std::uint64_t>(value)};
}

std::optional<Literal> integer_literal(std::string_view digits) {
  if (!digits.empty() && digits.back() == 'U') digits.remove_suffix(1);
  std::optional<std::uint64_t> value;
  if (starts(digits, 'x')) {
    value = integer(digits.substr(2), 16);
  } else if (starts(digits, 'b')) {
    value = integer(digits.substr(2), 2);
  } else {
    value = integer(digits, digits.size() > 1 && digits[0] == '0' ? 8 : 10);
  }
  if (!value) return std::nullopt;
  return Literal{Literal::Kind::integer, *value};
}

bool is_exact(std::string_view token) { return starts(token, 'f') || starts(token, 'd'); }

}  // namespace

std::optional<Literal> literal_of(std::string_view token) {
  if (starts(token, 'f')) return exact_number(token.substr(2), 8, Literal::Kind::single);
  if (starts(token, 'd')) return exact_number(token.substr(2), 16, Literal::Kind::floating_point);
  const bool hexadecimal = starts(token, 'x');
  if (!hexadecimal && token.find_first_of(".eE") != std::string_view::npos) {
    return decimal_number(token);
  }
  return integer_literal(token);
}

std::optional<Literal> negative_literal_of(std::string_view token) {
  if (is_exact(token)) return std::nullopt;
  auto literal = literal_of(token);
  if (!literal) return std::nullopt;
  if (literal->kind == Literal::Kind::integer) {
    if (literal->bits > std::uint64_t{1} << 63U) return std::nullopt;
    literal->bits = std::uint64_t{0} - literal->bits;
  } else {
    literal->bits ^= std::uint64_t{1} << 63U;
  }
  return literal;
}

std::optional<std::uint64_t> bits_as(const Literal& literal, Type type) {
  if (literal.kind == Literal::Kind::integer) {
    if (type == Type::pred) return literal.bits != 0 ? 1 : 0;
    const unsigned width = bits_of(type);
    if (is_float(type) || width == 0) return std::nullopt;
    return width >= 64 ? literal.bits : literal.bits & ((std::uint64_t{1} << width) - 1);
  }
  const bool is_single = literal.kind == Literal::Kind::single;
  if (type == Type::f32 || type == Type::b32) {
    if (is_single) return literal.bits;
    const auto rounded = static_cast<float>(std::bit_cast<double>(literal.bits));
    return std::bit_cast<std::uint32_t>(rounded);
  }
  if (type == Type::f64 || type == Type::b64) {
    if (!is_single) return literal.bits;
    const double widened = std::bit_cast<float>(static_cast<std::uint32_t>(literal.bits));
    return std::bit_cast<std::uint64_t>(widened);
  }
  return std::nullopt;
}

}  // namespace touchstone::ptx
