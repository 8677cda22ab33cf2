// Compiled with -O3 -ffast-math, which lets the compiler use vector versions of these functions.
// The values are only hints: the other file holds each of them against what it needs from it.
#include "near.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace touchstone {

namespace {

template <class Function>
void each(std::span<const double> x, std::span<double> out, Function f) {
  const double* from = x.data();
  double* to = out.data();
  const std::size_t count = x.size();
  for (std::size_t i = 0; i < count; ++i) to[i] = f(from[i]);
}

struct Named {
  std::string_view name;
  NearFunction function;
};

constexpr std::array named{
    Named{"exp", [](auto x, auto y) { each(x, y, [](double v) { return std::exp(v); }); }},
    Named{"log", [](auto x, auto y) { each(x, y, [](double v) { return std::log(v); }); }},
    Named{"tanh", [](auto x, auto y) { each(x, y, [](double v) { return std::tanh(v); }); }},
    Named{"erf", [](auto x, auto y) { each(x, y, [](double v) { return std::erf(v); }); }},
    Named{"expm1", [](auto x, auto y) { each(x, y, [](double v) { return std::expm1(v); }); }},
    Named{"log1p", [](auto x, auto y) { each(x, y, [](double v) { return std::log1p(v); }); }},
    Named{"sigmoid",
          [](auto x, auto y) { each(x, y, [](double v) { return 1 / (1 + std::exp(-v)); }); }},
    Named{"softplus",
          [](auto x, auto y) {
            each(x, y,
                 [](double v) { return (v > 0 ? v : 0) + std::log1p(std::exp(-std::fabs(v))); });
          }},
    Named{"silu",
          [](auto x, auto y) { each(x, y, [](double v) { return v / (1 + std::exp(-v)); }); }},
    Named{"gelu",
          [](auto x, auto y) {
            each(x, y, [](double v) { return v * 0.5 * std::erfc(-v * 0.70710678118654752440); });
          }},
    Named{"rsqrt", [](auto x, auto y) { each(x, y, [](double v) { return 1 / std::sqrt(v); }); }},
    Named{"sin", [](auto x, auto y) { each(x, y, [](double v) { return std::sin(v); }); }},
    Named{"cos", [](auto x, auto y) { each(x, y, [](double v) { return std::cos(v); }); }},
};

}  // namespace

NearFunction near_function(std::string_view name) {
  for (const Named& row : named) {
    if (row.name == name) return row.function;
  }
  return nullptr;
}

}  // namespace touchstone
