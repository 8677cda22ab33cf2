#include "fourier_plan.h"

#include "touchstone/core/checked.h"

namespace touchstone {

namespace {

/// Splits off every prime up to `largest`; what is then left counts as one.
std::vector<std::int64_t> radices_up_to(std::int64_t largest, std::int64_t length) {
  std::vector<std::int64_t> out;
  const auto split = [&](std::int64_t radix) {
    for (; length % radix == 0; length /= radix) out.push_back(radix);
  };
  split(4);
  split(2);
  for (std::int64_t prime = 3; prime <= largest && prime <= length / prime; prime += 2) {
    split(prime);
  }
  if (length > 1) out.push_back(length);
  return out;
}

}  // namespace

std::vector<std::int64_t> transform_radices(std::int64_t length) {
  return radices_up_to(length, length);
}

std::optional<std::int64_t> transform_steps(std::int64_t length) {
  constexpr std::int64_t quick = std::int64_t{1} << 20U;
  std::optional<std::int64_t> sum = 1;
  for (const std::int64_t radix : radices_up_to(quick, length)) {
    if (sum) sum = checked_add(*sum, radix);
  }
  return sum ? checked_mul(*sum, length) : std::nullopt;
}

}  // namespace touchstone
