#include <algorithm>

#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Attributes of a window that moves over `spatial` axes, and the lengths of its kernel.
struct Window {
  Attributes attributes;
  Integers strides;
  Integers dilations;
  Integers pads_begin;
  Integers pads_end;
  Extents kernel;
};

Window window(Draw& draw, std::int64_t spatial) {
  Window out;
  out.strides = entries(draw, spatial, 1, 3);
  out.dilations = entries(draw, spatial, 1, 2);
  out.pads_begin = entries(draw, spatial, 0, 2);
  out.pads_end = entries(draw, spatial, 0, 2);
  for (std::int64_t s = 0; s < spatial; ++s) out.kernel.push_back(draw.between(1, 3));
  if (spatial == 3) out.kernel[static_cast<std::size_t>(draw.between(0, 2))] = 1;
  out.attributes = {{"strides", out.strides},
                    {"dilations", out.dilations},
                    {"pads_begin", out.pads_begin},
                    {"pads_end", out.pads_end}};
  return out;
}

/// A length at which at least one place of the window fits.
std::int64_t length(Draw& draw, const Window& window, std::size_t s) {
  const std::int64_t reach = (window.kernel[s] - 1) * entry(window.dilations, s, 1) + 1;
  const std::int64_t pads = entry(window.pads_begin, s, 0) + entry(window.pads_end, s, 0);
  return std::max<std::int64_t>(1, reach - pads) + draw.between(0, 2);
}

Choice conv(Draw& draw) {
  const std::int64_t spatial = draw.any_of<std::int64_t>({1, 1, 2, 2, 3});
  Window moved = window(draw, spatial);
  const std::int64_t groups = draw.between(1, 2);
  const std::int64_t channels = draw.between(1, 2);
  const std::int64_t outputs = groups * draw.between(1, 2);
  Extents x{draw.between(1, 2), groups * channels};
  Extents weight{outputs, channels};
  for (std::size_t s = 0; s < static_cast<std::size_t>(spatial); ++s) {
    x.push_back(length(draw, moved, s));
    weight.push_back(moved.kernel[s]);
  }
  if (groups > 1 || draw.coin()) moved.attributes.set("groups", groups);
  Choice out{moved.attributes, {values(x), values(weight)}};
  if (draw.coin()) out.operands.push_back(values({outputs}));
  return out;
}

/// An axis of the result has (length − 1) · stride + reach + output padding − pads elements, and
/// the output padding is below the stride or the dilation.
Choice conv_transpose(Draw& draw) {
  const std::int64_t spatial = draw.any_of<std::int64_t>({1, 1, 2, 2, 3});
  Window moved = window(draw, spatial);
  const std::int64_t groups = draw.between(1, 2);
  const std::int64_t outputs = draw.between(1, 2);
  Extents x{draw.between(1, 2), groups * draw.between(1, 2)};
  Extents weight{x[1], outputs};
  Integers output_padding;
  const bool with_output_padding = draw.once_in(3);
  for (std::size_t s = 0; s < static_cast<std::size_t>(spatial); ++s) {
    const std::int64_t stride = entry(moved.strides, s, 1);
    const std::int64_t reach = (moved.kernel[s] - 1) * entry(moved.dilations, s, 1) + 1;
    const std::int64_t pads = entry(moved.pads_begin, s, 0) + entry(moved.pads_end, s, 0);
    std::int64_t least = 1;
    while ((least - 1) * stride + reach - pads < 1) ++least;
    x.push_back(least + draw.between(0, 2));
    weight.push_back(moved.kernel[s]);
    if (with_output_padding) output_padding.push_back(draw.between(0, stride - 1));
  }
  if (with_output_padding) moved.attributes.set("output_padding", output_padding);
  if (groups > 1 || draw.coin()) moved.attributes.set("groups", groups);
  Choice out{moved.attributes, {values(x), values(weight)}};
  if (draw.coin()) out.operands.push_back(values({groups * outputs}));
  return out;
}

}  // namespace

std::vector<Chooser> convolution() { return {{"conv", conv}, {"conv_transpose", conv_transpose}}; }

}  // namespace touchstone::gradients::choices
