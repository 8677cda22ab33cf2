extern "C" __global__ void scopes(unsigned* x, float* f) {
  unsigned r, q, l;
  asm volatile(
      "{\n .reg .u32 t1;\n .reg .pred p;\n mul.lo.u32 t1, %1, 3;\n setp.gt.u32 p, t1, 7;\n"
      " @p add.u32 t1, t1, 0x10;\n @!p sub.u32 t1, t1, 1;\n selp.u32 %0, t1, 0U, p;\n}"
      : "=r"(r)
      : "r"(x[0]));
  asm volatile(
      "{ .reg .u32 t1; { .reg .u16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 t1, {hi, lo}; }\n"
      "  mov.u32 %0, t1; }"
      : "=r"(q)
      : "r"(x[1]));
  x[2] = r + q;
  asm volatile(
      "{ .reg .pred p; setp.eq.u32 p, %0, 0; @p bra DONE; st.global.u32 [%1], %0; DONE: }" ::"r"(r),
      "l"(x + 3)
      : "memory");
  float g;
  asm("fma.rn.f32 %0, %1, 0f3F800000, 0f40000000;" : "=f"(g) : "f"(f[0]));
  f[1] = g;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  asm("lop3.b32 %0, %1, %2, %0, 0xE8;" : "+r"(l) : "r"(r), "r"(q));
  x[l] = l;
}
