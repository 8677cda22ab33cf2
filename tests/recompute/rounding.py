"""How far one operation's binary32 result may lie from the exact one, per element.

Every bound follows from the operation's formula and from IEEE 754 alone, whatever order a kernel
sums in. It holds where nothing overflows. Notation: u = 2^-24 is the unit roundoff, h = 2^-150 half
of the least subnormal number.

**One operation.** fl(x) = x (1 + d) + e with |d| <= u, |e| <= h, and e = 0 unless the result is
subnormal. Sums and differences of binary32 numbers have e = 0: in the subnormal range they are
exact (Hauser, "Handling floating-point exceptions in numeric programs", 1996). So
  add, sub:  u |x + y|         mul:  u |x y| + h

**Chain of n products** (MatMul, Gemm, Conv), s_k = fl(s_{k-1} + p_k), p_k = a_k b_k not rounded on
its own. With S_k = sum of |p_j| to k and E_k the error of s_k: |E_n| <= n u S_n. By induction
(Rump, BIT 52, 2012; Jeannerod and Rump, SIAM J. Matrix Anal. Appl. 34, 2013): the rounding error
of step k is at most |p_k|, for s_{k-1} is itself a binary32 number and the nearest one is no
farther. If |p_k| <= u S_{k-1}, then |E_k| <= (k-1) u S_{k-1} + u S_{k-1}. Otherwise the rounding
error is at most u (S_{k-1} + (k-1) u S_{k-1} + |p_k|) < u S_k + (k-1) u |p_k|, and again
|E_k| <= k u S_k. A subnormal step adds h instead, which later steps enlarge by (1 + u) each: in all
at most n h (1 + u)^n <= 2 n h, as n u <= 1/2.
A bias is one more addition: fl(s + b) differs from sigma + b by at most E (1 + u) + u |sigma + b|.

**Sum of m terms, any order**: (m - 1) u sum |x_j| (Rump, same paper; no underflow term, as above).

**ReduceMean**: fl(s / c), c the count rounded to binary32 (exact up to 2^24). The sum's bound and
one division: ((m-1) u sum|x| / m) (1 + q) + |mean| q + h, where 1 + q = (1 + u) / (1 - v), v the
error of c.

**BatchNormalization** ((x - mean) r) scale + bias, r = 1 / sqrt(variance + eps). The addition, the
root and the division are roundings d1, d2, d3, none of which can underflow (the root of a binary32
number is normal, and so is its inverse): r = R (1 + d3) / ((1 + d2) sqrt(1 + d1)). With d4 for the
difference and d5, d6 for the two products, the scaled value is Q (1 + f) + k, Q exact,
|f| <= (1 + u)^4 / (1 - u)^(3/2) - 1 and |k| <= h (|scale| (1 + u) + 1). The last addition:
(|Q| f + k) (1 + u) + u |Q + bias|.

**Softmax** e_j / sum e. With g the maximum, which is exact, fl(x_j - g) = t_j (1 + d), so
e_j = a_j exp(t_j d) (1 + d') + e', a_j = exp(t_j): its error is at most
p_j = a_j (exp(u |t_j|) (1 + w) - 1) + h, w the error of exp (u where it is correctly rounded). All
terms are positive: the sum of m is A (1 + z), A = sum a,
|z| <= Z = (1 + (sum p) / A) (1 + (m - 1) u) - 1. Hence the quotient before its own rounding differs
from a_j / A by D = (p_j / A + (a_j / A) Z) / (1 - Z), and after it by D (1 + u) + u a_j / A + h.

**Movement** (and Relu, a selection): the same bits.

The recomputation in binary64 obeys the same formulas at u = 2^-53 and no underflow; its bound is
added. numpy's exp is taken to be within 4 ulp, w = 2^-50. The bounds are themselves computed in
binary64 from recomputed magnitudes; the factor 1 + 2^-20 covers that for sums of up to 2^30 terms.
"""

from typing import NamedTuple

import numpy as np

import operators


