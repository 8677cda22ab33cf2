#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"
#include "window.h"

namespace touchstone::onnx_reading {

namespace {

Result<Attributes> pooling_of(const OnnxNode& node) {
  const auto spatial = spatial_axes_of(node);
  if (!spatial) return spatial.error();
  auto window = window_of_attribute(node, *spatial);
  if (!window) return window.error();
  auto pads = pads_of(node, *window);
  if (!pads) return pads.error();
  const auto ceil_mode = node.flag("ceil_mode");
  if (!ceil_mode) return ceil_mode.error();
  return Attributes{{"ceil_mode", *ceil_mode},
                    {"dilations", std::move(window->dilations)},
                    {"kernel", std::move(window->kernel)},
                    {"pads_begin", std::move(pads->begin)},
                    {"pads_end", std::move(pads->end)},
                    {"strides", std::move(window->strides)}};
}

/// The storage order concerns the second output alone.
Result<void> map_max_pool(OnnxNode& node) {
  if (node.output_count() > 1) {
    return unavailable({},
                       "its second output, the positions of the maxima, is not supported: the "
                       "vocabulary computes no integers");
  }
  if (auto order = node.flag("storage_order"); !order) return order.error();
  const auto attributes = pooling_of(node);
  if (!attributes) return attributes.error();
  return node.result(Op::max_pool, *attributes, node.inputs());
}

Result<void> map_average_pool(OnnxNode& node) {
  auto attributes = pooling_of(node);
  if (!attributes) return attributes.error();
  const auto includes_padding = node.flag("count_include_pad");
  if (!includes_padding) return includes_padding.error();
  attributes->set("count_include_pad", *includes_padding);
  return node.result(Op::avg_pool, *attributes, node.inputs());
}

/// x / (bias + alpha · mean)^beta, the mean of squares over `size` neighbouring channels, those
/// outside the tensor taken as 0.
Result<void> map_lrn(OnnxNode& node) {
  const Shape x = node.shape(0);
  if (x.rank() < 3) {
    return unreadable({}, "its input " + x.text() + " must have at least 3 axes");
  }
  const std::int64_t size = node.attributes().integer("size");
  if (size < 1) return unreadable({}, "attribute 'size' is " + std::to_string(size));
  const std::int64_t positions = Shape::of(x.extents().part(2, x.rank() - 2)).element_count();
  const Attributes pooling{{"count_include_pad", true},
                           {"kernel", Integers{size, 1}},
                           {"pads_begin", Integers{(size - 1) / 2, 0}},
                           {"pads_end", Integers{size / 2, 0}}};
  Composition composition(node);
  const ValueId squares = composition.part("squares", Op::mul, {node.input(0), node.input(0)});
  const ValueId planes = composition.reshaped("planes", squares, {x[0], 1, x[1], positions});
  const ValueId mean = composition.part("mean", Op::avg_pool, {planes}, pooling);
  const ValueId shaped = composition.reshaped("means", mean, extents_of(x));
  const ValueId weighted = composition.part("weighted", Op::scale, {shaped},
                                            {{"factor", node.attributes().real("alpha")}});
  const ValueId bias = composition.number("bias", node.attributes().real("bias"));
  const ValueId base = composition.part("base", Op::add, {bias, weighted});
  const ValueId beta = composition.number("beta", node.attributes().real("beta"));
  const ValueId divisor = composition.part("divisor", Op::pow, {base, beta});
  return composition.result(Op::div, {node.input(0), divisor});
}

}  // namespace

std::vector<OperatorForm> families::pooling() {
  using namespace forms;
  const std::vector<AttributeForm> window{
      text("auto_pad", "NOTSET"), required("kernel_shape", Kind::ints),
      optional("pads", Kind::ints), optional("strides", Kind::ints)};
  const auto with = [&](std::vector<AttributeForm> more) {
    more.insert(more.end(), window.begin(), window.end());
    return more;
  };
  const AttributeForm ceil_mode = integer("ceil_mode", 0);
  const AttributeForm dilations = optional("dilations", Kind::ints);
  const AttributeForm storage_order = integer("storage_order", 0);
  const AttributeForm count_include_pad = integer("count_include_pad", 0);
  return {
      {"AveragePool", first, 9, 1, 1, 1, with({count_include_pad}), map_average_pool},
      {"AveragePool", 10, 18, 1, 1, 1, with({count_include_pad, ceil_mode}), map_average_pool},
      {"AveragePool", 19, last, 1, 1, 1, with({count_include_pad, ceil_mode, dilations}),
       map_average_pool},
      {"LRN",
       first,
       last,
       1,
       1,
       1,
       {real("alpha", 0.0001F), real("beta", 0.75F), real("bias", 1),
        required("size", Kind::integer)},
       map_lrn},
      {"MaxPool", first, 7, 1, 1, 1, window, map_max_pool},
      {"MaxPool", 8, 9, 1, 1, 2, with({storage_order}), map_max_pool},
      {"MaxPool", 10, last, 1, 1, 2, with({storage_order, ceil_mode, dilations}), map_max_pool},
  };
}

}  // namespace touchstone::onnx_reading
