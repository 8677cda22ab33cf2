#include <algorithm>

#include "class_shapes.h"
#include "geometry.h"
#include "shape_checks.h"
#include "touchstone/core/checked.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

/// How windows lie along one spatial axis.
struct PoolAxis {
  std::int64_t length, kernel, stride, dilation, pad_begin, pad_end;

  PoolAxis(const PoolGeometry& g, std::size_t s, std::int64_t axis_length)
      : length(axis_length),
        kernel(g.kernel[s]),
        stride(g.places.strides[s]),
        dilation(g.places.dilations[s]),
        pad_begin(g.places.pads_begin[s]),
        pad_end(g.pads_end[s]) {}
};

/// The number of windows: floor((length + padding − reach) / stride) + 1, or its ceiling without a
/// last window that would start beyond the axis and its left padding.
Result<std::int64_t> window_count(const PoolAxis& axis, bool ceil_mode) {
  const auto padded = checked_add(axis.length, axis.pad_begin + axis.pad_end);
  const auto gap = checked_mul(axis.kernel - 1, axis.dilation);
  if (!padded || !gap) return refuse("the padding or dilation overflows");
  const std::int64_t room = *padded - 1 - *gap;
  const std::int64_t rounded = ceil_mode ? room + axis.stride - 1 : room;
  if (rounded < 0) {
    return refuse("a dilated kernel of length " + std::to_string(*gap) + " + 1 does not fit in " +
                  std::to_string(*padded) + " padded positions");
  }
  const std::int64_t count = rounded / axis.stride + 1;
  const bool beyond = ceil_mode && (count - 1) * axis.stride >= axis.length + axis.pad_begin;
  return beyond ? count - 1 : count;
}

/// Whether a window that starts at `start` has a position inside the axis.
bool reaches_inside(const PoolAxis& axis, std::int64_t start) {
  if (start >= 0) return start < axis.length;
  const std::int64_t steps = (-start + axis.dilation - 1) / axis.dilation;
  return steps < axis.kernel && start + steps * axis.dilation < axis.length;
}

/// Why one of `count` windows may have no position inside the axis; nothing if all have one. Only
/// windows that start in the padding or beyond the end can miss it, and where the dilation is at
/// most the length, of those in the padding the first does if any does. With a longer one each is
/// asked, and a great number of them is refused.
std::optional<std::string> miss(const PoolAxis& axis, std::int64_t count) {
  constexpr std::int64_t most = 4096;
  const std::string in_padding = "a window lies entirely in the padding";
  if (count == 0) return std::nullopt;
  if (!reaches_inside(axis, (count - 1) * axis.stride - axis.pad_begin)) return in_padding;
  std::int64_t asked = std::min(count, (axis.pad_begin + axis.stride - 1) / axis.stride);
  if (axis.dilation <= axis.length) asked = std::min<std::int64_t>(asked, 1);
  if (asked > most)
    return "the dilation is longer than the axis, and too many windows start in the padding";
  for (std::int64_t p = 0; p < asked; ++p) {
    if (!reaches_inside(axis, p * axis.stride - axis.pad_begin)) return in_padding;
  }
  return std::nullopt;
}

bool counts_padding(const Attributes& attributes) {
  return attributes.contains("count_include_pad") && attributes.boolean("count_include_pad");
}

std::optional<Diagnostic> attribute_fault(const Attributes& attributes, const Shape& x) {
  if (x.rank() < 3 || x.rank() > 5) {
    return refuse("operand x " + x.text() + " must be [batch, channels] and 1 to 3 spatial axes");
  }
  static constexpr WindowList lists[] = {
      {"kernel", 1}, {"strides", 1}, {"dilations", 1}, {"pads_begin", 0}, {"pads_end", 0}};
  if (attributes.integers("kernel").empty()) return refuse("attribute kernel is empty");
  return window_fault(attributes, lists, x.rank() - 2);
}

Result<Shape> pool_shape(const Attributes& attributes, Shapes x) {
  if (auto fault = attribute_fault(attributes, x[0])) return *fault;
  const PoolGeometry geometry = pool_geometry(attributes);
  Extents out{x[0][0], x[0][1]};
  for (std::size_t s = 0; s < geometry.spatial(); ++s) {
    const PoolAxis axis(geometry, s, x[0][2 + s]);
    const auto count = window_count(axis, attributes.boolean("ceil_mode"));
    if (!count) return count.error();
    const auto fault = counts_padding(attributes) ? std::nullopt : miss(axis, *count);
    if (fault) {
      return refuse(*fault + " of spatial axis " + std::to_string(s) + " of x " + x[0].text());
    }
    out.push_back(*count);
  }
  return Shape::create(out);
}

