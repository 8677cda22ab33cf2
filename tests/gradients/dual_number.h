#pragma once

#include "mpfr_number.h"
#include "touchstone/number/truth.h"

namespace touchstone::gradients {

/// value + tangent · ε with ε² = 0: reading a definition at it gives the directional derivative.
/// The derivatives of the functions are written here from their formulas, as different from those
/// of the vjps as they can be.
struct DualNumber {
  MpfrNumber value;
  MpfrNumber tangent;

  friend DualNumber operator+(const DualNumber& x, const DualNumber& y) {
    return {x.value + y.value, x.tangent + y.tangent};
  }
  friend DualNumber operator-(const DualNumber& x, const DualNumber& y) {
    return {x.value - y.value, x.tangent - y.tangent};
  }
  friend DualNumber operator*(const DualNumber& x, const DualNumber& y) {
    return {x.value * y.value, x.tangent * y.value + x.value * y.tangent};
  }
  friend DualNumber operator/(const DualNumber& x, const DualNumber& y) {
    const MpfrNumber quotient = x.value / y.value;
    return {quotient, (x.tangent - quotient * y.tangent) / y.value};
  }
  friend DualNumber fma(const DualNumber& x, const DualNumber& y, const DualNumber& z) {
    return x * y + z;
  }
  friend DualNumber operator-(const DualNumber& x) { return {-x.value, -x.tangent}; }
  friend DualNumber abs(const DualNumber& x) {
    return exceeds(MpfrNumber(0.0), x.value).value ? -x : x;
  }
  friend DualNumber maximum(const DualNumber& x, const DualNumber& y) {
    return exceeds(y.value, x.value).value ? y : x;
  }
  friend DualNumber minimum(const DualNumber& x, const DualNumber& y) {
    return exceeds(x.value, y.value).value ? y : x;
  }
  friend DualNumber sqrt(const DualNumber& x) {
    const MpfrNumber root = sqrt(x.value);
    return {root, x.tangent / (root + root)};
  }
  friend DualNumber rsqrt(const DualNumber& x) {
    const MpfrNumber y = rsqrt(x.value);
    return {y, -(y * x.tangent) / (x.value + x.value)};
  }
  friend DualNumber exp(const DualNumber& x) {
    const MpfrNumber y = exp(x.value);
    return {y, y * x.tangent};
  }
  friend DualNumber log(const DualNumber& x) { return {log(x.value), x.tangent / x.value}; }
  friend DualNumber sin(const DualNumber& x) { return {sin(x.value), x.tangent * cos(x.value)}; }
  friend DualNumber cos(const DualNumber& x) { return {cos(x.value), -(x.tangent * sin(x.value))}; }
  friend DualNumber tanh(const DualNumber& x) {
    const MpfrNumber c = cosh(x.value);
    return {tanh(x.value), x.tangent / (c * c)};
  }
  friend DualNumber erf(const DualNumber& x) {
    const MpfrNumber bell = exp(-(x.value * x.value)) / sqrt(MpfrNumber::pi());
    return {erf(x.value), x.tangent * (bell + bell)};
  }
  /// sigmoid′(x) = 1 / (2 + 2 cosh x).
  friend DualNumber sigmoid(const DualNumber& x) {
    const MpfrNumber c = cosh(x.value) + MpfrNumber(1.0);
    return {sigmoid(x.value), x.tangent / (c + c)};
  }
  friend DualNumber softplus(const DualNumber& x) {
    return {softplus(x.value), x.tangent / (MpfrNumber(1.0) + exp(-x.value))};
  }
  friend DualNumber silu(const DualNumber& x) { return x * sigmoid(x); }
  /// x · Φ(x), Φ(x) = (1 + erf(x/√2)) / 2.
  friend DualNumber gelu(const DualNumber& x) {
    const DualNumber half{MpfrNumber(0.5), {}};
    const DualNumber scaled = x * DualNumber{sqrt(MpfrNumber(0.5)), {}};
    return x * (half + half * erf(scaled));
  }
  /// Of a positive x.
  friend DualNumber pow(const DualNumber& x, const DualNumber& y) {
    const MpfrNumber power = pow(x.value, y.value);
    return {power, power * (y.tangent * log(x.value) + y.value * x.tangent / x.value)};
  }
  friend Truth less(const DualNumber& x, const DualNumber& y) { return less(x.value, y.value); }
  friend Truth equal(const DualNumber& x, const DualNumber& y) { return equal(x.value, y.value); }
  friend Truth exceeds(const DualNumber& x, const DualNumber& y) {
    return exceeds(x.value, y.value);
  }
  friend DualNumber select(Truth which, const DualNumber& x, const DualNumber& y) {
    return which.value ? x : y;
  }
};

}  // namespace touchstone::gradients
