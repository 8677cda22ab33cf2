#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/contract/assumption.h"
#include "touchstone/contract/claim.h"
#include "touchstone/core/digest.h"
#include "touchstone/core/tensor.h"
#include "touchstone/op/attributes.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Who made an implementation.
enum class Provider : std::uint8_t {
  reference,
  native_cpu,
  native_cuda,
  cublas,
  cufft,
  openblas,
  libtorch,
  user  ///< a kernel outside the registry, which a manifest describes
};
[[nodiscard]] std::string_view name_of(Provider provider);
[[nodiscard]] std::optional<Provider> provider_named(std::string_view name);
inline constexpr std::array all_providers{
    Provider::reference, Provider::native_cpu, Provider::native_cuda, Provider::cublas,
    Provider::cufft,     Provider::openblas,   Provider::libtorch,    Provider::user};

/// Where an implementation runs.
enum class Device : std::uint8_t {
  cpu,
  cuda,
  ptx_sim,
  metal,
  rocm,
  webgpu,
  wasm,
  tpu,
  trainium,
  custom,
  external
};
[[nodiscard]] std::string_view name_of(Device device);
[[nodiscard]] std::optional<Device> device_named(std::string_view name);
inline constexpr std::array all_devices{
    Device::cpu,  Device::cuda, Device::ptx_sim,  Device::metal,  Device::rocm,    Device::webgpu,
    Device::wasm, Device::tpu,  Device::trainium, Device::custom, Device::external};

/// Who computes the gradient of an operation, given that of its result.
enum class VjpMode : std::uint8_t {
  none,               ///< nobody: a forward-only capsule
  tape,               ///< our tape, by the definition's vector-Jacobian products
  backend,            ///< the capsule's own kernels, called by our tape
  external_autograd,  ///< another framework's tape; we see values and gradients only
};
[[nodiscard]] std::string_view name_of(VjpMode mode);
[[nodiscard]] std::optional<VjpMode> vjp_mode_named(std::string_view name);

enum class RuntimeSupport : std::uint8_t {
  executable,
  test_only,     ///< for tests: no plan takes it
  planner_only,  ///< a place in the registry for what does not exist yet: no plan takes it
  not_wired,     ///< it exists and can be judged, and nothing in this build runs it
};
[[nodiscard]] std::string_view name_of(RuntimeSupport support);

/// What executes.
struct Artifact {
  Digest digest;                     ///< of the sources and the flags they are compiled with
  std::vector<std::string> sources;  ///< paths in the repository, in the order they are hashed
  std::string symbol;                ///< linker name of the entry point in the loaded file
  std::string flags;
};

struct Numerics {
  std::string_view rounding = "nearest even";
  std::string_view subnormals = "kept";
  std::string_view contraction = "only where the definition writes fma";
  std::string_view reduction_order = "the definition's";
};

/// One implementation of one operation, as declared in the source. It says what it promises and
/// never how far it is to be trusted: that is derived from evidence.
struct Capsule {
  std::string name;  ///< "reference.matmul"
  Op op{};
  Op refines{};  ///< the definition it promises to compute
  ElementType dtype = ElementType::float32;
  Provider provider{};
  Device device{};
  Artifact artifact;
  std::string launch;  ///< how the work is split, and the preconditions
  bool forward = true;
  VjpMode vjp_mode = VjpMode::none;
  Numerics numerics;
  RuntimeSupport runtime_support = RuntimeSupport::executable;
  std::string summary;
  std::string provenance;
  std::vector<AssumptionId> assumptions;  ///< that hold for whatever it runs
  std::vector<Claim> claims;              ///< its contracts; vjp where vjp_mode is not none
  /// Why it does not serve this use of its operation; nothing where it does. Attributes are
  /// complete and the operands are such as the operation takes. Absent where it serves every use.
  std::optional<std::string> (*refuses)(Op, const Attributes&,
                                        std::span<const TensorType> operands) = nullptr;
};

}  // namespace touchstone
