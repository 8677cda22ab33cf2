#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "touchstone/number/functions/error_function.h"
#include "touchstone/number/functions/exponential.h"
#include "touchstone/number/functions/logarithm.h"
#include "touchstone/number/functions/logistic.h"
#include "touchstone/number/functions/power.h"
#include "touchstone/number/functions/root.h"
#include "touchstone/number/functions/trigonometric.h"

namespace touchstone {
namespace {

/// A scalar without a value, only a size: how many operations the expression has, what occurs twice
/// counted twice. Nothing about it can be asked, so that a function that compiles for it has no
/// branch on data and uses nothing but the operations below. Its reading ends, so no loop depends
/// on data either.
struct Size {
  double operations = 0;

  struct Statement {
    double operations = 0;
  };

  struct Bits {
    double operations = 0;
    explicit Bits(std::uint64_t) {}
    explicit Bits(Size x) : operations(x.operations) {}
    friend Bits operator+(Bits x, Bits y) { return x.with(y); }
    friend Bits operator-(Bits x, Bits y) { return x.with(y); }
    friend Bits operator&(Bits x, Bits y) { return x.with(y); }
    friend Bits operator|(Bits x, Bits y) { return x.with(y); }
    friend Bits operator^(Bits x, Bits y) { return x.with(y); }
    friend Bits operator<<(Bits x, unsigned) { return x.with(Bits{0}); }
    friend Bits operator>>(Bits x, unsigned) { return x.with(Bits{0}); }

   private:
    [[nodiscard]] Bits with(Bits other) const {
      Bits result{0};
      result.operations = operations + other.operations + 1;
      return result;
    }
  };

  Size() = default;
  explicit Size(double) {}

  friend Size operator+(Size x, Size y) { return of(x.operations + y.operations + 1); }
  friend Size operator-(Size x, Size y) { return of(x.operations + y.operations + 1); }
  friend Size operator*(Size x, Size y) { return of(x.operations + y.operations + 1); }
  friend Size operator/(Size x, Size y) { return of(x.operations + y.operations + 1); }
  friend Size operator-(Size x) { return of(x.operations + 1); }
  friend Size sqrt(Size x) { return of(x.operations + 1); }
  friend Size fma(Size x, Size y, Size z) {
    return of(x.operations + y.operations + z.operations + 1);
  }
  friend Statement equal(Size x, Size y) { return {x.operations + y.operations + 1}; }
  friend Statement less(Size x, Size y) { return {x.operations + y.operations + 1}; }
  friend Size select(Statement b, Size x, Size y) {
    return of(b.operations + x.operations + y.operations + 1);
  }
  friend Bits bits(Size x) { return Bits{x}; }
  static Size from_bits(Bits x) { return of(x.operations); }
  template <std::size_t n>
  static Size lookup(const std::array<double, n>& table, Bits index) {
    EXPECT_EQ(table.size() & (table.size() - 1), 0U);
    return of(index.operations + 1);
  }

 private:
  static Size of(double operations) {
    Size x;
    x.operations = operations;
    return x;
  }
};

TEST(WideFunctionsReading, NoFunctionAsksForAValue) {
  const std::array sizes{wide::exp(Size{}),      wide::expm1(Size{}),      wide::log(Size{}),
                         wide::log1p(Size{}),    wide::sin(Size{}),        wide::cos(Size{}),
                         wide::tanh(Size{}),     wide::erf(Size{}),        wide::sigmoid(Size{}),
                         wide::softplus(Size{}), wide::silu(Size{}),       wide::gelu(Size{}),
                         wide::rsqrt(Size{}),    wide::pow(Size{}, Size{})};
  for (const Size& size : sizes) EXPECT_GT(size.operations, 10);
}

}  // namespace
}  // namespace touchstone
