// One source, built three ways: exactly (-fmad=false), with contraction (-fmad=true), and with
// subnormals flushed (-ftz=true).

// Batch normalisation of x[8,8] ends with a product and a sum, two roundings, which contraction
// fuses.
extern "C" __global__ void multiply_then_add(const float* x, const float* scale, const float* bias,
                                             const float* mean, const float* variance, float* y,
                                             float epsilon) {
  const unsigned channel = threadIdx.x % 8;
  const float inverse = 1.0F / sqrtf(__fadd_rn(variance[channel], epsilon));
  const float centred = __fsub_rn(x[threadIdx.x], mean[channel]);
  y[threadIdx.x] = __fmul_rn(centred, inverse) * scale[channel] + bias[channel];
}

// The product passes through an empty asm, so nvcc does not fuse; but under contraction it leaves
// both operations without a rounding, and the assembler may fuse them.
extern "C" __global__ void multiply_apart_from_add(const float* x, const float* scale,
                                                   const float* bias, const float* mean,
                                                   const float* variance, float* y, float epsilon) {
  const unsigned channel = threadIdx.x % 8;
  const float inverse = 1.0F / sqrtf(__fadd_rn(variance[channel], epsilon));
  const float centred = __fsub_rn(x[threadIdx.x], mean[channel]);
  float product = __fmul_rn(centred, inverse) * scale[channel];
  asm volatile("" : "+f"(product));
  y[threadIdx.x] = product + bias[channel];
}

// With one operation alone there is nothing to fuse, but subnormals are flushed.
extern "C" __global__ void multiply_alone(const float* x, const float* y, float* z) {
  z[threadIdx.x] = x[threadIdx.x] * y[threadIdx.x];
}

extern "C" __global__ void add_alone(const float* x, const float* y, float* z) {
  z[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x];
}
