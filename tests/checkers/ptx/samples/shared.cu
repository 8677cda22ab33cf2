extern "C" __global__ void reduce(const float* x, float* y, int n) {
  extern __shared__ float s[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(y, s[0]);
}

extern "C" __global__ void shuffles(const float* x, float* y, int* z) {
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
  y[threadIdx.x] = v;
  z[threadIdx.x] = __ballot_sync(~0u, v > 1.0f) + __any_sync(~0u, v > 2.0f);
  if (__syncthreads_or(v > 3.0f)) z[0] = atomicCAS(z + 1, 4, 5);
}

template <class T, int N>
__global__ void tile(const T* a, T* c, int n) {
  __shared__ T s[N][N + 1];
  s[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  c[threadIdx.y * n + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
template __global__ void tile<float, 16>(const float*, float*, int);
template __global__ void tile<double, 8>(const double*, double*, int);
