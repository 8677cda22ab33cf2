#include "execution.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

#include "touchstone/host/threads.h"
#include "touchstone/number/environment.h"

namespace touchstone {

namespace {

/// Below this many result elements, starting threads costs more than it saves.
constexpr std::int64_t worth_a_thread = 256;

std::vector<std::byte> result_bytes(const TensorType& type) {
  const auto count = byte_count(type);
  if (!count) throw std::bad_alloc();
  return std::vector<std::byte>(static_cast<std::size_t>(*count));
}

Result<Tensor> compute(const KernelSet& kernels, Op op, const Attributes& attributes, Pass pass,
                       const TensorType& result, std::span<const Tensor> operands,
                       unsigned threads) {
  std::vector<std::byte> bytes = result_bytes(result);
  std::vector<KernelOperand> views;
  for (const Tensor& operand : operands) {
    views.push_back({operand.type(), operand.bytes().data()});
  }
  const KernelResult out{result, bytes.data()};
  const std::int64_t shares = std::clamp<std::int64_t>(
      result.shape.element_count() / worth_a_thread, 1, std::max(threads, 1U));
  parallel_for(shares, threads, [&](std::int64_t worker) {
    const FloatEnvironment environment;
    kernels.kernel(op)(attributes, pass, Part{worker, shares}, views, out);
  });
  auto tensor = Tensor::create(result, std::move(bytes));
  if (!tensor) throw std::logic_error("a result does not have the bytes of its type");
  return std::move(*tensor);
}

}  // namespace

Result<Tensor> execute(const KernelSet& kernels, Op op, const Attributes& attributes, Pass pass,
                       const TensorType& result, std::span<const Tensor> operands,
                       unsigned threads) {
  try {
    return compute(kernels, op, attributes, pass, result, operands, threads);
  } catch (const std::bad_alloc&) {
    return unavailable({}, "there is not enough memory for a result of type " + result.text());
  }
}

}  // namespace touchstone
