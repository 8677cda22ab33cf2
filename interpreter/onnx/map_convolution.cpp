#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "operator_form.h"
#include "touchstone/core/checked.h"
#include "window.h"

namespace touchstone::onnx_reading {

namespace {

std::vector<ValueId> operands_of(const OnnxNode& node) {
  std::vector<ValueId> out{node.input(0), node.input(1)};
  if (node.has_input(2)) out.push_back(node.input(2));
  return out;
}

Result<void> map_conv(OnnxNode& node) {
  auto window = window_of_weights(node);
  if (!window) return window.error();
  auto pads = pads_of(node, *window);
  if (!pads) return pads.error();
  const Attributes attributes{{"dilations", std::move(window->dilations)},
                              {"groups", node.attributes().integer("group")},
                              {"pads_begin", std::move(pads->begin)},
                              {"pads_end", std::move(pads->end)},
                              {"strides", std::move(window->strides)}};
  return node.result(Op::conv, attributes, operands_of(node));
}

/// The placement of a transposed convolution's output: padding taken away, positions added.
struct Placement {
  Pads pads;
  Integers output_padding;
};

/// stride · (length − 1) + reach: all positions along one axis that an input reaches.
std::optional<std::int64_t> reached(const OnnxNode& node, const Window& window, std::size_t axis) {
  const auto steps = checked_mul(node.shape(0)[axis + 2] - 1, window.strides[axis]);
  const auto reach = reach_of(window.kernel[axis], window.dilations[axis]);
  if (!steps || !reach) return std::nullopt;
  return checked_add(*steps, *reach);
}

/// Output extents asked for, by attribute 'output_shape' or by automatic padding.
Result<Integers> wanted_extents(const OnnxNode& node, const Window& window) {
  const std::size_t spatial = window.kernel.size();
  if (node.attributes().contains("output_shape")) {
    return spatial_list(node, "output_shape", spatial, 0, 0);
  }
  Integers out;
  for (std::size_t axis = 0; axis < spatial; ++axis) {
    const auto extent = checked_mul(node.shape(0)[axis + 2], window.strides[axis]);
    if (!extent) return unreadable({}, "its padding by attribute 'auto_pad' overflows");
    out.push_back(*extent);
  }
  return out;
}

/// Padding such that the output has the extents that are wanted. What is missing is added at the
/// end, as output padding. Before opset 11 ONNX put the odd position at either end.
Result<Placement> placed(const OnnxNode& node, const Window& window, const std::string& mode,
                         Integers output_padding) {
  const auto wanted = wanted_extents(node, window);
  if (!wanted) return wanted.error();
  Placement out{{}, std::move(output_padding)};
  for (std::size_t axis = 0; axis < window.kernel.size(); ++axis) {
    const auto all = reached(node, window, axis);
    const auto padded = all ? checked_add(*all, out.output_padding[axis]) : std::nullopt;
    const auto total = padded ? checked_sub(*padded, (*wanted)[axis]) : std::nullopt;
    if (!total || *total == std::numeric_limits<std::int64_t>::min()) {
      return unreadable({}, "its output extents overflow");
    }
    if (*total % 2 != 0 && *total > 0 && node.opset() < 11) {
      return unavailable({},
                         "it divides an odd padding, which runtimes do differently at opset " +
                             std::to_string(node.opset()),
                         "convert the model to opset 11 or later, or give attribute 'pads'");
    }
    if (*total < 0) out.output_padding[axis] -= *total;
    const std::int64_t padding = std::max<std::int64_t>(*total, 0);
    const std::int64_t smaller = padding / 2;
    const bool odd_at_end = mode == "SAME_UPPER";
    out.pads.begin.push_back(odd_at_end ? smaller : padding - smaller);
    out.pads.end.push_back(odd_at_end ? padding - smaller : smaller);
  }
  return out;
}

Result<Placement> placement_of(const OnnxNode& node, const Window& window) {
  const std::size_t spatial = window.kernel.size();
  const auto mode = auto_pad_of(node);
  if (!mode) return mode.error();
  auto output_padding = spatial_list(node, "output_padding", spatial, 0, 0);
  if (!output_padding) return output_padding.error();
  if (node.attributes().contains("output_shape") && node.attributes().contains("pads")) {
    return unreadable({}, "attributes 'pads' and 'output_shape' contradict each other");
  }
  if (node.attributes().contains("output_shape") || mode->starts_with("SAME")) {
    return placed(node, window, *mode, std::move(*output_padding));
  }
  auto pads = explicit_pads(node, spatial);
  if (!pads) return pads.error();
  return Placement{std::move(*pads), std::move(*output_padding)};
}

Result<void> map_conv_transpose(OnnxNode& node) {
  auto window = window_of_weights(node);
  if (!window) return window.error();
  auto placement = placement_of(node, *window);
  if (!placement) return placement.error();
  const Attributes attributes{{"dilations", std::move(window->dilations)},
                              {"groups", node.attributes().integer("group")},
                              {"output_padding", std::move(placement->output_padding)},
                              {"pads_begin", std::move(placement->pads.begin)},
                              {"pads_end", std::move(placement->pads.end)},
                              {"strides", std::move(window->strides)}};
  return node.result(Op::conv_transpose, attributes, operands_of(node));
}

}  // namespace

std::vector<OperatorForm> families::convolution() {
  using namespace forms;
  const std::vector<AttributeForm> conv{
      text("auto_pad", "NOTSET"),   optional("dilations", Kind::ints),
      integer("group", 1),          optional("kernel_shape", Kind::ints),
      optional("pads", Kind::ints), optional("strides", Kind::ints)};
  std::vector<AttributeForm> transposed = conv;
  transposed.push_back(optional("output_padding", Kind::ints));
  transposed.push_back(optional("output_shape", Kind::ints));
  return {
      {"Conv", first, last, 2, 3, 1, conv, map_conv},
      {"ConvTranspose", first, last, 2, 3, 1, transposed, map_conv_transpose},
  };
}

}  // namespace touchstone::onnx_reading
