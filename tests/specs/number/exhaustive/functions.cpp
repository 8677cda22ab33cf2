// Compares one function of specs/number/functions with MPFR at every binary32 input, and digests
// what it gives.
//
//     exhaustive_functions compare|vectors|scalars NAME [THREADS]
//
// `compare` does both with the vector reading where this is compiled for AVX-512; `vectors` and
// `scalars` only digest, for which the digest must be the pinned one: that of right results.
//
// The value is enclosed in d (1 ± 2^-40), d by the C library's binary64 functions, which are off by
// a few units in the last place (4 · 2^-53, times the composite functions' amplification, which is
// below 2^9: gelu at −14). Where both ends round to our result, it is right; MPFR decides
// everywhere else. So a wrong result would pass only where a C library that breaks the bound errs
// alike; MPFR also decides one input in 65,521 and is held against the enclosure, so that such a
// library shows. Prints how many inputs MPFR decided, how many results are wrong, with the first of
// them, some inputs whose values lie next to ties, the seconds, and the SHA-256 of all 2^32 results
// in the order of the inputs' bits: canonical bits, little-endian. Exit status 1 if a result is
// wrong or the digest is not the pinned one.
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "../direct_mpfr.h"
#include "near.h"
#include "touchstone/number/binary32.h"
#include "touchstone/number/correctly_rounded.h"
#include "touchstone/number/functions/binary64.h"
#include "touchstone/number/functions/error_function.h"
#include "touchstone/number/functions/exponential.h"
#include "touchstone/number/functions/logarithm.h"
#include "touchstone/number/functions/logistic.h"
#include "touchstone/number/functions/root.h"
#include "touchstone/number/functions/trigonometric.h"
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "lanes_avx512.h"
#endif

namespace touchstone {
namespace {

using Scalar = Binary64<HardwareFma64>;
using Fill = void (*)(std::span<const float> x, std::span<float> out);

template <auto f>
void by_scalars(std::span<const float> x, std::span<float> out) {
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = narrow(f(Scalar::widen(x[i])));
}

#if defined(__AVX512F__) && defined(__AVX512DQ__)
using Vector = Lanes;
template <auto f>
void by_vectors(std::span<const float> x, std::span<float> out) {
  for (std::size_t i = 0; i < x.size(); i += 8) narrow(f(Lanes::widen(&x[i])), &out[i]);
}
#else
using Vector = Scalar;
template <auto f>
void by_vectors(std::span<const float> x, std::span<float> out) {
  by_scalars<f>(x, out);
}
#endif

template <Elementary f>
float known(float x) {
  return correctly_rounded(f, x);
}

struct Function {
  std::string_view name;
  std::string_view digest;  ///< of the right results, found by `compare`
  Fill vectors;
  Fill scalars;
  float (*oracle)(float);
};

template <auto vectors, auto scalars>
constexpr Function function(std::string_view name, float (*oracle)(float),
                            std::string_view digest) {
  return {name, digest, by_vectors<vectors>, by_scalars<scalars>, oracle};
}

constexpr std::array all_functions{
    function<wide::exp<Vector>, wide::exp<Scalar>>(
        "exp", known<Elementary::exp>,
        "3454f5cced57c37cac2f523ef8964563430f8e0c85837626724955094b614dce"),
    function<wide::log<Vector>, wide::log<Scalar>>(
        "log", known<Elementary::log>,
        "982250baecdb23cc9115a63b45f4411e049fa408f560511661dc27788911396d"),
    function<wide::tanh<Vector>, wide::tanh<Scalar>>(
        "tanh", known<Elementary::tanh>,
        "acf381dfd18183008c897cc785fd4eca996cec9a119db91281c68232e7b6e8a0"),
    function<wide::erf<Vector>, wide::erf<Scalar>>(
        "erf", known<Elementary::erf>,
        "78257773b3bd91235b521840aadf1a5c1df0b7564c0ddbe301e99041c525affe"),
    function<wide::expm1<Vector>, wide::expm1<Scalar>>(
        "expm1", expm1_by_mpfr, "955b970eb04cd981472a477d8ad57d3c17a4402721efc69ed6716dbb40cc495a"),
    function<wide::log1p<Vector>, wide::log1p<Scalar>>(
        "log1p", log1p_by_mpfr, "518e602cbcc47e4091c8ed0862365ab6d9a984ed03ebe339f7569eca756057db"),
    function<wide::sigmoid<Vector>, wide::sigmoid<Scalar>>(
        "sigmoid", known<Elementary::sigmoid>,
        "c149b73994d107eee110edd07d1d7f57f3030777c32c3ee357155f64e446c77d"),
    function<wide::softplus<Vector>, wide::softplus<Scalar>>(
        "softplus", known<Elementary::softplus>,
        "1e603f0c6dc2e99b3ff229bfa90ec7bcb5a7e52f2cad43b92aeb4d2802a2270d"),
    function<wide::silu<Vector>, wide::silu<Scalar>>(
        "silu", known<Elementary::silu>,
        "37ff5ff700d5cdcf8e0cf979412a5e2fede46b72e5be768fe4a50276b7b6287e"),
    function<wide::gelu<Vector>, wide::gelu<Scalar>>(
        "gelu", known<Elementary::gelu>,
        "4ea392e58922c87eb36f02f59e95d8bff16c33f98f069d90e8c96e5e8fa988b6"),
    function<wide::rsqrt<Vector>, wide::rsqrt<Scalar>>(
        "rsqrt", known<Elementary::rsqrt>,
        "9067d8620728aa891722469e033d397e0fac408cfa1dc94cdd05653976a88dd3"),
    function<wide::sin<Vector>, wide::sin<Scalar>>(
        "sin", known<Elementary::sin>,
        "bf1a6ade6d2dbc3f056c1a34a6c27d652be2553e48fcba77fed2c70adb311df2"),
    function<wide::cos<Vector>, wide::cos<Scalar>>(
        "cos", known<Elementary::cos>,
        "8876c8ab9d8b15ad78585952f48ad9f75b0a0a46cf287831c89dffe7bba25ed5"),
};

struct Count {
  std::uint64_t asked = 0;
  std::uint64_t wrong = 0;
  std::uint64_t bad_hints = 0;
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> hard;  ///< values about 2^-49 of themselves from a tie
};

constexpr std::size_t stretch = 4096;

/// What one worker computes with, a stretch of inputs at a time, so that it stays in the cache.
struct Worker {
  std::array<float, stretch> x{};
  std::array<double, stretch> wide_x{};
  std::array<double, stretch> near{};
  std::array<std::uint8_t, stretch> open{};
  Count count;
  double filling = 0;

