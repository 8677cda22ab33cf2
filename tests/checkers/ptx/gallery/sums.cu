// Sums in the canonical order (lanes l and l + half are added while half halves) and in others.

namespace {
constexpr unsigned whole_warp = 0xFFFFFFFFU;
}

// From the first to the last.
extern "C" __global__ void sum_in_plain_order(const float* x, float* y) {
  const float* row = x + 8 * threadIdx.x;
  float sum = row[0];
  for (unsigned k = 1; k < 8; ++k) sum = sum + row[k];
  y[threadIdx.x] = sum;
}

// Pairs of neighbours instead of halves.
extern "C" __global__ void sum_of_neighbours(const float* x, float* y) {
  const float* row = x + 8 * threadIdx.x;
  const float left = (row[0] + row[1]) + (row[2] + row[3]);
  const float right = (row[4] + row[5]) + (row[6] + row[7]);
  y[threadIdx.x] = left + right;
}

extern "C" __global__ void sum_of_halves(const float* x, float* y) {
  const float* row = x + 8 * threadIdx.x;
  const float even = (row[0] + row[4]) + (row[2] + row[6]);
  const float odd = (row[1] + row[5]) + (row[3] + row[7]);
  y[threadIdx.x] = even + odd;
}

// From +0 on: a row of -0 gives +0.
extern "C" __global__ void sum_from_zero(const float* x, float* y) {
  const float* row = x + 2 * threadIdx.x;
  float sum = 0.0F;
  for (unsigned k = 0; k < 2; ++k) sum = sum + row[k];
  y[threadIdx.x] = sum;
}

extern "C" __global__ void sum_from_first(const float* x, float* y) {
  const float* row = x + 2 * threadIdx.x;
  float sum = row[0];
  for (unsigned k = 1; k < 2; ++k) sum = sum + row[k];
  y[threadIdx.x] = sum;
}

// A row of three is filled with a zero, which turns a sum of -0 into +0.
extern "C" __global__ void sum_with_padding(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  volatile float padding = 0.0F;
  y[threadIdx.x] = (row[0] + row[2]) + (row[1] + padding);
}

extern "C" __global__ void sum_without_padding(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  y[threadIdx.x] = (row[0] + row[2]) + row[1];
}

// Each warp first, then the warps: not the order of halves.
extern "C" __global__ void sum_of_warps(const float* x, float* y) {
  __shared__ float of_warp[2];
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned half = 16; half > 0; half /= 2) {
    sum = sum + __shfl_down_sync(whole_warp, sum, half);
  }
  if (t % 32 == 0) of_warp[t / 32] = sum;
  __syncthreads();
  if (t == 0) y[0] = of_warp[0] + of_warp[1];
}

extern "C" __global__ void sum_across_warps_first(const float* x, float* y) {
  __shared__ float line[64];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  __syncthreads();
  if (t >= 32) return;
  float sum = line[t] + line[t + 32];
  for (unsigned half = 16; half > 0; half /= 2) {
    sum = sum + __shfl_down_sync(whole_warp, sum, half);
  }
  if (t == 0) y[0] = sum;
}

// A butterfly in ascending steps: neighbours first.
extern "C" __global__ void butterfly_ascending(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned step = 1; step < 32; step *= 2) {
    sum = sum + __shfl_xor_sync(whole_warp, sum, step);
  }
  if (t == 0) y[0] = sum;
}

extern "C" __global__ void butterfly_descending(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned step = 16; step > 0; step /= 2) {
    sum = sum + __shfl_xor_sync(whole_warp, sum, step);
  }
  if (t == 0) y[0] = sum;
}

// 300 elements by 128 lanes: each adds its own first, and here from the last to the first.
extern "C" __global__ void lanes_from_the_end(const float* x, float* y, unsigned n) {
  __shared__ float lane[128];
  const unsigned t = threadIdx.x;
  unsigned last = t;
  while (last + 128 < n) last += 128;
  float sum = x[last];
  for (unsigned i = last; i >= 128; i -= 128) sum = sum + x[i - 128];
  lane[t] = sum;
  for (unsigned half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) lane[t] = lane[t] + lane[t + half];
  }
  if (t == 0) y[0] = lane[0];
}

extern "C" __global__ void lanes_in_order(const float* x, float* y, unsigned n) {
  __shared__ float lane[128];
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned i = t + 128; i < n; i += 128) sum = sum + x[i];
  lane[t] = sum;
  for (unsigned half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) lane[t] = lane[t] + lane[t + half];
  }
  if (t == 0) y[0] = lane[0];
}

// 64 lanes are not 128.
extern "C" __global__ void half_as_many_lanes(const float* x, float* y, unsigned n) {
  __shared__ float lane[64];
  const unsigned t = threadIdx.x;
  float sum = x[t];
  for (unsigned i = t + 64; i < n; i += 64) sum = sum + x[i];
  lane[t] = sum;
  for (unsigned half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) lane[t] = lane[t] + lane[t + half];
  }
  if (t == 0) y[0] = lane[0];
}

// The mean by the reciprocal of a count that is no power of two.
extern "C" __global__ void mean_by_reciprocal(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  y[threadIdx.x] = ((row[0] + row[2]) + row[1]) * (1.0F / 3.0F);
}

extern "C" __global__ void mean_by_division(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  y[threadIdx.x] = ((row[0] + row[2]) + row[1]) / 3.0F;
}

// Each element is divided, then summed.
extern "C" __global__ void mean_of_quotients(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  y[threadIdx.x] = (row[0] / 3.0F + row[2] / 3.0F) + row[1] / 3.0F;
}
