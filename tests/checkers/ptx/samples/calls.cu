struct Pair {
  float a, b;
  int c;
};

__constant__ float table[4] = {1.5f, -2.0f, 0.0f, 3.25f};
__constant__ Pair pairs[2] = {{1, 2, 3}, {4, 5, 6}};
__device__ long counter = -5;

__device__ __noinline__ float add(float a, float b) { return a * 2.0f + b; }
__device__ __noinline__ Pair make(Pair p, int k) {
  p.c += k;
  p.a = add(p.a, p.b);
  return p;
}
__device__ __noinline__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

extern "C" __global__ void calls(float* x, Pair p) {
  const Pair q = make(p, factorial(p.c));
  x[0] = q.a + q.b + static_cast<float>(q.c) + pairs[p.c & 1].b;
}

extern "C" __global__ void locals(const int* x, int* y, int n) {
  int a[8];
#pragma unroll 1
  for (int i = 0; i < 8; ++i) a[i] = x[i * n];
#pragma unroll 1
  for (int i = 0; i < n; ++i) a[x[i] & 7] += a[i & 7];
  *y = a[n & 7];
}

extern "C" __global__ void branches(int* x, int k) {
  switch (x[threadIdx.x]) {
    case 0: x[1] = k * 3; break;
    case 1: x[2] = k / 7; break;
    case 2: x[5] = k % 9; break;
    case 3: x[6] = k ^ 5; break;
    default: counter += static_cast<long>(table[k & 3]);
  }
}