  void compare(const Function& f, NearFunction hint, std::uint32_t first, std::span<float> out) {
    for (std::size_t i = 0; i < stretch; ++i) wide_x[i] = static_cast<double>(x[i]);
    hint(wide_x, near);
    for (std::size_t i = 0; i < stretch; ++i) {
      const double d = near[i];
      const auto low = std::bit_cast<std::uint32_t>(static_cast<float>(d * (1 - 0x1p-40)));
      const auto high = std::bit_cast<std::uint32_t>(static_cast<float>(d * (1 + 0x1p-40)));
      const double size = std::fabs(d);
      const bool usable = (size > 0x1p-900) & (size < 0x1p+900);
      open[i] = static_cast<std::uint8_t>((low != high) | !usable |
                                          (low != std::bit_cast<std::uint32_t>(out[i])));
    }
    for (std::size_t i = 0; i < stretch; ++i) {
      const std::uint32_t bits = first + static_cast<std::uint32_t>(i);
      if (open[i] != 0) {
        settle(f, bits, out[i]);
        if (close(near[i], 0x1p-49) && count.hard.size() < 8) count.hard.push_back(bits);
      }
      if (bits % 65'521 == 0) check_hint(f, bits, near[i]);
    }
  }

  void settle(const Function& f, std::uint32_t bits, float result) {
    ++count.asked;
    const float expected = f.oracle(std::bit_cast<float>(bits));
    if (canonical_bits(result) == canonical_bits(expected)) return;
    ++count.wrong;
    if (count.first.size() < 8) count.first.push_back(bits);
  }

  static bool close(double d, double distance) {
    return std::fabs(d) > 0x1p-900 && std::fabs(d) < 0x1p+900 &&
           static_cast<float>(d * (1 - distance)) != static_cast<float>(d * (1 + distance));
  }

  void check_hint(const Function& f, std::uint32_t bits, double hint) {
    const float expected = f.oracle(std::bit_cast<float>(bits));
    const auto low = static_cast<float>(hint * (1 - 0x1p-40));
    const auto high = static_cast<float>(hint * (1 + 0x1p-40));
    const bool usable = std::fabs(hint) > 0x1p-900 && std::fabs(hint) < 0x1p+900;
    if (usable && low == high && low != expected) ++count.bad_hints;
  }

  void work(const Function& f, bool vectors, NearFunction hint, std::uint32_t first,
            std::span<float> out) {
    for (std::size_t i = 0; i < stretch; ++i) {
      x[i] = std::bit_cast<float>(first + static_cast<std::uint32_t>(i));
    }
    const auto before = std::chrono::steady_clock::now();
    (vectors ? f.vectors : f.scalars)(x, out);
    filling += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    if (hint != nullptr) compare(f, hint, first, out);
    for (float& value : out) value = std::bit_cast<float>(canonical_bits(value));
  }
};

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~Sha256() { EVP_MD_CTX_free(context_); }
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::span<const float> values) {
    EVP_DigestUpdate(context_, values.data(), values.size_bytes());
  }
  std::array<unsigned char, 32> value() {
    std::array<unsigned char, 32> hash{};
    EVP_DigestFinal_ex(context_, hash.data(), nullptr);
    return hash;
  }

