// What is read before it is written, written twice or not at all, or by two threads at once.

// Element 3 of the array is summed and was never set.
extern "C" __global__ void local_element_unset(const float* x, float* y) {
  volatile float terms[4];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k < 3; ++k) terms[k] = x[4 * t + k];
  y[t] = (terms[0] + terms[2]) + (terms[1] + terms[3]);
}

extern "C" __global__ void local_elements_set(const float* x, float* y) {
  volatile float terms[4];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k < 4; ++k) terms[k] = x[4 * t + k];
  y[t] = (terms[0] + terms[2]) + (terms[1] + terms[3]);
}

// The same in local memory: which element is set depends on an argument.
extern "C" __global__ void local_memory_unset(const float* x, float* y, unsigned count) {
  volatile float terms[4];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k < count; ++k) terms[k] = x[4 * t + k];
  y[t] = (terms[0] + terms[2]) + (terms[1] + terms[3]);
}

// The result is read before anything was stored there.
extern "C" __global__ void result_read_first(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t] += x[t] + x[t + 32];
}

extern "C" __global__ void result_only_written(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t] = x[t] + x[t + 32];
}

// Block 1 adds to what block 0 may not have stored yet.
extern "C" __global__ void blocks_add_by_load_and_store(const float* x, float* y) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) y[0] = x[0];
  if (blockIdx.x == 1) y[0] = y[0] + x[1];
}

extern "C" __global__ void one_block_adds(const float* x, float* y) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) y[0] = x[0] + x[1];
}

// Atomic additions happen in any order. In the order of threads they would be the definition's sum,
// (x[0] + x[2]) + x[1].
extern "C" __global__ void atomic_sum(const float* x, float* y) {
  __shared__ float total;
  const unsigned t = threadIdx.x;
  if (t == 0) total = x[0];
  __syncthreads();
  if (t == 1) atomicAdd(&total, x[2]);
  if (t == 2) atomicAdd(&total, x[1]);
  __syncthreads();
  if (t == 0) y[0] = total;
}

extern "C" __global__ void ordered_sum(const float* x, float* y) {
  __shared__ float total;
  const unsigned t = threadIdx.x;
  if (t == 0) total = x[0];
  __syncthreads();
  if (t == 1) total = total + x[2];
  __syncthreads();
  if (t == 2) total = total + x[1];
  __syncthreads();
  if (t == 0) y[0] = total;
}

// Blocks add to the result, of which nobody said that it starts at zero.
extern "C" __global__ void blocks_add_atomically(const float* x, float* y) {
  if (threadIdx.x == 0) atomicAdd(y, x[blockIdx.x]);
}

// Integer additions give one sum in every order, where no thread reads what it found.
extern "C" __global__ void count_by_red(const float* x, float* y) {
  __shared__ unsigned arrived;
  const unsigned t = threadIdx.x;
  if (t == 0) arrived = 0;
  __syncthreads();
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(&arrived));
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(address) : "memory");
  __syncthreads();
  if (arrived == blockDim.x) y[t] = -x[t];
}

// The same as nvcc writes it: the instruction gives what each thread found, though nobody reads it.
extern "C" __global__ void count_by_atom(const float* x, float* y) {
  __shared__ unsigned arrived;
  const unsigned t = threadIdx.x;
  if (t == 0) arrived = 0;
  __syncthreads();
  atomicAdd(&arrived, 1U);
  __syncthreads();
  if (arrived == blockDim.x) y[t] = -x[t];
}

// Which thread is given which place depends on the order of arrival.
extern "C" __global__ void atomic_ticket(const float* x, float* y) {
  __shared__ unsigned arrived;
  const unsigned t = threadIdx.x;
  if (t == 0) arrived = 0;
  __syncthreads();
  const unsigned ticket = atomicAdd(&arrived, 1U);
  y[ticket] = -x[t];
}

// Two threads store different values to one element, without order.
extern "C" __global__ void element_stored_twice(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t % 32] = t < 32 ? -x[t] : 0.0F;
}

// Two threads store the same value to one element: no harm, but the element has no one writer.
extern "C" __global__ void element_stored_twice_alike(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t % 32] = -x[t % 32];
}

// The first value is partial, and another thread stores the final one behind a barrier.
extern "C" __global__ void element_stored_by_two_in_turn(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t] = 0.0F;
  __syncthreads();
  y[t ^ 1] = -x[t ^ 1];
}

extern "C" __global__ void element_stored_once(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  if (t < 32) y[t] = -x[t];
}

extern "C" __global__ void element_stored_by_one_in_turn(const float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t] = 0.0F;
  __syncthreads();
  y[t] = -x[t];
}

// The operand is used as scratch.
extern "C" __global__ void operand_overwritten(float* x, float* y) {
  const unsigned t = threadIdx.x;
  x[t] = -x[t];
  y[t] = x[t];
}

extern "C" __global__ void operand_only_read(float* x, float* y) {
  const unsigned t = threadIdx.x;
  y[t] = -x[t];
}

// Thread t + 1 stores one byte of the word that thread t stores.
extern "C" __global__ void byte_beside_word(const float* x, float* y) {
  __shared__ volatile unsigned words[65];
  const unsigned t = threadIdx.x;
  words[t + 1] = t;
  reinterpret_cast<volatile unsigned char*>(words)[4 * t] = 0;
  __syncthreads();
  y[t] = -x[t];
}

extern "C" __global__ void byte_in_own_word(const float* x, float* y) {
  __shared__ volatile unsigned words[65];
  const unsigned t = threadIdx.x;
  words[t + 1] = t;
  reinterpret_cast<volatile unsigned char*>(words)[4 * t + 4] = 0;
  __syncthreads();
  y[t] = -x[t];
}

// Neighbours store halves of one word: the bytes are apart, and so is the meaning.
extern "C" __global__ void halves_of_words(const float* x, float* y) {
  __shared__ volatile unsigned short halves[64];
  const unsigned t = threadIdx.x;
  halves[t] = static_cast<unsigned short>(t);
  __syncthreads();
  y[t] = -x[halves[t]];
}

// All threads store the same word to one address, and nothing reads it before the barrier.
extern "C" __global__ void same_word_by_all(const float* x, float* y, unsigned n) {
  __shared__ volatile unsigned count;
  count = n;
  __syncthreads();
  const unsigned t = threadIdx.x;
  if (t < count) y[t] = -x[t];
}

// Each thread stores another word to one address.
extern "C" __global__ void different_word_by_all(const float* x, float* y, unsigned n) {
  __shared__ volatile unsigned count;
  const unsigned t = threadIdx.x;
  count = n + t;
  __syncthreads();
  if (t < count) y[t] = -x[t];
}

// Each thread reads in global memory what its neighbour may not have stored yet.
extern "C" __global__ void neighbour_read_in_place(const float* x, volatile float* y) {
  const unsigned t = threadIdx.x;
  y[t] = x[t];
  y[t] = y[t ^ 1];
}

extern "C" __global__ void neighbour_read_from_operand(const float* x, volatile float* y) {
  const unsigned t = threadIdx.x;
  y[t] = x[t];
  y[t] = x[t ^ 1];
}
