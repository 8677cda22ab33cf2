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

/// What both kinds of convolution ask first.
std::optional<Diagnostic> rank_or_groups_fault(std::int64_t groups, Shapes x) {
  if (x[0].rank() < 3 || x[0].rank() > 5) {
    return refuse("operand x " + x[0].text() +
                  " must be [batch, channels] and 1 to 3 spatial axes");
  }
  if (x[1].rank() != x[0].rank()) {
    return refuse("operands x and weight " + both(x[0], x[1]) + " must have as many axes");
  }
  if (groups < 1) return refuse("attribute groups is " + std::to_string(groups) + ", below 1");
  return std::nullopt;
}

std::optional<Diagnostic> conv_operand_fault(const Attributes& attributes, Shapes x) {
  const std::int64_t groups = attributes.integer("groups");
  if (auto fault = rank_or_groups_fault(groups, x)) return fault;
  if (x[0][1] % groups != 0 || x[1][0] % groups != 0) {
    return refuse("attribute groups is " + std::to_string(groups) + ", which does not divide " +
                  std::to_string(x[0][1]) + " channels and " + std::to_string(x[1][0]) +
                  " outputs");
  }
  if (x[1][1] != x[0][1] / groups) {
    return refuse("operand weight " + x[1].text() + " has " + std::to_string(x[1][1]) +
                  " channels per group where x " + x[0].text() + " has " +
                  std::to_string(x[0][1] / groups));
  }
  if (x.size() == 3 && x[2] != Shape::of({x[1][0]})) {
    return refuse("operand bias " + x[2].text() + " must be [" + std::to_string(x[1][0]) + "]");
  }
  for (std::size_t axis = 2; axis < x[1].rank(); ++axis) {
    if (x[1][axis] == 0) return refuse("operand weight " + x[1].text() + " has an empty kernel");
  }
  static constexpr WindowList lists[] = {
      {"strides", 1}, {"dilations", 1}, {"pads_begin", 0}, {"pads_end", 0}};
  return window_fault(attributes, lists, x[0].rank() - 2);
}

Result<Shape> conv_shape(const Attributes& attributes, Shapes x) {
  if (auto fault = conv_operand_fault(attributes, x)) return *fault;
  const std::size_t spatial = x[0].rank() - 2;
  const ConvGeometry g = conv_geometry(attributes, spatial);
  const Index pads_end = pads_end_of(attributes, spatial);
  Extents out{x[0][0], x[1][0]};
  for (std::size_t s = 0; s < spatial; ++s) {
    const auto places = window_places(x[0][2 + s], g.pads_begin[s] + pads_end[s], x[1][2 + s],
                                      g.strides[s], g.dilations[s]);
    if (!places) return places.error();
    out.push_back(*places);
  }
  return Shape::create(out);
}

ClassInstance conv_instance(const Attributes& attributes, std::size_t spatial, bool with_bias) {
  const ConvGeometry g = conv_geometry(attributes, spatial);
  const Index pads_end = pads_end_of(attributes, spatial);
  // Two of everything, so that a confusion of batch, group and channel shows.
  Index x{2, 2 * g.groups};
  Index weight{2 * g.groups, 2};
  for (std::size_t s = 0; s < spatial; ++s) {
    const std::int64_t kernel = 2;
    const std::int64_t two_places = g.strides[s] + (kernel - 1) * g.dilations[s] + 1;
    const std::int64_t one_place = two_places - g.strides[s];
    const std::int64_t wanted = s == 0 ? two_places : one_place;
    x = x.with(std::max<std::int64_t>(wanted - g.pads_begin[s] - pads_end[s], 1));
    weight = weight.with(kernel);
  }
  ClassInstance out{attributes, {values(x), values(weight)}};
  if (with_bias) out.operands.push_back(values({weight[0]}));
  return out;
}

/// With and without bias, at the number of spatial axes that the lists state, or at each.
Instances window_classes(const Attributes& given, std::initializer_list<const char*> lists,
                         ClassInstance (*instance)(const Attributes&, std::size_t, bool)) {
  Attributes attributes = given;
  std::size_t stated = 0;
  for (const char* name : lists) {
    attributes.set(name, clipped_window(given.integers(name)));
    stated = std::max(stated, given.integers(name).size());
  }
  attributes.set("groups", std::min(given.integer("groups"), group_limit));
  Instances out;
  const std::size_t least = stated == 0 ? 1 : stated;
  const std::size_t most = stated == 0 ? 3 : stated;
  for (std::size_t spatial = least; spatial <= most; ++spatial) {
    for (const bool with_bias : {false, true}) {
      out.push_back(instance(attributes, spatial, with_bias));
    }
  }
  return out;
}