Result<Shape> smooth_pool_shape(const Attributes& attributes, Shapes x) {
  if (attributes.real("beta") > 0) return pool_shape(attributes, x);
  return refuse("attribute beta is " + text_of(attributes.real("beta")) + ", which is not above 0");
}

/// Two windows along the first spatial axis, under ceil_mode with a shorter one after them, and one
/// along the others. Padding is less than a window's reach, and so is the dilation than the axis.
Instances pool_classes(const Attributes& given) {
  Attributes attributes = given;
  for (const char* name : {"strides", "dilations", "pads_begin", "pads_end"}) {
    attributes.set(name, clipped_window(given.integers(name)));
  }
  Integers kernel = clipped(given.integers("kernel"), extent_limit);
  for (std::size_t s = 1; s < kernel.size(); ++s) {
    kernel[s] = std::min(kernel[s], further_axis_limit);
  }
  attributes.set("kernel", kernel);
  PoolGeometry g = pool_geometry(attributes);
  Index x{2, 2};
  for (std::size_t s = 0; s < g.spatial(); ++s) {
    const std::int64_t gap = (g.kernel[s] - 1) * g.places.dilations[s];
    const std::int64_t most = s == 0 ? gap : std::min<std::int64_t>(gap, 1);
    g.places.pads_begin[s] = std::min(g.places.pads_begin[s], most);
    g.pads_end[s] = std::min(g.pads_end[s], most);
    // Three windows along the first axis and two along the others, so that sums over windows have
    // an order.
    const std::int64_t steps = s == 0 ? 2 : 1;
    const std::int64_t further =
        steps * g.places.strides[s] + (s == 0 && attributes.boolean("ceil_mode") ? 1 : 0);
    const std::int64_t wanted = gap + 1 + further - g.places.pads_begin[s] - g.pads_end[s];
    x = x.with(std::max({wanted, g.places.dilations[s], std::int64_t{1}}));
  }
  for (const auto& [name, pads] :
       {std::pair{"pads_begin", g.places.pads_begin}, {"pads_end", g.pads_end}}) {
    if (given.integers(name).empty()) continue;
    const auto entries = pads.entries();
    attributes.set(name, Integers(entries.begin(), entries.end()));
  }
  return {{attributes, {values(x)}}};
}

/// A vjp holds something about every element of every window of one batch and channel.
std::optional<Work> pool_work(const Attributes& attributes, Shapes, const Shape& result) {
  const std::int64_t windows =
      Shape::of(result.extents().part(2, result.rank() - 2)).element_count();
  std::optional<std::int64_t> kernel = 1;
  for (const std::int64_t length : attributes.integers("kernel")) {
    if (kernel) kernel = checked_mul(*kernel, length);
  }
  const auto held = kernel ? checked_mul(*kernel, windows) : std::nullopt;
  auto out = held ? steady_work(result.element_count(), *kernel, 2, *kernel) : std::nullopt;
  if (out) out->vjp_row = *held;
  return out;
}

/// The attributes of all pooling operations and one of its own.
std::vector<AttributeSpec> pool_attributes(std::vector<AttributeSpec> own = {}) {
  std::vector<AttributeSpec> out{
      {"ceil_mode", false, false, "also a last window that reaches beyond the padded axis"},
      {"dilations", Integers{}, false, "distance of a window's elements; empty: 1"},
      {"kernel", Integers{}, true, "length of a window, per spatial axis"},
      {"pads_begin", Integers{}, false, "padding before each spatial axis; empty: 0"},
      {"pads_end", Integers{}, false, "padding after each spatial axis; empty: 0"},
      {"strides", Integers{}, false, "distance of windows, per spatial axis; empty: 1"}};
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

}  // namespace

std::vector<Operation> pooling() {
  return {
      {.op = Op::avg_pool,
       .name = "avg_pool",
       .formula = "canonical sum of a window / count",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = pool_attributes(
           {{"count_include_pad", false, false, "positions in the padding take part as zeros"}}),
       .shape_rule = pool_shape,
       .class_instances = pool_classes,
       .work = pool_work},
      {.op = Op::max_pool,
       .name = "max_pool",
       .formula = "maximum of a window",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = pool_attributes(),
       .shape_rule = pool_shape,
       .class_instances = pool_classes,
       .work = pool_work},
      {.op = Op::smooth_max_pool,
       .name = "smooth_max_pool",
       .formula = "m + log(canonical sum of exp(beta * (x - m))) / beta, m the window's maximum",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes =
           pool_attributes({{"beta", 1.0F, false, "the larger, the nearer to the maximum"}}),
       .shape_rule = smooth_pool_shape,
       .class_instances = pool_classes,
       .work = pool_work},
  };
}

}  // namespace touchstone::words
