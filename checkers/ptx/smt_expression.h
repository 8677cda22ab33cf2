#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

/// The few SMT-LIB expressions that encodings are made of.
namespace touchstone::ptx::smt_lib {

inline constexpr std::string_view number_sort = "(_ FloatingPoint 8 24)";

/// "(operation x y …)"
[[nodiscard]] std::string call(std::string_view operation, std::initializer_list<std::string> x);
/// A bit-vector constant of a multiple of four bits.
[[nodiscard]] std::string literal(std::uint64_t bits, unsigned width);
/// The binary32 number of 32 bits.
[[nodiscard]] std::string number_of(const std::string& word);
[[nodiscard]] std::string extract(unsigned from, unsigned width, const std::string& x);
[[nodiscard]] std::string extended(bool sign, unsigned from, unsigned to, const std::string& x);
[[nodiscard]] std::string choice(const std::string& statement, const std::string& chosen,
                                 const std::string& other);

}  // namespace touchstone::ptx::smt_lib
