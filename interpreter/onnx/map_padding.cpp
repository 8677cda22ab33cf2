#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"
#include "touchstone/core/checked.h"

namespace touchstone::onnx_reading {

namespace {

/// Elements added before and after each axis of the tensor; taken away where negative.
struct Margins {
  Integers begin;
  Integers end;

  [[nodiscard]] bool any(bool negative) const {
    const auto counts = [&](std::int64_t margin) { return negative ? margin < 0 : margin > 0; };
    return std::ranges::any_of(begin, counts) || std::ranges::any_of(end, counts);
  }
};

/// The axes that pads are given for: all of them, or those of an input since opset 18.
Result<Integers> padded_axes(const OnnxNode& node) {
  const std::size_t rank = node.shape(0).rank();
  if (!node.has_input(3)) {
    Integers all(rank);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  const auto given = node.integers(3, "axes");
  if (!given) return given.error();
  if (auto distinct = axes_in(*given, rank, true); !distinct) return distinct.error();
  Integers out;
  for (const std::int64_t axis : *given) {
    out.push_back(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
  }
  return out;
}

Result<Margins> margins_of(const OnnxNode& node, const Integers& pads) {
  const auto axes = padded_axes(node);
  if (!axes) return axes.error();
  if (pads.size() != 2 * axes->size()) {
    return unreadable({}, "its pads " + text_of(pads) + " are not two for each of " +
                              std::to_string(axes->size()) + " axes");
  }
  const std::size_t rank = node.shape(0).rank();
  Margins out{Integers(rank, 0), Integers(rank, 0)};
  for (std::size_t i = 0; i < axes->size(); ++i) {
    const auto axis = static_cast<std::size_t>((*axes)[i]);
    out.begin[axis] = pads[i];
    out.end[axis] = pads[axes->size() + i];
  }
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const auto longer = checked_add(node.shape(0)[axis], out.begin[axis]);
    const auto both = longer ? checked_add(*longer, out.end[axis]) : std::nullopt;
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min() / 2;
    const bool far = out.begin[axis] < least || out.end[axis] < least;
    if (!both || *both < 0 || far) {
      return unreadable({}, "its pads " + text_of(pads) + " leave no axis " + std::to_string(axis) +
                                " of " + node.shape(0).text());
    }
  }
  return out;
}

/// The input without what negative margins take away, and the margins that remain.
Result<ValueId> cropped(Composition& composition, const OnnxNode& node, Margins& margins) {
  if (!margins.any(true)) return node.input(0);
  const Shape& x = node.shape(0);
  Integers axes(x.rank());
  std::iota(axes.begin(), axes.end(), 0);
  Integers starts;
  Integers counts;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const std::int64_t before = std::max<std::int64_t>(-margins.begin[axis], 0);
    const std::int64_t after = std::max<std::int64_t>(-margins.end[axis], 0);
    const std::int64_t rest = x[axis] - before;
    if (rest < after) {
      return unavailable({}, "its pads take more from axis " + std::to_string(axis) +
                                 " than its length, which is not supported");
    }
    starts.push_back(rest == after ? 0 : before);
    counts.push_back(rest - after);
    margins.begin[axis] = std::max<std::int64_t>(margins.begin[axis], 0);
    margins.end[axis] = std::max<std::int64_t>(margins.end[axis], 0);
  }
  return composition.part(
      "cropped", Op::slice, {node.input(0)},
      {{"axes", axes}, {"counts", counts}, {"starts", starts}, {"steps", Integers(x.rank(), 1)}});
}

/// The extents of the input after cropping.
Integers kept_extents(const OnnxNode& node, const Margins& given) {
  Integers out = extents_of(node.shape(0));
  for (std::size_t axis = 0; axis < out.size(); ++axis) {
    out[axis] +=
        std::min<std::int64_t>(given.begin[axis], 0) + std::min<std::int64_t>(given.end[axis], 0);
  }
  return out;
}

/// The value of the constant mode: an attribute, or an input, which may be computed by the model.
struct Filling {
  std::optional<float> known;  ///< a finite number
  std::optional<ValueId> value;
};

Result<Filling> filling_of(const OnnxNode& node) {
  if (node.attributes().contains("value")) {
    return Filling{node.attributes().real("value"), std::nullopt};
  }
  if (!node.has_input(2)) return Filling{0.0F, std::nullopt};
  if (auto ok = node.require_float(2, "constant_value"); !ok) return ok.error();
  if (node.shape(2).element_count() != 1) {
    return unreadable({}, "its input 'constant_value' has shape " + node.shape(2).text() +
                              "; it must be a scalar");
  }
  if (const auto constant = node.constant(2)) {
    const float value = constant->tensor.floats().front();
    if (std::isfinite(value)) return Filling{value, std::nullopt};
  }
  return Filling{std::nullopt, node.input(2)};
}

/// Axis by axis, the margins broadcast from the value and joined to the tensor: for a value that is
/// no finite number known now.
Result<void> joined(Composition& composition, ValueId x, Integers extents, const Margins& margins,
                    ValueId filling) {
  const ValueId value = composition.reshaped("value", filling, {});
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    const std::string suffix = "_" + std::to_string(axis);
    std::vector<ValueId> pieces;
    const auto margin = [&](std::string_view name, std::int64_t length) {
      if (length == 0) return;
      Integers shape = extents;
      shape[axis] = length;
      pieces.push_back(composition.part(std::string(name) + suffix, Op::broadcast, {value},
                                        {{"shape", std::move(shape)}}));
    };
    margin("before", margins.begin[axis]);
    pieces.push_back(x);
    margin("after", margins.end[axis]);
    if (pieces.size() == 1) continue;
    x = composition.part("joined" + suffix, Op::concat, pieces,
                         {{"axis", static_cast<std::int64_t>(axis)}});
    extents[axis] += margins.begin[axis] + margins.end[axis];
  }
  return composition.result(Op::reshape, {x}, {{"shape", extents}});
}

Result<void> filled(OnnxNode& node, const Margins& given) {
  const auto filling = filling_of(node);
  if (!filling) return filling.error();
  Composition composition(node);
  Margins margins = given;
  const auto x = cropped(composition, node, margins);
  if (!x) return x.error();
  if (filling->known) {
    return composition.result(
        Op::pad, {*x},
        {{"pads_begin", margins.begin}, {"pads_end", margins.end}, {"value", *filling->known}});
  }
  return joined(composition, *x, kept_extents(node, given), margins, *filling->value);
}

/// Where the element at `position` of a padded axis comes from, in an axis of `length` elements;
/// nothing where there is none.
std::optional<std::int64_t> source_of(std::string_view mode, std::int64_t position,
                                      std::int64_t length) {
  if (length == 0) return std::nullopt;
  if (mode == "edge") return std::clamp<std::int64_t>(position, 0, length - 1);
  if (mode == "wrap") return ((position % length) + length) % length;
  // Reflection about the first and the last element, neither of them twice.
  if (length == 1) return position == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  const std::int64_t period = 2 * (length - 1);
  const std::int64_t phase = ((position % period) + period) % period;
  return std::min(phase, period - phase);
}

/// Axis by axis, a gather at positions that are known now.
Result<void> copied(OnnxNode& node, std::string_view mode, const Margins& margins) {
  if (auto ok = node.require_float(0, "data"); !ok) return ok;
  if (margins.any(true)) {
    return unavailable({}, "negative pads are supported in constant mode only");
  }
  const Shape x = node.shape(0);
  Composition composition(node);
  ValueId value = node.input(0);
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    const std::int64_t length = x[axis] + margins.begin[axis] + margins.end[axis];
    if (length == x[axis]) continue;
    const auto padded = Shape::create(Integers{length});
    if (!padded) return padded.error();
    if (auto ok = node.admit_folded(*padded); !ok) return ok;
    Integers sources;
    for (std::int64_t i = 0; i < length; ++i) {
      const auto source = source_of(mode, i - margins.begin[axis], x[axis]);
      if (!source) {
        return unreadable({}, "axis " + std::to_string(axis) + " of " + x.text() +
                                  " has too few elements to pad it from");
      }
      sources.push_back(*source);
    }
    const std::string suffix = "_" + std::to_string(axis);
    value =
        composition.part("padded" + suffix, Op::gather,
                         {value, composition.constant("sources" + suffix, list_tensor(sources))},
                         {{"axis", static_cast<std::int64_t>(axis)}});
  }
  Integers extents = extents_of(x);
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    extents[axis] += margins.begin[axis] + margins.end[axis];
  }
  return composition.result(Op::reshape, {value}, {{"shape", std::move(extents)}});
}

