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

constexpr bool required = true;
constexpr std::size_t full_slice_axes = 2;
constexpr std::int64_t most_padding = std::int64_t{1} << 31U;

Result<Shape> broadcast_shape(const Attributes& attributes, Shapes x) {
  auto target = Shape::create(attributes.integers("shape"));
  if (!target) return target.error().inside("attribute shape");
  const auto together = broadcast_together(x[0], *target);
  if (!together || *together != *target) {
    return refuse("the operand " + x[0].text() + " does not broadcast to " + target->text());
  }
  return target;
}

Result<Shape> concat_shape(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  Extents out = extents_of(x[0]);
  for (const Shape& operand : x.subspan(1)) {
    if (operand.rank() != x[0].rank() ||
        operand.extents().without(*axis) != x[0].extents().without(*axis)) {
      return refuse("operands " + both(x[0], operand) + " differ outside axis " +
                    std::to_string(*axis));
    }
    const auto sum = checked_add(out[*axis], operand[*axis]);
    if (!sum) return refuse("the concatenated axis overflows");
    out[*axis] = *sum;
  }
  return Shape::create(out);
}

Result<Shape> flatten_shape(const Attributes& attributes, Shapes x) {
  const auto rank = static_cast<std::int64_t>(x[0].rank());
  const std::int64_t given = attributes.integer("axis");
  if (given < -rank || given > rank) {
    return refuse("attribute axis is " + std::to_string(given) + ", but the operand " +
                  x[0].text() + " has " + std::to_string(rank) + " axes");
  }
  const auto axis = static_cast<std::size_t>(given < 0 ? given + rank : given);
  const Index& extents = x[0].extents();
  return Shape::of({Shape::of(extents.part(0, axis)).element_count(),
                    Shape::of(extents.part(axis, x[0].rank() - axis)).element_count()});
}

Result<Shape> pad_shape(const Attributes& attributes, Shapes x) {
  Extents out = extents_of(x[0]);
  for (const char* name : {"pads_begin", "pads_end"}) {
    const Integers& pads = attributes.integers(name);
    if (pads.size() != x[0].rank()) {
      return refuse("attribute " + std::string(name) + " has " + std::to_string(pads.size()) +
                    " entries for the operand " + x[0].text());
    }
    for (std::size_t axis = 0; axis < pads.size(); ++axis) {
      if (pads[axis] < 0 || pads[axis] > most_padding) {
        return refuse("attribute " + std::string(name) + " has an entry " +
                      std::to_string(pads[axis]) + ", outside 0 to 2^31");
      }
      out[axis] += pads[axis];  // far inside 64 bits: an extent is at most 2^62
    }
  }
  return Shape::create(out);
}

Result<Shape> permute_shape(const Attributes& attributes, Shapes x) {
  const Integers& axes = attributes.integers("axes");
  Integers sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  bool permutation = axes.size() == x[0].rank();
  for (std::size_t i = 0; permutation && i < sorted.size(); ++i) {
    permutation = sorted[i] == static_cast<std::int64_t>(i);
  }
  if (!permutation) {
    return refuse("attribute axes " + listed(axes) + " is no permutation of the axes of " +
                  x[0].text());
  }
  Extents out;
  for (const std::int64_t axis : axes) out.push_back(x[0][static_cast<std::size_t>(axis)]);
  return Shape::create(out);
}

Result<Shape> reshape_shape(const Attributes& attributes, Shapes x) {
  const std::int64_t count = x[0].element_count();
  Extents out = attributes.integers("shape");
  const auto open = std::find(out.begin(), out.end(), -1);
  const bool has_open = open != out.end();
  const auto at = open - out.begin();
  if (has_open) *open = 1;
  auto shape = Shape::create(out);
  if (!shape) return shape.error().inside("attribute shape");
  if (has_open) {
    const std::int64_t rest = shape->element_count();
    if (rest == 0 || count % rest != 0) {
      return refuse("attribute shape leaves its -1 undetermined for the operand " + x[0].text());
    }
    out[static_cast<std::size_t>(at)] = count / rest;
    shape = Shape::create(out);
  }
  if (!shape || shape->element_count() != count) {
    return refuse("attribute shape " + listed(attributes.integers("shape")) +
                  " does not have the elements of the operand " + x[0].text());
  }
  return shape;
}

