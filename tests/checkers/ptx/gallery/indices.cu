// Indices that go wrong. Loads are volatile where the compiler would otherwise move them behind the
// guard that they lack.

// Threads beyond the end read; only the store is guarded.
extern "C" __global__ void unguarded_read(const volatile float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = x[i];
  if (i < n) y[i] = -value;
}

// Threads beyond the end store; only the load is guarded.
extern "C" __global__ void unguarded_write(const float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = i < n ? x[i] : 0.0F;
  y[i] = -value;
}

// One thread too many.
extern "C" __global__ void guard_off_by_one(const float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = -x[i];
}

// One thread too few.
extern "C" __global__ void guard_one_short(const float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) y[i] = -x[i];
}

extern "C" __global__ void guarded(const float* x, float* y, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = -x[i];
}

// Padding in front needs a lower bound as well as an upper one.
extern "C" __global__ void pad_without_lower_guard(const float* x, float* y, int n, int before) {
  const int i = static_cast<int>(threadIdx.x);
  const int from = i - before;
  y[i] = from < n ? x[from] : 0.0F;
}

extern "C" __global__ void pad_with_both_guards(const float* x, float* y, int n, int before) {
  const int i = static_cast<int>(threadIdx.x);
  const int from = i - before;
  y[i] = from >= 0 && from < n ? x[from] : 0.0F;
}

// Row 128 of 512 bytes starts at byte 65536, which 16 bits hold as 0.
extern "C" __global__ void row_offset_of_16_bits(const char* x, float* y, unsigned short row,
                                                 unsigned short row_bytes) {
  const unsigned short offset = static_cast<unsigned short>(row * row_bytes);
  y[threadIdx.x] = reinterpret_cast<const float*>(x + offset)[threadIdx.x];
}

extern "C" __global__ void row_offset_of_32_bits(const char* x, float* y, unsigned short row,
                                                 unsigned short row_bytes) {
  const unsigned offset = static_cast<unsigned>(row) * row_bytes;
  y[threadIdx.x] = reinterpret_cast<const float*>(x + offset)[threadIdx.x];
}

// The position is a fixed-point product, step being 4 with 24 fractional bits: from thread 64 on it
// wraps at 32 bits although buffer and result are small.
extern "C" __global__ void fixed_point_product_wraps(const float* x, float* y, unsigned step) {
  const unsigned i = threadIdx.x;
  const unsigned position = (i * step) >> 24U;
  y[i] = x[position];
}

extern "C" __global__ void fixed_point_product_wide(const float* x, float* y, unsigned step) {
  const unsigned i = threadIdx.x;
  const auto position = static_cast<unsigned>((static_cast<unsigned long long>(i) * step) >> 24U);
  y[i] = x[position];
}

// The same with a signed product of 25 fractional bits, which wraps to a negative position.
extern "C" __global__ void signed_product_wraps(const float* x, float* y, unsigned step) {
  const unsigned i = threadIdx.x;
  const int position = static_cast<int>(i * step) / (1 << 25);
  y[i] = x[position];
}

extern "C" __global__ void signed_product_wide(const float* x, float* y, unsigned step) {
  const unsigned i = threadIdx.x;
  const long long position = static_cast<long long>(i) * step / (1 << 25);
  y[i] = x[position];
}

// An 8-bit counter compared with 264, of which it sees the low byte: 8 rounds.
extern "C" __global__ void counter_of_8_bits(const float* a, const float* b, float* c,
                                             unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned char k = 0; k != static_cast<unsigned char>(depth); ++k) {
    sum = fmaf(a[row * depth + k], b[k * 8U + column], sum);
  }
  c[threadIdx.x] = sum;
}

// An 8-bit counter that never reaches 264.
extern "C" __global__ void counter_never_ends(const float* a, const float* b, float* c,
                                              unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  volatile float sum = 0.0F;
  for (unsigned char k = 0; k < depth; ++k) {
    sum = fmaf(a[row * depth + k], b[k * 8U + column], sum);
  }
  c[threadIdx.x] = sum;
}

