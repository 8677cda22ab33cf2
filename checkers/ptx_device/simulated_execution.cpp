#include "simulated_execution.h"

#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "machine_launch.h"
#include "touchstone/number/environment.h"
#include "touchstone/ptx/machine.h"
#include "touchstone/ptx/parser.h"
#include "touchstone/ptx/program.h"

namespace touchstone {

namespace {

std::vector<std::uint32_t> words_of(const Tensor& tensor) {
  std::vector<std::uint32_t> out(tensor.bytes().size() / sizeof(std::uint32_t));
  if (!out.empty()) std::memcpy(out.data(), tensor.bytes().data(), tensor.bytes().size());
  return out;
}

Result<Tensor> tensor_of(const TensorType& type, const std::vector<std::uint32_t>& words) {
  std::vector<std::byte> bytes(words.size() * sizeof(std::uint32_t));
  if (!bytes.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
  auto tensor = Tensor::create(type, std::move(bytes));
  if (tensor) return std::move(*tensor);
  return Diagnostic{Failure::defect, {}, {}, "the simulator gave a result of another size", {}};
}

Result<ptx::Program> program_for(const native_cuda::Launch& launch,
                                 std::span<const native_cuda::PtxFile> files) {
  const std::string name = native_cuda::names_for_targets(launch.file).front();
  const auto text = native_cuda::bytes_of(files, name);
  if (!text) return unavailable({}, "there is no PTX file " + name);
  auto module = ptx::parse(*text);
  if (!module) return module.error().in_file(name);
  return ptx::program_of(std::make_shared<const ptx::Module>(std::move(*module)), launch.kernel);
}

Result<Tensor> simulate(const native_cuda::Launch& launch, const TensorType& result,
                        std::span<const Tensor> operands,
                        std::span<const native_cuda::PtxFile> files) {
  const auto program = program_for(launch, files);
  if (!program) return program.error();
  std::vector<TensorType> types;
  for (const Tensor& operand : operands) types.push_back(operand.type());
  std::vector<ptx::Buffer> buffers = buffers_of(types, result);
  for (std::size_t i = 0; i < operands.size(); ++i) buffers[i].words = words_of(operands[i]);
  ptx::MachineLimits limits;
  // A model that is asked to run runs to its end, as on any other device.
  limits.lane_instructions = std::numeric_limits<std::uint64_t>::max();
  auto run =
      ptx::execute(*program, machine_launch(launch, operands.size()), buffers, nullptr, limits);
  if (!run) return run.error();
  if (!run->defects.empty()) {
    return rejected({}, "kernel " + launch.kernel + ": " + run->defects.front().what);
  }
  if (run->stop) return unavailable({}, "kernel " + launch.kernel + ": " + run->stop->reason);
  return tensor_of(result, run->buffers.back().words);
}

}  // namespace

Result<Tensor> execute_simulated(Op op, const Attributes& attributes, const TensorType& result,
                                 std::span<const Tensor> operands,
                                 std::span<const native_cuda::PtxFile> files) {
  const FloatEnvironment environment;
  std::vector<TensorType> types;
  for (const Tensor& operand : operands) types.push_back(operand.type());
  const auto plan = native_cuda::launch_plan(op, attributes, types);
  if (!plan) return plan.error();
  if (plan->view_of) return operands[*plan->view_of].reshaped(result.shape);
  if (plan->launches.empty()) return tensor_of(result, {});
  if (plan->launches.size() > 1) return unavailable({}, "a use of several launches");
  return simulate(plan->launches.front(), result, operands, files);
}

}  // namespace touchstone
