#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "operator_form.h"
#include "touchstone/interpreter/index_range.h"

namespace touchstone::onnx_reading {

namespace {

/// A Slice as ONNX writes it: lists of equal length.
struct Request {
  Integers starts;
  Integers ends;
  Integers axes;
  Integers steps;
};

/// The elements of one axis, as the vocabulary's slice takes them.
struct Selection {
  std::int64_t start = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;
};

/// `position` counted from the end where it is negative, then moved into [low, high].
std::int64_t clamped(std::int64_t position, std::int64_t length, std::int64_t low,
                     std::int64_t high) {
  const std::int64_t wrapped = position < 0 ? position + length : position;
  return std::clamp(wrapped, low, std::max(low, high));
}

/// ONNX's rule, as opset 13 spells it out. It is Python's, except that a backward start before the
/// first element moves to that element. The step of fewer than two elements is 1, since none is
/// made.
Selection select(std::int64_t length, std::int64_t start, std::int64_t end, std::int64_t step) {
  const bool forward = step > 0;
  const std::int64_t from =
      forward ? clamped(start, length, 0, length) : clamped(start, length, 0, length - 1);
  const std::int64_t to =
      forward ? clamped(end, length, 0, length) : clamped(end, length, -1, length - 1);
  const std::int64_t distance = length == 0 ? 0 : forward ? to - from : from - to;
  if (distance <= 0) return {0, 1, 0};
  const std::uint64_t stride =
      forward ? static_cast<std::uint64_t>(step) : 0U - static_cast<std::uint64_t>(step);
  const auto gaps = static_cast<std::int64_t>((static_cast<std::uint64_t>(distance) - 1U) / stride);
  return {from, gaps == 0 ? 1 : step, gaps + 1};
}

Integers first_axes(std::size_t count) {
  Integers out(count);
  std::iota(out.begin(), out.end(), 0);
  return out;
}

Result<void> check_request(const Request& request) {
  const std::size_t entries = request.starts.size();
  for (const auto& [name, list] :
       {std::pair{"ends", &request.ends}, std::pair{"axes", &request.axes},
        std::pair{"steps", &request.steps}}) {
    if (list->size() != entries) {
      return unreadable({}, "its " + std::string(name) + " have " + std::to_string(list->size()) +
                                " entries, its starts " + std::to_string(entries));
    }
  }
  if (std::ranges::find(request.steps, 0) != request.steps.end()) {
    return unreadable({}, "its steps contain 0");
  }
  return {};
}

Result<void> sliced(OnnxNode& node, const Request& request) {
  if (auto ok = check_request(request); !ok) return ok;
  const Shape& x = node.shape(0);
  const bool negative = node.opset() >= 11;
  if (auto distinct = axes_in(request.axes, x.rank(), negative); !distinct) {
    return distinct.error();
  }
  Integers axes;
  Integers starts;
  Integers steps;
  Integers counts;
  for (std::size_t i = 0; i < request.axes.size(); ++i) {
    const auto axis = axis_in(request.axes[i], x.rank(), negative);
    if (!axis) return axis.error();
    const Selection selection = select(x[static_cast<std::size_t>(*axis)], request.starts[i],
                                       request.ends[i], request.steps[i]);
    axes.push_back(*axis);
    starts.push_back(selection.start);
    steps.push_back(selection.step);
    counts.push_back(selection.count);
  }
  return node.result(Op::slice,
                     {{"axes", std::move(axes)},
                      {"counts", std::move(counts)},
                      {"starts", std::move(starts)},
                      {"steps", std::move(steps)}},
                     {node.input(0)});
}

/// The entries of an optional input, or `fallback`.
Result<Integers> integers_or(const OnnxNode& node, std::size_t i, std::string_view role,
                             Integers fallback) {
  if (!node.has_input(i)) return fallback;
  return node.integers(i, role);
}

Result<void> map_slice_by_attributes(OnnxNode& node) {
  Request request;
  request.starts = node.attributes().integers("starts");
  request.ends = node.attributes().integers("ends");
  request.axes = node.attributes().contains("axes") ? node.attributes().integers("axes")
                                                    : first_axes(request.starts.size());
  request.steps.assign(request.starts.size(), 1);
  return sliced(node, request);
}

Result<void> map_slice(OnnxNode& node) {
  auto starts = node.integers(1, "starts");
  if (!starts) return starts.error();
  auto ends = node.integers(2, "ends");
  if (!ends) return ends.error();
  auto axes = integers_or(node, 3, "axes", first_axes(starts->size()));
  if (!axes) return axes.error();
  auto steps = integers_or(node, 4, "steps", Integers(starts->size(), 1));
  if (!steps) return steps.error();
  return sliced(node, {std::move(*starts), std::move(*ends), std::move(*axes), std::move(*steps)});
}

/// Negative indices came with opset 11; indices that are constant are checked now.
Result<void> map_gather(OnnxNode& node) {
  const auto axis = axis_in(node.attributes().integer("axis"), node.shape(0).rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  const Attributes attributes{{"axis", *axis}};
  const auto indices = node.constant(1);
  if (indices && indices->tensor.type().element == ElementType::int64) {
    const auto fault = index_fault(attributes, node.shape(0), indices->tensor);
    if (fault) return *fault;
    const auto values = indices->tensor.integers();
    if (node.opset() < 11 && std::ranges::any_of(values, [](auto value) { return value < 0; })) {
      return unreadable({}, "its input 'indices' is negative, which Gather knows from opset 11");
    }
  }
  return node.result(Op::gather, attributes, node.inputs());
}

/// How long each output of a Split is: as an attribute or an input says, or all alike, the last one
/// shorter where opset 18 allows that.
Result<Integers> split_lengths(const OnnxNode& node, std::int64_t length) {
  if (node.attributes().contains("split")) return node.attributes().integers("split");
  if (node.has_input(1)) return node.integers(1, "split");
  const auto outputs = static_cast<std::int64_t>(node.output_count());
  if (node.attributes().contains("num_outputs") &&
      node.attributes().integer("num_outputs") != outputs) {
    return unreadable({}, "attribute 'num_outputs' is " +
                              std::to_string(node.attributes().integer("num_outputs")) +
                              ", but it has " + std::to_string(outputs) + " outputs");
  }
  const std::int64_t even = length / outputs + (length % outputs == 0 ? 0 : 1);
  const bool fits = node.opset() < 18 ? length % outputs == 0 : even * (outputs - 1) <= length;
  if (!fits) {
    return unreadable({}, "its axis of length " + std::to_string(length) +
                              " does not divide into " + std::to_string(outputs) + " equal parts");
  }
  Integers out;
  for (std::int64_t rest = length; std::cmp_less(out.size(), outputs); rest -= out.back()) {
    out.push_back(std::min(even, rest));
  }
  return out;
}

Result<void> map_split(OnnxNode& node) {
  const auto axis =
      axis_in(node.attributes().integer("axis"), node.shape(0).rank(), node.opset() >= 11);
  if (!axis) return axis.error().inside("attribute 'axis'");
  const std::int64_t length = node.shape(0)[static_cast<std::size_t>(*axis)];
  const auto lengths = split_lengths(node, length);
  if (!lengths) return lengths.error();
  if (lengths->size() != node.output_count()) {
    return unreadable({}, "it splits into " + std::to_string(lengths->size()) + " parts, but has " +
                              std::to_string(node.output_count()) + " outputs");
  }
  std::int64_t start = 0;
  for (std::size_t i = 0; i < lengths->size(); ++i) {
    const std::int64_t count = (*lengths)[i];
    if (count < 0 || count > length - start) {
      return unreadable({}, "its parts " + text_of(*lengths) + " are not an axis of length " +
                                std::to_string(length));
    }
    if (node.has_output(i)) {
      const auto ok = node.output_result(i, Op::slice,
                                         {{"axes", Integers{*axis}},
                                          {"counts", Integers{count}},
                                          {"starts", Integers{count == 0 ? 0 : start}},
                                          {"steps", Integers{1}}},
                                         {node.input(0)});
      if (!ok) return ok;
    }
    start += count;
  }
  if (start == length) return {};
  return unreadable({}, "its parts " + text_of(*lengths) + " are not an axis of length " +
                            std::to_string(length));
}

}  // namespace

std::vector<OperatorForm> families::selection() {
  using namespace forms;
  const AttributeForm axis = integer("axis", 0);
  const std::vector<AttributeForm> slice{optional("axes", Kind::ints), required("ends", Kind::ints),
                                         required("starts", Kind::ints)};
  return {
      {"Gather", first, last, 2, 2, 1, {axis}, map_gather},
      {"Slice", first, 9, 1, 1, 1, slice, map_slice_by_attributes},
      {"Slice", 10, last, 3, 5, 1, {}, map_slice},
      {"Split", first, 12, 1, 1, any, {axis, optional("split", Kind::ints)}, map_split},
      {"Split", 13, 17, 1, 2, any, {axis}, map_split},
      {"Split", 18, last, 1, 2, any, {axis, optional("num_outputs", Kind::integer)}, map_split},
  };
}

}  // namespace touchstone::onnx_reading