Instances conv_classes(const Attributes& given) {
  return window_classes(given, {"strides", "dilations", "pads_begin", "pads_end"}, conv_instance);
}

std::optional<Diagnostic> transpose_operand_fault(const Attributes& attributes, Shapes x) {
  const std::int64_t groups = attributes.integer("groups");
  if (auto fault = rank_or_groups_fault(groups, x)) return fault;
  if (x[0][1] % groups != 0) {
    return refuse("attribute groups is " + std::to_string(groups) + ", which does not divide " +
                  std::to_string(x[0][1]) + " channels");
  }
  if (x[1][0] != x[0][1]) {
    return refuse("operand weight " + x[1].text() + " must begin with the " +
                  std::to_string(x[0][1]) + " channels of x " + x[0].text());
  }
  for (std::size_t axis = 2; axis < x[0].rank(); ++axis) {
    if (x[0][axis] == 0) return refuse("operand x " + x[0].text() + " has an empty spatial axis");
    if (x[1][axis] == 0) return refuse("operand weight " + x[1].text() + " has an empty kernel");
  }
  static constexpr WindowList lists[] = {
      {"strides", 1}, {"dilations", 1}, {"pads_begin", 0}, {"pads_end", 0}, {"output_padding", 0}};
  return window_fault(attributes, lists, x[0].rank() - 2);
}

/// (length − 1) · stride + (kernel − 1) · dilation + 1 + extra − pads: how far the kernel reaches
/// from the first position to the last, with `extra` of output_padding, and cropped by the pads.
Result<std::int64_t> stretched_length(std::int64_t length, std::int64_t kernel, std::int64_t stride,
                                      std::int64_t dilation, std::int64_t extra,
                                      std::int64_t pads) {
  if (extra >= std::max(stride, dilation)) {
    return refuse("attribute output_padding has an entry " + std::to_string(extra) +
                  ", which must be below the stride " + std::to_string(stride) +
                  " or the dilation " + std::to_string(dilation));
  }
  const auto steps = checked_mul(length - 1, stride);
  const auto reach = checked_mul(kernel - 1, dilation);
  const auto stretched = steps && reach ? checked_add(*steps, *reach) : std::nullopt;
  const auto whole = stretched ? checked_add(*stretched, 1 + extra) : std::nullopt;
  if (!whole) return refuse("the stride or dilation overflows");
  if (*whole <= pads) {
    return refuse("pads of " + std::to_string(pads) + " leave nothing of " +
                  std::to_string(*whole) + " positions");
  }
  return *whole - pads;
}

Result<Shape> conv_transpose_shape(const Attributes& attributes, Shapes x) {
  if (auto fault = transpose_operand_fault(attributes, x)) return *fault;
  const std::size_t spatial = x[0].rank() - 2;
  const ConvGeometry g = conv_geometry(attributes, spatial);
  const Index pads_end = pads_end_of(attributes, spatial);
  const Index extra = output_padding_of(attributes, spatial);
  const auto outputs = checked_mul(x[1][1], g.groups);
  if (!outputs) return refuse("the number of output channels overflows");
  if (x.size() == 3 && x[2] != Shape::of({*outputs})) {
    return refuse("operand bias " + x[2].text() + " must be [" + std::to_string(*outputs) + "]");
  }
  Extents out{x[0][0], *outputs};
  for (std::size_t s = 0; s < spatial; ++s) {
    const auto length = stretched_length(x[0][2 + s], x[1][2 + s], g.strides[s], g.dilations[s],
                                         extra[s], g.pads_begin[s] + pads_end[s]);
    if (!length) return length.error();
    out.push_back(*length);
  }
  return Shape::create(out);
}

/// Attributes whose lists all have an entry for each of so many spatial axes, so cropped that a
/// position remains of `x` and a kernel of 2.
Attributes cropped_to_fit(const Attributes& given, const Index& x) {
  Attributes attributes = given;
  const std::size_t spatial = x.rank();
  const ConvGeometry g = conv_geometry(given, spatial);
  const Index wanted_end = pads_end_of(given, spatial);
  Index extra = output_padding_of(given, spatial);
  Integers begin;
  Integers end;
  Integers padding;
  for (std::size_t s = 0; s < spatial; ++s) {
    extra[s] = std::min(extra[s], std::max(g.strides[s], g.dilations[s]) - 1);
    const std::int64_t room = (x[s] - 1) * g.strides[s] + g.dilations[s] + extra[s];
    begin.push_back(std::min(g.pads_begin[s], room));
    end.push_back(std::min(wanted_end[s], room - begin[s]));
    padding.push_back(extra[s]);
  }
  attributes.set("pads_begin", begin);
  attributes.set("pads_end", end);
  attributes.set("output_padding", padding);
  return attributes;
}

