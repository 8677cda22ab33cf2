#pragma once

#include <cstdint>

namespace touchstone::gradients {

/// Counts the additions, subtractions and fmas of one reading, and may plant a fault in them.
class TermWatch {
 public:
  enum class Fault : std::uint8_t {
    none,
    dropped,  ///< one of them, in order of evaluation, loses a term: x + y is x, x − y is x, and
              ///< fma(x, y, z) is z
    first_only,  ///< every x + y is x, so a canonical sum is its first element
  };

  TermWatch() = default;
  static TermWatch dropping(std::int64_t number) { return {Fault::dropped, number}; }
  static TermWatch first_only() { return {Fault::first_only, 0}; }

  /// To be asked once by each addition, subtraction and fma, in order: whether it loses its term.
  bool loses_term(bool is_addition) {
    const std::int64_t number = count_++;
    additions_ += is_addition ? 1 : 0;
    return (fault_ == Fault::dropped && number == number_) ||
           (fault_ == Fault::first_only && is_addition);
  }
  [[nodiscard]] std::int64_t count() const { return count_; }
  /// Those of the form x + y.
  [[nodiscard]] std::int64_t additions() const { return additions_; }

 private:
  TermWatch(Fault fault, std::int64_t number) : fault_(fault), number_(number) {}

  Fault fault_ = Fault::none;
  std::int64_t number_ = 0;
  std::int64_t count_ = 0;
  std::int64_t additions_ = 0;
};

}  // namespace touchstone::gradients
