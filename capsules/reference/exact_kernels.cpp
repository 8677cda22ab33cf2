#include "kernel_tables.h"
#include "reference_kernel.h"

namespace touchstone {

std::span<const Kernel> exact_kernels() {
  return kernels_of<ExactFma>(std::make_index_sequence<op_count>());
}

}  // namespace touchstone
