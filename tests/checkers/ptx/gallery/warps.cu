// Warp operations: who takes part, and whose value is read.

namespace {
constexpr unsigned whole_warp = 0xFFFFFFFFU;
}

// Lanes 24 to 31 have left, and the mask still names them.
extern "C" __global__ void shuffle_after_return(const float* x, float* y, unsigned n) {
  const unsigned t = threadIdx.x;
  if (t >= n) return;
  float sum = x[t];
  for (unsigned half = 16; half > 0; half /= 2) {
    const float other = __shfl_down_sync(whole_warp, sum, half);
    if (t < half && t + half < n) sum = sum + other;
  }
  if (t == 0) y[0] = sum;
}

extern "C" __global__ void shuffle_by_whole_warp(const float* x, float* y, unsigned n) {
  const unsigned t = threadIdx.x;
  float sum = t < n ? x[t] : 0.0F;
  for (unsigned half = 16; half > 0; half /= 2) {
    const float other = __shfl_down_sync(whole_warp, sum, half);
    if (t < half && t + half < n) sum = sum + other;
  }
  if (t == 0) y[0] = sum;
}

// The lower half of the warp reads lanes of the upper half, which does not take part.
extern "C" __global__ void shuffle_from_inactive(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float value = x[t];
  if (t < 16) {
    const float other = __shfl_down_sync(0x0000FFFFU, value, 16);
    y[t] = value + other;
  }
}

extern "C" __global__ void shuffle_before_branch(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float value = x[t];
  const float other = __shfl_down_sync(whole_warp, value, 16);
  if (t < 16) {
    y[t] = value + other;
  }
}

// Half of the warp waits for the other half, which waits at the barrier behind the branch.
extern "C" __global__ void warp_barrier_in_branch(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  if (t < 16) {
    y[t] = -x[t];
    __syncwarp(whole_warp);
    y[t + 16] = -x[t + 16];
  }
  __syncthreads();
}

extern "C" __global__ void warp_barrier_of_half(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  if (t < 16) {
    y[t] = -x[t];
    __syncwarp(0x0000FFFFU);
    y[t + 16] = -x[t + 16];
  }
  __syncthreads();
}

// The mask leaves out lanes that execute the instruction.
extern "C" __global__ void shuffle_outside_mask(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float value = x[t];
  const float other = __shfl_xor_sync(0x0000FFFFU, value, 1);
  y[t] = other;
}

extern "C" __global__ void shuffle_inside_mask(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float value = x[t];
  const float other = __shfl_xor_sync(whole_warp, value, 1);
  y[t] = other;
}

// Lanes of a warp need not run in step, so each read races with a neighbour's write.
extern "C" __global__ void warp_synchronous_sum(const float* x, float* y) {
  __shared__ volatile float scratch[64];
  const unsigned t = threadIdx.x;
  scratch[t] = x[t];
  __syncthreads();
  if (t < 32) {
    for (unsigned half = 32; half > 0; half /= 2) {
      scratch[t] = scratch[t] + scratch[t + half];
    }
  }
  if (t == 0) y[0] = scratch[0];
}

extern "C" __global__ void warp_barrier_sum(const float* x, float* y) {
  __shared__ volatile float scratch[64];
  const unsigned t = threadIdx.x;
  scratch[t] = x[t];
  __syncthreads();
  if (t < 32) {
    for (unsigned half = 32; half > 0; half /= 2) {
      const float sum = scratch[t] + scratch[t + half];
      __syncwarp();
      scratch[t] = sum;
      __syncwarp();
    }
  }
  if (t == 0) y[0] = scratch[0];
}

// One __syncwarp between read and write, none before the next read.
extern "C" __global__ void warp_barrier_missing_after_write(const float* x, float* y) {
  __shared__ volatile float scratch[64];
  const unsigned t = threadIdx.x;
  scratch[t] = x[t];
  __syncthreads();
  if (t < 32) {
    for (unsigned half = 32; half > 0; half /= 2) {
      const float sum = scratch[t] + scratch[t + half];
      __syncwarp();
      scratch[t] = sum;
    }
  }
  if (t == 0) y[0] = scratch[0];
}

// __syncwarp orders the lanes of one warp; these values cross to the other.
extern "C" __global__ void warp_barrier_across_warps(const float* x, float* y) {
  __shared__ volatile float line[64];
  const unsigned t = threadIdx.x;
  line[t] = 0.0F;
  __syncthreads();
  line[t] = x[t];
  __syncwarp();
  y[t] = line[63 - t];
}

extern "C" __global__ void warp_barrier_within_warps(const float* x, float* y) {
  __shared__ volatile float line[64];
  const unsigned t = threadIdx.x;
  line[t] = 0.0F;
  __syncthreads();
  line[t] = x[63 - (t ^ 31)];
  __syncwarp();
  y[t] = line[t ^ 31];
}

// After shuffles downwards lane 0 alone holds the sum.
extern "C" __global__ void sum_of_second_lane(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned half = 16; half > 0; half /= 2) {
    sum = sum + __shfl_down_sync(whole_warp, sum, half);
  }
  if (t == 1) y[0] = sum;
}

extern "C" __global__ void sum_of_first_lane(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned half = 16; half > 0; half /= 2) {
    sum = sum + __shfl_down_sync(whole_warp, sum, half);
  }
  if (t == 0) y[0] = sum;
}
