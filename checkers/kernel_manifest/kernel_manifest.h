#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"
#include "touchstone/ptx/launch.h"

namespace touchstone {

/// One launch of a kernel at concrete types. Its arguments name buffers: operand i is buffer i, the
/// result is the buffer after the last operand.
struct KernelCase {
  std::vector<TensorType> operands;
  TensorType result;
  ptx::Launch launch;
};

/// Where a kernel's PTX comes from.
struct KernelCode {
  std::filesystem::path file;  ///< as errors name it
  bool cuda = false;           ///< CUDA C++, which nvcc compiles; otherwise PTX
  std::string target;          ///< of CUDA: "sm_80"
  std::vector<std::string> flags;
};

/// What a user asks of a kernel of their own: that these launches compute this operation, bit for
/// bit.
struct KernelManifest {
  std::filesystem::path file;
  std::string name;  ///< the kernel's name where the manifest gives none
  KernelCode code;
  Op op{};
  Attributes attributes;  ///< complete
  std::vector<KernelCase> cases;
  std::string preconditions;  ///< in the author's words; nothing checks them
};

/// The manifest of this text (kernel_manifest.schema.json). `file` names it in errors and locates
/// the code, which must lie in or below its folder. Nothing is compiled or read beside the text,
/// but that the code's file must exist. Errors, with file and place: unavailable for a contract,
/// an element type or an operation that cannot be proved here; otherwise unreadable.
[[nodiscard]] Result<KernelManifest> read_kernel_manifest(std::string_view text,
                                                          const std::filesystem::path& file);

}  // namespace touchstone