Result<Shape> slice_shape(const Attributes& attributes, Shapes x) {
  const Integers& axes = attributes.integers("axes");
  const Integers& starts = attributes.integers("starts");
  const Integers& steps = attributes.integers("steps");
  const Integers& counts = attributes.integers("counts");
  if (starts.size() != axes.size() || steps.size() != axes.size() || counts.size() != axes.size()) {
    return refuse("attributes axes, starts, steps and counts must have as many entries");
  }
  Extents out = extents_of(x[0]);
  AxisSet seen;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < 0 || axes[i] >= static_cast<std::int64_t>(x[0].rank()) ||
        seen[static_cast<std::size_t>(axes[i])]) {
      return refuse("attribute axes " + listed(axes) + " must be distinct axes of " + x[0].text());
    }
    const auto axis = static_cast<std::size_t>(axes[i]);
    seen.set(axis);
    if (steps[i] == 0) return refuse("attribute steps has an entry 0");
    const auto reach = checked_mul(std::max<std::int64_t>(counts[i], 0) - 1, steps[i]);
    const auto last = reach ? checked_add(starts[i], *reach) : std::nullopt;
    const auto inside = [&](std::int64_t at) { return at >= 0 && at < x[0][axis]; };
    const bool empty = counts[i] == 0;
    if (counts[i] < 0 || !last || (!empty && (!inside(starts[i]) || !inside(*last)))) {
      return refuse("attributes starts, steps and counts reach outside axis " +
                    std::to_string(axis) + " of " + x[0].text());
    }
    out[axis] = counts[i];
  }
  return Shape::create(out);
}

Instances broadcast_classes(const Attributes& given) {
  Attributes attributes = given;
  attributes.set("shape", small_target(given));
  const Index target(attributes.integers("shape"));
  Index alternating = target;
  for (std::size_t axis = 0; axis < target.rank(); axis += 2) alternating[axis] = 1;
  return {{attributes, {values({})}},
          {attributes, {values(target)}},
          {attributes, {values(alternating)}}};
}

Instances broadcast_gradient_classes(const Attributes& given) {
  Attributes attributes = given;
  attributes.set("shape", Integers{long_axis});
  return {{attributes, {values({1})}}};
}

Instances concat_classes(const Attributes& attributes) {
  const Integers axes{attributes.integer("axis")};
  const std::size_t rank = roomy_rank(axes);
  const std::size_t axis = *wrapped_axis(axes[0], rank);
  Instances out;
  ClassInstance instance{attributes, {}};
  for (const std::int64_t length : {2, 1, 3}) {
    Index extents = small_extents(rank);
    extents[axis] = length;
    instance.operands.push_back(values(extents));
    out.push_back(instance);
  }
  return out;
}

Instances flatten_classes(const Attributes& attributes) {
  return {{attributes, {values(small_extents(roomy_rank({attributes.integer("axis")})))}}};
}

/// Each axis padded alone, up to 16 on both sides, and the first three together, by 1 at most.
Instances pad_classes(const Attributes& given) {
  constexpr std::size_t joint_axes = 3;
  const Integers begin = clipped(given.integers("pads_begin"), attribute_limit);
  const Integers end = clipped(given.integers("pads_end"), attribute_limit);
  const TensorType x = values(small_extents(begin.size()));
  const auto instance = [&](const Integers& before, const Integers& after) {
    Attributes attributes = given;
    attributes.set("pads_begin", before);
    attributes.set("pads_end", after);
    return ClassInstance{attributes, {x}};
  };
  Integers joint_begin = clipped(begin, 1);
  Integers joint_end = clipped(end, 1);
  for (std::size_t axis = joint_axes; axis < begin.size(); ++axis) {
    joint_begin[axis] = joint_end[axis] = 0;
  }
  Instances out{instance(joint_begin, joint_end)};
  for (std::size_t axis = 0; axis < begin.size(); ++axis) {
    Integers before(begin.size(), 0);
    Integers after = before;
    before[axis] = begin[axis];
    after[axis] = end[axis];
    out.push_back(instance(before, after));
  }
  return out;
}

Instances permute_classes(const Attributes& attributes) {
  return {{attributes, {values(small_extents(attributes.integers("axes").size()))}}};
}

