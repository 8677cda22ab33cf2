#pragma once

#include <concepts>
#include <cstdint>

#include "touchstone/core/shape.h"

namespace touchstone {

/// A scalar with ring arithmetic: enough for data movement and for shape arithmetic. The other
/// definitions also use, found by argument-dependent lookup: x / y; fma(x, y, z), rounded once;
/// maximum(x, y) of IEEE 754-2019 (NaN propagates, −0 < +0); and the correctly rounded sqrt and
/// exp.
template <class S>
concept Scalar = std::copyable<S> && requires(const S a, const S b) {
  { a + b } -> std::same_as<S>;
  { a - b } -> std::same_as<S>;
  { a* b } -> std::same_as<S>;
};

/// What a definition is read at. `In` and `Out` are views of operands and of the result:
///   x.shape()        the shape
///   x(i)             the element at Index i;  out(i) = value  writes it
///   x.line(i, axis)  the elements along `axis` through i (whose own entry there is ignored),
///                    itself a callable of one integer
/// `IndexIn` is the same for int64 operands, whose elements convert to std::int64_t.
/// `constant` makes a scalar from a binary32 value written in a definition.
template <class D>
concept Domain = Scalar<typename D::Value> &&
    requires(const D d, const typename D::In x, const typename D::IndexIn indices, const Index i) {
  { d.constant(1.0F) } -> std::same_as<typename D::Value>;
  { x.shape() } -> std::convertible_to<Shape>;
  { x(i) } -> std::convertible_to<typename D::Value>;
  { x.line(i, std::size_t{0})(std::int64_t{0}) } -> std::convertible_to<typename D::Value>;
  { indices(i) } -> std::convertible_to<std::int64_t>;
};

}  // namespace touchstone
