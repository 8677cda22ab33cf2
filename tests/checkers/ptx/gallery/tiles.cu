// Matrix products through shared tiles, c[8,8] = a[8,depth] . b[depth,8], one thread an element.
// Each kernel before `tiled_matmul` misses something of it, and likewise for the other twins below.

namespace {
constexpr unsigned tile = 8;
}

// Without a barrier after the products, a fast warp overwrites the tile that a slow one still
// reads.
extern "C" __global__ void matmul_without_second_barrier(const float* a, const float* b, float* c,
                                                         unsigned depth) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  float sum = 0.0F;
  for (unsigned first = 0; first < depth; first += tile) {
    a_tile[row][column] = a[row * depth + first + column];
    b_tile[row][column] = b[(first + row) * tile + column];
    __syncthreads();
    for (unsigned k = 0; k < tile; ++k) sum = fmaf(a_tile[row][k], b_tile[k][column], sum);
  }
  c[row * tile + column] = sum;
}

// Without a barrier after the loads, tiles are read before they are complete.
extern "C" __global__ void matmul_without_first_barrier(const float* a, const float* b, float* c,
                                                        unsigned depth) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  float sum = 0.0F;
  for (unsigned first = 0; first < depth; first += tile) {
    a_tile[row][column] = a[row * depth + first + column];
    b_tile[row][column] = b[(first + row) * tile + column];
    for (unsigned k = 0; k < tile; ++k) sum = fmaf(a_tile[row][k], b_tile[k][column], sum);
    __syncthreads();
  }
  c[row * tile + column] = sum;
}

extern "C" __global__ void tiled_matmul(const float* a, const float* b, float* c, unsigned depth) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  float sum = 0.0F;
  for (unsigned first = 0; first < depth; first += tile) {
    a_tile[row][column] = a[row * depth + first + column];
    b_tile[row][column] = b[(first + row) * tile + column];
    __syncthreads();
    for (unsigned k = 0; k < tile; ++k) sum = fmaf(a_tile[row][k], b_tile[k][column], sum);
    __syncthreads();
  }
  c[row * tile + column] = sum;
}

// Two buffers need one barrier in each round, but after the products: here a thread that is a round
// ahead stores into the buffer that another still reads.
extern "C" __global__ void double_buffer_overwritten(const float* a, const float* b, float* c,
                                                     unsigned depth) {
  __shared__ float a_tile[2][tile][tile];
  __shared__ float b_tile[2][tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  a_tile[0][row][column] = a[row * depth + column];
  b_tile[0][row][column] = b[row * tile + column];
  __syncthreads();
  float sum = 0.0F;
  for (unsigned round = 0; round < depth / tile; ++round) {
    const unsigned next = (round + 1) * tile;
    if (next < depth) {
      a_tile[(round + 1) % 2][row][column] = a[row * depth + next + column];
      b_tile[(round + 1) % 2][row][column] = b[(next + row) * tile + column];
    }
    __syncthreads();
    for (unsigned k = 0; k < tile; ++k) {
      sum = fmaf(a_tile[round % 2][row][k], b_tile[round % 2][k][column], sum);
    }
  }
  c[row * tile + column] = sum;
}

extern "C" __global__ void double_buffer(const float* a, const float* b, float* c, unsigned depth) {
  __shared__ float a_tile[2][tile][tile];
  __shared__ float b_tile[2][tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  a_tile[0][row][column] = a[row * depth + column];
  b_tile[0][row][column] = b[row * tile + column];
  __syncthreads();
  float sum = 0.0F;
  for (unsigned round = 0; round < depth / tile; ++round) {
    const unsigned next = (round + 1) * tile;
    if (next < depth) {
      a_tile[(round + 1) % 2][row][column] = a[row * depth + next + column];
      b_tile[(round + 1) % 2][row][column] = b[(next + row) * tile + column];
    }
    for (unsigned k = 0; k < tile; ++k) {
      sum = fmaf(a_tile[round % 2][row][k], b_tile[round % 2][k][column], sum);
    }
    __syncthreads();
  }
  c[row * tile + column] = sum;
}

// The tail of b's tile is never written; that a's tail is zero does not help, since zero times
// whatever lies there may be NaN.
extern "C" __global__ void matmul_tail_times_garbage(const float* a, const float* b, float* c,
                                                     unsigned depth) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  float sum = 0.0F;
  for (unsigned first = 0; first < depth; first += tile) {
    a_tile[row][column] = first + column < depth ? a[row * depth + first + column] : 0.0F;
    if (first + row < depth) b_tile[row][column] = b[(first + row) * tile + column];
    __syncthreads();
    for (unsigned k = 0; k < tile; ++k) sum = fmaf(a_tile[row][k], b_tile[k][column], sum);
    __syncthreads();
  }
  c[row * tile + column] = sum;
}

// Both tails are zero, but fma(0, 0, -0) is +0 where the definition ends with -0.
extern "C" __global__ void matmul_tail_of_zeros(const float* a, const float* b, float* c,
                                                unsigned depth) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  float sum = 0.0F;
  for (unsigned first = 0; first < depth; first += tile) {
    a_tile[row][column] = first + column < depth ? a[row * depth + first + column] : 0.0F;
    b_tile[row][column] = first + row < depth ? b[(first + row) * tile + column] : 0.0F;
    __syncthreads();
    for (unsigned k = 0; k < tile; ++k) sum = fmaf(a_tile[row][k], b_tile[k][column], sum);
    __syncthreads();
  }
  c[row * tile + column] = sum;
}

extern "C" __global__ void matmul_tail_cut(const float* a, const float* b, float* c,
                                           unsigned depth) {
  __shared__ float a_tile[tile][tile];
  __shared__ float b_tile[tile][tile];
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  float sum = 0.0F;
  for (unsigned first = 0; first < depth; first += tile) {
    const unsigned length = min(tile, depth - first);
    if (column < length) a_tile[row][column] = a[row * depth + first + column];
    if (row < length) b_tile[row][column] = b[(first + row) * tile + column];
    __syncthreads();
    for (unsigned k = 0; k < length; ++k) sum = fmaf(a_tile[row][k], b_tile[k][column], sum);
    __syncthreads();
  }
  c[row * tile + column] = sum;
}