 private:
  EVP_MD_CTX* context_;
};

/// Calls work(worker, first bits, results) for every stretch of all inputs, and digests the
/// results.
template <class Work>
std::array<unsigned char, 32> over_all_inputs(std::vector<Worker>& workers, Work work) {
  constexpr std::uint64_t block = std::uint64_t{1} << 22U;
  Sha256 digest;
  std::array<std::vector<float>, 2> buffers{std::vector<float>(block), std::vector<float>(block)};
  std::future<void> hashing;
  for (std::uint64_t at = 0; at < std::uint64_t{1} << 32U; at += block) {
    const std::span<float> out = buffers[(at / block) % 2];
    std::vector<std::future<void>> parts;
    for (std::size_t t = 0; t < workers.size(); ++t) {
      parts.push_back(std::async(std::launch::async, [&, t] {
        const std::size_t step = workers.size() * stretch;
        for (std::size_t i = t * stretch; i < block; i += step) {
          work(workers[t], static_cast<std::uint32_t>(at + i), out.subspan(i, stretch));
        }
      }));
    }
    for (std::future<void>& part : parts) part.get();
    if (hashing.valid()) hashing.get();
    hashing = std::async(std::launch::async, [&digest, out] { digest.add(out); });
  }
  hashing.get();
  return digest.value();
}

Count total(const std::vector<Worker>& workers) {
  Count sum;
  for (const Worker& worker : workers) {
    sum.asked += worker.count.asked;
    sum.wrong += worker.count.wrong;
    sum.bad_hints += worker.count.bad_hints;
    sum.first.insert(sum.first.end(), worker.count.first.begin(), worker.count.first.end());
    sum.hard.insert(sum.hard.end(), worker.count.hard.begin(), worker.count.hard.end());
  }
  return sum;
}

void print_wrong(const Function& f, const Count& count) {
  for (const std::uint32_t bits : count.first) {
    const std::array<float, 1> x{std::bit_cast<float>(bits)};
    std::array<float, 1> ours{};
    f.scalars(x, ours);
    std::printf("  at %a: %a, MPFR %a\n", static_cast<double>(x[0]), static_cast<double>(ours[0]),
                static_cast<double>(f.oracle(x[0])));
  }
}

std::string hexadecimal(std::span<const unsigned char> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

int run(const Function& f, std::string_view mode, std::size_t threads) {
  const bool vectors = mode != "scalars";
  const NearFunction hint = mode == "compare" ? near_function(f.name) : nullptr;
  const auto start = std::chrono::steady_clock::now();
  std::vector<Worker> workers(threads);
  const auto hash =
      over_all_inputs(workers, [&](Worker& worker, std::uint32_t first, std::span<float> out) {
        worker.work(f, vectors, hint, first, out);
      });
  const Count count = total(workers);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  double filling = 0;
  for (const Worker& worker : workers) filling += worker.filling;
  std::printf("%s %s: wrong %llu, bad hints %llu, asked MPFR %llu, %.1f s, %.2f ns per element\n",
              mode.data(), f.name.data(), static_cast<unsigned long long>(count.wrong),
              static_cast<unsigned long long>(count.bad_hints),
              static_cast<unsigned long long>(count.asked), seconds.count(),
              filling / 0x1p+32 * 1e9);
  print_wrong(f, count);
  for (const std::uint32_t bits : count.hard) {
    std::printf("  next to a tie: %a\n", static_cast<double>(std::bit_cast<float>(bits)));
  }
  const std::string digest = hexadecimal(hash);
  std::printf("  sha256 %s, %s the pinned one\n", digest.c_str(),
              digest == f.digest ? "which is" : "NOT");
  return count.wrong == 0 && count.bad_hints == 0 && digest == f.digest ? 0 : 1;
}

int start(std::span<const char* const> arguments) {
  if (arguments.size() == 2 || arguments.size() == 3) {
    const std::string_view mode = arguments[0];
    const int threads = arguments.size() == 3 ? std::atoi(arguments[2]) : 1;
    const bool known_mode = mode == "compare" || mode == "vectors" || mode == "scalars";
    for (const Function& f : all_functions) {
      if (known_mode && f.name == arguments[1] && threads > 0 && threads <= 256) {
        return run(f, mode, static_cast<std::size_t>(threads));
      }
    }
  }
  std::fprintf(stderr, "usage: exhaustive_functions compare|vectors|scalars NAME [THREADS]\n");
  return 2;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
  return touchstone::start({argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
}
