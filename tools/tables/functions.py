#!/usr/bin/env python3
"""Writes the tables and coefficients of specs/number/functions, byte for byte.

    tools/tables/functions.py            rewrites specs/number/functions/*_table.h
    tools/tables/functions.py --check    exits with 1 if one of them differs

Needs mpmath (Debian: python3-mpmath). Every number is computed with 120 decimal digits and rounded
once to binary64. Polynomials interpolate at the Chebyshev nodes of their interval, whose error is
at most (2/π) ln(degree + 1) + 2 times the least possible one; the error that each has with its
coefficients rounded is held against the bound that the header states, and a miss is an error.
"""
import pathlib
import sys

import mpmath
from mpmath import mp, mpf

mp.dps = 120
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "specs" / "number" / "functions"


def nearest(value):
    """The binary64 number nearest to an mpf, ties to even, as an mpf."""
    with mp.workprec(53):
        return +value


def on_grid(value, exponent):
    """The multiple of 2^exponent nearest to the value."""
    return mpf(mpmath.nint(value * mpf(2) ** -exponent)) * mpf(2) ** exponent


def pair(value):
    high = nearest(value)
    return high, nearest(value - high)


def interpolate(f, low, high, degree):
    """Monomial coefficients, constant first, of f interpolated at the Chebyshev nodes, of which
    the middle of the interval, where f may be 0 / 0, must not be one."""
    middle, half = (low + high) / 2, (high - low) / 2
    n = degree + 1
    nodes = [middle + half * mpmath.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    # Newton's divided differences, then expanded.
    differences = [f(x) for x in nodes]
    for order in range(1, n):
        for i in range(n - 1, order - 1, -1):
            differences[i] = (differences[i] - differences[i - 1]) / (nodes[i] - nodes[i - order])
    coefficients = [mpf(0)] * n
    for i in range(n - 1, -1, -1):
        shifted = [mpf(0)] + coefficients[:-1]
        coefficients = [s - nodes[i] * c for s, c in zip(shifted, coefficients)]
        coefficients[0] += differences[i]
    return coefficients


def value_at(coefficients, x):
    result = mpf(0)
    for c in reversed(coefficients):
        result = result * x + c
    return result


def require(what, error, bits):
    achieved = mpmath.log(error, 2)
    print(f"{what}: 2^{float(achieved):.1f}, bound 2^{bits}")
    if achieved > bits:
        sys.exit(f"{what}: the error exceeds its bound")


def samples(low, high, count=401):
    # Off the nodes, off zero, both ends included.
    return [low + (high - low) * mpf(i) / (count - 1) + (high - low) / 7919 * (i % 2)
            for i in range(count - 1)] + [high]


def polynomial(what, f, low, high, degree, weight, bits):
    """Rounded coefficients; |weight(x) (p(x) − f(x))| <= 2^bits on [low, high] is checked."""
    low, high = mpf(low), mpf(high)
    coefficients = [nearest(c) for c in interpolate(f, low, high, degree)]
    error = max(abs(weight(x) * (value_at(coefficients, x) - f(x)))
                for x in samples(low, high) if x != 0)
    require(what, error, bits)
    return coefficients


def literal(value):
    assert value == nearest(value)
    return float(value).hex()


def array(name, values, comment):
    lines = [f"/// {line}" for line in comment.splitlines()]
    lines.append(f"inline constexpr std::array<double, {len(values)}> {name}{{")
    row = ""
    for v in values:
        text = literal(v) + ","
        if row and len(row) + len(text) + 1 > 96:
            lines.append("    " + row)
            row = ""
        row += (" " if row else "") + text
    lines.append("    " + row)
    lines.append("};")
    return "\n".join(lines)


def rows(name, table, comment):
    """table[i] holds row i: one value per piece, so that a row is one lookup."""
    lines = [f"/// {line}" for line in comment.splitlines()]
    lines.append(f"inline constexpr std::array<std::array<double, {len(table[0])}>, {len(table)}> "
                 f"{name}{{{{")
    for values in table:
        row = "{"
        started = False
        for v in values:
            text = literal(v) + ","
            if started and len(row) + len(text) + 1 > 94:
                lines.append("    " + row)
                row = " "
                started = False
            row += (" " if started else "") + text
            started = True
        lines.append("    " + row + "},")
    lines.append("}};")
    return "\n".join(lines)


def constant(name, value, comment):
    lines = [f"/// {line}" for line in comment.splitlines()]
    return "\n".join(lines + [f"inline constexpr double {name} = {literal(value)};"])


def header(parts):
    return ("#pragma once\n\n#include <array>\n\n"
            "// Written by tools/tables/functions.py, which says how; not to be edited.\n"
            "// clang-format off\nnamespace touchstone::wide {\n\n"
            + "\n\n".join(parts) + "\n\n}  // namespace touchstone::wide\n"
            "// clang-format on\n")


def exponential():
    step = mpmath.ln2 / 32
    high = on_grid(step, -39)
    powers = [pair(mpf(2) ** (mpf(j) / 32)) for j in range(32)]
    half = mpf("0.01084")  # a bit more than ln2 / 64
    q = polynomial("(e^r - 1 - r) / r^2", lambda r: (mpmath.expm1(r) - r) / r**2,
                   -half, half, 5, lambda r: r**2, -71)
    return header([
        constant("exp_steps", nearest(1 / step), "32 / ln 2"),
        constant("exp_step_high", high, "ln 2 / 32 to the nearest 2^-39, and what that leaves."),
        constant("exp_step_low", nearest(step - high), "ln 2 / 32 − exp_step_high"),
        array("exp_power_high", [p[0] for p in powers], "2^(j / 32), j = 0 … 31."),
        array("exp_power_low", [p[1] for p in powers], "2^(j / 32) − exp_power_high[j]."),
        array("exp_coefficients", q,
              "(e^r − 1 − r) / r² for |r| <= ln 2 / 64 + 2^-20, times r² within 2^-71."),
    ])


def logarithm():
    # Mantissas m in [11/16, 22/16), 32 pieces: bits 51…47 of m − 11/16 taken as in logarithm.h.
    pieces = []
    for i in range(32):
        # The piece i starts at mantissa 1.375 + i / 32, wrapping into the next binade at 2.
        start = mpf(11) / 8 + mpf(i) / 32
        if start < 2:
            low, width = start / 2, mpf(1) / 64
        else:
            low, width = start / 2 + (start / 2 - 1), mpf(1) / 32
        pieces.append((low, low + width))
    inverses, logs = [], []
    least, greatest = mpf(0), mpf(0)
    for low, high in pieces:
        one = high == 1 or low == 1
        c = mpf(1) if one else on_grid(2 / (low + high), -9)
        inverses.append(c)
        least = min(least, low * c - 1)
        greatest = max(greatest, high * c - 1)
        exact = -mpmath.log(c)
        grid = on_grid(exact, -42)
        logs.append((grid, nearest(exact - grid)))
        # The sum of a nonzero table value and r needs |value| > |r| for its exact residual.
        assert one or abs(exact) > max(abs(low * c - 1), abs(high * c - 1))
    assert pieces[0][0] == mpf(11) / 16 and pieces[-1][1] == mpf(22) / 16
    print(f"log: r in [{float(least):.6f}, {float(greatest):.6f}]")
    assert least >= mpf(-1) / 55 and greatest <= mpf(1) / 32
    low, high = mpf(-1) / 55, mpf(1) / 32
    q = polynomial("(log(1+r) - r) / r^2", lambda r: (mpmath.log1p(r) - r) / r**2, low, high, 9,
                   lambda r: r, -64)
    cubic = polynomial("(log(1+r) - r + r^2/2) / r^3",
                       lambda r: (mpmath.log1p(r) - r + r**2 / 2) / r**3, low, high, 9,
                       lambda r: r**2, -65)
    ln2 = mpmath.ln2 * 1
    ln2_high = on_grid(ln2, -42)
    return header([
        constant("ln2_high", ln2_high, "ln 2 to the nearest 2^-42."),
        constant("ln2_low", nearest(ln2 - ln2_high), "ln 2 − ln2_high"),
        array("log_inverse", inverses,
              "About the inverse of the middle of piece i of [11/16, 22/16), a multiple of 2^-9;\n"
              "1 in the two pieces that meet at 1."),
        array("log_high", [v[0] for v in logs], "−log(log_inverse[i]) to the nearest 2^-42."),
        array("log_low", [v[1] for v in logs], "−log(log_inverse[i]) − log_high[i]."),
        array("log_coefficients", q,
              "(log(1 + r) − r) / r² for −1/55 <= r <= 1/32, times r within 2^-64."),
        array("log_cubic_coefficients", cubic,
              "(log(1 + r) − r + r²/2) / r³ for −1/55 <= r <= 1/32, times r² within 2^-65."),
    ])


def error_function():
    degree = 11
    table = []
    slope0 = 2 / mpmath.sqrt(mp.pi)
    for i in range(16):
        a = mpf(i) / 4
        value, slope = mpmath.erf(a), slope0 * mpmath.exp(-a**2)
        low, high = -mpf(1) / 8, (mpf(1) / 8 if i < 15 else mpf(1) / 4)
        rest = lambda h: (mpmath.erf(a + h) - value - slope * h) / h**2
        if i == 0:
            # Odd, so that only odd powers of h² · rest(h) = erf(h) − slope h are left.
            in_square = lambda z: (mpmath.erf(mpmath.sqrt(z)) / mpmath.sqrt(z) - slope) / z
            odd = interpolate(in_square, mpf(0), high**2, degree // 2)
            coefficients = [mpf(0)] * (degree + 1)
            for j, c in enumerate(odd):
                coefficients[2 * j + 1] = nearest(c)
        else:
            coefficients = [nearest(c) for c in interpolate(rest, low, high, degree)]
        error = max(abs(h**2 * (value_at(coefficients, h) - rest(h)) / mpmath.erf(a + h))
                    for h in samples(low, high) if a + h > 0 and h != 0)
        require(f"erf near {float(a)}", error, -59)
        table.append([*pair(value), *pair(slope), *coefficients])
    return header([
        rows("erf_pieces", list(zip(*table)),
             "Column i is about a = i / 4, for h = |x| − a in [−1/8, 1/8], the last to 1/4:\n"
             "rows 0 and 1 erf(a), rows 2 and 3 erf′(a), each as high and low; from row 4 the\n"
             f"coefficients of (erf(a + h) − erf(a) − erf′(a) h) / h², degree {degree}, which is\n"
             "within 2^-59 erf(a + h) of the exact sum."),
    ])


def scaled_tail():
    """M(t) = e^(t²/2) Φ(−t) about centres c − 2, c = 2, 2.25 … 4, 4.5 … 8, 9 … 16."""
    degree = 11
    m = lambda t: mpmath.exp(t**2 / 2) * mpmath.erfc(t / mpmath.sqrt(2)) / 2
    slope_at = lambda t: t * m(t) - 1 / mpmath.sqrt(2 * mp.pi)
    table = []
    for i in range(32):
        j = min(i, 24)
        octave, part = divmod(j, 8)
        centre = mpf(2) ** (octave + 1) * (1 + mpf(part) / 8)
        a = centre - 2
        up = mpf(2) ** (octave + 1) / 16
        down = up / 2 if part == 0 else up
        if j == 0:
            down = mpf(0)
        value, slope = m(a), slope_at(a)
        rest = lambda h: (m(a + h) - value - slope * h) / h**2
        coefficients = [nearest(c) for c in interpolate(rest, -down, up, degree)]
        error = max(abs(h**2 * (value_at(coefficients, h) - rest(h)) / m(a + h))
                    for h in samples(-down, up) if h != 0 and a + h >= 0)
        if i == j:
            require(f"scaled tail near {float(a)}", error, -59)
        table.append([*pair(value), *pair(slope), *coefficients])
    return header([
        rows("tail_pieces", list(zip(*table)),
             "M(t) = e^(t²/2) Φ(−t), where Φ is the normal distribution. Column i is about a = c − 2,\n"
             "c the i-th of 2, 2 1/4 … 4, 4 1/2 … 8, 9 … 16 (columns 25 to 31 repeat the last), for\n"
             "t + 2 in the half spacings around c: rows 0 and 1 M(a), rows 2 and 3 M′(a), each as\n"
             "high and low; from row 4 the coefficients of (M(a + h) − M(a) − M′(a) h) / h², degree\n"
             f"{degree}, which is within 2^-59 M(a + h) of the exact sum."),
    ])


def least_distance(factor, bound):
    """The least distance of m · factor to an integer, 0 < m < bound: a convergent's denominator."""
    least, rest = mpf(1), factor
    numerators, denominators = (0, 1), (1, 0)
    while True:
        quotient = int(mpmath.floor(rest))
        numerators = numerators[1], quotient * numerators[1] + numerators[0]
        denominators = denominators[1], quotient * denominators[1] + denominators[0]
        if denominators[1] >= bound:
            return least
        least = min(least, abs(denominators[1] * factor - numerators[1]))
        rest = 1 / (rest - quotient)


def trigonometric():
    def bits_of(exponent):
        """2^exponent · 2/π modulo 4."""
        scaled = mpf(2) ** exponent * 2 / mp.pi
        return scaled - 4 * mpmath.floor(scaled / 4)
    mp.dps = 150
    table = []
    for e in range(128):
        q = e - 23
        rest = bits_of(q)
        parts = []
        for grid in (-25, -52, -79):
            part = mpmath.floor(rest * mpf(2) ** -grid) * mpf(2) ** grid
            parts.append(part * mpf(2) ** -q)
            rest -= part
        parts.append(nearest(rest * mpf(2) ** -q))
        table.append(parts)
    distances = [least_distance(bits_of(e - 23), 2**24) for e in range(128)]
    print(f"x / (pi / 2) to an integer: 2^{float(mpmath.log(min(distances), 2)):.2f} at the least")
    assert min(distances) > mpf(2) ** -30
    mp.dps = 120
    top = mpf("0.6169")  # a bit more than (π/4)²
    root = mpmath.sqrt
    sine = polynomial("(sin(r)/r - 1 + r^2/6) / r^4",
                       lambda z: ((mpmath.sin(root(z)) / root(z) - 1) / z + mpf(1) / 6) / z,
                       0, top, 6, lambda z: z**2, -62)
    cosine = polynomial("(cos(r) - 1 + r^2/2) / r^4",
                        lambda z: (mpmath.cos(root(z)) - 1 + z / 2) / z**2,
                        0, top, 6, lambda z: z**2, -60)
    half = pair(mp.pi / 2)
    sixth = pair(mpf(-1) / 6)
    return header([
        constant("half_pi_high", half[0], "π/2, and what its rounding leaves."),
        constant("half_pi_low", half[1], "π/2 − half_pi_high"),
        rows("two_over_pi", list(zip(*table)),
             "Column e: (2^(e − 23) · 2/π modulo 4) · 2^(23 − e) in four parts that add up to it. Of the\n"
             "first factor the parts end at 2^-25, 2^-52, 2^-79, and the last is rounded."),
        array("sin_coefficients", sine,
              "(sin(r) / r − 1 + r²/6) / r⁴ in r², the same range, times r⁴ within 2^-62."),
        constant("minus_sixth_low", sixth[1], "−1/6 minus its nearest binary64 number."),
        array("cos_coefficients", cosine,
              "(cos(r) − 1 + r²/2) / r⁴ in r², the same range, times r⁴ within 2^-60."),
    ])


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    differs = False
    for name, make in {"exp": exponential, "log": logarithm, "erf": error_function,
                       "tail": scaled_tail, "trig": trigonometric}.items():
        path = FOLDER / f"{name}_table.h"
        text = make()
        if check:
            if not path.exists() or path.read_text() != text:
                print(f"{path} differs")
                differs = True
        else:
            path.write_text(text)
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
