// Matrix products without tiles: c[8,8] = a[8,depth] . b[depth,8] and y[8,8] = x . weight^T + bias,
// one thread an element, as one chain of fma from +0 in ascending order.

// Two roundings in each step.
extern "C" __global__ void chain_unfused(const float* a, const float* b, float* c, unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = 0; k < depth; ++k) {
    sum = __fadd_rn(sum, __fmul_rn(a[row * depth + k], b[k * 8 + column]));
  }
  c[threadIdx.x] = sum;
}

// From the last to the first.
extern "C" __global__ void chain_descending(const float* a, const float* b, float* c,
                                            unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = depth; k-- > 0;) {
    sum = fmaf(a[row * depth + k], b[k * 8 + column], sum);
  }
  c[threadIdx.x] = sum;
}

// Rounded once, at the end.
extern "C" __global__ void chain_in_binary64(const float* a, const float* b, float* c,
                                             unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  double sum = 0.0;
  for (unsigned k = 0; k < depth; ++k) {
    sum = fma(static_cast<double>(a[row * depth + k]), static_cast<double>(b[k * 8 + column]), sum);
  }
  c[threadIdx.x] = static_cast<float>(sum);
}

// Two chains, even and odd, added at the end.
extern "C" __global__ void chain_split(const float* a, const float* b, float* c, unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float even = 0.0F;
  float odd = 0.0F;
  for (unsigned k = 0; k < depth; k += 2) {
    even = fmaf(a[row * depth + k], b[k * 8 + column], even);
    odd = fmaf(a[row * depth + k + 1], b[(k + 1) * 8 + column], odd);
  }
  c[threadIdx.x] = even + odd;
}

// Starting from the first product rounded is starting from fma(a, b, -0) at best.
extern "C" __global__ void chain_from_product(const float* a, const float* b, float* c,
                                              unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = __fmul_rn(a[row * depth], b[column]);
  for (unsigned k = 1; k < depth; ++k) {
    sum = fmaf(a[row * depth + k], b[k * 8 + column], sum);
  }
  c[threadIdx.x] = sum;
}

// A factor that is zero is skipped, but zero times infinity is NaN.
extern "C" __global__ void chain_skips_zeros(const float* a, const float* b, float* c,
                                             unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = 0; k < depth; ++k) {
    const float factor = a[row * depth + k];
    if (factor != 0.0F) sum = fmaf(factor, b[k * 8 + column], sum);
  }
  c[threadIdx.x] = sum;
}

// b is read as if it were transposed.
extern "C" __global__ void chain_of_transposed(const float* a, const float* b, float* c,
                                               unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = 0; k < depth; ++k) {
    sum = fmaf(a[row * depth + k], b[column * depth + k], sum);
  }
  c[threadIdx.x] = sum;
}

extern "C" __global__ void chain_ascending(const float* a, const float* b, float* c,
                                           unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = 0; k < depth; ++k) {
    sum = fmaf(a[row * depth + k], b[k * 8 + column], sum);
  }
  c[threadIdx.x] = sum;
}

// The chain starts from the bias instead of ending with it.
extern "C" __global__ void bias_first(const float* x, const float* weight, const float* bias,
                                      float* y, unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = bias[column];
  for (unsigned k = 0; k < depth; ++k) {
    sum = fmaf(x[row * depth + k], weight[column * depth + k], sum);
  }
  y[threadIdx.x] = sum;
}

extern "C" __global__ void bias_last(const float* x, const float* weight, const float* bias,
                                     float* y, unsigned depth) {
  const unsigned row = threadIdx.x / 8;
  const unsigned column = threadIdx.x % 8;
  float sum = 0.0F;
  for (unsigned k = 0; k < depth; ++k) {
    sum = fmaf(x[row * depth + k], weight[column * depth + k], sum);
  }
  y[threadIdx.x] = sum + bias[column];
}
