// Compares one function of specs/number/functions with MPFR at every binary32 input, and digests
// what it gives.
//
//     exhaustive_functions NAME [THREADS]
//
// The value is enclosed in d (1 ± 2^-40), d by the C library's binary64 functions, which are off by
// a few units in the last place at most (2^-50; see "audit" below); where both ends round to the
// same binary32 number, so does the value, and elsewhere MPFR decides. Prints the number of inputs
// that MPFR decided, the number of wrong results with the first of them, the seconds, and the
// SHA-256 of all 2^32 results in the order of the inputs' bits: canonical bits, little-endian.
// Exit status 1 if a result is wrong.
#include <mpfr.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "touchstone/number/binary32.h"
#include "touchstone/number/binary64.h"
#include "touchstone/number/correctly_rounded.h"
#include "touchstone/number/functions/error_function.h"
#include "touchstone/number/functions/exponential.h"
#include "touchstone/number/functions/logarithm.h"
#include "touchstone/number/functions/logistic.h"
#include "touchstone/number/functions/root.h"
#include "touchstone/number/functions/trigonometric.h"

namespace touchstone {
namespace {

using Wide = Binary64<HardwareFma64>;
using Block = void (*)(std::uint32_t first, std::span<float> out);

/// out[i] = f(the number with bits first + i), the function inlined.
template <auto f>
void fill(std::uint32_t first, std::span<float> out) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = narrow(f(Wide::widen(std::bit_cast<float>(first + i))));
  }
}

/// MPFR's own rounding, for functions that correctly_rounded() does not know.
float direct(int (*function)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), float x) {
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t greatest = mpfr_get_emax();
  mpfr_t value;
  mpfr_init2(value, 24);
  mpfr_set_flt(value, x, MPFR_RNDN);
  int ternary = function(value, value, MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  ternary = mpfr_check_range(value, ternary, MPFR_RNDN);
  mpfr_subnormalize(value, ternary, MPFR_RNDN);
  const float result = mpfr_get_flt(value, MPFR_RNDN);
  mpfr_set_emin(least);
  mpfr_set_emax(greatest);
  mpfr_clear(value);
  return result;
}

template <Elementary f>
float known(float x) {
  return correctly_rounded(f, x);
}

float expm1_by_mpfr(float x) {
  if (x > 89) return std::numeric_limits<float>::infinity();
  if (x < -18) return -1;
  return direct(mpfr_expm1, x);
}

float log1p_by_mpfr(float x) { return x < -1 ? NAN : direct(mpfr_log1p, x); }

struct Function {
  std::string_view name;
  Block fill;
  float (*oracle)(float);
  double (*near)(double);
};

const std::array functions{
    Function{"exp", fill<wide::exp<Wide>>, known<Elementary::exp>, std::exp},
    Function{"log", fill<wide::log<Wide>>, known<Elementary::log>, std::log},
    Function{"tanh", fill<wide::tanh<Wide>>, known<Elementary::tanh>, std::tanh},
    Function{"erf", fill<wide::erf<Wide>>, known<Elementary::erf>, std::erf},
    Function{"expm1", fill<wide::expm1<Wide>>, expm1_by_mpfr, std::expm1},
    Function{"log1p", fill<wide::log1p<Wide>>, log1p_by_mpfr, std::log1p},
    Function{"sigmoid", fill<wide::sigmoid<Wide>>, known<Elementary::sigmoid>,
             [](double x) { return 1 / (1 + std::exp(-x)); }},
    Function{"softplus", fill<wide::softplus<Wide>>, known<Elementary::softplus>,
             [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }},
    Function{"silu", fill<wide::silu<Wide>>, known<Elementary::silu>,
             [](double x) { return x / (1 + std::exp(-x)); }},
    Function{"gelu", fill<wide::gelu<Wide>>, known<Elementary::gelu>,
             [](double x) { return x * 0.5 * std::erfc(-x * M_SQRT1_2); }},
    Function{"rsqrt", fill<wide::rsqrt<Wide>>, known<Elementary::rsqrt>,
             [](double x) { return 1 / std::sqrt(x); }},
    Function{"sin", fill<wide::sin<Wide>>, known<Elementary::sin>, std::sin},
    Function{"cos", fill<wide::cos<Wide>>, known<Elementary::cos>, std::cos},
};

struct Count {
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::vector<std::uint32_t> first;
};

void compare(const Function& f, std::uint32_t first, std::span<const float> out, Count& count) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const auto x = std::bit_cast<float>(first + i);
    const double near = f.near(static_cast<double>(x));
    float expected = 0;
    const auto low = static_cast<float>(near * (1 - 0x1p-40));
    const auto high = static_cast<float>(near * (1 + 0x1p-40));
    if (std::isfinite(near) && std::fabs(near) > 0x1p-900 && low == high) {
      expected = low;
    } else {
      ++count.asked;
      expected = f.oracle(x);
    }
    if (canonical_bits(out[i]) != canonical_bits(expected)) {
      ++count.wrong;
      if (count.first.size() < 8) count.first.push_back(first + i);
    }
  }
}

