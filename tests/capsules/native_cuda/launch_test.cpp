#include "touchstone/native_cuda/launch.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "touchstone/native_cuda/ptx_files.h"
#include "touchstone/op/index_space.h"

namespace touchstone::native_cuda {
namespace {

std::vector<TensorType> floats(std::initializer_list<std::vector<std::int64_t>> shapes) {
  std::vector<TensorType> out;
  for (const auto& extents : shapes) {
    out.push_back({ElementType::float32, Shape::of(Index(extents))});
  }
  return out;
}

Result<LaunchPlan> planned(Op op, const std::vector<TensorType>& operands,
                           const Attributes& given = {}) {
  return launch_plan(op, *complete(operation(op), given), operands);
}

/// The one launch of a use that takes one.
Launch launched(Op op, const std::vector<TensorType>& operands, const Attributes& given = {}) {
  const auto plan = planned(op, operands, given);
  if (!plan) {
    ADD_FAILURE() << plan.error().text();
    return {};
  }
  EXPECT_FALSE(plan->view_of);
  EXPECT_EQ(plan->launches.size(), 1U);
  return plan->launches.at(0);
}

/// "served", or why not.
std::string answer(Op op, const std::vector<TensorType>& operands, const Attributes& given = {}) {
  return refusal(op, *complete(operation(op), given), operands).value_or("served");
}

void expect_served_and_refused(const std::string& served, const std::string& refused,
                               const std::string& reason) {
  EXPECT_EQ(served, "served");
  EXPECT_NE(refused.find(reason), std::string::npos) << refused;
}

/// The values of the scalar arguments, in order.
std::vector<std::uint64_t> scalars(const Launch& launch) {
  std::vector<std::uint64_t> out;
  for (const Argument& argument : launch.arguments) {
    const bool scalar = argument.kind == ArgumentKind::u32 || argument.kind == ArgumentKind::u64;
    if (scalar) out.push_back(argument.value);
  }
  return out;
}

using Scalars = std::vector<std::uint64_t>;

TEST(NativeLaunch, AThreadMakesAnElementAndTheLastBlockIsGuarded) {
  for (const std::int64_t count : {1, 255, 256, 257, 512}) {
    const Launch add = launched(Op::add, floats({{count}, {1, count}}));
    EXPECT_EQ(add.kernel, "add");
    EXPECT_EQ(add.block, 256U);
    EXPECT_EQ(add.grid, static_cast<std::uint32_t>((count + 255) / 256));
    EXPECT_EQ(scalars(add), (Scalars{static_cast<std::uint64_t>(count)}));
    EXPECT_EQ(launched(Op::relu, floats({{count}})).grid, add.grid);
  }
}

TEST(NativeLaunch, OneElementIsReadAtStepZero) {
  Launch launch = launched(Op::sub, floats({{2, 3}, {1}}));
  EXPECT_EQ(launch.kernel, "sub_scalar");
  EXPECT_EQ(scalars(launch), (Scalars{6, 1, 0}));
  launch = launched(Op::sub, floats({{}, {2, 3}}));
  EXPECT_EQ(launch.kernel, "sub_scalar");
  EXPECT_EQ(scalars(launch), (Scalars{6, 0, 1}));
  EXPECT_EQ(launched(Op::sub, floats({{}, {1, 1}})).kernel, "sub");
}

/// Reads a broadcast launch as its kernel does and compares every offset with the definition's.
void expect_offsets(const std::vector<TensorType>& operands, const std::string& kernel) {
  const Launch launch = launched(Op::mul, operands);
  ASSERT_EQ(launch.kernel, kernel);
  const Scalars values = scalars(launch);
  const std::size_t axes = kernel.back() == '3' ? 3 : 6;
  ASSERT_EQ(values.size(), 3 * axes);
  const Shape out = infer(operation(Op::mul), {}, operands)->shape;
  ASSERT_EQ(values[0], static_cast<std::uint64_t>(out.element_count()));
  for (const Index& i : all(out)) {
    auto rest = static_cast<std::uint64_t>(row_major_number(out, i));
    Scalars coordinate(axes);
    for (std::size_t axis = axes; axis-- > 1;) {
      coordinate[axis] = rest % values[axis];
      rest /= values[axis];
    }
    coordinate[0] = rest;
    for (std::size_t k = 0; k < 2; ++k) {
      std::uint64_t offset = 0;
      for (std::size_t axis = 0; axis < axes; ++axis) {
        offset += coordinate[axis] * values[(k + 1) * axes + axis];
      }
      const Shape& shape = operands[k].shape;
      ASSERT_EQ(offset, static_cast<std::uint64_t>(row_major_number(shape, aligned(i, shape))));
    }
  }
}

TEST(NativeLaunch, BroadcastOffsetsAreTheDefinitions) {
  expect_offsets(floats({{2, 3}, {3}}), "mul_broadcast_3");
  expect_offsets(floats({{2, 1}, {1, 3}}), "mul_broadcast_3");
  expect_offsets(floats({{2, 3, 4}, {3, 1}}), "mul_broadcast_3");
  expect_offsets(floats({{5, 2, 3, 4, 2}, {1, 2, 3, 1, 1}}), "mul_broadcast_3");
  expect_offsets(floats({{2, 1, 3, 1}, {1, 2, 1, 3}}), "mul_broadcast_6");
  expect_offsets(floats({{2, 1, 2, 1, 2, 1}, {3, 1, 3, 1, 3}}), "mul_broadcast_6");
  expect_offsets(floats({{2, 3, 1, 1, 2, 1, 2, 1}, {1, 1, 2, 2, 1, 3, 1, 2}}), "mul_broadcast_6");
}

TEST(NativeLaunch, ProductsAreTiledAboveFourRows) {
  struct Case {
    std::int64_t rows, columns;
    std::string kernel;
    std::uint32_t grid, block;
  };
  for (const Case& c : {Case{1, 1, "few_rows", 1, 128}, Case{4, 128, "few_rows", 4, 128},
                        Case{4, 129, "few_rows", 8, 128}, Case{5, 1, "tiled", 1, 256},
                        Case{64, 64, "tiled", 1, 256}, Case{65, 64, "tiled", 2, 256},
                        Case{64, 65, "tiled", 2, 256}, Case{129, 129, "tiled", 9, 256}}) {
    const Launch matmul = launched(Op::matmul, floats({{c.rows, 7}, {7, c.columns}}));
    EXPECT_EQ(matmul.kernel, "matmul_" + c.kernel);
    EXPECT_EQ(matmul.grid, c.grid) << c.rows << " " << c.columns;
    EXPECT_EQ(matmul.block, c.block);
    const Launch linear = launched(Op::linear, floats({{c.rows, 7}, {c.columns, 7}}));
    EXPECT_EQ(linear.kernel, "linear_" + c.kernel);
    EXPECT_EQ(linear.grid, c.grid);
    EXPECT_EQ(linear.block, c.block);
    const Launch biased = launched(Op::linear, floats({{c.rows, 7}, {c.columns, 7}, {c.columns}}));
    EXPECT_EQ(biased.kernel, "linear_bias_" + c.kernel);
    EXPECT_EQ(scalars(biased), scalars(linear));
  }
}

/// Reads a matmul launch as its kernel does and compares where each batch position's matrices
/// begin, and the whole, with the definition.
void expect_batch(const std::vector<TensorType>& operands) {
  const Launch launch = launched(Op::matmul, operands);
  const bool tiled = launch.kernel == "matmul_tiled";
  const Scalars v = scalars(launch);
  const std::size_t at = tiled ? 5 : 4;
  ASSERT_EQ(v.size(), at + 8);
  const Shape out = infer(operation(Op::matmul), {}, operands)->shape;
  const std::size_t batch_rank = out.rank() - 2;
  const std::uint64_t row_blocks = tiled ? v[3] : v[0];
  const std::uint64_t blocks_of_one = row_blocks * v[at - 1];
  EXPECT_EQ(launch.grid % blocks_of_one, 0U);
  EXPECT_EQ(launch.grid / blocks_of_one * v[0] * v[2],
            static_cast<std::uint64_t>(out.element_count()));
  for (const Index& i : all(out)) {
    const auto element = static_cast<std::uint64_t>(row_major_number(out, i));
    const std::uint64_t number = element / (v[0] * v[2]);
    const std::uint64_t row = element % (v[0] * v[2]) / v[2];
    const Scalars position{number / v[at + 1] / v[at], number / v[at + 1] % v[at],
                           number % v[at + 1]};
    for (std::size_t k = 0; k < 2; ++k) {
      std::uint64_t offset = k == 0 ? row * v[1] : static_cast<std::uint64_t>(i[out.rank() - 1]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        offset += position[axis] * v[at + 2 + 3 * k + axis];
      }
      const Shape& shape = operands[k].shape;
      const Index batch =
          aligned(i.part(0, batch_rank), Shape::of(shape.extents().part(0, shape.rank() - 2)));
      const Index first =
          k == 0 ? batch.with(i[batch_rank]).with(0) : batch.with(0).with(i[batch_rank + 1]);
      ASSERT_EQ(offset, static_cast<std::uint64_t>(row_major_number(shape, first)));
    }
  }
}

TEST(NativeLaunch, BatchOffsetsAreTheDefinitions) {
  expect_batch(floats({{2, 3}, {3, 4}}));
  expect_batch(floats({{5, 6, 3}, {5, 3, 4}}));
  expect_batch(floats({{5, 2, 3}, {3, 4}}));
  expect_batch(floats({{2, 1, 6, 3}, {5, 3, 4}}));
  expect_batch(floats({{2, 3, 4, 2, 3}, {3, 1, 3, 2}}));
  expect_batch(floats({{6, 3}, {2, 2, 3, 4}}));
  EXPECT_EQ(launched(Op::matmul, floats({{5, 1, 3}, {3, 4}})).kernel, "matmul_tiled")
      << "rows that share their right side are those of one matrix";
  EXPECT_EQ(launched(Op::matmul, floats({{5, 1, 3}, {5, 3, 4}})).kernel, "matmul_few_rows");
}

TEST(NativeLaunch, ReducedAxesAreTheMiddleOfThree) {
  const auto sums = [](std::vector<std::int64_t> shape, Integers axes) {
    const Launch launch = launched(Op::reduce_sum, floats({shape}), {{"axes", axes}});
    EXPECT_EQ(launch.block, 128U);
    Scalars out{launch.grid};
    for (const std::uint64_t value : scalars(launch)) out.push_back(value);
    return out;
  };
  EXPECT_EQ(sums({2, 3, 4}, {-1}), (Scalars{6, 4, 1}));
  EXPECT_EQ(sums({2, 3, 4}, {1, 2}), (Scalars{2, 12, 1}));
  EXPECT_EQ(sums({2, 3, 4}, {1}), (Scalars{8, 3, 4}));
  EXPECT_EQ(sums({2, 3, 4}, {0}), (Scalars{12, 2, 12}));
  EXPECT_EQ(sums({2, 3, 4}, {}), (Scalars{1, 24, 1}));
  EXPECT_EQ(sums({2, 1, 4}, {0, 2}), (Scalars{1, 8, 1}));
  EXPECT_EQ(sums({2, 1}, {1}), (Scalars{2, 1, 1}));
  EXPECT_EQ(sums({2, 0}, {1}), (Scalars{2, 0, 1}));
  EXPECT_EQ(sums({}, {}), (Scalars{1, 1, 1}));
}

TEST(NativeLaunch, ViewsAndResultsWithoutElementsTakeNoLaunch) {
  for (const auto& [op, attributes] :
       {std::pair{Op::reshape, Attributes{{"shape", Integers{3, 2}}}}, {Op::flatten, {}}}) {
    const auto plan = planned(op, floats({{2, 3}}), attributes);
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan->view_of, 0U);
    EXPECT_TRUE(plan->launches.empty());
  }
  for (const auto& plan :
       {planned(Op::add, floats({{0, 2}, {2}})), planned(Op::relu, floats({{0}})),
        planned(Op::matmul, floats({{2, 0, 3}, {3, 4}})),
        planned(Op::linear, floats({{0, 2}, {3, 2}})),
        planned(Op::reduce_sum, floats({{0, 3}}), {{"axes", Integers{1}}})}) {
    ASSERT_TRUE(plan.ok());
    EXPECT_FALSE(plan->view_of);
    EXPECT_TRUE(plan->launches.empty());
  }
  EXPECT_EQ(launched(Op::matmul, floats({{2, 0}, {0, 3}})).grid, 2U) << "chains of no terms are +0";
}

TEST(NativeLaunch, RefusesWhatAGridOrItsNumbersCannotHold) {
  constexpr std::int64_t blocks = 0x7FFF'FFFF;
  expect_served_and_refused(answer(Op::relu, floats({{256 * blocks}})),
                            answer(Op::relu, floats({{256 * blocks + 1}})),
                            "takes 2147483648 blocks");
  expect_served_and_refused(answer(Op::add, floats({{256 * blocks}, {1}})),
                            answer(Op::add, floats({{256 * blocks + 1}, {1}})), "blocks");
  expect_served_and_refused(answer(Op::add, floats({{65535, 1}, {65537}})),
                            answer(Op::add, floats({{65536, 1}, {65536}})),
                            "4294967296 elements, and the kernel numbers them in 32 bits");
  expect_served_and_refused(answer(Op::matmul, floats({{1, blocks}, {blocks, 1}})),
                            answer(Op::matmul, floats({{1, blocks + 1}, {blocks + 1, 1}})),
                            "an axis of 2147483648");
  expect_served_and_refused(answer(Op::linear, floats({{blocks, 1}, {64, 1}})),
                            answer(Op::linear, floats({{blocks + 1, 1}, {64, 1}})),
                            "an axis of 2147483648");
  expect_served_and_refused(answer(Op::linear, floats({{blocks, 1}, {63 * 64, 1}})),
                            answer(Op::linear, floats({{blocks, 1}, {63 * 64 + 1, 1}})), "blocks");
  expect_served_and_refused(answer(Op::matmul, floats({{blocks, 1, 1}, {blocks, 1, 1}})),
                            answer(Op::matmul, floats({{blocks, 1, 1}, {blocks, 1, 129}})),
                            "blocks");
  expect_served_and_refused(
      answer(Op::reduce_sum, floats({{blocks, 2}}), {{"axes", Integers{1}}}),
      answer(Op::reduce_sum, floats({{blocks + 1, 2}}), {{"axes", Integers{1}}}), "blocks");
  constexpr std::int64_t longest = std::int64_t{1} << 36;
  expect_served_and_refused(answer(Op::reduce_sum, floats({{longest}})),
                            answer(Op::reduce_sum, floats({{longest + 1}})),
                            "the kernel holds 68719476736");
}

TEST(NativeLaunch, RefusesAxesThatTheKernelsDoNotWalk) {
  expect_served_and_refused(answer(Op::add, floats({{2, 1, 2, 1, 2, 1}, {1, 2, 1, 2, 1, 2}})),
                            answer(Op::add, floats({{2, 1, 2, 1, 2, 1, 2}, {1, 2, 1, 2, 1, 2, 1}})),
                            "over 7 axes");
  expect_served_and_refused(answer(Op::matmul, floats({{2, 1, 2, 3, 4}, {1, 2, 1, 4, 5}})),
                            answer(Op::matmul, floats({{2, 1, 2, 1, 3, 4}, {1, 2, 1, 2, 4, 5}})),
                            "4 batch axes");
  const Attributes apart{{"axes", Integers{0, 2}}};
  expect_served_and_refused(answer(Op::reduce_sum, floats({{2, 1, 2}}), apart),
                            answer(Op::reduce_sum, floats({{2, 2, 2}}), apart), "not neighbours");
}

TEST(NativeLaunch, RefusesOtherTypesAndOperations) {
  const std::vector<TensorType> whole{{ElementType::int64, Shape::of({2})},
                                      {ElementType::int64, Shape::of({2})}};
  expect_served_and_refused(answer(Op::add, floats({{2}, {2}})), answer(Op::add, whole), "float32");
  expect_served_and_refused(answer(Op::mul, floats({{2}, {2}})),
                            answer(Op::div, floats({{2}, {2}})), "no native CUDA kernel of div");
  EXPECT_EQ(planned(Op::div, floats({{2}, {2}})).error().kind, Failure::unavailable);
  EXPECT_EQ(planned(Op::add, floats({{2}, {3}})).error().kind, Failure::unreadable);
  EXPECT_TRUE(planned(Op::add, floats({{2}, {2}})).ok());
}

/// The widths of the parameters of an entry of PTX text, in bits, in order.
std::vector<unsigned> parameter_widths(std::string_view ptx, const std::string& kernel) {
  const std::string head = ".visible .entry " + kernel + "(";
  const auto begin = ptx.find(head);
  if (begin == std::string_view::npos) return {};
  std::string_view rest = ptx.substr(begin, ptx.find(')', begin) - begin);
  std::vector<unsigned> out;
  for (auto at = rest.find(".param"); at != std::string_view::npos; at = rest.find(".param")) {
    rest.remove_prefix(at + std::string_view(".param").size());
    out.push_back(rest.starts_with(" .u64") ? 64 : rest.starts_with(" .u32") ? 32 : 0);
  }
  return out;
}

TEST(NativeLaunch, ArgumentsFitTheKernelsParametersForEveryTarget) {
  const Attributes none;
  std::vector<Launch> launches;
  for (const Op op : {Op::add, Op::sub, Op::mul}) {
    launches.push_back(launched(op, floats({{2}, {2}})));
    launches.push_back(launched(op, floats({{2}, {1}})));
    launches.push_back(launched(op, floats({{2, 3}, {3}})));
    launches.push_back(launched(op, floats({{2, 1, 3, 1}, {1, 2, 1, 3}})));
  }
  launches.push_back(launched(Op::relu, floats({{2}})));
  launches.push_back(launched(Op::reduce_sum, floats({{2}})));
  for (const std::int64_t rows : {1, 5}) {
    launches.push_back(launched(Op::matmul, floats({{rows, 2}, {2, 3}})));
    launches.push_back(launched(Op::linear, floats({{rows, 2}, {3, 2}})));
    launches.push_back(launched(Op::linear, floats({{rows, 2}, {3, 2}, {3}})));
  }
  for (const Launch& launch : launches) {
    std::vector<unsigned> widths;
    for (const Argument& argument : launch.arguments) {
      widths.push_back(argument.kind == ArgumentKind::u32 ? 32 : 64);
      if (argument.kind == ArgumentKind::u32) {
        EXPECT_LE(argument.value, 0xFFFF'FFFFU);
      }
    }
    for (const std::string& name : names_for_targets(launch.file)) {
      const auto ptx = bytes_of(committed_files(), name);
      ASSERT_TRUE(ptx) << name;
      EXPECT_EQ(parameter_widths(*ptx, launch.kernel), widths) << name << " " << launch.kernel;
    }
  }
}

TEST(NativeLaunch, ServesTheNodesOfTheSmallModels) {
  EXPECT_EQ(answer(Op::sub, floats({{1, 1, 1, 5}, {1, 1, 1, 5}})), "served");
  EXPECT_EQ(answer(Op::flatten, floats({{1, 1, 1, 5}}), {{"axis", std::int64_t{1}}}), "served");
  for (const auto& [inputs, outputs] : {std::pair{5, 50}, {50, 50}, {50, 5}}) {
    EXPECT_EQ(launched(Op::matmul, floats({{1, inputs}, {inputs, outputs}})).grid, 1U);
    EXPECT_EQ(launched(Op::add, floats({{1, outputs}, {outputs}})).kernel, "add");
  }
  for (const auto& [inputs, outputs] : {std::pair{784, 256}, {256, 256}, {256, 10}}) {
    EXPECT_EQ(launched(Op::linear, floats({{1, inputs}, {outputs, inputs}, {outputs}})).grid,
              outputs > 128 ? 2U : 1U);
    EXPECT_EQ(answer(Op::relu, floats({{1, outputs}})), "served");
  }
}

}  // namespace
}  // namespace touchstone::native_cuda
