#include "touchstone/kernel_manifest/kernel_manifest.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "touchstone/kernel_manifest/kernel_code.h"

namespace touchstone {
namespace {

class KernelManifestTest : public testing::Test {
 protected:
  KernelManifestTest() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("touchstone_manifest_" + std::string(info->name()) + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "k.ptx") << "// PTX\n";
    std::ofstream(folder_ / "k.cu") << "this is no CUDA\n";
  }
  ~KernelManifestTest() override { std::filesystem::remove_all(folder_); }

  /// A valid manifest with the first `from` replaced by `to`.
  [[nodiscard]] static std::string with(const std::string& from, const std::string& to) {
    std::string out = R"({"format": "touchstone.kernel", "version": 1, "ptx": "k.ptx",
      "kernel": "k", "operation": "matmul", "contract": "bit_exact",
      "cases": [{"operands": [[2, 3], [3, 4]],
                 "launch": {"grid": [1, 1, 1], "block": [32, 1, 1], "shared_bytes": 64},
                 "arguments": [{"operand": 0}, {"operand": 1}, {"result": true}, {"u32": 7},
                               {"s32": -1}, {"u64": "0xffffffffffffffff"}, {"f32": 1.5}]}]})";
    const auto at = out.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return out.replace(at, from.size(), to);
  }

  [[nodiscard]] Result<KernelManifest> read(const std::string& text) const {
    return read_kernel_manifest(text, folder_ / "k.json");
  }

  void expect_refused(const std::string& from, const std::string& to, Failure kind,
                      const std::string& says) {
    const auto manifest = read(with(from, to));
    ASSERT_FALSE(manifest.ok()) << to;
    EXPECT_EQ(manifest.error().kind, kind) << manifest.error().text();
    EXPECT_NE(manifest.error().text().find(says), std::string::npos) << manifest.error().text();
    EXPECT_FALSE(manifest.error().remedy.empty());
    EXPECT_NE(manifest.error().file.find("k.json"), std::string::npos);
  }

  std::filesystem::path folder_;
};

TEST_F(KernelManifestTest, ReadsWhatItSays) {
  const auto manifest = read(with("\"kernel\"", "\"kernel\""));
  ASSERT_TRUE(manifest.ok()) << manifest.error().text();
  EXPECT_EQ(manifest->name, "k");
  EXPECT_EQ(manifest->op, Op::matmul);
  ASSERT_EQ(manifest->cases.size(), 1U);
  const KernelCase& only = manifest->cases.front();
  EXPECT_EQ(only.result.text(), "float32 [2,4]");
  EXPECT_EQ(only.launch.kernel, "k");
  EXPECT_EQ(only.launch.dynamic_shared_bytes, 64U);
  ASSERT_EQ(only.launch.arguments.size(), 7U);
  EXPECT_EQ(only.launch.arguments[2].buffer, 2U);
  EXPECT_EQ(only.launch.arguments[3].value, 7U);
  EXPECT_EQ(only.launch.arguments[4].value, 0xffffffffU);
  EXPECT_EQ(only.launch.arguments[5].value, ~std::uint64_t{0});
  EXPECT_EQ(only.launch.arguments[6].value, 0x3fc00000U);
}

TEST_F(KernelManifestTest, RefusesWhatItDoesNotUnderstandWithPlaceAndRemedy) {
  constexpr auto bad = Failure::unreadable;
  expect_refused("touchstone.kernel", "touchstone.model", bad, "not a kernel manifest");
  expect_refused("\"kernel\": \"k\"", "\"kernel\": \"\"", bad, "kernel");
  expect_refused("\"contract\"", "\"extra\": 1, \"contract\"", bad, "extra");
  expect_refused("matmul", "matmull", bad, "matmul");
  expect_refused("bit_exact", "nearly", bad, "contract");
  expect_refused("k.ptx", "absent.ptx", bad, "ptx");
  expect_refused("k.ptx", "../k.ptx", bad, "ptx");
  expect_refused("[3, 4]", "[5, 4]", bad, "cases[0].operands");
  expect_refused("[3, 4]", "[-3, 4]", bad, "operands[1]");
  expect_refused("[32, 1, 1]", "[1025, 1, 1]", bad, "launch.block");
  expect_refused("[32, 1, 1]", "[1024, 2, 1]", bad, "1024 threads");
  expect_refused("[32, 1, 1]", "[32, 1]", bad, "three numbers");
  expect_refused("\"grid\": [1, 1, 1]", "\"grid\": [0, 1, 1]", bad, "launch.grid");
  expect_refused("{\"operand\": 1}", "{\"operand\": 2}", bad, "arguments[1]");
  expect_refused("{\"u32\": 7}", "{\"u32\": -7}", bad, "arguments[3]");
  expect_refused("{\"u32\": 7}", "{\"u32\": 7, \"s32\": 7}", bad, "one field");
  expect_refused("{\"u32\": 7}", "{\"u16\": 7}", bad, "u16");
  expect_refused("{\"f32\": 1.5}", "{\"f32\": \"0x123456789\"}", bad, "0x");
  expect_refused("{\"result\": true}, ", "", bad, "no argument is the result");
  expect_refused("\"ptx\"", "\"target\": \"sm_80\", \"ptx\"", bad, "CUDA source");
  expect_refused("\"ptx\": \"k.ptx\"", "\"cuda\": \"k.cu\"", bad, "target");
  expect_refused("\"ptx\": \"k.ptx\"",
                 "\"cuda\": \"k.cu\", \"target\": \"sm_80\", \"flags\": [\"--run\"]", bad,
                 "flags[0]");
}

TEST_F(KernelManifestTest, SaysWhatIsRealAndCannotBeProvedHere) {
  expect_refused("bit_exact", "ulp(2)", Failure::unavailable, "bit_exact");
  expect_refused("bit_exact", "real", Failure::unavailable, "contract");
  expect_refused("matmul", "gather", Failure::unavailable, "float32");
  expect_refused("\"version\": 1", "\"version\": 2", Failure::unavailable, "version");
}

TEST_F(KernelManifestTest, TakesCudaSourceAndFlagsThatOnlyCompile) {
  const auto manifest = read(
      with("\"ptx\": \"k.ptx\"",
           "\"cuda\": \"k.cu\", \"target\": \"sm_80\", \"flags\": [\"-DN=3\", \"-std=c++17\"]"));
  ASSERT_TRUE(manifest.ok()) << manifest.error().text();
  EXPECT_TRUE(manifest->code.cuda);
  EXPECT_EQ(manifest->code.flags.size(), 2U);
  // Without nvcc it cannot be compiled, and with one it is no CUDA.
  const auto ptx = ptx_of(manifest->code);
  ASSERT_FALSE(ptx.ok());
  EXPECT_TRUE(ptx.error().kind == Failure::unavailable || ptx.error().kind == Failure::unreadable);
  EXPECT_NE(ptx.error().file.find("k.cu"), std::string::npos);
}

}  // namespace
}  // namespace touchstone
