#include "touchstone/native_cuda/capsules.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "touchstone/native_cuda/launch.h"
#include "touchstone/plan/registry.h"

namespace touchstone {
namespace {

using native_cuda::committed_files;
using native_cuda::PtxFile;

bool is_ptx(const PtxFile& file) { return file.name.ends_with(".ptx"); }

TEST(NativeCapsules, AreCompleteAndMakeARegistry) {
  const auto capsules = native_cuda_capsules();
  EXPECT_EQ(capsules.size(), 2 * native_cuda::served_operations.size());
  EXPECT_TRUE(Registry::create(capsules).ok());
  for (const Capsule& capsule : capsules) {
    EXPECT_EQ(capsule.provider, Provider::native_cuda);
    EXPECT_EQ(capsule.refines, capsule.op);
    EXPECT_EQ(capsule.vjp_mode, VjpMode::none);
    EXPECT_EQ(capsule.claims.size(), 3U) << capsule.name;
    EXPECT_NE(capsule.artifact.digest, Digest{});
    EXPECT_FALSE(capsule.artifact.sources.empty() || capsule.artifact.flags.empty() ||
                 capsule.launch.empty() || capsule.summary.empty() || capsule.provenance.empty());
    for (const std::string& source : capsule.artifact.sources) {
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(TOUCHSTONE_SOURCE_DIR) / source))
          << source;
    }
    ASSERT_NE(capsule.refuses, nullptr);
  }
}

TEST(NativeCapsules, OnlyTheSimulatorsAreExecutableAndOnlyTheGpusRestOnIt) {
  for (const Capsule& capsule : native_cuda_capsules()) {
    const bool simulated = capsule.device == Device::ptx_sim;
    EXPECT_EQ(capsule.runtime_support,
              simulated ? RuntimeSupport::executable : RuntimeSupport::not_wired);
    const std::set<AssumptionId> on(capsule.assumptions.begin(), capsule.assumptions.end());
    const bool launches_on_gpu = !simulated && !native_cuda::is_view(capsule.op);
    EXPECT_EQ(on.contains(AssumptionId::gpu), launches_on_gpu) << capsule.name;
    EXPECT_EQ(on.contains(AssumptionId::ptxas), launches_on_gpu) << capsule.name;
  }
}

TEST(NativeCapsules, AskTheLaunchRule) {
  const std::vector<TensorType> same{{ElementType::float32, Shape::of({2})},
                                     {ElementType::float32, Shape::of({2})}};
  const std::vector<TensorType> whole{{ElementType::int64, Shape::of({2})},
                                      {ElementType::int64, Shape::of({2})}};
  for (const Capsule& capsule : native_cuda_capsules()) {
    if (capsule.op != Op::add) continue;
    EXPECT_EQ(capsule.refuses(Op::add, {}, same), std::nullopt);
    EXPECT_EQ(capsule.refuses(Op::add, {}, whole), "computes with float32, not int64");
  }
}

TEST(NativePtx, TheListOfDigestsIsThatOfTheFiles) {
  std::size_t compared = 0;
  for (const PtxFile& file : committed_files()) {
    if (file.name == "digests.sha256") continue;
    EXPECT_EQ(native_cuda::declared_digest(file.name), sha256(file.bytes)) << file.name;
    ++compared;
  }
  EXPECT_EQ(compared, 15U);
  EXPECT_EQ(native_cuda::declared_digest("sm_80/divide.ptx"), std::nullopt);
  EXPECT_EQ(native_cuda::declared_digest("add.ptx"), std::nullopt);
  EXPECT_TRUE(ptx_differences(committed_files()).empty());
}

TEST(NativePtx, IsCarriedByteForByteAndWhole) {
  const std::filesystem::path folder =
      std::filesystem::path(TOUCHSTONE_SOURCE_DIR) / "capsules/native_cuda/ptx";
  std::size_t on_disk = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    ++on_disk;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string name = std::filesystem::relative(entry.path(), folder).generic_string();
    EXPECT_EQ(native_cuda::bytes_of(committed_files(), name), bytes) << name;
  }
  EXPECT_EQ(on_disk, committed_files().size());
}

TEST(NativePtx, NamesNoFileOutsideTheRepositoryAndLeavesNoRoundingOpen) {
  for (const PtxFile& file : committed_files()) {
    if (!is_ptx(file)) continue;
    EXPECT_EQ(file.bytes.find("\"/"), std::string_view::npos) << file.name;
    EXPECT_NE(file.bytes.find("\"capsules/native_cuda/kernels/"), std::string_view::npos);
    for (const char* open : {"add.f32", "sub.f32", "mul.f32", "mad.f32", ".ftz", ".approx"}) {
      EXPECT_EQ(file.bytes.find(open), std::string_view::npos) << file.name << " " << open;
    }
  }
}

TEST(NativePtx, AChangedByteIsToldOfEveryCapsuleItIsPartOf) {
  std::vector<PtxFile> files(committed_files().begin(), committed_files().end());
  std::string changed;
  for (PtxFile& file : files) {
    if (file.name != "sm_100/relu.ptx") continue;
    changed = file.bytes;
    changed[changed.find("max.NaN")] = 'M';
    file.bytes = changed;
  }
  const auto differences = ptx_differences(files);
  ASSERT_EQ(differences.size(), 2U);
  EXPECT_EQ(differences[0].capsule, "native_cuda.relu");
  EXPECT_EQ(differences[1].capsule, "native_cuda.relu.ptx_sim");
  EXPECT_EQ(differences[0].file, "sm_100/relu.ptx");
  EXPECT_EQ(differences[0].declared, native_cuda::declared_digest("sm_100/relu.ptx"));
  EXPECT_EQ(differences[0].found, sha256(changed));

  const auto original = native_cuda_capsules();
  const auto altered = native_cuda_capsules(files);
  ASSERT_EQ(original.size(), altered.size());
  for (std::size_t i = 0; i < original.size(); ++i) {
    EXPECT_EQ(original[i].artifact.digest != altered[i].artifact.digest, original[i].op == Op::relu)
        << original[i].name;
  }
}

}  // namespace
}  // namespace touchstone
