#include "kernel_tables.h"
#include "reference_kernel.h"

namespace touchstone {

std::span<const Kernel> hardware_kernels() {
  return kernels_of<HardwareFma>(std::make_index_sequence<op_count>());
}

}  // namespace touchstone
