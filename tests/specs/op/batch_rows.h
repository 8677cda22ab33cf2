#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "random_operands.h"
#include "touchstone/op/sample_attributes.h"

/// How every operation of the vocabulary can be given a batch, or why it cannot.
namespace touchstone::evaluation {

/// How one operation can be given a batch.
struct Row {
  Op op;
  Attributes attributes;
  std::vector<Slot> operands;
  std::size_t axis = 0;           ///< where the batch lies in the result
  bool shape_says_batch = false;  ///< attribute "shape", at that axis

  [[nodiscard]] std::string text() const {
    std::string out(operation(op).name);
    for (const Slot& slot : operands) {
      out += " " + Shape::of(Index(std::span<const std::int64_t>(slot.extents))).text();
    }
    return out;
  }
  [[nodiscard]] Attributes attributes_at(std::int64_t count) const {
    Attributes out = *complete(operation(op), attributes);
    if (!shape_says_batch) return out;
    Integers shape = out.integers("shape");
    shape[axis] = count;
    out.set("shape", shape);
    return out;
  }
};

using Rows = std::vector<Row>;

inline void elementwise_rows(Rows& out) {
  for (const Op op : {Op::add, Op::div, Op::equal, Op::greater, Op::greater_equal, Op::less,
                      Op::less_equal, Op::max, Op::min, Op::mul, Op::pow, Op::sub}) {
    out.push_back({op, {}, {value({3, 2, 20}), value({3, 2, 20})}});
    out.push_back({op, {}, {value({3, 20}), shared({20})}});
    out.push_back({op, {}, {shared({1, 20}), value({3, 20})}});
    out.push_back({op, {}, {value({3, 1, 5}), value({3, 6, 1})}});
    out.push_back({op, {}, {shared({3, 1}), value({3})}, 1});
  }
  out.push_back({Op::where, {}, {mask({3, 20}), value({3, 20}), value({3, 20})}});
  out.push_back({Op::where, {}, {shared_mask({20}), value({3, 1}), value({3, 20})}});
  out.push_back({Op::where, {}, {mask({3, 1, 5}), value({4, 3, 2, 1}, 1), shared({5})}, 1});
  for (const Op op : {Op::abs, Op::clamp, Op::cos, Op::erf, Op::exp, Op::gelu, Op::inv, Op::log,
                      Op::neg, Op::relu, Op::rsqrt, Op::safe_log, Op::scale, Op::sigmoid, Op::silu,
                      Op::sin, Op::softplus, Op::sqrt, Op::tanh}) {
    out.push_back({op, sample_attributes(operation(op)), {value({3, 40})}});
    out.push_back({op, sample_attributes(operation(op)), {value({20, 3}, 1)}, 1});
  }
  out.push_back({Op::gelu, {{"approximate", std::string("tanh")}}, {value({3, 40})}});
}

inline void movement_rows(Rows& out) {
  out.push_back({Op::broadcast, {{"shape", Integers{3, 4, 2}}}, {value({3, 1, 2})}, 0, true});
  out.push_back({Op::broadcast, {{"shape", Integers{2, 3, 4}}}, {value({3, 1})}, 1, true});
  out.push_back(
      {Op::concat, {{"axis", std::int64_t{1}}}, {value({3, 2}), value({3, 1}), value({3, 4})}});
  out.push_back({Op::concat, {}, {value({2, 3, 4}, 1), value({1, 3, 4}, 1)}, 1});
  out.push_back({Op::flatten, {}, {value({3, 2, 4})}});
  out.push_back({Op::flatten, {{"axis", std::int64_t{2}}}, {value({2, 4, 3}, 2)}, 1});
  out.push_back({Op::pad,
                 {{"pads_begin", Integers{0, 1}}, {"pads_end", Integers{0, 2}}, {"value", -1.5F}},
                 {value({3, 4})}});
  out.push_back({Op::permute, {{"axes", Integers{1, 2, 0}}}, {value({3, 2, 4})}, 2});
  out.push_back({Op::reshape, {{"shape", Integers{-1, 2, 4}}}, {value({3, 8})}});
  out.push_back({Op::reshape, {{"shape", Integers{6, -1}}}, {value({2, 3, 3}, 2)}, 1});
  out.push_back({Op::slice,
                 {{"axes", Integers{1}},
                  {"counts", Integers{3}},
                  {"starts", Integers{5}},
                  {"steps", Integers{-2}}},
                 {value({3, 7, 2})}});
}

inline void indexing_rows(Rows& out) {
  const Attributes second{{"axis", std::int64_t{1}}};
  out.push_back({Op::embedding, {}, {shared({4, 2}), index({3, 5}, 4)}});
  out.push_back({Op::gather, {}, {shared({4, 2}), index({3, 5}, 4)}});
  out.push_back({Op::gather, second, {shared({5, 4}), index({3}, 4)}, 1});
  out.push_back({Op::gather, second, {value({3, 4, 2}), shared_index({5}, 4)}});
  out.push_back({Op::gather, {}, {value({4, 3}, 1), shared_index({2, 2}, 4)}, 2});
  out.push_back(
      {Op::scatter_add, second, {value({3, 4, 2}), shared_index({9}, 4), value({3, 9, 2})}});
  out.push_back(
      {Op::scatter_add, {}, {value({4, 3}, 1), shared_index({3, 2}, 4), value({3, 2, 3}, 2)}, 1});
}

inline void product_rows(Rows& out) {
  out.push_back({Op::linear, {}, {value({3, 5}), shared({4, 5}), shared({4})}});
  out.push_back({Op::linear, {}, {value({2, 3, 5}, 1), shared({4, 5})}, 1});
  out.push_back({Op::matmul, {}, {value({3, 2, 5}), value({3, 5, 4})}});
  out.push_back({Op::matmul, {}, {value({3, 2, 5}), shared({5, 4})}});
  out.push_back({Op::matmul, {}, {shared({2, 5}), value({3, 5, 4})}});
  out.push_back({Op::matmul, {}, {value({3, 1, 2, 5}), value({3, 4, 5, 2})}});
  out.push_back({Op::matmul, {}, {value({2, 3, 4, 5}, 1), shared({2, 1, 5, 2})}, 1});
  // Rows of the left operand and columns of the right one are batches too.
  out.push_back({Op::matmul, {}, {value({3, 5}), shared({5, 4})}});
  out.push_back({Op::matmul, {}, {shared({4, 5}), value({5, 3}, 1)}, 1});
}

inline void convolution_rows(Rows& out) {
  const Attributes line{{"strides", Integers{2}},
                        {"dilations", Integers{2}},
                        {"pads_begin", Integers{1}},
                        {"pads_end", Integers{2}},
                        {"groups", std::int64_t{2}}};
  const Attributes plane{{"strides", Integers{2, 1}}, {"pads_begin", Integers{0, 1}}};
  const Attributes space{{"pads_end", Integers{1, 0, 1}}, {"dilations", Integers{1, 1, 2}}};
  for (const Op op : {Op::conv, Op::conv_transpose}) {
    Attributes one = line;
    if (op == Op::conv_transpose) one.set("output_padding", Integers{1});
    out.push_back({op, one, {value({3, 4, 7}), shared({4, 2, 3}), shared({4})}});
    out.push_back({op, plane, {value({3, 2, 4, 5}), shared({2, 2, 3, 2}), shared({2})}});
    out.push_back({op, space, {value({3, 2, 3, 2, 4}), shared({2, 2, 2, 2, 2})}});
  }
}

inline void pooling_rows(Rows& out) {
  const Attributes line{{"kernel", Integers{3}},
                        {"strides", Integers{2}},
                        {"pads_begin", Integers{1}},
                        {"ceil_mode", true}};
  const Attributes plane{{"kernel", Integers{2, 3}}, {"dilations", Integers{2, 1}}};
  const Attributes space{{"kernel", Integers{2, 1, 2}}, {"pads_end", Integers{1, 0, 1}}};
  for (const Op op : {Op::avg_pool, Op::max_pool, Op::smooth_max_pool}) {
    Attributes one = line;
    if (op == Op::avg_pool) one.set("count_include_pad", true);
    if (op == Op::smooth_max_pool) one.set("beta", 2.5F);
    out.push_back({op, one, {value({3, 2, 8})}});
    out.push_back({op, plane, {value({3, 2, 4, 5})}});
    out.push_back({op, space, {value({3, 1, 2, 2, 3})}});
  }
}

inline void reduction_rows(Rows& out) {
  for (const Op op : {Op::reduce_max, Op::reduce_mean, Op::reduce_sum}) {
    out.push_back({op, {{"axes", Integers{1, 2}}}, {value({3, 2, 70})}});
    out.push_back({op, {{"axes", Integers{-1}}, {"keepdims", false}}, {value({3, 2, 4})}});
    out.push_back({op, {{"axes", Integers{0}}, {"keepdims", false}}, {value({4, 3, 2}, 1)}, 0});
    out.push_back({op, {{"axes", Integers{0, -1}}}, {value({4, 3, 2}, 1)}, 1});
  }
  const Attributes first{{"axis", std::int64_t{0}}};
  for (const Op op : {Op::log_softmax, Op::softmax}) {
    out.push_back({op, {}, {value({3, 130})}});
    out.push_back({op, first, {value({5, 3}, 1)}, 1});
  }
  const Op masked = Op::hard_masked_softmax;
  out.push_back({masked, {}, {value({3, 130}), mask({3, 130})}});
  out.push_back({masked, {}, {value({3, 2, 3}), mask({3, 2, 1})}});
  out.push_back({masked, {}, {value({3, 5}), shared_mask({5})}});
  out.push_back({masked, first, {value({5, 3}, 1), mask({5, 3}, 1)}, 1});
}

inline void norm_rows(Rows& out) {
  const Slot channels = shared({4});
  out.push_back({Op::batch_norm, {}, {value({3, 4, 3}), channels, channels, channels, channels}});
  for (const Op op : {Op::layer_norm, Op::rms_norm}) {
    std::vector<Slot> row{value({3, 130}), shared({130})};
    if (op == Op::layer_norm) row.push_back(shared({130}));
    out.push_back({op, {}, row});
    out.push_back({op, {{"axes", Integers{0}}}, {value({5, 3}, 1)}, 1});
    out.push_back({op, {{"axes", Integers{0, 2}}}, {value({2, 3, 4}, 1), shared({2, 4})}, 1});
  }
}

inline void fourier_rows(Rows& out) {
  for (const std::int64_t n : {1, 2, 7, 8, 30}) {
    out.push_back({Op::rfft, {}, {value({3, n})}});
    out.push_back({Op::irfft, {{"n", n}}, {value({3, n / 2 + 1, 2})}});
  }
  out.push_back({Op::rfft, {}, {value({2, 3, 6}, 1)}, 1});
  out.push_back({Op::irfft, {{"n", std::int64_t{6}}}, {value({2, 3, 4, 2}, 1)}, 1});
  out.push_back({Op::spectral_conv, {}, {value({3, 2, 6}), shared({2, 3, 3, 2})}});
}

inline void sequence_rows(Rows& out) {
  const Slot by_channel = value({3, 4, 2});
  const Slot by_state = value({3, 4, 3});
  const std::vector<Slot> scan{by_channel, by_channel, shared({2, 3}), by_state, by_state};
  out.push_back({Op::selective_scan, {}, scan});
  out.push_back({Op::selective_scan, {}, scan});
  out.back().operands.push_back(shared({2}));

  const std::vector<Slot> heads{value({3, 4, 2, 3}), value({3, 2, 5, 3}), value({3, 2, 5, 2})};
  const std::vector<Slot> masks{value({3, 1, 2, 5}), shared({2, 5}), mask({3, 4, 2, 5}),
                                mask({3, 1, 1, 5}), shared_mask({2, 1})};
  for (const Op op : {Op::flash_attention, Op::scaled_dot_product_attention}) {
    out.push_back({op, {}, heads});
    out.push_back({op, {{"causal", true}, {"scale", 0.7F}}, heads});
    for (const Slot& slot : masks) {
      out.push_back({op, {}, heads});
      out.back().operands.push_back(slot);
    }
    out.push_back({op, {}, {value({3, 1, 2, 2}), value({3, 1, 70, 2}), value({3, 1, 70, 1})}});
  }
}

inline const Rows& rows() {
  static const Rows all = [] {
    Rows out;
    for (const auto family :
         {elementwise_rows, movement_rows, indexing_rows, product_rows, convolution_rows,
          pooling_rows, reduction_rows, norm_rows, fourier_rows, sequence_rows}) {
      family(out);
    }
    return out;
  }();
  return all;
}

/// Why an operation has no batch.
enum class Without { it_is_reduced_to_one_number, no_operand_carries_it };

inline std::optional<Without> without_batch(Op op) {
  switch (op) {
    case Op::cross_entropy_loss:
    case Op::mse_loss: return Without::it_is_reduced_to_one_number;
    // Each position of the result draws its own number, and all are named by one attribute.
    case Op::bernoulli_mask:
    case Op::rand_uniform: return Without::no_operand_carries_it;
    default: return std::nullopt;
  }
}
}  // namespace touchstone::evaluation
