#include "shape_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "geometry.h"
#include "touchstone/core/checked.h"

namespace touchstone::shape_rules {

namespace {

using Extents = std::vector<std::int64_t>;

/// A list from a file, of bounded length.
std::string listed(const Integers& list) { return printable(text_of(list)); }

Diagnostic refuse(std::string reason) { return unreadable({}, std::move(reason)); }

std::string both(const Shape& a, const Shape& b) { return a.text() + " and " + b.text(); }

Extents extents_of(const Shape& shape) {
  const auto entries = shape.extents().entries();
  return {entries.begin(), entries.end()};
}

/// The common shape of two operands: axes aligned at the last one, lengths equal or one of them 1.
Result<Shape> broadcast_together(const Shape& a, const Shape& b) {
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  Extents out = extents_of(longer);
  const std::size_t skipped = longer.rank() - shorter.rank();
  for (std::size_t axis = 0; axis < shorter.rank(); ++axis) {
    std::int64_t& extent = out[skipped + axis];
    if (extent == 1) extent = shorter[axis];
    if (shorter[axis] != 1 && shorter[axis] != extent) {
      return refuse("the shapes " + both(a, b) + " do not broadcast");
    }
  }
  return Shape::create(out);
}

Result<std::size_t> checked_axis(const Attributes& attributes, const Shape& shape) {
  const std::int64_t axis = attributes.integer("axis");
  if (const auto wrapped = wrapped_axis(axis, shape.rank())) return *wrapped;
  return refuse("attribute axis is " + std::to_string(axis) + ", but the operand " + shape.text() +
                " has " + std::to_string(shape.rank()) + " axes");
}

/// floor((length + pads − reach) / stride) + 1, the number of places a window fits.
Result<std::int64_t> window_places(std::int64_t length, std::int64_t pads, std::int64_t kernel,
                                   std::int64_t stride, std::int64_t dilation) {
  const auto padded = checked_add(length, pads);
  const auto gap = checked_mul(kernel - 1, dilation);
  if (!padded || !gap) return refuse("the padding or dilation overflows");
  const std::int64_t room = *padded - 1 - *gap;
  if (room < 0) {
    return refuse("a dilated kernel of length " + std::to_string(*gap) + " + 1 does not fit in " +
                  std::to_string(*padded) + " padded positions");
  }
  return room / stride + 1;
}

/// Each of the window's lists is empty or has one entry per spatial axis, inside its range. The
/// upper bound keeps every position a definition computes far inside 64 bits.
std::optional<Diagnostic> window_fault(const Attributes& attributes, std::size_t spatial) {
  struct Range {
    const char* name;
    std::int64_t least;
  };
  constexpr std::int64_t most = std::int64_t{1} << 31U;
  for (const auto& [name, least] :
       {Range{"strides", 1}, Range{"dilations", 1}, Range{"pads_begin", 0}, Range{"pads_end", 0}}) {
    const Integers& list = attributes.integers(name);
    if (!list.empty() && list.size() != spatial) {
      return refuse("attribute " + std::string(name) + " has " + std::to_string(list.size()) +
                    " entries for " + std::to_string(spatial) + " spatial axes");
    }
    for (const std::int64_t entry : list) {
      if (entry < least || entry > most) {
        return refuse("attribute " + std::string(name) + " has an entry " + std::to_string(entry) +
                      ", outside " + std::to_string(least) + " to 2^31");
      }
    }
  }
  return std::nullopt;
}

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
  return window_fault(attributes, x[0].rank() - 2);
}

}  // namespace

Result<Shape> elementwise(const Attributes&, Shapes x) { return broadcast_together(x[0], x[1]); }

Result<Shape> relu(const Attributes&, Shapes x) { return x[0]; }

Result<Shape> matmul(const Attributes&, Shapes x) {
  const Shape& a = x[0];
  const Shape& b = x[1];
  if (a.rank() < 2 || b.rank() < 2) {
    return refuse("operands a and b " + both(a, b) + " must have at least 2 axes each");
  }
  if (a[a.rank() - 1] != b[b.rank() - 2]) {
    return refuse("operands a and b " + both(a, b) + " contract axes of different lengths");
  }
  auto batch = broadcast_together(Shape::of(a.extents().part(0, a.rank() - 2)),
                                  Shape::of(b.extents().part(0, b.rank() - 2)));
  if (!batch) return batch;
  Extents out = extents_of(*batch);
  out.push_back(a[a.rank() - 2]);
  out.push_back(b[b.rank() - 1]);
  return Shape::create(out);
}

