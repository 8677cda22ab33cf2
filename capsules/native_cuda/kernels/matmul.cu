#include "tile.cuh"

namespace touchstone {

/// Where the matrices of one batch position begin, in elements.
struct Offsets {
  u64 a;
  u64 b;
};

/// The batch has up to three axes, row-major in the result; an operand has a stride for each, 0
/// where it is broadcast.
struct Batch {
  u32 extent_1, extent_2;
  u64 a_0, a_1, a_2;
  u64 b_0, b_1, b_2;

  __device__ __forceinline__ Offsets at(u32 number) const {
    const u32 outer = number / extent_2;
    const u32 i_2 = number - outer * extent_2;
    const u32 i_0 = outer / extent_1;
    const u32 i_1 = outer - i_0 * extent_1;
    return {i_0 * a_0 + i_1 * a_1 + i_2 * a_2, i_0 * b_0 + i_1 * b_1 + i_2 * b_2};
  }
};

/// out[…,i,j] = fma chain over k of a[…,i,k] · b[…,k,j]. Blocks are numbered by batch position, row
/// tile, column tile.
extern "C" __global__ void __launch_bounds__(tile_threads)
    matmul_tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out,
                 u32 rows, u32 length, u32 columns, u32 row_tiles, u32 column_tiles, u32 extent_1,
                 u32 extent_2, u64 a_0, u64 a_1, u64 a_2, u64 b_0, u64 b_1, u64 b_2) {
  __shared__ Tiles tiles;
  const u32 strip = blockIdx.x / column_tiles;
  const u32 number = strip / row_tiles;
  const Place place{(strip - number * row_tiles) * tile_size,
                    (blockIdx.x - strip * column_tiles) * tile_size};
  const Offsets begin = Batch{extent_1, extent_2, a_0, a_1, a_2, b_0, b_1, b_2}.at(number);
  Sums sums;
  for (u32 first = 0; first < length; first += tile_depth) {
    read_rows(tiles.left, a + begin.a, rows, length, place.row, first);
    read_columns(tiles.right, b + begin.b, length, columns, first, place.column);
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
      out[(static_cast<u64>(number) * rows + row) * columns + column] = sums.of[i][j];
    }
  }
}

/// The same by one thread for each element, for so few rows that tiles would be mostly empty.
/// Blocks are numbered by batch position, row, and part of the columns.
extern "C" __global__ void matmul_few_rows(const float* __restrict__ a, const float* __restrict__ b,
                                           float* __restrict__ out, u32 rows, u32 length,
                                           u32 columns, u32 column_parts, u32 extent_1,
                                           u32 extent_2, u64 a_0, u64 a_1, u64 a_2, u64 b_0,
                                           u64 b_1, u64 b_2) {
  const u32 strip = blockIdx.x / column_parts;
  const u32 number = strip / rows;
  const u32 row = strip - number * rows;
  const u32 column = (blockIdx.x - strip * column_parts) * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const Offsets begin = Batch{extent_1, extent_2, a_0, a_1, a_2, b_0, b_1, b_2}.at(number);
  const float* __restrict__ const left = a + begin.a + static_cast<u64>(row) * length;
  const float* __restrict__ const right = b + begin.b + column;
  float sum = 0.0F;
  for (u32 k = 0; k < length; ++k) {
    sum = __fmaf_rn(left[k], right[static_cast<u64>(k) * columns], sum);
  }
  out[static_cast<u64>(strip) * columns + column] = sum;
}

}  // namespace touchstone
