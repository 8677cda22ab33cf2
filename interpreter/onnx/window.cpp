#include "window.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "touchstone/core/checked.h"

namespace touchstone::onnx_reading {

namespace {

/// `total` padding along one axis, the odd one at the end or at the beginning.
void add_halves(Pads& pads, std::int64_t total, bool odd_at_end) {
  const std::int64_t smaller = total / 2;
  pads.begin.push_back(odd_at_end ? smaller : total - smaller);
  pads.end.push_back(odd_at_end ? total - smaller : smaller);
}

/// Padding along one axis so that there are ceil(length / stride) output positions.
std::optional<std::int64_t> same_padding(std::int64_t length, std::int64_t kernel,
                                         std::int64_t stride, std::int64_t dilation) {
  const std::int64_t places = length / stride + (length % stride == 0 ? 0 : 1);
  const auto steps = checked_mul(std::max<std::int64_t>(places - 1, 0), stride);
  const auto reach = reach_of(kernel, dilation);
  if (!steps || !reach) return std::nullopt;
  const auto needed = checked_add(*steps, *reach);
  if (!needed) return std::nullopt;
  return std::max<std::int64_t>(*needed - length, 0);
}

Result<Pads> same_pads(const OnnxNode& node, const Window& window, bool odd_at_end) {
  Pads out;
  for (std::size_t axis = 0; axis < window.kernel.size(); ++axis) {
    const auto total = same_padding(node.shape(0)[axis + 2], window.kernel[axis],
                                    window.strides[axis], window.dilations[axis]);
    if (!total) return unreadable({}, "its padding by attribute 'auto_pad' overflows");
    add_halves(out, *total, odd_at_end);
  }
  return out;
}

Result<Window> with_steps(const OnnxNode& node, Integers kernel) {
  auto strides = spatial_list(node, "strides", kernel.size(), 1, 1);
  if (!strides) return strides.error();
  auto dilations = spatial_list(node, "dilations", kernel.size(), 1, 1);
  if (!dilations) return dilations.error();
  return Window{std::move(kernel), std::move(*strides), std::move(*dilations)};
}

}  // namespace

Result<std::size_t> spatial_axes_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() < 3) {
    return unreadable({}, "its input 'X' " + x.text() + " must have at least 3 axes");
  }
  const std::size_t spatial = x.rank() - 2;
  if (spatial <= 3) return spatial;
  return unavailable({},
                     "it has " + std::to_string(spatial) + " spatial axes; 1 to 3 are supported");
}

Result<Integers> spatial_list(const OnnxNode& node, std::string_view name, std::size_t entries,
                              std::int64_t fallback, std::int64_t least) {
  if (!node.attributes().contains(name)) return Integers(entries, fallback);
  const Integers& given = node.attributes().integers(name);
  const std::string what = "attribute '" + std::string(name) + "' = " + text_of(given);
  if (given.size() != entries) {
    return unreadable({}, what + " has " + std::to_string(given.size()) + " entries, not " +
                              std::to_string(entries));
  }
  if (std::ranges::any_of(given, [&](std::int64_t entry) { return entry < least; })) {
    return unreadable({}, what + " has an entry below " + std::to_string(least));
  }
  return given;
}

Result<Window> window_of_weights(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  const Shape& w = node.shape(1);
  if (x.rank() < 3 || w.rank() != x.rank()) {
    return unreadable({}, "its inputs 'X' " + x.text() + " and 'W' " + w.text() +
                              " must have as many axes, at least 3");
  }
  if (auto spatial = spatial_axes_of(node); !spatial) return spatial.error();
  Integers kernel = extents_of(Shape::of(w.extents().part(2, w.rank() - 2)));
  if (node.attributes().contains("kernel_shape") &&
      node.attributes().integers("kernel_shape") != kernel) {
    return unreadable(
        {}, "attribute 'kernel_shape' = " + text_of(node.attributes().integers("kernel_shape")) +
                " contradicts its input 'W' " + w.text());
  }
  return with_steps(node, std::move(kernel));
}

Result<Window> window_of_attribute(const OnnxNode& node, std::size_t spatial) {
  auto kernel = spatial_list(node, "kernel_shape", spatial, 1, 1);
  if (!kernel) return kernel.error();
  return with_steps(node, std::move(*kernel));
}

Result<std::string> auto_pad_of(const OnnxNode& node) {
  const std::string& mode = node.attributes().text("auto_pad");
  if (mode == "NOTSET") return mode;
  if (node.attributes().contains("pads")) {
    return unreadable(
        {}, "attributes 'pads' and 'auto_pad' = " + printable(mode) + " contradict each other");
  }
  if (mode == "VALID" || mode == "SAME_UPPER" || mode == "SAME_LOWER") return mode;
  return unreadable({}, "attribute 'auto_pad' = \"" + printable(mode) +
                            "\" is none of NOTSET, VALID, SAME_UPPER and SAME_LOWER");
}

Result<Pads> explicit_pads(const OnnxNode& node, std::size_t spatial) {
  auto both = spatial_list(node, "pads", 2 * spatial, 0, 0);
  if (!both) return both.error();
  const auto middle = both->begin() + static_cast<std::ptrdiff_t>(spatial);
  return Pads{Integers(both->begin(), middle), Integers(middle, both->end())};
}

Result<Pads> pads_of(const OnnxNode& node, const Window& window) {
  const auto mode = auto_pad_of(node);
  if (!mode) return mode.error();
  const std::size_t spatial = window.kernel.size();
  if (*mode == "NOTSET") return explicit_pads(node, spatial);
  if (*mode == "VALID") return Pads{Integers(spatial, 0), Integers(spatial, 0)};
  return same_pads(node, window, *mode == "SAME_UPPER");
}

std::optional<std::int64_t> reach_of(std::int64_t kernel, std::int64_t dilation) {
  const auto gaps = checked_mul(std::max<std::int64_t>(kernel - 1, 0), dilation);
  return gaps ? checked_add(*gaps, std::int64_t{1}) : std::nullopt;
}

}  // namespace touchstone::onnx_reading
