// Native CUDA kernels end to end: proved for a model, refuted by one byte, run in the simulator.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "touchstone/session/session.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// A small perceptron of operations that have native kernels.
constexpr const char* model_text = R"({"format": "touchstone.model", "version": 1,
  "inputs": [{"name": "x", "dtype": "float32", "shape": [2, 3]}],
  "parameters": {"inline": {
    "w": {"dtype": "float32", "shape": [4, 3],
          "data": [0.5, -1, 2, 0.25, 3, -0.125, 1, 1, 1, -2, 0, 0.75]},
    "b": {"dtype": "float32", "shape": [4], "data": [0.1, -0.2, 0.3, 0]}}},
  "nodes": [{"id": "h", "op": "linear", "inputs": ["x", "w", "b"]},
            {"id": "r", "op": "relu", "inputs": ["h"]},
            {"id": "f", "op": "reshape", "inputs": ["r"], "attributes": {"shape": [8]}},
            {"id": "y", "op": "add", "inputs": ["f", "f"]}],
  "outputs": ["y"]})";

class NativeCudaTest : public testing::Test {
 protected:
  NativeCudaTest() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("touchstone_cuda_" + std::string(info->name()) + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "model.json") << model_text;
  }
  ~NativeCudaTest() override { fs::remove_all(folder_); }

  [[nodiscard]] VerifyRequest request(const std::string& device) const {
    VerifyRequest out;
    out.model = folder_ / "model.json";
    out.device = device;
    return out;
  }

  [[nodiscard]] static std::string reasons(const Verification& v) {
    std::string out;
    for (const Reason& reason : v.gated.verdict.reasons) {
      out += reason.subject + ": " + reason.text + "\n";
    }
    return out;
  }

  /// The committed PTX in a folder of its own.
  [[nodiscard]] fs::path copied_kernels() const {
    fs::copy(fs::path(TOUCHSTONE_SOURCE_DIR) / "capsules/native_cuda/ptx", folder_ / "ptx",
             fs::copy_options::recursive);
    return folder_ / "ptx";
  }

  [[nodiscard]] std::vector<Digest> outputs(const Verification& v) const {
    const std::vector<float> x{1, -2, 3, 0.5F, -0.0F, 1e30F};
    const std::vector<Tensor> inputs{Tensor::of(Shape::of({2, 3}), std::span<const float>(x))};
    const auto out = run(*v.gated.accepted, inputs, 1);
    EXPECT_TRUE(out.ok()) << out.error().text();
    std::vector<Digest> digests;
    for (const Tensor& tensor : *out) digests.push_back(digest_of(tensor));
    return digests;
  }

  fs::path folder_;
};

TEST_F(NativeCudaTest, IsAcceptedWithEveryObligationByTheProver) {
  const auto v = verify(request("cuda"));
  ASSERT_TRUE(v.ok()) << v.error().text();
  EXPECT_TRUE(v->gated.verdict.accepted) << reasons(*v);
  EXPECT_TRUE(v->gated.verdict.bit_exact);
  EXPECT_EQ(v->gated.verdict.trust, Trust::proved);
  EXPECT_EQ(v->gated.verdict.self_check_vectors, 0);
  for (const SourcedEvidence& sourced : v->gated.verdict.evidence) {
    EXPECT_EQ(sourced.evidence.checker.name, "ptx_prover");
  }
}

TEST_F(NativeCudaTest, NothingHereRunsOnAGpu) {
  const auto v = verify(request("cuda"));
  ASSERT_TRUE(v.ok() && v->gated.accepted);
  const std::vector<float> x(6);
  const std::vector<Tensor> inputs{Tensor::of(Shape::of({2, 3}), std::span<const float>(x))};
  const auto out = run(*v->gated.accepted, inputs, 1);
  ASSERT_FALSE(out.ok());
  EXPECT_EQ(out.error().kind, Failure::unavailable);
}

TEST_F(NativeCudaTest, TheSameBytesFromAFolderAreAcceptedAndOneChangedByteIsNot) {
  VerifyRequest with_folder = request("cuda");
  with_folder.kernels = copied_kernels();
  const auto same = verify(with_folder);
  ASSERT_TRUE(same.ok()) << same.error().text();
  EXPECT_TRUE(same->gated.verdict.accepted) << reasons(*same);

  // A letter of a comment: what it computes does not change, what was proved does.
  std::fstream file(with_folder.kernels / "sm_100/relu.ptx", std::ios::in | std::ios::out);
  file.seekp(6);
  file.put(' ');
  file.close();
  const auto changed = verify(with_folder);
  ASSERT_TRUE(changed.ok()) << changed.error().text();
  EXPECT_FALSE(changed->gated.verdict.accepted);
  EXPECT_NE(reasons(*changed).find("native_cuda.relu"), std::string::npos) << reasons(*changed);
  EXPECT_EQ(reasons(*changed).find("native_cuda.linear"), std::string::npos) << reasons(*changed);
}

TEST_F(NativeCudaTest, AMissingKernelFileIsAnError) {
  VerifyRequest with_folder = request("cuda");
  with_folder.kernels = copied_kernels();
  fs::remove(with_folder.kernels / "sm_80/add.ptx");
  const auto v = verify(with_folder);
  ASSERT_FALSE(v.ok());
  EXPECT_EQ(v.error().kind, Failure::unreadable);
  EXPECT_NE(v.error().file.find("add.ptx"), std::string::npos);
}

TEST_F(NativeCudaTest, TheSimulatorGivesTheCpusDigest) {
  const auto simulated = verify(request("ptx_sim"));
  const auto reference = verify(request("cpu"));
  ASSERT_TRUE(simulated.ok() && reference.ok());
  ASSERT_TRUE(simulated->gated.accepted) << reasons(*simulated);
  ASSERT_TRUE(reference->gated.accepted) << reasons(*reference);
  EXPECT_EQ(outputs(*simulated), outputs(*reference));
}

TEST_F(NativeCudaTest, RecordedProofsServeWithoutTheProver) {
  VerifyRequest recording = request("ptx_sim");
  recording.record = folder_ / "ledger.jsonl";
  ASSERT_TRUE(verify(recording)->gated.accepted.has_value());
  VerifyRequest recorded = request("ptx_sim");
  recorded.ledgers = {folder_ / "ledger.jsonl"};
  const auto v = verify(recorded);
  ASSERT_TRUE(v.ok());
  // strict admits no unsigned ledger: everything is derived again, and accepted.
  EXPECT_TRUE(v->gated.verdict.accepted) << reasons(*v);
}

}  // namespace
}  // namespace touchstone
