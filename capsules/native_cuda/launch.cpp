#include "launch.h"

#include "launch_rules.h"

namespace touchstone::native_cuda {

namespace {

Result<Launch> launch_rule(Op op, const Attributes& attributes, std::span<const TensorType> x,
                           const Shape& out) {
  switch (op) {
    case Op::add:
    case Op::mul:
    case Op::sub: return pointwise_launch(op, x[0].shape, x[1].shape, out);
    case Op::linear: return linear_launch(x[0].shape, x[1].shape, x.size() == 3);
    case Op::matmul: return matmul_launch(x[0].shape, x[1].shape, out);
    case Op::reduce_sum: return reduce_sum_launch(attributes, x[0].shape);
    case Op::relu: return relu_launch(x[0].shape);
    default:
      return unavailable({},
                         "there is no native CUDA kernel of " + std::string(operation(op).name));
  }
}

}  // namespace

Result<Launch> launch_of(std::string_view file, std::string kernel, std::int64_t blocks,
                         std::uint32_t block, std::vector<Argument> arguments) {
  if (blocks > most_blocks) {
    return unavailable({}, "takes " + std::to_string(blocks) + " blocks, and a grid holds " +
                               std::to_string(most_blocks));
  }
  Launch out;
  out.file = std::string(file) + ".ptx";
  out.kernel = std::move(kernel);
  out.grid = static_cast<std::uint32_t>(blocks);
  out.block = block;
  out.arguments = std::move(arguments);
  return out;
}

Result<LaunchPlan> launch_plan(Op op, const Attributes& attributes,
                               std::span<const TensorType> operands) {
  const auto out = infer(operation(op), attributes, operands);
  if (!out) return out.error();
  for (const TensorType& type : operands) {
    if (type.element != ElementType::float32) {
      return unavailable({}, "computes with float32, not " + std::string(name_of(type.element)));
    }
  }
  if (is_view(op)) return LaunchPlan{0, {}};
  if (out->shape.element_count() == 0) return LaunchPlan{};
  auto launch = launch_rule(op, attributes, operands, out->shape);
  if (!launch) return launch.error();
  return LaunchPlan{std::nullopt, {std::move(*launch)}};
}

std::optional<std::string> refusal(Op op, const Attributes& attributes,
                                   std::span<const TensorType> operands) {
  const auto plan = launch_plan(op, attributes, operands);
  if (plan) return std::nullopt;
  return plan.error().reason;
}

}  // namespace touchstone::native_cuda
