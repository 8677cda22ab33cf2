#include "pointwise.cuh"

namespace touchstone {

struct Difference {
  static __device__ __forceinline__ float of(float x, float y) { return __fsub_rn(x, y); }
};

extern "C" __global__ void sub(const float* __restrict__ x, const float* __restrict__ y,
                               float* __restrict__ out, u64 count) {
  pointwise<Difference>(x, y, out, count);
}

extern "C" __global__ void sub_scalar(const float* __restrict__ x, const float* __restrict__ y,
                                      float* __restrict__ out, u64 count, u64 x_step, u64 y_step) {
  pointwise_scalar<Difference>(x, y, out, count, x_step, y_step);
}

extern "C" __global__ void sub_broadcast_3(const float* __restrict__ x, const float* __restrict__ y,
                                           float* __restrict__ out, u32 count, u32 extent_1,
                                           u32 extent_2, u32 x_0, u32 x_1, u32 x_2, u32 y_0,
                                           u32 y_1, u32 y_2) {
  pointwise_broadcast_3<Difference>(x, y, out, count, extent_1, extent_2, x_0, x_1, x_2, y_0, y_1,
                                    y_2);
}

extern "C" __global__ void sub_broadcast_6(const float* __restrict__ x, const float* __restrict__ y,
                                           float* __restrict__ out, u32 count, u32 extent_1,
                                           u32 extent_2, u32 extent_3, u32 extent_4, u32 extent_5,
                                           u32 x_0, u32 x_1, u32 x_2, u32 x_3, u32 x_4, u32 x_5,
                                           u32 y_0, u32 y_1, u32 y_2, u32 y_3, u32 y_4, u32 y_5) {
  pointwise_broadcast_6<Difference>(x, y, out, count, extent_1, extent_2, extent_3, extent_4,
                                    extent_5, x_0, x_1, x_2, x_3, x_4, x_5, y_0, y_1, y_2, y_3, y_4,
                                    y_5);
}

}  // namespace touchstone
