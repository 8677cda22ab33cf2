#pragma once

#include "integers.cuh"

namespace touchstone {

/// The number of this thread's element in a grid of one dimension.
__device__ __forceinline__ u64 element_number() {
  return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// out[i] = Function(x[i], y[i]) for i < count.
template <class Function>
__device__ __forceinline__ void pointwise(const float* __restrict__ x, const float* __restrict__ y,
                                          float* __restrict__ out, u64 count) {
  const u64 i = element_number();
  if (i < count) out[i] = Function::of(x[i], y[i]);
}

/// out[i] = Function(x[i · x_step], y[i · y_step]) for i < count: a step is 1, or 0 for an operand
/// of one element.
template <class Function>
__device__ __forceinline__ void pointwise_scalar(const float* __restrict__ x,
                                                 const float* __restrict__ y,
                                                 float* __restrict__ out, u64 count, u64 x_step,
                                                 u64 y_step) {
  const u64 i = element_number();
  if (i < count) out[i] = Function::of(x[i * x_step], y[i * y_step]);
}

/// Where an element of a result of at most 2^32 − 1 elements lies, axis by axis, and the elements
/// of both operands that it reads: each has a stride for each axis, 0 where it is broadcast. Every
/// offset is below the operand's element count, and so below 2^32.
struct Walk {
  u32 rest;  ///< the row-major number among the axes not yet taken
  u32 x = 0;
  u32 y = 0;

  /// Takes the last axis left, of this extent.
  __device__ __forceinline__ void take(u32 extent, u32 x_stride, u32 y_stride) {
    const u32 outer = rest / extent;
    const u32 coordinate = rest - outer * extent;
    x += coordinate * x_stride;
    y += coordinate * y_stride;
    rest = outer;
  }
  /// Takes the first axis, whose coordinate is all that is left.
  __device__ __forceinline__ void take_first(u32 x_stride, u32 y_stride) {
    x += rest * x_stride;
    y += rest * y_stride;
  }
};

/// out[i] = Function(x[…], y[…]), operands broadcast over three axes.
template <class Function>
__device__ __forceinline__ void pointwise_broadcast_3(const float* __restrict__ x,
                                                      const float* __restrict__ y,
                                                      float* __restrict__ out, u32 count,
                                                      u32 extent_1, u32 extent_2, u32 x_0, u32 x_1,
                                                      u32 x_2, u32 y_0, u32 y_1, u32 y_2) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Walk walk{i};
  walk.take(extent_2, x_2, y_2);
  walk.take(extent_1, x_1, y_1);
  walk.take_first(x_0, y_0);
  out[i] = Function::of(x[walk.x], y[walk.y]);
}

/// The same over six axes.
template <class Function>
__device__ __forceinline__ void pointwise_broadcast_6(
    const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, u32 count,
    u32 extent_1, u32 extent_2, u32 extent_3, u32 extent_4, u32 extent_5, u32 x_0, u32 x_1, u32 x_2,
    u32 x_3, u32 x_4, u32 x_5, u32 y_0, u32 y_1, u32 y_2, u32 y_3, u32 y_4, u32 y_5) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Walk walk{i};
  walk.take(extent_5, x_5, y_5);
  walk.take(extent_4, x_4, y_4);
  walk.take(extent_3, x_3, y_3);
  walk.take(extent_2, x_2, y_2);
  walk.take(extent_1, x_1, y_1);
  walk.take_first(x_0, y_0);
  out[i] = Function::of(x[walk.x], y[walk.y]);
}

}  // namespace touchstone
