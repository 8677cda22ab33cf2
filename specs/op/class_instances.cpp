#include "class_instances.h"

#include <algorithm>

#include "canonical_sum.h"
#include "geometry.h"
#include "touchstone/core/shape.h"

namespace touchstone::class_instances {

namespace {

constexpr std::int64_t attribute_limit = 16;
constexpr std::int64_t further_axis_limit = 2;
constexpr std::int64_t group_limit = 4;
constexpr std::size_t full_slice_axes = 2;
constexpr std::int64_t extent_limit = 3;
constexpr std::int64_t long_axis = static_cast<std::int64_t>(op::sum_chunk + op::sum_lanes + 1);

TensorType values(const Index& extents) { return {ElementType::float32, Shape::of(extents)}; }
TensorType indices(const Index& extents) { return {ElementType::int64, Shape::of(extents)}; }

Integers clipped(Integers list, std::int64_t limit) {
  for (std::int64_t& entry : list) entry = std::clamp(entry, -limit, limit);
  return list;
}

/// The target of reshape or broadcast with two extents of at most 3 and the others at most 2.
Integers small_target(const Attributes& attributes) {
  Integers out = clipped(attributes.integers("shape"), extent_limit);
  for (std::size_t axis = 2; axis < out.size(); ++axis) {
    out[axis] = std::min(out[axis], further_axis_limit);
  }
  return out;
}

/// Lengths 2, 3, 2, 1, 1, …: neighbours differ, so that exchanged axes show.
Index small_extents(std::size_t rank) {
  static constexpr std::int64_t lengths[max_rank] = {2, 3, 2, 1, 1, 1, 1, 1};
  Index out = Index::zeros(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) out[axis] = lengths[axis];
  return out;
}

/// The least rank, at least 1, at which every given axis exists; negative axes count from the end.
std::size_t least_rank(const Integers& axes) {
  std::int64_t rank = 1;
  for (const std::int64_t axis : axes) rank = std::max(rank, axis < 0 ? -axis : axis + 1);
  return static_cast<std::size_t>(std::min<std::int64_t>(rank, max_rank));
}

/// One rank more than the least, where there is one more, so that an axis has neighbours.
std::size_t roomy_rank(const Integers& axes) { return std::min(least_rank(axes) + 1, max_rank); }

/// The least rank with room at which the axes, some of which may count from the end, are distinct.
std::size_t distinct_rank(const Integers& axes) {
  for (std::size_t rank = roomy_rank(axes); rank < max_rank; ++rank) {
    AxisSet seen;
    for (const std::int64_t axis : axes) seen.set(*wrapped_axis(axis, rank));
    if (seen.count() == axes.size()) return rank;
  }
  return max_rank;
}

Instances on_axes(const Attributes& attributes, const Integers& axes) {
  const std::size_t rank = distinct_rank(axes);
  Instances out{{attributes, {values(small_extents(rank))}}};
  Index single = small_extents(rank);
  Index extended = Index::zeros(rank);
  for (std::size_t axis = 0; axis < rank; ++axis) extended[axis] = 1;
  const std::size_t first = axes.empty() ? 0 : *wrapped_axis(axes[0], rank);
  single[first] = 1;
  extended[first] = long_axis;
  out.push_back({attributes, {values(single)}});
  out.push_back({attributes, {values(extended)}});
  return out;
}

ClassInstance conv_instance(const Attributes& attributes, std::size_t spatial, bool with_bias) {
  const op::ConvGeometry g = conv_geometry(attributes, spatial);
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

}  // namespace

Instances elementwise(const Attributes& attributes) {
  return {{attributes, {values({3}), values({3})}},
          {attributes, {values({2, 1}), values({3})}},
          {attributes, {values({}), values({1, 2})}}};
}

Instances relu(const Attributes& attributes) { return {{attributes, {values({3})}}}; }

Instances matmul(const Attributes& attributes) {
  return {{attributes, {values({2, 3}), values({3, 2})}},
          {attributes, {values({2, 1, 1, 2}), values({3, 2, 1})}},
          {attributes, {values({1, 0}), values({0, 2})}}};
}

Instances linear(const Attributes& attributes) {
  return {{attributes, {values({2, 3}), values({2, 3})}},
          {attributes, {values({2, 2}), values({3, 2}), values({3})}},
          {attributes, {values({2}), values({1, 2}), values({1})}}};
}

Instances conv(const Attributes& given) {
  Attributes attributes = given;
  std::size_t stated = 0;
  for (const char* name : {"strides", "dilations", "pads_begin", "pads_end"}) {
    Integers entries = clipped(given.integers(name), attribute_limit);
    for (std::size_t s = 1; s < entries.size(); ++s) {
      entries[s] = std::min(entries[s], further_axis_limit);
    }
    attributes.set(name, std::move(entries));
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

Instances reshape(const Attributes& given) {
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

Instances flatten(const Attributes& attributes) {
  return {{attributes, {values(small_extents(roomy_rank({attributes.integer("axis")})))}}};
}

Instances softmax(const Attributes& attributes) {
  return on_axes(attributes, {attributes.integer("axis")});
}

Instances reduce_mean(const Attributes& attributes) {
  Instances out = on_axes(attributes, attributes.integers("axes"));
  // The mean of nothing.
  const std::size_t rank = distinct_rank(attributes.integers("axes"));
  Index hollow = small_extents(rank);
  const AxisSet reduced = axes_of(attributes, rank);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (reduced[axis]) hollow[axis] = 0;
  }
  out.push_back({attributes, {values(hollow)}});
  return out;
}

Instances batch_norm(const Attributes& attributes) {
  const TensorType per_channel = values({2});
  Instances out;
  for (const Index& x : {Index{2, 2}, Index{1, 2, 2}}) {
    out.push_back({attributes, {values(x), per_channel, per_channel, per_channel, per_channel}});
  }
  return out;
}

Instances permute(const Attributes& attributes) {
  return {{attributes, {values(small_extents(attributes.integers("axes").size()))}}};
}

Instances concat(const Attributes& attributes) {
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

Instances slice(const Attributes& given) {
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

Instances gather(const Attributes& attributes) {
  const std::size_t rank = std::min(least_rank({attributes.integer("axis")}) + 1, max_rank - 1);
  Instances out;
  for (const Index& chosen : {Index{}, Index{3}, Index{2, 2}}) {
    if (rank - 1 + chosen.rank() > max_rank) continue;
    out.push_back({attributes, {values(small_extents(rank)), indices(chosen)}});
  }
  return out;
}

Instances broadcast(const Attributes& given) {
  Attributes attributes = given;
  attributes.set("shape", small_target(given));
  const Index target(attributes.integers("shape"));
  Index alternating = target;
  for (std::size_t axis = 0; axis < target.rank(); axis += 2) alternating[axis] = 1;
  return {{attributes, {values({})}},
          {attributes, {values(target)}},
          {attributes, {values(alternating)}}};
}

std::int64_t index_value(std::int64_t j, std::int64_t length) {
  const std::int64_t step = j / 2 % length;
  return j % 2 == 0 ? step : -1 - step;
}

}  // namespace touchstone::class_instances