class Format(NamedTuple):
    u: float  # unit roundoff
    h: float  # half of the least subnormal number
    w: float  # relative error of exp


BINARY32 = Format(2.0**-24, 2.0**-150, 2.0**-24)
BINARY64 = Format(2.0**-53, 0.0, 2.0**-50)
WIDEN = 1 + 2.0**-20


def bound(node, operands, exact):
    """Per element of `exact`, the node's recomputed output; None where bits must be equal."""
    rule = _RULES.get(node.operator)
    if rule is None:
        return None
    return sum(rule(f, exact, node, *operands) for f in (BINARY32, BINARY64)) * WIDEN


def _sum(f, exact, *_):
    return f.u * np.abs(exact)


def _product(f, exact, *_):
    return f.u * np.abs(exact) + f.h


def _chain(f, length, magnitude):
    if length * f.u > 0.5:
        raise ValueError(f"a chain of {length} products is too long for its bound")
    return length * f.u * magnitude + 2 * length * f.h


def _with_bias(f, exact, error, bias):
    return error if bias is None else error * (1 + f.u) + f.u * np.abs(exact)


def _matmul(f, exact, _, a, b):
    return _chain(f, a.shape[-1], np.abs(a) @ np.abs(b)).reshape(exact.shape)


def _gemm(f, exact, node, a, b, c=None):
    if node.attributes.get("alpha", 1.0) != 1.0 or (
            c is not None and node.attributes.get("beta", 1.0) != 1.0):
        raise ValueError("a Gemm that scales must be recorded in parts")
    left, right = operators.gemm_factors(node, a, b)
    return _with_bias(f, exact, _matmul(f, exact, node, left, right), c)


def _conv(f, exact, node, x, weight, bias=None):
    length = int(np.prod(weight.shape[1:]))
    magnitude = operators.convolution(node, np.abs(x), np.abs(weight))
    return _with_bias(f, exact, _chain(f, length, magnitude), bias)


def _reduce_mean(f, exact, node, x, axes=None):
    over = operators.mean_axes(node, x, axes)
    count = int(np.prod([x.shape[axis] for axis in over]))
    v = f.u if count * f.u > 1 else 0
    q = (f.u + v) / (1 - v)
    magnitude = np.abs(x).sum(axis=over).reshape(exact.shape)
    return (count - 1) * f.u * (magnitude / count) * (1 + q) + np.abs(exact) * q + f.h


def _batch_normalization(f, exact, node, x, scale, bias, mean, variance):
    scale, bias, mean, variance = (
        operators.per_channel(v, x.ndim) for v in (scale, bias, mean, variance))
    scaled = np.abs((x - mean) / np.sqrt(variance + operators.epsilon(node)) * scale)
    relative = np.expm1(4 * np.log1p(f.u) - 1.5 * np.log1p(-f.u))
    underflow = f.h * (np.abs(scale) * (1 + f.u) + 1)
    return (scaled * relative + underflow) * (1 + f.u) + f.u * np.abs(exact)


def _softmax(f, exact, node, x):
    axes = operators.softmax_axes(node, x.ndim)
    count = int(np.prod([x.shape[axis] for axis in axes]))
    t = x - x.max(axis=axes, keepdims=True)
    a = np.exp(t)
    growth = np.expm1(f.u * np.where(np.isinf(t), 0, np.abs(t)))  # exp of −∞ is exact
    p = a * (growth * (1 + f.w) + f.w) + f.h
    total = a.sum(axis=axes, keepdims=True)
    spread = p.sum(axis=axes, keepdims=True) / total
    z = spread + (1 + spread) * (count - 1) * f.u
    difference = (p / total + exact * z) / (1 - z)
    return difference * (1 + f.u) + f.u * exact + f.h


_RULES = {
    "Add": _sum,
    "BatchNormalization": _batch_normalization,
    "Conv": _conv,
    "Gemm": _gemm,
    "MatMul": _matmul,
    "Mul": _product,
    "ReduceMean": _reduce_mean,
    "Softmax": _softmax,
    "Sub": _sum,
}
