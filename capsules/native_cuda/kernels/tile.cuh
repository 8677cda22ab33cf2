#pragma once

#include "integers.cuh"

namespace touchstone {

// Products of matrices in tiles: a block of 256 threads makes 64 × 64 elements, a thread 4 × 4.
constexpr u32 tile_size = 64;
constexpr u32 tile_depth = 16;  ///< elements of the contracted index that are in shared memory
constexpr u32 tile_threads = 256;
constexpr u32 thread_tile = 4;

/// The part of both operands that the block works on, the contracted index first. Rows are longer
/// than a tile so that the threads of a warp that write one column meet in few banks, by a multiple
/// of 4 so that four elements can be read at once.
struct __align__(16) Tiles {
  float left[tile_depth][tile_size + 4];
  float right[tile_depth][tile_size + 4];
};

/// Where a block's elements lie in the result, and where a thread's lie among them.
struct Place {
  u32 row;     ///< of the block's first element
  u32 column;  ///< of the block's first element
  __device__ __forceinline__ u32 thread_row() const {
    return threadIdx.x / (tile_size / thread_tile) * thread_tile;
  }
  __device__ __forceinline__ u32 thread_column() const {
    return threadIdx.x % (tile_size / thread_tile) * thread_tile;
  }
};

/// tile[k][r] = matrix[first_row + r, first + k] of a row-major matrix of `rows` × `length`. Where
/// there is no such element +0 is stored, which only elements that do not exist either are made of.
__device__ __forceinline__ void read_rows(float (&tile)[tile_depth][tile_size + 4],
                                          const float* __restrict__ matrix, u32 rows, u32 length,
                                          u32 first_row, u32 first) {
#pragma unroll
  for (u32 e = threadIdx.x; e < tile_size * tile_depth; e += tile_threads) {
    const u32 r = e / tile_depth;
    const u32 k = e % tile_depth;
    const bool exists = first_row + r < rows && first + k < length;
    tile[k][r] = exists ? matrix[static_cast<u64>(first_row + r) * length + (first + k)] : 0.0F;
  }
}

/// tile[k][c] = matrix[first + k, first_column + c] of a row-major matrix of `length` × `columns`.
__device__ __forceinline__ void read_columns(float (&tile)[tile_depth][tile_size + 4],
                                             const float* __restrict__ matrix, u32 length,
                                             u32 columns, u32 first, u32 first_column) {
#pragma unroll
  for (u32 e = threadIdx.x; e < tile_size * tile_depth; e += tile_threads) {
    const u32 k = e / tile_size;
    const u32 c = e % tile_size;
    const bool exists = first + k < length && first_column + c < columns;
    tile[k][c] = exists ? matrix[static_cast<u64>(first + k) * columns + (first_column + c)] : 0.0F;
  }
}

/// A thread's 16 elements: fma chains from +0.
struct Sums {
  float of[thread_tile][thread_tile] = {};

  /// Continues every chain by the element k of the tiles.
  __device__ __forceinline__ void add(const Tiles& tiles, const Place& place, u32 k) {
    const float4 left = *reinterpret_cast<const float4*>(&tiles.left[k][place.thread_row()]);
    const float4 right = *reinterpret_cast<const float4*>(&tiles.right[k][place.thread_column()]);
    const float rows[thread_tile] = {left.x, left.y, left.z, left.w};
    const float columns[thread_tile] = {right.x, right.y, right.z, right.w};
#pragma unroll
    for (u32 i = 0; i < thread_tile; ++i) {
#pragma unroll
      for (u32 j = 0; j < thread_tile; ++j) of[i][j] = __fmaf_rn(rows[i], columns[j], of[i][j]);
    }
  }

  /// Continues every chain by the first `depth` elements of the tiles, and by no others: a term
  /// of zeros would turn −0 into +0.
  __device__ __forceinline__ void add_tile(const Tiles& tiles, const Place& place, u32 depth) {
    if (depth >= tile_depth) {
#pragma unroll
      for (u32 k = 0; k < tile_depth; ++k) add(tiles, place, k);
    } else {
#pragma unroll 1
      for (u32 k = 0; k < depth; ++k) add(tiles, place, k);
    }
  }
};

}  // namespace touchstone
