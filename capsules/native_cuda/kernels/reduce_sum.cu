#include "integers.cuh"

namespace touchstone {

constexpr u32 lane_count = 128;   ///< also the block's size
constexpr u32 chunk_size = 4096;  ///< elements that lanes and halving sum at once

/// The sum of the first `used` lanes by halving: lane l takes lane l + h where that holds a value.
/// Every thread of the block calls it, having written its lane, and gets the sum.
__device__ __forceinline__ float halve(float* lanes, u32 used) {
  const u32 lane = threadIdx.x;
  __syncthreads();
#pragma unroll
  for (u32 h = lane_count / 2; h > 0; h /= 2) {
    if (lane < h && lane + h < used) lanes[lane] = __fadd_rn(lanes[lane], lanes[lane + h]);
    __syncthreads();
  }
  const float sum = lanes[0];
  __syncthreads();
  return sum;
}

__device__ __forceinline__ u32 at_most(u64 count, u32 limit) {
  return count < limit ? static_cast<u32>(count) : limit;
}

/// The sum of 1 to 4096 elements that lie `step` apart.
__device__ __forceinline__ float chunk_sum(float* lanes, const float* __restrict__ x, u64 step,
                                           u32 count) {
  const u32 lane = threadIdx.x;
  if (lane < count) {
    float sum = x[lane * step];
    for (u32 i = lane + lane_count; i < count; i += lane_count) {
      sum = __fadd_rn(sum, x[i * step]);
    }
    lanes[lane] = sum;
  }
  return halve(lanes, at_most(count, lane_count));
}

/// A lane that sums the values numbered lane, lane + 128, … as they come, one after another, for
/// the whole block.
struct Lane {
  float sum = 0.0F;

  __device__ __forceinline__ void take(u32 number, float value) {
    if (number % lane_count != threadIdx.x) return;
    sum = number < lane_count ? value : __fadd_rn(sum, value);
  }

  /// The sum of all `count` values taken, at least one.
  __device__ __forceinline__ float total(float* lanes, u32 count) const {
    const u32 used = at_most(count, lane_count);
    if (threadIdx.x < used) lanes[threadIdx.x] = sum;
    return halve(lanes, used);
  }
};

/// The sum of 1 to 4096² elements: of the sums of its chunks.
__device__ __forceinline__ float long_sum(float* lanes, const float* __restrict__ x, u64 step,
                                          u64 length) {
  Lane sums;
  u32 chunks = 0;
  for (u64 first = 0; first < length; first += chunk_size) {
    sums.take(chunks++,
              chunk_sum(lanes, x + first * step, step, at_most(length - first, chunk_size)));
  }
  return sums.total(lanes, chunks);
}

/// x is [outer, length, inner] and out is [outer, inner]: each element of out is the canonical sum
/// of `length` elements of x, by one block. Three levels of chunks hold 4096³ elements.
extern "C" __global__ void __launch_bounds__(lane_count)
    reduce_sum(const float* __restrict__ x, float* __restrict__ out, u64 length, u32 inner) {
  __shared__ float lanes[lane_count];
  constexpr u64 long_size = static_cast<u64>(chunk_size) * chunk_size;
  const u32 outer = blockIdx.x / inner;
  const u32 column = blockIdx.x - outer * inner;
  const float* const row = x + (outer * length * inner + column);
  float result = 0.0F;
  if (length != 0) {
    Lane sums;
    u32 parts = 0;
    for (u64 first = 0; first < length; first += long_size) {
      const u64 left = length - first;
      sums.take(parts++,
                long_sum(lanes, row + first * inner, inner, left < long_size ? left : long_size));
    }
    result = sums.total(lanes, parts);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}

}  // namespace touchstone
