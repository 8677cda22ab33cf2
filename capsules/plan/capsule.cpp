#include "capsule.h"

#include <stdexcept>

namespace touchstone {

std::string_view name_of(Provider provider) {
  switch (provider) {
    case Provider::reference: return "reference";
    case Provider::native_cpu: return "native_cpu";
    case Provider::native_cuda: return "native_cuda";
    case Provider::cublas: return "cublas";
    case Provider::cufft: return "cufft";
    case Provider::openblas: return "openblas";
    case Provider::libtorch: return "libtorch";
    case Provider::user: return "user";
  }
  throw std::logic_error("not a provider");
}

std::optional<Provider> provider_named(std::string_view name) {
  for (const Provider provider : all_providers) {
    if (name_of(provider) == name) return provider;
  }
  return std::nullopt;
}

std::string_view name_of(Device device) {
  switch (device) {
    case Device::cpu: return "cpu";
    case Device::cuda: return "cuda";
    case Device::ptx_sim: return "ptx_sim";
    case Device::metal: return "metal";
    case Device::rocm: return "rocm";
    case Device::webgpu: return "webgpu";
    case Device::wasm: return "wasm";
    case Device::tpu: return "tpu";
    case Device::trainium: return "trainium";
    case Device::custom: return "custom";
    case Device::external: return "external";
  }
  throw std::logic_error("not a device");
}

std::optional<Device> device_named(std::string_view name) {
  for (const Device device : all_devices) {
    if (name_of(device) == name) return device;
  }
  return std::nullopt;
}

std::string_view name_of(VjpMode mode) {
  switch (mode) {
    case VjpMode::none: return "none";
    case VjpMode::tape: return "tape";
    case VjpMode::backend: return "backend";
    case VjpMode::external_autograd: return "external_autograd";
  }
  throw std::logic_error("not a vjp mode");
}

std::optional<VjpMode> vjp_mode_named(std::string_view name) {
  for (const VjpMode mode :
       {VjpMode::none, VjpMode::tape, VjpMode::backend, VjpMode::external_autograd}) {
    if (name_of(mode) == name) return mode;
  }
  return std::nullopt;
}

std::string_view name_of(RuntimeSupport support) {
  switch (support) {
    case RuntimeSupport::executable: return "executable";
    case RuntimeSupport::test_only: return "test_only";
    case RuntimeSupport::planner_only: return "planner_only";
    case RuntimeSupport::not_wired: return "not_wired";
  }
  throw std::logic_error("not a runtime support");
}

}  // namespace touchstone
