// Kernels that look like faults and are none.

namespace {
constexpr unsigned whole_warp = 0xFFFFFFFFU;
}

/// Kept out of line, so that the kernel calls it.
__device__ __noinline__ float product_of(const float* x, const float* y, unsigned i) {
  return x[i] * y[i];
}

// Threads of the tail return at once; no barrier follows.
extern "C" __global__ void tail_returns(const float* x, const float* y, float* z, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  z[i] = x[i] * y[i];
}

// Exactly as many threads as elements, without a guard.
extern "C" __global__ void exact_fit(const float* x, const float* y, float* z) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = x[i] * y[i];
}

// Whole blocks have nothing to do and leave before the barrier, every thread of them.
extern "C" __global__ void blocks_return(const float* x, float* y, unsigned blocks) {
  __shared__ float line[32];
  if (blockIdx.x >= blocks) return;
  const unsigned t = threadIdx.x;
  line[t] = x[blockIdx.x * 32 + t];
  __syncthreads();
  y[blockIdx.x * 32 + t] = line[t ^ 1];
}

// The barrier stands under a condition on block and argument, the same for all threads.
extern "C" __global__ void barrier_in_uniform_branch(const float* x, float* y, unsigned blocks) {
  __shared__ float line[32];
  const unsigned t = threadIdx.x;
  if (blockIdx.x < blocks) {
    line[t] = x[blockIdx.x * 32 + t];
    __syncthreads();
    y[blockIdx.x * 32 + t] = line[t ^ 1];
  }
}

// The number of rounds is an argument, and the last round is shorter.
extern "C" __global__ void rounds_by_argument(const float* x, float* y, unsigned n,
                                              unsigned rounds) {
  __shared__ float line[32];
  const unsigned t = threadIdx.x;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned i = round * blockDim.x + t;
    if (i < n) line[t] = x[i];
    __syncthreads();
    if (i < n) y[i] = -line[t];
    __syncthreads();
  }
}

// A grid-stride loop.
extern "C" __global__ void grid_stride(const float* x, const float* y, float* z, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    z[i] = x[i] * y[i];
  }
}

// Lanes go through different branches, and meet before they shuffle.
extern "C" __global__ void branches_meet_before_shuffle(const volatile float* x, float* y) {
  const unsigned t = threadIdx.x;
  float sum = x[0];
  if (t % 2 == 0) {
    sum = x[t];
  } else if (t != 1) {
    sum = x[t - 1];
    sum = x[t];
  } else {
    sum = x[1];
  }
  for (unsigned half = 16; half > 0; half /= 2) {
    sum = sum + __shfl_down_sync(whole_warp, sum, half);
  }
  if (t == 0) y[0] = sum;
}

// Lanes leave a loop at different rounds and meet behind it.
extern "C" __global__ void loop_met_before_barrier(const float* x, float* y) {
  __shared__ volatile float line[32];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k <= t; ++k) line[t] = x[k];
  __syncthreads();
  y[t] = line[31 - t];
}

// A loop that lanes leave by break.
extern "C" __global__ void loop_left_by_break(const float* x, float* y, unsigned n) {
  const unsigned t = threadIdx.x;
  float value = x[0];
  for (unsigned k = 1; k < n; ++k) {
    if (k > t) break;
    value = x[k];
  }
  y[t] = -__shfl_sync(whole_warp, value, static_cast<int>(t));
}

// Tails by a predicated select instead of a branch.
extern "C" __global__ void predicated_tail(const float* x, float* y, unsigned n) {
  const unsigned i = threadIdx.x;
  unsigned from = i < n ? i : n - 1;
  asm volatile("" : "+r"(from));
  const float value = x[from];
  if (i < n) y[i] = -value;
}

// All threads of the tail store the last element; each element's value is the same, and it is only
// shared memory.
extern "C" __global__ void tail_stores_alike(const float* x, float* y, unsigned n) {
  __shared__ volatile float line[64];
  const unsigned t = threadIdx.x;
  const unsigned i = min(t, n - 1);
  line[i] = x[i];
  __syncthreads();
  if (t < n) y[t] = -line[t];
}

// A named barrier by which one warp hands its values to another, which the checker does not know.
extern "C" __global__ void warps_hand_over(const float* x, float* y) {
  __shared__ float line[32];
  const unsigned t = threadIdx.x;
  if (t < 32) {
    line[t] = x[t];
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    y[t - 32] = -line[t - 32];
  }
}

// A device function that is called.
extern "C" __global__ void by_call(const float* x, const float* y, float* z) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = product_of(x, y, i);
}

// Values go through bytes of shared memory and come back whole, which the checker does not follow.
extern "C" __global__ void through_bytes(const float* x, float* y) {
  __shared__ volatile unsigned char bytes[4][32];
  const unsigned t = threadIdx.x;
  const unsigned word = __float_as_uint(x[t]);
  for (unsigned k = 0; k < 4; ++k) bytes[k][t] = static_cast<unsigned char>(word >> (8 * k));
  __syncthreads();
  unsigned result = 0;
  for (unsigned k = 0; k < 4; ++k) result |= static_cast<unsigned>(bytes[k][31 - t]) << (8 * k);
  y[t] = __uint_as_float(result);
}

// Binary64 holds every binary32 number, so this loses nothing.
extern "C" __global__ void through_binary64(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  float result;
  asm("{\n\t.reg .f64 wide;\n\tcvt.f64.f32 wide, %1;\n\tneg.f64 wide, wide;\n\t"
      "cvt.rn.f32.f64 %0, wide;\n\t}"
      : "=f"(result)
      : "f"(x[t]));
  y[t] = result;
}

// Vectors of four at their alignment.
extern "C" __global__ void aligned_vectors(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float4 four = reinterpret_cast<const float4*>(x)[t];
  reinterpret_cast<float4*>(y)[t] = make_float4(-four.x, -four.y, -four.z, -four.w);
}

// The transposition through a shared tile with one column of padding, which nothing reads.
extern "C" __global__ void transpose_through_tile(const float* x, float* y, unsigned rows,
                                                  unsigned columns) {
  __shared__ float tile[8][9];
  const unsigned row = blockIdx.y * 8 + threadIdx.y;
  const unsigned column = blockIdx.x * 8 + threadIdx.x;
  if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = x[row * columns + column];
  __syncthreads();
  const unsigned to_row = blockIdx.x * 8 + threadIdx.y;
  const unsigned to_column = blockIdx.y * 8 + threadIdx.x;
  if (to_row < columns && to_column < rows) {
    y[to_row * rows + to_column] = tile[threadIdx.x][threadIdx.y];
  }
}

// Index products that wrap harmlessly: unsigned arithmetic is modular, and the difference is small.
extern "C" __global__ void wrap_and_back(const float* x, float* y, unsigned base) {
  const unsigned i = threadIdx.x;
  unsigned far = base + i;
  asm volatile("" : "+r"(far));
  y[i] = -x[far - base];
}

// The warp's lanes vote, and all or none take the branch with the barrier.
extern "C" __global__ void barrier_by_vote(const float* x, float* y, unsigned n) {
  __shared__ float line[32];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  if (__any_sync(whole_warp, t < n)) __syncthreads();
  y[t] = line[31 - t];
}
