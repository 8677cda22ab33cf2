// Results that are nearly those of the definition, element by element.

// maximum and minimum of IEEE 754-2019, which keep NaN.
__device__ inline float maximum(float a, float b) {
  float result;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}
__device__ inline float minimum(float a, float b) {
  float result;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
  return result;
}

// fmaxf drops NaN.
extern "C" __global__ void relu_by_fmaxf(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = fmaxf(x[i], 0.0F);
}

// The comparison is false for NaN, which becomes 0.
extern "C" __global__ void relu_if_positive(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float value = x[i];
  y[i] = value > 0.0F ? value : 0.0F;
}

// NaN is kept, and so is -0, which relu turns into +0.
extern "C" __global__ void relu_unless_negative(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float value = x[i];
  y[i] = value < 0.0F ? 0.0F : value;
}

// NaN with the sign set is a negative integer.
extern "C" __global__ void relu_by_integer(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __int_as_float(max(__float_as_int(x[i]), 0));
}

extern "C" __global__ void relu(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = maximum(x[i], 0.0F);
}

// By branches on the data that meet again.
extern "C" __global__ void relu_by_branches(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float value = x[i];
  float result = 0.0F;
  if (value > 0.0F) result = value;
  if (value != value) result = value;
  y[i] = result;
}

// By branches that hold the stores.
extern "C" __global__ void relu_by_stores(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float value = x[i];
  volatile float* to = y + i;
  if (value > 0.0F || value != value) {
    *to = value;
  } else {
    *to = 0.0F;
  }
}

// The same, but no store where the element is NaN.
extern "C" __global__ void relu_store_missing(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float value = x[i];
  volatile float* to = y + i;
  if (value > 0.0F) {
    *to = value;
  } else if (value <= 0.0F) {
    *to = 0.0F;
  }
}

// Both bounds drop NaN.
extern "C" __global__ void clamp_by_fmaxf(const float* x, float* y, float least, float most) {
  const unsigned i = threadIdx.x;
  y[i] = fminf(fmaxf(x[i], least), most);
}

extern "C" __global__ void clamp(const float* x, float* y, float least, float most) {
  const unsigned i = threadIdx.x;
  y[i] = minimum(maximum(x[i], least), most);
}

// The greatest of three by fmaxf: NaN is lost unless all are.
extern "C" __global__ void greatest_by_fmaxf(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  y[threadIdx.x] = fmaxf(fmaxf(row[0], row[1]), row[2]);
}

// Starting from -1e30 is wrong for a row below it.
extern "C" __global__ void greatest_from_finite(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  float greatest = -1e30F;
  for (unsigned k = 0; k < 3; ++k) greatest = maximum(greatest, row[k]);
  y[threadIdx.x] = greatest;
}

// Starting from +0 is wrong for a row below it.
extern "C" __global__ void greatest_from_zero(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  float greatest = 0.0F;
  for (unsigned k = 0; k < 3; ++k) greatest = maximum(greatest, row[k]);
  y[threadIdx.x] = greatest;
}

extern "C" __global__ void greatest_from_infinite(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  float greatest = __uint_as_float(0xFF800000U);
  for (unsigned k = 0; k < 3; ++k) greatest = maximum(greatest, row[k]);
  y[threadIdx.x] = greatest;
}

extern "C" __global__ void greatest_from_first(const float* x, float* y) {
  const float* row = x + 3 * threadIdx.x;
  float greatest = row[0];
  for (unsigned k = 1; k < 3; ++k) greatest = maximum(greatest, row[k]);
  y[threadIdx.x] = greatest;
}

// The last place of a window that reaches into the padding holds -1e30 instead of nothing.
extern "C" __global__ void pool_with_finite_padding(const float* x, float* y, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const float left = x[i];
  const float right = i + 1 < n ? x[i + 1] : -1e30F;
  y[i] = maximum(left, right);
}

extern "C" __global__ void pool_without_padding(const float* x, float* y, int n) {
  const int i = static_cast<int>(threadIdx.x);
  const float left = x[i];
  y[i] = i + 1 < n ? maximum(left, x[i + 1]) : left;
}

// Two roundings instead of one.
extern "C" __global__ void divide_by_reciprocal(const float* x, const float* y, float* z) {
  const unsigned i = threadIdx.x;
  z[i] = x[i] * (1.0F / y[i]);
}

// Within 2 ulp, and 0 for a divisor above 2^126.
extern "C" __global__ void divide_approximately(const float* x, const float* y, float* z) {
  const unsigned i = threadIdx.x;
  z[i] = __fdividef(x[i], y[i]);
}

extern "C" __global__ void divide(const float* x, const float* y, float* z) {
  const unsigned i = threadIdx.x;
  z[i] = x[i] / y[i];
}

// Within 1 ulp.
extern "C" __global__ void root_approximately(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(y[i]) : "f"(x[i]));
}

extern "C" __global__ void root(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(y[i]) : "f"(x[i]));
}

// The sign of zero: 0 - x is +0 at +0, where the negation is -0.
extern "C" __global__ void negate_by_difference(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __fsub_rn(0.0F, x[i]);
}

extern "C" __global__ void negate_by_sign(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __uint_as_float(__float_as_uint(x[i]) ^ 0x80000000U);
}

extern "C" __global__ void absolute_by_mask(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __uint_as_float(__float_as_uint(x[i]) & 0x7FFFFFFFU);
}

// x, where it is positive, otherwise -x: at +0 this is -0.
extern "C" __global__ void absolute_by_comparison(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  const float value = x[i];
  y[i] = value > 0.0F ? value : -value;
}

// x + 0 is not x at -0.
extern "C" __global__ void copy_plus_zero(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __fadd_rn(x[31 - i], 0.0F);
}

extern "C" __global__ void copy_reversed(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = x[31 - i];
}

// Toward zero instead of to nearest.
extern "C" __global__ void add_toward_zero(const float* x, const float* y, float* z) {
  const unsigned i = threadIdx.x;
  z[i] = __fadd_rz(x[i], y[i]);
}

extern "C" __global__ void add_to_nearest(const float* x, const float* y, float* z) {
  const unsigned i = threadIdx.x;
  z[i] = __fadd_rn(x[i], y[i]);
}

// Wrong only where x equals one number.
extern "C" __global__ void wrong_at_one_number(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __float_as_uint(x[i]) == 0x41424344U ? 0.0F : -x[i];
}

// expf is within 2 ulp of e^x, which the definition rounds to nearest.
extern "C" __global__ void exponential_by_library(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = expf(x[i]);
}

extern "C" __global__ void exponential_approximately(const float* x, float* y) {
  const unsigned i = threadIdx.x;
  y[i] = __expf(x[i]);
}
