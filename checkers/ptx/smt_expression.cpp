#include "smt_expression.h"

namespace touchstone::ptx::smt_lib {

std::string call(std::string_view operation, std::initializer_list<std::string> x) {
  std::string out = "(";
  out += operation;
  for (const std::string& argument : x) out += " " + argument;
  return out + ")";
}

std::string literal(std::uint64_t bits, unsigned width) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "#x";
  for (unsigned shift = width; shift > 0;) {
    shift -= 4;
    out += digits[bits >> shift & 0xFU];
  }
  return out;
}

std::string number_of(const std::string& word) { return "((_ to_fp 8 24) " + word + ")"; }

std::string extract(unsigned from, unsigned width, const std::string& x) {
  return "((_ extract " + std::to_string(from + width - 1) + " " + std::to_string(from) + ") " + x +
         ")";
}

std::string extended(bool sign, unsigned from, unsigned to, const std::string& x) {
  if (from == to) return x;
  return std::string(sign ? "((_ sign_extend " : "((_ zero_extend ") + std::to_string(to - from) +
         ") " + x + ")";
}

std::string choice(const std::string& statement, const std::string& chosen,
                   const std::string& other) {
  return call("ite", {statement, chosen, other});
}

}  // namespace touchstone::ptx::smt_lib
