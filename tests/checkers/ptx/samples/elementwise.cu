#include <cuda_fp16.h>

extern "C" __global__ void relu(const float* __restrict__ x, float* __restrict__ y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

extern "C" __global__ void sigmoid(const float* x, float* y, long n) {
  const long stride = gridDim.x * (long)blockDim.x;
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += stride) {
    y[i] = 1.0f / (1.0f + expf(-x[i]));
  }
}

extern "C" __global__ void halves(const __half2* a, const __half2* b, __half2* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = __hfma2(a[i], b[i], c[i]);
}

extern "C" __global__ void __launch_bounds__(128, 2) quads(const float4* a, float4* c) {
  float4 v = a[threadIdx.x];
  v.x += 1.0f;
  v.y *= 2.0f;
  c[threadIdx.x] = v;
}

extern "C" __global__ void doubles(const double* a, signed char* c) {
  c[threadIdx.x] = static_cast<signed char>(a[threadIdx.x] * 1e-3 + sqrt(a[threadIdx.x]));
}
