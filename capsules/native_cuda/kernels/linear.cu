#include "tile.cuh"

namespace touchstone {

struct NoBias {
  __device__ __forceinline__ float add_to(float sum, u32) const { return sum; }
};

struct Bias {
  const float* __restrict__ values;
  __device__ __forceinline__ float add_to(float sum, u32 column) const {
    return __fadd_rn(sum, values[column]);
  }
};

/// out[i,j] = fma chain over k of x[i,k] · weight[j,k], then + bias[j]. Blocks are numbered by row
/// tile, column tile.
template <class Last>
__device__ __forceinline__ void tiled(const float* __restrict__ x, const float* __restrict__ weight,
                                      const Last& last, float* __restrict__ out, u32 rows,
                                      u32 length, u32 columns, u32 column_tiles) {
  __shared__ Tiles tiles;
  const u32 strip = blockIdx.x / column_tiles;
  const Place place{strip * tile_size, (blockIdx.x - strip * column_tiles) * tile_size};
  Sums sums;
  for (u32 first = 0; first < length; first += tile_depth) {
    read_rows(tiles.left, x, rows, length, place.row, first);
    read_rows(tiles.right, weight, columns, length, place.column, first);
    __syncthreads();
    sums.add_tile(tiles, place, length - first);
    __syncthreads();
  }
#pragma unroll
  for (u32 i = 0; i < thread_tile; ++i) {
    const u32 row = place.row + place.thread_row() + i;
#pragma unroll
    for (u32 j = 0; j < thread_tile; ++j) {
      const u32 column = place.column + place.thread_column() + j;
      if (row >= rows || column >= columns) continue;
      out[static_cast<u64>(row) * columns + column] = last.add_to(sums.of[i][j], column);
    }
  }
}

constexpr u32 few_threads = 128;  ///< of a block: the columns of the result that it makes
constexpr u32 few_depth = 32;     ///< elements of the contracted index that are in shared memory

/// The same by one thread for each element, for so few rows that tiles would be mostly empty. The
/// rows of the weight go through shared memory, where a warp reads them along the contracted index
/// and each thread then takes its own. Blocks are numbered by row, part of the columns.
template <class Last>
__device__ __forceinline__ void few_rows(const float* __restrict__ x,
                                         const float* __restrict__ weight, const Last& last,
                                         float* __restrict__ out, u32 length, u32 columns,
                                         u32 column_parts) {
  __shared__ float weights[few_threads][few_depth + 1];
  __shared__ float inputs[few_depth];
  const u32 row = blockIdx.x / column_parts;
  const u32 first_column = (blockIdx.x - row * column_parts) * few_threads;
  const u32 lane = threadIdx.x % few_depth;
  x += static_cast<u64>(row) * length;
  float sum = 0.0F;
  for (u32 first = 0; first < length; first += few_depth) {
    const u32 depth = length - first < few_depth ? length - first : few_depth;
    if (threadIdx.x < depth) inputs[threadIdx.x] = x[first + threadIdx.x];
    for (u32 c = threadIdx.x / few_depth; c < few_threads; c += few_threads / few_depth) {
      const bool exists = first_column + c < columns && lane < depth;
      weights[c][lane] =
          exists ? weight[static_cast<u64>(first_column + c) * length + (first + lane)] : 0.0F;
    }
    __syncthreads();
    for (u32 k = 0; k < depth; ++k) sum = __fmaf_rn(inputs[k], weights[threadIdx.x][k], sum);
    __syncthreads();
  }
  const u32 column = first_column + threadIdx.x;
  if (column < columns) out[static_cast<u64>(row) * columns + column] = last.add_to(sum, column);
}

extern "C" __global__ void __launch_bounds__(tile_threads)
    linear_tiled(const float* __restrict__ x, const float* __restrict__ weight,
                 float* __restrict__ out, u32 rows, u32 length, u32 columns, u32 column_tiles) {
  tiled(x, weight, NoBias{}, out, rows, length, columns, column_tiles);
}

extern "C" __global__ void __launch_bounds__(tile_threads)
    linear_bias_tiled(const float* __restrict__ x, const float* __restrict__ weight,
                      const float* __restrict__ bias, float* __restrict__ out, u32 rows, u32 length,
                      u32 columns, u32 column_tiles) {
  tiled(x, weight, Bias{bias}, out, rows, length, columns, column_tiles);
}

extern "C" __global__ void __launch_bounds__(few_threads)
    linear_few_rows(const float* __restrict__ x, const float* __restrict__ weight,
                    float* __restrict__ out, u32 length, u32 columns, u32 column_parts) {
  few_rows(x, weight, NoBias{}, out, length, columns, column_parts);
}

extern "C" __global__ void __launch_bounds__(few_threads)
    linear_bias_few_rows(const float* __restrict__ x, const float* __restrict__ weight,
                         const float* __restrict__ bias, float* __restrict__ out, u32 length,
                         u32 columns, u32 column_parts) {
  few_rows(x, weight, Bias{bias}, out, length, columns, column_parts);
}

}  // namespace touchstone
