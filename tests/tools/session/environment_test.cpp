// A host program may flush subnormals or round upwards. What the library answers does not change,
// and the host finds its environment as it left it.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "touchstone/session/session.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace touchstone {
namespace {

enum class Habit { flushing, upward };

#if defined(__x86_64__)
// MXCSR without its sticky exception flags; FTZ and DAZ (Intel SDM vol. 1, 10.2.3).
std::uint64_t control() { return _mm_getcsr() & ~0x3FU; }
void flush_subnormals() { _mm_setcsr(_mm_getcsr() | 0x8040U); }
#else
// FPCR; FZ (Arm ARM, D19.2).
std::uint64_t control() { return __builtin_aarch64_get_fpcr64(); }
void flush_subnormals() { __builtin_aarch64_set_fpcr64(control() | (std::uint64_t{1} << 24U)); }
#endif

/// This thread computes by this habit while it lives.
class HostEnvironment {
 public:
  explicit HostEnvironment(Habit habit) {
    std::fegetenv(&saved_);
    if (habit == Habit::flushing) flush_subnormals();
    if (habit == Habit::upward) std::fesetround(FE_UPWARD);
  }
  ~HostEnvironment() { std::fesetenv(&saved_); }
  HostEnvironment(const HostEnvironment&) = delete;
  HostEnvironment& operator=(const HostEnvironment&) = delete;

 private:
  std::fenv_t saved_{};
};

constexpr const char* model_text = R"({
  "format": "touchstone.model", "version": 1,
  "inputs": [{"name": "x", "dtype": "float32", "shape": [128, 4]}],
  "parameters": {"inline": {
    "half": {"dtype": "float32", "shape": [], "data": 0.5},
    "tenth": {"dtype": "float32", "shape": [4], "data": [0.1, -0.3, 1e-40, 0.7]},
    "weight": {"dtype": "float32", "shape": [3, 4],
      "data": [0.1, 0.2, 0.3, -0.4, 1e-38, -3e-39, 0.6, 0.7, -0.9, 1e-45, 0.11, 1.3]},
    "bias": {"dtype": "float32", "shape": [3], "data": [1e-39, -1e-41, 0.1]}}},
  "nodes": [
    {"id": "halved", "op": "mul", "inputs": ["x", "half"]},
    {"id": "moved", "op": "add", "inputs": ["halved", "tenth"]},
    {"id": "difference", "op": "sub", "inputs": ["x", "halved"]},
    {"id": "dense", "op": "linear", "inputs": ["x", "weight", "bias"]},
    {"id": "spread", "op": "softmax", "inputs": ["moved"]},
    {"id": "mean", "op": "reduce_mean", "inputs": ["x"], "attributes": {"axes": [0]}}],
  "outputs": ["halved", "moved", "difference", "dense", "spread", "mean"]})";

/// Subnormals, small normals whose products are subnormal, and ordinary values, both signs.
std::vector<float> input_values() {
  std::vector<float> out;
  for (int i = 0; i < 512; ++i) {
    const float odd = static_cast<float>(2 * i + 1);
    const std::array<float, 4> kinds{odd * 0x1p-149F, odd * 0x1p-127F, -odd * 0x1p-140F,
                                     odd / 97.0F};
    out.push_back(i % 3 == 0 ? -kinds[static_cast<std::size_t>(i) % 4]
                             : kinds[static_cast<std::size_t>(i) % 4]);
  }
  return out;
}

struct Answer {
  std::string reasons;
  std::int64_t vectors_equal = 0;
  std::vector<Digest> outputs;
  bool operator==(const Answer&) const = default;
};

class EnvironmentTest : public testing::TestWithParam<Habit> {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "touchstone-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    std::ofstream(folder_ / "model.json") << model_text;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Reads, verifies and runs the model.
  [[nodiscard]] Answer answer(const Tensor& input, unsigned threads) const {
    VerifyRequest request;
    request.model = folder_ / "model.json";
    request.threads = threads;
    const auto verification = verify(request);
    if (!verification) return {verification.error().text(), 0, {}};
    Answer out;
    for (const Reason& reason : verification->gated.verdict.reasons) out.reasons += reason.text;
    out.vectors_equal = verification->gated.verdict.self_check_equal;
    if (!verification->gated.accepted) return out;
    const auto outputs = run(*verification->gated.accepted, {&input, 1}, threads);
    if (!outputs) return {outputs.error().text(), 0, {}};
    for (const Tensor& output : *outputs) out.outputs.push_back(digest_of(output));
    return out;
  }

 private:
  std::filesystem::path folder_;
};

/// The products of two pairs by the kernel alone, in the caller's environment.
std::array<float, 2> products_by_kernel() {
  const std::array<float, 2> x{0x1p-149F, 1.0F + 0x1p-23F};
  const std::array<float, 2> y{1.0F, 1.0F + 0x1p-23F};
  std::array<float, 2> out{};
  const TensorType type{ElementType::float32, Shape::of({2})};
  const std::array<KernelOperand, 2> operands{{{type, x.data()}, {type, y.data()}}};
  native_kernels().kernel(Op::mul)({}, Pass::forward(), Part{}, operands, {type, out.data()});
  return out;
}

TEST_P(EnvironmentTest, ChangesNoAnswerAndIsRestored) {
  const Tensor input = Tensor::of(Shape::of({128, 4}), input_values());
  const std::array<float, 2> right_products = products_by_kernel();
  for (const unsigned threads : {1U, 4U}) {
    const Answer expected = answer(input, threads);
    Answer got;
    std::array<float, 2> host_products{};
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    {
      const HostEnvironment host(GetParam());
      before = control();
      host_products = products_by_kernel();
      got = answer(input, threads);
      after = control();
    }
    EXPECT_EQ(expected.reasons, "");
    EXPECT_EQ(expected.outputs.size(), 6U);
    EXPECT_NE(host_products, right_products) << "the environment was not in force";
    EXPECT_TRUE(got == expected) << got.reasons;
    EXPECT_EQ(before, after);
    EXPECT_NE(before, control());
  }
}

INSTANTIATE_TEST_SUITE_P(Habits, EnvironmentTest, testing::Values(Habit::flushing, Habit::upward),
                         [](const auto& habit) {
                           return habit.param == Habit::flushing ? "Flushing" : "Upward";
                         });

}  // namespace
}  // namespace touchstone
