#pragma once

#include "exact_number.h"
#include "semantics.h"

namespace touchstone::ptx {

/// Of the float rules whose results IEEE 754 or the ISA fixes, comparisons apart.
[[nodiscard]] ValueFunction float_function(const Form& form);
/// Of the rules that are bounded only (.approx, div.full).
[[nodiscard]] ValueFunction approximate_function(const Form& form);
[[nodiscard]] ValueFunction conversion_function(const Form& form);

/// What modifiers make of a float result: .sat, .relu and .ftz, in this order, and one NaN.
[[nodiscard]] std::uint64_t finished(const Form& form, exact::Format format, std::uint64_t bits);

/// The smaller (or larger) of two numbers as min and max choose it: −0 < +0, a NaN is dropped, or
/// kept with .NaN.
[[nodiscard]] std::uint64_t chosen(const Form& form, exact::Format format, bool larger,
                                   std::uint64_t a, std::uint64_t b);

/// A function of one part, whose operands lie in the format's bits.
using PartFunction = std::uint64_t (*)(const Form& form, exact::Format format,
                                       const std::uint64_t* operands);

/// Applies a function to every part of the operands, flushed where the form says so.
template <PartFunction function, unsigned operands>
[[nodiscard]] std::uint64_t each_part(const Form& form, const std::uint64_t* words) {
  const exact::Format format = exact::format_of(form.type);
  const auto width = static_cast<unsigned>(format.bits());
  const std::uint64_t mask = format.sign() | format.nan();
  std::uint64_t result = 0;
  for (unsigned at = 0; at < bits_of(form.type); at += width) {
    std::uint64_t part[operands];
    for (unsigned operand = 0; operand < operands; ++operand) {
      part[operand] = (words[operand] >> at) & mask;
      if (form.flush) part[operand] = format.flushed(part[operand]);
    }
    result |= finished(form, format, function(form, format, part)) << at;
  }
  return result;
}

}  // namespace touchstone::ptx
