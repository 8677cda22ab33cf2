// A product in tiles of 16 × 16, of matrices whose extents are multiples of 16. Each element is one
// fma chain, from zero, in ascending order of the contracted index.
constexpr int tile = 16;

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int inner,
                                  int columns) {
  __shared__ float as[tile][tile];
  __shared__ float bs[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < inner; k += tile) {
    as[threadIdx.y][threadIdx.x] = a[row * inner + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * columns + column];
    __syncthreads();
    for (int j = 0; j < tile; ++j) sum = __fmaf_rn(as[threadIdx.y][j], bs[j][threadIdx.x], sum);
    __syncthreads();
  }
  c[row * columns + column] = sum;
}
