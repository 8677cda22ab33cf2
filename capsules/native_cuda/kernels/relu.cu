#include "integers.cuh"

namespace touchstone {

/// out[i] = maximum(x[i], +0) for i < count. max.NaN is IEEE 754-2019's maximum (PTX ISA 9.0,
/// 9.7.3.12): NaN propagates and −0 becomes +0; C++ has no function that is compiled to it.
extern "C" __global__ void relu(const float* __restrict__ x, float* __restrict__ out, u64 count) {
  const u64 i = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float positive;
  asm("max.NaN.f32 %0, %1, 0f00000000;" : "=f"(positive) : "f"(x[i]));
  out[i] = positive;
}

}  // namespace touchstone
