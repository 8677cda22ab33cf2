#include "kernels.h"

#include "kernel_tables.h"
#include "touchstone/number/fma.h"

namespace touchstone {

std::vector<KernelSet> runnable_kernels() {
  std::vector<KernelSet> out;
  if (has_hardware_fma()) out.push_back({HardwareFma::name, hardware_kernels()});
  out.push_back({ExactFma::name, exact_kernels()});
  return out;
}

KernelSet native_kernels() { return runnable_kernels().front(); }

std::string kernel_symbol(Op op, std::string_view fma) {
  // Itanium C++ ABI, 5.1: reference_kernel is a template over (Op, kind of fma) in this namespace.
  const std::string kind = fma == HardwareFma::name ? "11HardwareFma" : "8ExactFma";
  return "_ZN10touchstone16reference_kernelILNS_2OpE" + std::to_string(static_cast<int>(op)) +
         "ENS_" + kind +
         "EEEvRKNS_10AttributesENS_4PassENS_4PartESt4spanIKNS_13KernelOperandELm1844" +
         "6744073709551615EENS_12KernelResultE";
}

}  // namespace touchstone