int run(const Function& f, unsigned threads) {
  constexpr std::uint64_t block = std::uint64_t{1} << 22U;
  const auto start = std::chrono::steady_clock::now();
  EVP_MD_CTX* digest = EVP_MD_CTX_new();
  EVP_DigestInit_ex(digest, EVP_sha256(), nullptr);
  std::vector<Count> counts(threads);
  std::array<std::vector<float>, 2> buffers{std::vector<float>(block), std::vector<float>(block)};
  std::future<void> hashing;
  double filling = 0;
  for (std::uint64_t at = 0; at < std::uint64_t{1} << 32U; at += block) {
    std::vector<float>& out = buffers[(at / block) % 2];
    std::vector<std::thread> workers;
    std::vector<double> seconds(threads);
    for (unsigned t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] {
        const std::uint64_t begin = block * t / threads;
        const std::uint64_t end = block * (t + 1) / threads;
        const std::span<float> part = std::span(out).subspan(begin, end - begin);
        const auto first = static_cast<std::uint32_t>(at + begin);
        const auto before = std::chrono::steady_clock::now();
        f.fill(first, part);
        seconds[t] =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
        compare(f, first, part, counts[t]);
        for (float& x : part) x = std::bit_cast<float>(canonical_bits(x));
      });
    }
    for (std::thread& worker : workers) worker.join();
    for (const double s : seconds) filling += s;
    if (hashing.valid()) hashing.get();
    hashing = std::async(std::launch::async, [digest, &out] {
      EVP_DigestUpdate(digest, out.data(), out.size() * sizeof(float));
    });
  }
  hashing.get();
  std::array<unsigned char, 32> hash{};
  EVP_DigestFinal_ex(digest, hash.data(), nullptr);
  EVP_MD_CTX_free(digest);
  Count total;
  for (const Count& c : counts) {
    total.asked += c.asked;
    total.wrong += c.wrong;
    total.first.insert(total.first.end(), c.first.begin(), c.first.end());
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%s: wrong %llu, asked MPFR %llu, %.1f s, %.2f ns per element\n", f.name.data(),
              static_cast<unsigned long long>(total.wrong),
              static_cast<unsigned long long>(total.asked), seconds, filling / 0x1p+32 * 1e9);
  for (const std::uint32_t bits : total.first) {
    std::array<float, 1> ours{};
    f.fill(bits, ours);
    const auto x = std::bit_cast<float>(bits);
    std::printf("  at %a: %a, MPFR %a\n", static_cast<double>(x), static_cast<double>(ours[0]),
                static_cast<double>(f.oracle(x)));
  }
  std::printf("  sha256 ");
  for (const unsigned char byte : hash) std::printf("%02x", byte);
  std::printf("\n");
  return total.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const unsigned threads = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  for (const auto& f : touchstone::functions) {
    if (f.name == name && threads > 0) return touchstone::run(f, threads);
  }
  std::fprintf(stderr, "usage: exhaustive_functions NAME [THREADS]\n");
  return 2;
}