/// Pads are an attribute before opset 11, an input since.
Result<void> map_pad(OnnxNode& node) {
  Integers pads;
  if (node.attributes().contains("pads")) {
    pads = node.attributes().integers("pads");
  } else {
    auto given = node.integers(1, "pads");
    if (!given) return given.error();
    pads = std::move(*given);
  }
  const auto margins = margins_of(node, pads);
  if (!margins) return margins.error();
  const std::string& mode = node.attributes().text("mode");
  if (mode == "constant") return filled(node, *margins);
  if (mode == "edge" || mode == "reflect" || (mode == "wrap" && node.opset() >= 19)) {
    return copied(node, mode, *margins);
  }
  return unreadable({}, "attribute 'mode' = \"" + printable(mode) +
                            "\" is not one it has at opset " + std::to_string(node.opset()));
}

/// The extents that a CenterCropPad asks for, of every axis.
Result<Integers> centred_extents(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  const auto target = node.integers(1, "shape");
  if (!target) return target.error();
  Integers axes(x.rank());
  std::iota(axes.begin(), axes.end(), 0);
  if (node.attributes().contains("axes")) axes = node.attributes().integers("axes");
  if (auto distinct = axes_in(axes, x.rank(), true); !distinct) return distinct.error();
  if (target->size() != axes.size()) {
    return unreadable({}, "its input 'shape' has " + std::to_string(target->size()) +
                              " entries for " + std::to_string(axes.size()) + " axes");
  }
  Integers out = extents_of(x);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if ((*target)[i] < 0) return unreadable({}, "its input 'shape' holds a negative number");
    out[static_cast<std::size_t>(*axis_in(axes[i], x.rank(), true))] = (*target)[i];
  }
  return out;
}

