#include <algorithm>

#include "class_shapes.h"
#include "geometry.h"
#include "shape_checks.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

std::optional<Diagnostic> conv_operand_fault(const Attributes& attributes, Shapes x) {
  const std::int64_t groups = attributes.integer("groups");
  if (x[0].rank() < 3 || x[0].rank() > 5) {
    return refuse("operand x " + x[0].text() +
                  " must be [batch, channels] and 1 to 3 spatial axes");
  }
  if (x[1].rank() != x[0].rank()) {
    return refuse("operands x and weight " + both(x[0], x[1]) + " must have as many axes");
  }
  if (groups < 1) return refuse("attribute groups is " + std::to_string(groups) + ", below 1");
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

Instances conv_classes(const Attributes& given) {
  Attributes attributes = given;
  std::size_t stated = 0;
  for (const char* name : {"strides", "dilations", "pads_begin", "pads_end"}) {
    attributes.set(name, clipped_window(given.integers(name)));
    stated = std::max(stated, given.integers(name).size());
  }
  attributes.set("groups", std::min(given.integer("groups"), group_limit));
  Instances out;
  const std::size_t least = stated == 0 ? 1 : stated;
  const std::size_t most = stated == 0 ? 3 : stated;
  for (std::size_t spatial = least; spatial <= most; ++spatial) {
    for (const bool with_bias : {false, true}) {
      out.push_back(conv_instance(attributes, spatial, with_bias));
    }
  }
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
       .work = conv_work},
  };
}

}  // namespace touchstone::words
