#pragma once

#include <concepts>
#include <cstdint>

#include "touchstone/core/shape.h"

namespace touchstone {

/// A scalar with ring arithmetic: enough for data movement and for shape arithmetic. The other
/// definitions also use, found by argument-dependent lookup,
///   x / y, −x (the sign flipped, of NaN too), abs(x) (the sign cleared)
///   fma(x, y, z)           rounded once
///   maximum, minimum       IEEE 754-2019, 9.6: NaN propagates, −0 < +0
///   sqrt, rsqrt, exp, log, sin, cos, tanh, erf, sigmoid, softplus, silu, gelu
///                          correctly rounded (number/correctly_rounded.h)
///   pow(x, y)              IEEE 754's special cases, within 0.501 ulp
///   less(x, y), equal(x, y)  as IEEE 754 compares: false with NaN, −0 equals +0
///   exceeds(x, y)          whether maximum(x, y) is x and not y: x > y, or x is +0 and y is −0, or
///                          x alone is NaN. This decides who is "the first maximal operand".
///   select(b, x, y)        x where b holds, otherwise y; never computed with both
/// A statement about scalars is a `Bool`, with both(a, b), either(a, b) and opposite(a). Nothing
/// turns one into a C++ bool: control flow of a definition never depends on values.
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
/// `IndexIn` is the same for int64 operands, whose elements convert to std::int64_t, and `MaskIn`
/// and `MaskOut` for booleans, whose elements are `Bool`.
/// `constant` makes a scalar from a binary32 value written in a definition, and `truth` a Bool.
/// Fourier transforms also use d.turn_cosine(k, n) and d.turn_sine(k, n): cos and sin of 2πk/n,
/// rounded once to the domain's precision.
template <class D>
concept Domain = Scalar<typename D::Value> && std::copyable<typename D::Bool> &&
    requires(const D d, const typename D::In x, const typename D::IndexIn indices,
             const typename D::MaskIn mask, const Index i) {
  { d.constant(1.0F) } -> std::same_as<typename D::Value>;
  { d.truth(true) } -> std::same_as<typename D::Bool>;
  { x.shape() } -> std::convertible_to<Shape>;
  { x(i) } -> std::convertible_to<typename D::Value>;
  { x.line(i, std::size_t{0})(std::int64_t{0}) } -> std::convertible_to<typename D::Value>;
  { indices(i) } -> std::convertible_to<std::int64_t>;
  { mask(i) } -> std::convertible_to<typename D::Bool>;
};

}  // namespace touchstone
