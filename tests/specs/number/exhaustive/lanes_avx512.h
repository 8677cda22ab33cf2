#pragma once

#include <immintrin.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace touchstone {

/// Eight lanes of AVX-512 as the scalar of specs/number/functions: the same source, another
/// reading.
struct Lanes {
  struct Mask {
    __mmask8 value;
  };

  struct Bits {
    __m512i value;
    explicit Bits(__m512i lanes) : value(lanes) {}
    explicit Bits(std::uint64_t x) : value(_mm512_set1_epi64(static_cast<long long>(x))) {}
    friend Bits operator+(Bits x, Bits y) { return Bits(_mm512_add_epi64(x.value, y.value)); }
    friend Bits operator-(Bits x, Bits y) { return Bits(_mm512_sub_epi64(x.value, y.value)); }
    friend Bits operator&(Bits x, Bits y) { return Bits(_mm512_and_si512(x.value, y.value)); }
    friend Bits operator|(Bits x, Bits y) { return Bits(_mm512_or_si512(x.value, y.value)); }
    friend Bits operator^(Bits x, Bits y) { return Bits(_mm512_xor_si512(x.value, y.value)); }
    friend Bits operator<<(Bits x, unsigned n) { return Bits(_mm512_slli_epi64(x.value, n)); }
    friend Bits operator>>(Bits x, unsigned n) { return Bits(_mm512_srli_epi64(x.value, n)); }
  };

  __m512d value;

  explicit Lanes(__m512d lanes) : value(lanes) {}
  explicit Lanes(double x) : value(_mm512_set1_pd(x)) {}

  friend Lanes operator+(Lanes x, Lanes y) { return Lanes(_mm512_add_pd(x.value, y.value)); }
  friend Lanes operator-(Lanes x, Lanes y) { return Lanes(_mm512_sub_pd(x.value, y.value)); }
  friend Lanes operator*(Lanes x, Lanes y) { return Lanes(_mm512_mul_pd(x.value, y.value)); }
  friend Lanes operator/(Lanes x, Lanes y) { return Lanes(_mm512_div_pd(x.value, y.value)); }
  friend Lanes operator-(Lanes x) {
    return from_bits(bits(x) ^ Bits{std::uint64_t{0x8000000000000000U}});
  }
  friend Lanes sqrt(Lanes x) { return Lanes(_mm512_sqrt_pd(x.value)); }
  friend Lanes fma(Lanes x, Lanes y, Lanes z) {
    return Lanes(_mm512_fmadd_pd(x.value, y.value, z.value));
  }
  friend Mask equal(Lanes x, Lanes y) { return {_mm512_cmp_pd_mask(x.value, y.value, _CMP_EQ_OQ)}; }
  friend Mask less(Lanes x, Lanes y) { return {_mm512_cmp_pd_mask(x.value, y.value, _CMP_LT_OQ)}; }
  friend Lanes select(Mask b, Lanes x, Lanes y) {
    return Lanes(_mm512_mask_blend_pd(b.value, y.value, x.value));
  }
  friend Bits bits(Lanes x) { return Bits(_mm512_castpd_si512(x.value)); }

  static Lanes from_bits(Bits x) { return Lanes(_mm512_castsi512_pd(x.value)); }

  template <std::size_t n>
  static Lanes lookup(const std::array<double, n>& table, Bits index) {
    static_assert(std::has_single_bit(n));
    if constexpr (n == 16) return sixteen(table.data(), index);
    if constexpr (n == 32) {
      const __mmask8 upper = _mm512_test_epi64_mask(index.value, _mm512_set1_epi64(16));
      const Lanes low = sixteen(table.data(), index);
      const Lanes high = sixteen(table.data() + 16, index);
      return Lanes(_mm512_mask_blend_pd(upper, low.value, high.value));
    }
    const Bits inside = index & Bits{std::uint64_t{n - 1}};
    return Lanes(_mm512_i64gather_pd(inside.value, table.data(), 8));
  }

  static Lanes widen(const float* x) { return Lanes(_mm512_cvtps_pd(_mm256_loadu_ps(x))); }
  friend void narrow(Lanes x, float* out) { _mm256_storeu_ps(out, _mm512_cvtpd_ps(x.value)); }

 private:
  static Lanes sixteen(const double* table, Bits index) {
    return Lanes(
        _mm512_permutex2var_pd(_mm512_loadu_pd(table), index.value, _mm512_loadu_pd(table + 8)));
  }
};

}  // namespace touchstone