ClassInstance conv_transpose_instance(const Attributes& given, std::size_t spatial,
                                      bool with_bias) {
  const std::int64_t groups = given.integer("groups");
  // Three positions along the first axis, so that a kernel of 2 overlaps itself on both sides.
  const Index positions = Index{3, 2, 2}.part(0, spatial);
  const Index kernel = Index{2, 2, 2}.part(0, spatial);
  ClassInstance out{cropped_to_fit(given, positions),
                    {values(Index{2, 2 * groups}.joined(positions)),
                     values(Index{2 * groups, 2}.joined(kernel))}};
  if (with_bias) out.operands.push_back(values({2 * groups}));
  return out;
}

Instances conv_transpose_classes(const Attributes& given) {
  return window_classes(given, {"strides", "dilations", "pads_begin", "pads_end", "output_padding"},
                        conv_transpose_instance);
}

std::optional<Work> conv_transpose_work(const Attributes&, Shapes x, const Shape& result) {
  auto out =
      steady_work(x[0].element_count(), Shape::of(x[1].extents().without(0)).element_count());
  const auto accesses = out ? checked_add(out->accesses, result.element_count()) : std::nullopt;
  if (!accesses) return std::nullopt;
  out->accesses = *accesses;
  return out;
}

std::optional<Work> conv_work(const Attributes&, Shapes x, const Shape& result) {
  return steady_work(result.element_count(), Shape::of(x[1].extents().without(0)).element_count());
}

const std::vector<AttributeSpec> conv_attributes{
    {"dilations", Integers{}, false, "distance of kernel elements, per spatial axis; empty: 1"},
    {"groups", std::int64_t{1}, false, "channels are split into this many independent groups"},
    {"pads_begin", Integers{}, false, "zeros before each spatial axis; empty: 0"},
    {"pads_end", Integers{}, false, "zeros after each spatial axis; empty: 0"},
    {"strides", Integers{}, false, "distance of output positions, per spatial axis; empty: 1"}};

const std::vector<AttributeSpec> conv_transpose_attributes{
    {"dilations", Integers{}, false, "distance of kernel elements, per spatial axis; empty: 1"},
    {"groups", std::int64_t{1}, false, "channels are split into this many independent groups"},
    {"output_padding", Integers{}, false,
     "length added at the end of each spatial axis of the result; empty: 0"},
    {"pads_begin", Integers{}, false,
     "positions removed before each spatial axis of the result; empty: 0"},
    {"pads_end", Integers{}, false,
     "positions removed after each spatial axis of the result; empty: 0"},
    {"strides", Integers{}, false,
     "distance in the result of positions of x, per spatial axis; empty: 1"}};

/// A large batch of single elements, whose bias gradient is a long sum, and several places along
/// every axis. Without padding and groups: the other class shapes have those.
Instances conv_gradient_classes(const Attributes& given) {
  Attributes attributes = given;
  std::size_t spatial = 1;
  for (const char* name : {"strides", "dilations", "pads_begin", "pads_end", "output_padding"}) {
    if (!given.contains(name)) continue;
    spatial = std::max(spatial, given.integers(name).size());
    attributes.set(name, Integers{});
  }
  attributes.set("groups", std::int64_t{1});
  const Index ones = Index{1, 1, 1}.part(0, spatial);
  const Index threes = Index{3, 3, 3}.part(0, spatial);
  const Index twos = Index{2, 2, 2}.part(0, spatial);
  return {
      {attributes,
       {values(Index{long_axis, 1}.joined(ones)), values(Index{1, 1}.joined(ones)), values({1})}},
      {attributes, {values(Index{1, 1}.joined(threes)), values(Index{1, 1}.joined(twos))}}};
}

}  // namespace

std::vector<Operation> convolution() {
  return {
      {.op = Op::conv,
       .name = "conv",
       .formula = "fma chain over channel, then kernel row-major; then + bias",
       .operands = {{"x"}, {"weight"}, {"bias"}},
       .min_operands = 2,
       .attributes = conv_attributes,
       .shape_rule = conv_shape,
       .class_instances = conv_classes,
       .more_gradient_instances = conv_gradient_classes,
       .work = conv_work},
      {.op = Op::conv_transpose,
       .name = "conv_transpose",
       .formula = "fma chain over channel, then kernel row-major, of what exists; then + bias",
       .operands = {{"x"}, {"weight"}, {"bias"}},
       .min_operands = 2,
       .attributes = conv_transpose_attributes,
       .shape_rule = conv_transpose_shape,
       .class_instances = conv_transpose_classes,
       .more_gradient_instances = conv_gradient_classes,
       .work = conv_transpose_work},
  };
}

}  // namespace touchstone::words