Result<Shape> linear(const Attributes&, Shapes x) {
  if (x[0].rank() < 1) return refuse("operand x must have at least 1 axis");
  const std::size_t last = x[0].rank() - 1;
  if (x[1].rank() != 2 || x[1][1] != x[0][last]) {
    return refuse("operand weight " + x[1].text() + " must be [outputs, " +
                  std::to_string(x[0][last]) + "] for x " + x[0].text());
  }
  if (x.size() == 3 && x[2] != Shape::of({x[1][0]})) {
    return refuse("operand bias " + x[2].text() + " must be [" + std::to_string(x[1][0]) + "]");
  }
  Extents out = extents_of(x[0]);
  out[last] = x[1][0];
  return Shape::create(out);
}

Result<Shape> conv(const Attributes& attributes, Shapes x) {
  if (auto fault = conv_operand_fault(attributes, x)) return *fault;
  const std::size_t spatial = x[0].rank() - 2;
  const op::ConvGeometry g = conv_geometry(attributes, spatial);
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

Result<Shape> reshape(const Attributes& attributes, Shapes x) {
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

Result<Shape> flatten(const Attributes& attributes, Shapes x) {
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

Result<Shape> softmax(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  if (x[0][*axis] == 0) return refuse("the operand " + x[0].text() + " has an empty maximum");
  return x[0];
}

Result<Shape> reduce_mean(const Attributes& attributes, Shapes x) {
  AxisSet seen;
  for (const std::int64_t given : attributes.integers("axes")) {
    const auto axis = wrapped_axis(given, x[0].rank());
    if (!axis || seen[*axis]) {
      return refuse("attribute axes " + listed(attributes.integers("axes")) +
                    " must be distinct axes of the operand " + x[0].text());
    }
    seen.set(*axis);
  }
  const AxisSet reduced = axes_of(attributes, x[0].rank());
  Extents out;
  for (std::size_t axis = 0; axis < x[0].rank(); ++axis) {
    if (!reduced[axis]) out.push_back(x[0][axis]);
    if (reduced[axis] && attributes.boolean("keepdims")) out.push_back(1);
  }
  return Shape::create(out);
}

Result<Shape> batch_norm(const Attributes&, Shapes x) {
  static constexpr const char* names[] = {"x", "scale", "bias", "mean", "variance"};
  if (x[0].rank() < 2) return refuse("operand x " + x[0].text() + " must be [batch, channels, …]");
  const Shape expected = Shape::of({x[0][1]});
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] != expected) {
      return refuse("operand " + std::string(names[i]) + " " + x[i].text() + " must be " +
                    expected.text());
    }
  }
  return x[0];
}

Result<Shape> permute(const Attributes& attributes, Shapes x) {
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

Result<Shape> concat(const Attributes& attributes, Shapes x) {
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

Result<Shape> slice(const Attributes& attributes, Shapes x) {
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
    const auto reach = checked_mul(counts[i] - 1, steps[i]);
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

Result<Shape> gather(const Attributes& attributes, Shapes x) {
  const auto axis = checked_axis(attributes, x[0]);
  if (!axis) return axis.error();
  if (x[0][*axis] == 0 && x[1].element_count() > 0) {
    return refuse("operand x " + x[0].text() + " has nothing to choose along axis " +
                  std::to_string(*axis));
  }
  Extents out = extents_of(x[0]);
  const auto at = out.begin() + static_cast<std::ptrdiff_t>(*axis);
  const Extents chosen = extents_of(x[1]);
  out.insert(out.erase(at), chosen.begin(), chosen.end());
  return Shape::create(out);
}

Result<Shape> broadcast(const Attributes& attributes, Shapes x) {
  auto target = Shape::create(attributes.integers("shape"));
  if (!target) return target.error().inside("attribute shape");
  const auto together = broadcast_together(x[0], *target);
  if (!together || *together != *target) {
    return refuse("the operand " + x[0].text() + " does not broadcast to " + target->text());
  }
  return target;
}

}  // namespace touchstone::shape_rules