extern "C" __global__ void counter_of_32_bits(const float* a, const float* b, float* c,
                                              unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = 0; k != depth; ++k) {
    sum = fmaf(a[row * depth + k], b[k * 8U + column], sum);
  }
  c[threadIdx.x] = sum;
}

// x is read as it is written: no transposition. In a square nothing leaves the buffer.
extern "C" __global__ void transpose_not(const float* x, float* y) {
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  y[row * 8 + column] = x[row * 8 + column];
}

extern "C" __global__ void transpose_square(const float* x, float* y) {
  const unsigned row = threadIdx.y;
  const unsigned column = threadIdx.x;
  y[row * 8 + column] = x[column * 8 + row];
}

// x[4,16] read with the pitch of y[16,4].
extern "C" __global__ void transpose_by_wrong_pitch(const float* x, float* y, unsigned rows,
                                                    unsigned columns) {
  const unsigned row = threadIdx.x / rows;
  const unsigned column = threadIdx.x % rows;
  y[row * rows + column] = x[column * rows + row];
}

extern "C" __global__ void transpose_by_pitch(const float* x, float* y, unsigned rows,
                                              unsigned columns) {
  const unsigned row = threadIdx.x / rows;
  const unsigned column = threadIdx.x % rows;
  y[row * rows + column] = x[column * columns + row];
}

// The bias belongs to columns; rows are as many, so nothing leaves the buffer.
extern "C" __global__ void broadcast_along_wrong_axis(const float* x, const float* bias, float* y) {
  y[threadIdx.x] = x[threadIdx.x] + bias[threadIdx.x / 8];
}

extern "C" __global__ void broadcast_along_last_axis(const float* x, const float* bias, float* y) {
  y[threadIdx.x] = x[threadIdx.x] + bias[threadIdx.x % 8];
}

// A vector of four floats must stand at a multiple of 16 bytes.
extern "C" __global__ void misaligned_vector(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float4 four = reinterpret_cast<const float4*>(x + 1)[t];
  reinterpret_cast<float4*>(y)[t] = four;
}

extern "C" __global__ void misaligned_scalars(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float* from = x + 1 + 4 * t;
  const float4 four = make_float4(from[0], from[1], from[2], from[3]);
  reinterpret_cast<float4*>(y)[t] = four;
}

// The last vector reaches beyond the operand's 126 elements.
extern "C" __global__ void vector_over_the_end(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float4 four = reinterpret_cast<const float4*>(x)[t];
  y[4 * t] = four.x;
  y[4 * t + 1] = four.y;
  if (4 * t + 2 < 126) y[4 * t + 2] = four.z;
  if (4 * t + 3 < 126) y[4 * t + 3] = four.w;
}

extern "C" __global__ void vector_within(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  const float2 two = reinterpret_cast<const float2*>(x)[t];
  y[2 * t] = two.x;
  y[2 * t + 1] = two.y;
}

// Thread 0 reads one past the shared line.
extern "C" __global__ void shared_past_the_end(const float* x, float* y) {
  __shared__ float line[64];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  __syncthreads();
  y[t] = line[64 - t];
}

extern "C" __global__ void shared_to_the_end(const float* x, float* y) {
  __shared__ float line[64];
  const unsigned t = threadIdx.x;
  line[t] = x[t];
  __syncthreads();
  y[t] = line[63 - t];
}

// Right where the launch gives it 256 bytes of shared memory, and wrong where it gives fewer.
extern "C" __global__ void reverse_in_dynamic_shared(const float* x, float* y) {
  extern __shared__ float dynamic[];
  const unsigned t = threadIdx.x;
  dynamic[t] = x[t];
  __syncthreads();
  y[t] = dynamic[63 - t];
}
