#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "touchstone/core/shape.h"

namespace touchstone {

/// A scalar, and a statement, with nothing in it: reading a definition at it leaves its index
/// arithmetic alone.
struct Nothing {
  friend Nothing operator+(Nothing, Nothing) { return {}; }
  friend Nothing operator-(Nothing, Nothing) { return {}; }
  friend Nothing operator*(Nothing, Nothing) { return {}; }
  friend Nothing operator/(Nothing, Nothing) { return {}; }
  friend Nothing operator-(Nothing) { return {}; }
  friend Nothing abs(Nothing) { return {}; }
  friend Nothing fma(Nothing, Nothing, Nothing) { return {}; }
  friend Nothing maximum(Nothing, Nothing) { return {}; }
  friend Nothing minimum(Nothing, Nothing) { return {}; }
  friend Nothing sqrt(Nothing) { return {}; }
  friend Nothing rsqrt(Nothing) { return {}; }
  friend Nothing exp(Nothing) { return {}; }
  friend Nothing log(Nothing) { return {}; }
  friend Nothing sin(Nothing) { return {}; }
  friend Nothing cos(Nothing) { return {}; }
  friend Nothing tanh(Nothing) { return {}; }
  friend Nothing erf(Nothing) { return {}; }
  friend Nothing sigmoid(Nothing) { return {}; }
  friend Nothing softplus(Nothing) { return {}; }
  friend Nothing silu(Nothing) { return {}; }
  friend Nothing gelu(Nothing) { return {}; }
  friend Nothing pow(Nothing, Nothing) { return {}; }
  friend Nothing equal(Nothing, Nothing) { return {}; }
  friend Nothing less(Nothing, Nothing) { return {}; }
  friend Nothing exceeds(Nothing, Nothing) { return {}; }
  friend Nothing both(Nothing, Nothing) { return {}; }
  friend Nothing either(Nothing, Nothing) { return {}; }
  friend Nothing opposite(Nothing) { return {}; }
  friend Nothing select(Nothing, Nothing, Nothing) { return {}; }
};

/// What a reading did: how many elements it read, and the first access that lay outside.
struct AccessTally {
  std::int64_t reads = 0;
  std::optional<std::string> fault;

  void outside(const char* what, std::size_t operand, const Index& at, const Shape& shape);
};

[[nodiscard]] inline bool inside(const Index& at, const Shape& shape) {
  if (at.rank() != shape.rank()) return false;
  bool outside = false;
  for (std::size_t axis = 0; axis < at.rank(); ++axis) {
    // One comparison for both ends: a negative entry is a huge unsigned one.
    outside |= static_cast<std::uint64_t>(at[axis]) >= static_cast<std::uint64_t>(shape[axis]);
  }
  return !outside;
}

/// An operand that checks every position it is read at and yields nothing.
class CheckedOperand {
 public:
  CheckedOperand(const Shape& shape, std::size_t operand, AccessTally& tally)
      : shape_(shape), operand_(operand), tally_(&tally) {}

  [[nodiscard]] const Shape& shape() const { return shape_; }
  Nothing operator()(const Index& at) const {
    check(at);
    return {};
  }

  class Line {
   public:
    Line(const CheckedOperand& from, const Index& start, std::size_t axis)
        : from_(&from), start_(start), axis_(axis), length_(from.shape_[axis]) {}
    Nothing operator()(std::int64_t k) const {
      ++from_->tally_->reads;
      if (static_cast<std::uint64_t>(k) >= static_cast<std::uint64_t>(length_)) fail(k);
      return {};
    }

   private:
    void fail(std::int64_t k) const;
    const CheckedOperand* from_;
    Index start_;
    std::size_t axis_;
    std::int64_t length_;
  };
  [[nodiscard]] Line line(const Index& at, std::size_t axis) const;

 private:
  void check(const Index& at) const {
    ++tally_->reads;
    if (!inside(at, shape_)) tally_->outside("reads", operand_, at, shape_);
  }

  Shape shape_;
  std::size_t operand_;
  AccessTally* tally_;
};

/// An int64 operand that checks every position and yields one chosen value everywhere.
class CheckedIndexOperand {
 public:
  CheckedIndexOperand(const CheckedOperand& checked, std::int64_t value)
      : checked_(checked), value_(value) {}
  [[nodiscard]] const Shape& shape() const { return checked_.shape(); }
  std::int64_t operator()(const Index& at) const {
    checked_(at);
    return value_;
  }

 private:
  CheckedOperand checked_;
  std::int64_t value_;
};

/// The result: remembers which elements were written, and cannot be read.
class CheckedResult {
 public:
  CheckedResult(const Shape& shape, AccessTally& tally)
      : shape_(shape), tally_(&tally), written_(std::make_shared<Written>()) {}

  /// The only thing one can do with an element is to assign to it.
  class Slot {
   public:
    Slot(const CheckedResult& result, const Index& at) : result_(&result), at_(at) {}
    void operator=(Nothing) const { result_->write(at_); }

   private:
    const CheckedResult* result_;
    Index at_;
  };

  class Line {
   public:
    Line(const CheckedResult& result, const Index& start, std::size_t axis)
        : result_(result), start_(start), axis_(axis) {}
    Slot operator()(std::int64_t k) const {
      Index at = start_;
      at[axis_] = k;
      return {result_, at};
    }

   private:
    const CheckedResult& result_;
    Index start_;
    std::size_t axis_;
  };

  [[nodiscard]] const Shape& shape() const { return shape_; }
  Slot operator()(const Index& at) const { return {*this, at}; }
  [[nodiscard]] Line line(const Index& at, std::size_t axis) const { return {*this, at, axis}; }
  /// The first element, in row-major order, that nothing was written to.
  [[nodiscard]] std::optional<Index> unwritten() const;

 private:
  /// Elements below `prefix` have been written, and those marked in `later`, a bit for each
  /// element, which is made when one is written out of order. Most definitions write in order.
  struct Written {
    std::uint64_t prefix = 0;
    std::vector<std::uint64_t> later;
  };

  void write(const Index& at) const;
  void write_out_of_order(std::uint64_t number, const Index& at) const;

  Shape shape_;
  AccessTally* tally_;
  // Shared by copies and written through const access, as the memory behind a view is.
  std::shared_ptr<Written> written_;
};

}  // namespace touchstone