/// Takes away or adds as many elements before as after, the odd one after.
Result<void> map_center_crop_pad(OnnxNode& node) {
  const auto wanted = centred_extents(node);
  if (!wanted) return wanted.error();
  if (auto ok = node.require_float(0, "input_data"); !ok) return ok;
  Margins margins;
  for (std::size_t axis = 0; axis < wanted->size(); ++axis) {
    const std::int64_t change = (*wanted)[axis] - node.shape(0)[axis];
    // Division rounds towards zero: the smaller half comes first either way.
    margins.begin.push_back(change / 2);
    margins.end.push_back(change - change / 2);
  }
  Composition composition(node);
  const auto x = cropped(composition, node, margins);
  if (!x) return x.error();
  return composition.result(Op::pad, {*x},
                            {{"pads_begin", margins.begin}, {"pads_end", margins.end}});
}

}  // namespace

std::vector<OperatorForm> families::padding() {
  using namespace forms;
  const AttributeForm mode = text("mode", "constant");
  return {
      {"CenterCropPad", 18, last, 2, 2, 1, {optional("axes", Kind::ints)}, map_center_crop_pad},
      {"Pad", first, 10, 1, 1, 1, {mode, required("pads", Kind::ints), real("value", 0)}, map_pad},
      {"Pad", 11, 17, 2, 3, 1, {mode}, map_pad},
      {"Pad", 18, last, 2, 4, 1, {mode}, map_pad},
  };
}

}  // namespace touchstone::onnx_reading
