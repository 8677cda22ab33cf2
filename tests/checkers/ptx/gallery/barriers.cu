// Barriers that not every thread reaches, or not the same. Most kernels here reverse x[n] through
// shared memory.

namespace {
constexpr unsigned length = 64;
}

// Lanes 8 to 31 of the second warp go past the first barrier to the second.
extern "C" __global__ void barrier_by_thread(const float* x, float* y, unsigned some) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  if (t < some) __syncthreads();
  __syncthreads();
  y[t] = line[length - 1 - t];
}

extern "C" __global__ void barrier_by_argument(const float* x, float* y, unsigned some) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  if (blockDim.x > some) __syncthreads();
  __syncthreads();
  y[t] = line[length - 1 - t];
}

// Which threads reach the first barrier depends on the data.
extern "C" __global__ void barrier_by_value(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  const float value = x[t];
  line[t] = value;
  if (value > 1.0F) __syncthreads();
  __syncthreads();
  y[t] = line[length - 1 - t];
}

// A barrier in a loop whose number of rounds differs between threads of a warp.
extern "C" __global__ void barrier_in_uneven_loop(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  for (unsigned round = 0; round < 1 + t % 3; ++round) __syncthreads();
  __syncthreads();
  y[t] = line[length - 1 - t];
}

extern "C" __global__ void barrier_in_even_loop(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  for (unsigned round = 0; round < 1 + blockDim.x % 3; ++round) __syncthreads();
  __syncthreads();
  y[t] = line[length - 1 - t];
}

// The barrier stands in both branches, but they are two barriers, and the warp is divided between
// them.
extern "C" __global__ void barrier_in_both_branches(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  if (t % 2 == 0) {
    line[t] = x[t];
    asm volatile("bar.sync 0; // even" ::: "memory");
  } else {
    line[t] = x[t];
    asm volatile("bar.sync 0; // odd" ::: "memory");
  }
  y[t] = line[length - 1 - t];
}

// The same, but it is whole warps that part, so each warp reaches one barrier together.
extern "C" __global__ void barrier_by_warp(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  if (t / 32 == 0) {
    line[t] = x[t];
    asm volatile("bar.sync 0; // first warp" ::: "memory");
  } else {
    line[t] = x[t];
    asm volatile("bar.sync 0; // second warp" ::: "memory");
  }
  y[t] = line[length - 1 - t];
}

// Each warp waits at a barrier of its own number for a block that never comes.
extern "C" __global__ void barriers_of_two_numbers(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  if (t / 32 == 0) {
    asm volatile("bar.sync 1; // first warp" ::: "memory");
  } else {
    asm volatile("bar.sync 2; // second warp" ::: "memory");
  }
  y[t] = line[length - 1 - t];
}

// A barrier for more threads than the block has. It never opens; the checker knows barriers of the
// whole block alone, and says so.
extern "C" __global__ void barrier_of_too_many(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  asm volatile("bar.sync 1, 96;" ::: "memory");
  y[t] = line[length - 1 - t];
}

extern "C" __global__ void barrier_of_all(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  y[t] = line[length - 1 - t];
}

// Threads without work leave before a barrier that the rest of their warp executes.
extern "C" __global__ void return_before_barrier(const float* x, float* y, unsigned n) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  if (t >= n) return;
  line[t] = x[t];
  __syncthreads();
  y[t] = line[n - 1 - t];
}

extern "C" __global__ void return_after_barrier(const float* x, float* y, unsigned n) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  if (t < n) line[t] = x[t];
  __syncthreads();
  if (t >= n) return;
  y[t] = line[n - 1 - t];
}

// Whether a thread leaves before the barrier depends on its element.
extern "C" __global__ void return_by_value(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  const float value = x[t];
  line[t] = value;
  if (value == 0.0F) return;
  __syncthreads();
  y[t] = line[length - 1 - t];
}

extern "C" __global__ void reverse_by_barrier(const float* x, float* y) {
  __shared__ float line[length];
  const unsigned t = threadIdx.x;
  const float value = x[t];
  line[t] = value;
  __syncthreads();
  y[t] = line[length - 1 - t];
}

// The second sum is written into the scratch from which the first is still being read.
extern "C" __global__ void scratch_reused(const float* x, float* y) {
  __shared__ float scratch[length];
  const unsigned t = threadIdx.x;
  for (unsigned row = 0; row < 2; ++row) {
    scratch[t] = x[row * length + t];
    __syncthreads();
    for (unsigned half = length / 2; half > 0; half /= 2) {
      if (t < half) scratch[t] = scratch[t] + scratch[t + half];
      __syncthreads();
    }
    if (t == 32 + row) y[row] = scratch[0];
  }
}

extern "C" __global__ void scratch_reused_behind_barrier(const float* x, float* y) {
  __shared__ float scratch[length];
  const unsigned t = threadIdx.x;
  for (unsigned row = 0; row < 2; ++row) {
    scratch[t] = x[row * length + t];
    __syncthreads();
    for (unsigned half = length / 2; half > 0; half /= 2) {
      if (t < half) scratch[t] = scratch[t] + scratch[t + half];
      __syncthreads();
    }
    if (t == 32 + row) y[row] = scratch[0];
    __syncthreads();
  }
}

// The barrier of the tree stands before each step's reads, and the last step's result is read
// without one.
extern "C" __global__ void tree_read_early(const float* x, float* y) {
  __shared__ float scratch[length];
  const unsigned t = threadIdx.x;
  scratch[t] = x[t];
  for (unsigned half = length / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) scratch[t] = scratch[t] + scratch[t + half];
  }
  if (t == 1) y[0] = scratch[0];
}

// The thread that reads the result is the one that wrote it.
extern "C" __global__ void tree_read_by_writer(const float* x, float* y) {
  __shared__ float scratch[length];
  const unsigned t = threadIdx.x;
  scratch[t] = x[t];
  for (unsigned half = length / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) scratch[t] = scratch[t] + scratch[t + half];
  }
  if (t == 0) y[0] = scratch[0];
}