Instances reshape_classes(const Attributes& given) {
  Attributes attributes = given;
  attributes.set("shape", small_target(given));
  std::int64_t count = 1;
  for (const std::int64_t extent : attributes.integers("shape")) count *= extent < 0 ? 2 : extent;
  Instances out{{attributes, {values({count})}}};
  for (const std::int64_t factor : {2, 3}) {
    if (count > factor && count % factor == 0) {
      out.push_back({attributes, {values({factor, count / factor})}});
    }
  }
  return out;
}

Instances slice_classes(const Attributes& given) {
  const Integers& axes = given.integers("axes");
  Attributes attributes = given;
  Integers starts;
  Integers steps = clipped(given.integers("steps"), attribute_limit);
  Integers counts;
  const std::size_t rank = roomy_rank(axes);
  Index extents = small_extents(rank);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const bool full = i < full_slice_axes;
    const std::int64_t count =
        std::clamp<std::int64_t>(given.integers("counts")[i], 0, full ? 2 : 1);
    const std::int64_t reach = std::max<std::int64_t>(count - 1, 0) * steps[i];
    const std::int64_t least = std::max<std::int64_t>(0, -reach);
    starts.push_back(
        std::clamp(given.integers("starts")[i], least, least + (full ? attribute_limit : 1)));
    counts.push_back(count);
    const std::int64_t last = starts[i] + std::max<std::int64_t>(0, reach);
    if (wrapped_axis(axes[i], rank))
      extents[static_cast<std::size_t>(axes[i])] = last + (full ? 2 : 1);
  }
  attributes.set("starts", starts);
  attributes.set("steps", steps);
  attributes.set("counts", counts);
  return {{attributes, {values(extents)}}};
}

std::optional<Work> concat_work(const Attributes&, Shapes x, const Shape& result) {
  // Each element looks through the operands.
  return steady_work(result.element_count(), 1, static_cast<std::int64_t>(x.size()) + 1);
}

}  // namespace

std::vector<Operation> movement() {
  return {
      {.op = Op::broadcast,
       .name = "broadcast",
       .formula = "x repeated along axes of length 1",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"shape", Integers{}, required, "extents of the result"}},
       .shape_rule = broadcast_shape,
       .class_instances = broadcast_classes,
       .more_gradient_instances = broadcast_gradient_classes},
      {.op = Op::concat,
       .name = "concat",
       .formula = "the operands one after another along an axis",
       .operands = {{"x"}},
       .min_operands = 1,
       .variadic = true,
       .attributes = {axis_spec(0, "axis that grows, negative from the end")},
       .shape_rule = concat_shape,
       .class_instances = concat_classes,
       .work = concat_work},
      {.op = Op::flatten,
       .name = "flatten",
       .formula = "x row-major with the axes before and after joined",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {axis_spec(1, "first axis of the second group")},
       .shape_rule = flatten_shape,
       .class_instances = flatten_classes},
      {.op = Op::pad,
       .name = "pad",
       .formula = "x with a value before and after it along each axis",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"pads_begin", Integers{}, required, "elements put before each axis"},
                      {"pads_end", Integers{}, required, "elements put after each axis"},
                      {"value", 0.0F, false, "what is put there"}},
       .shape_rule = pad_shape,
       .class_instances = pad_classes},
      {.op = Op::permute,
       .name = "permute",
       .formula = "x with its axes reordered",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"axes", Integers{}, required,
                       "axis of x that becomes each axis of the result"}},
       .shape_rule = permute_shape,
       .class_instances = permute_classes},
      {.op = Op::reshape,
       .name = "reshape",
       .formula = "x row-major under another shape",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"shape", Integers{}, required, "extents of the result, one may be -1"}},
       .shape_rule = reshape_shape,
       .class_instances = reshape_classes},
      {.op = Op::slice,
       .name = "slice",
       .formula = "x at start + i * step along axes",
       .operands = {{"x"}},
       .min_operands = 1,
       .attributes = {{"axes", Integers{}, required, "axes that are sliced, from 0"},
                      {"counts", Integers{}, required, "elements taken along each"},
                      {"starts", Integers{}, required, "first element of each, from 0"},
                      {"steps", Integers{}, required,
                       "distance of the elements of each, negative to go back, not 0"}},
       .shape_rule = slice_shape,
       .class_instances = slice_classes},
  };
}

}  // namespace touchstone::words
