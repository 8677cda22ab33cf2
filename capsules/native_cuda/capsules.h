#pragma once

#include <span>
#include <string>
#include <vector>

#include "ptx_files.h"
#include "touchstone/plan/capsule.h"

namespace touchstone {

/// The native CUDA provider: of each operation it serves one capsule for device cuda
/// ("native_cuda.add"), which nothing in this build can run, and one for device ptx_sim
/// ("native_cuda.add.ptx_sim"), which runs the same PTX in the simulator. The artifact is that of
/// `files`, which hold the PTX of every kernel for every target.
[[nodiscard]] std::vector<Capsule> native_cuda_capsules(
    std::span<const native_cuda::PtxFile> files = native_cuda::committed_files());

/// A PTX file that is not the one that was committed: counter-evidence about every capsule whose
/// artifact it is part of.
struct PtxDifference {
  std::string capsule;
  std::string file;  ///< "sm_80/add.ptx"
  Digest declared;   ///< by the committed list
  Digest found;
};

/// All of them, by capsule.
[[nodiscard]] std::vector<PtxDifference> ptx_differences(
    std::span<const native_cuda::PtxFile> files);

}  // namespace touchstone
