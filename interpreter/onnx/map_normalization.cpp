#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

/// At inference the momentum has no effect.
Result<void> map_batch_normalization(OnnxNode& node) {
  const auto training = node.flag("training_mode");
  if (!training) return training.error();
  if (*training) {
    return unavailable({}, "attribute 'training_mode' is 1; only inference is supported");
  }
  if (node.attributes().contains("spatial") && node.attributes().integer("spatial") != 1) {
    return unavailable({}, "attribute 'spatial' is " +
                               std::to_string(node.attributes().integer("spatial")) +
                               "; only 1 is supported");
  }
  if (node.output_count() > 1) {
    return unavailable({}, "outputs after the first, its running statistics, are not supported");
  }
  return node.result(Op::batch_norm, {{"epsilon", node.attributes().real("epsilon")}},
                     node.inputs());
}

Integers axes_from(std::size_t axis, std::size_t rank) {
  Integers out(rank - axis);
  std::iota(out.begin(), out.end(), static_cast<std::int64_t>(axis));
  return out;
}

/// [length, 1, 1, …], which broadcasts along the axes of [batch, length, more axes].
Integers along_channels(std::int64_t length, std::size_t rank) {
  Integers out(rank - 1, 1);
  out.front() = length;
  return out;
}

/// What an operator that normalises the last axes says.
struct LastAxes {
  Integers axes;
  bool affine_fits = false;  ///< every affine operand has the shape of the axes
};

/// Attribute 'axis', and the inputs after the first, which broadcast to it.
Result<LastAxes> last_axes(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  const auto axis = axis_in(node.attributes().integer("axis"), x.rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  if (node.attributes().contains("stash_type") && node.attributes().integer("stash_type") != 1) {
    return unavailable({}, "attribute 'stash_type' is " +
                               std::to_string(node.attributes().integer("stash_type")) +
                               "; only 1, FLOAT, is supported");
  }
  const auto from = static_cast<std::size_t>(*axis);
  const Shape normalised = Shape::of(x.extents().part(from, x.rank() - from));
  LastAxes out{axes_from(from, x.rank()), true};
  for (std::size_t i = 1; i < node.input_count(); ++i) {
    if (!node.has_input(i)) continue;
    if (!broadcasts_to(node.shape(i), x)) {
      return unreadable({}, "its input " + std::to_string(i) + " " + node.shape(i).text() +
                                " does not broadcast to its input 'X' " + x.text());
    }
    out.affine_fits = out.affine_fits && node.shape(i) == normalised;
  }
  return out;
}

/// The mean over `axes`, corrected once, as the vocabulary's norms take it.
ValueId corrected_mean(Composition& composition, ValueId x, const Attributes& over) {
  const ValueId mean = composition.part("first_mean", Op::reduce_mean, {x}, over);
  const ValueId rest = composition.part("rest", Op::sub, {x, mean});
  const ValueId correction = composition.part("correction", Op::reduce_mean, {rest}, over);
  return composition.part("mean", Op::add, {mean, correction});
}

/// The mean of squared differences from the mean.
ValueId variance(Composition& composition, ValueId difference, const Attributes& over) {
  const ValueId squares = composition.part("squares", Op::mul, {difference, difference});
  return composition.part("variance", Op::reduce_mean, {squares}, over);
}

/// The outputs of a LayerNormalization after the first: the mean and 1 / sqrt(variance + epsilon).
Result<void> statistics_results(OnnxNode& node, const Integers& axes) {
  if (!node.has_output(1) && !node.has_output(2)) return {};
  const Attributes over{{"axes", axes}, {"keepdims", true}};
  Composition composition(node);
  const ValueId mean = corrected_mean(composition, node.input(0), over);
  if (node.has_output(1)) {
    Integers extents = extents_of(node.shape(0));
    for (const std::int64_t axis : axes) extents[static_cast<std::size_t>(axis)] = 1;
    auto ok = composition.result(Op::reshape, {mean}, {{"shape", std::move(extents)}}, 1);
    if (!ok || !node.has_output(2)) return ok;
  }
  const ValueId difference = composition.part("difference", Op::sub, {node.input(0), mean});
  const ValueId spread = variance(composition, difference, over);
  const ValueId epsilon = composition.number("epsilon", node.attributes().real("epsilon"));
  const ValueId raised = composition.part("raised", Op::add, {spread, epsilon});
  const ValueId deviation = composition.part("deviation", Op::sqrt, {raised});
  return composition.result(Op::inv, {deviation}, {}, 2);
}

/// A norm of the last axes with its affine operands, where they do not have the shape of the axes
/// as further operations, which round alike.
Result<void> normalised_last_axes(OnnxNode& node, Op op, const LastAxes& last) {
  const Attributes attributes{{"axes", last.axes}, {"epsilon", node.attributes().real("epsilon")}};
  if (last.affine_fits) {
    return node.result(op, attributes, node.inputs());
  }
  Composition composition(node);
  const ValueId plain = composition.part("normalised", op, {node.input(0)}, attributes);
  if (!node.has_input(2)) return composition.result(Op::mul, {plain, node.input(1)});
  const ValueId scaled = composition.part("scaled", Op::mul, {plain, node.input(1)});
  return composition.result(Op::add, {scaled, node.input(2)});
}

Result<void> map_layer_normalization(OnnxNode& node) {
  const auto last = last_axes(node);
  if (!last) return last.error();
  if (auto ok = normalised_last_axes(node, Op::layer_norm, *last); !ok) return ok;
  return statistics_results(node, last->axes);
}

Result<void> map_rms_normalization(OnnxNode& node) {
  const auto last = last_axes(node);
  if (!last) return last.error();
  return normalised_last_axes(node, Op::rms_norm, *last);
}

/// Scale and bias are [length].
Result<void> check_affine(const OnnxNode& node, std::int64_t length) {
  for (const std::size_t i : {1U, 2U}) {
    if (node.shape(i) == Shape::of({length})) continue;
    return unreadable({}, "its input " + std::to_string(i) + " has shape " + node.shape(i).text() +
                              ", not [" + std::to_string(length) + "]");
  }
  return {};
}

/// value · scale + bias, along the second axis of a tensor of `rank` axes.
Result<void> affine_result(Composition& composition, OnnxNode& node, ValueId value,
                           std::size_t rank) {
  const Integers shape = along_channels(node.shape(1)[0], rank);
  const ValueId scale = composition.reshaped("scale", node.input(1), shape);
  const ValueId bias = composition.reshaped("bias", node.input(2), shape);
  const ValueId scaled = composition.part("scaled", Op::mul, {value, scale});
  return composition.result(Op::add, {scaled, bias});
}

/// Each channel of each item of the batch on its own.
Result<void> map_instance_normalization(OnnxNode& node) {
  const Shape x = node.shape(0);
  if (x.rank() < 3) {
    return unreadable({}, "its input " + x.text() + " must have at least 3 axes");
  }
  if (auto ok = check_affine(node, x[1]); !ok) return ok;
  Composition composition(node);
  const ValueId value = composition.part(
      "normalised", Op::layer_norm, {node.input(0)},
      {{"axes", axes_from(2, x.rank())}, {"epsilon", node.attributes().real("epsilon")}});
  return affine_result(composition, node, value, x.rank());
}

Result<std::int64_t> groups_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  const std::int64_t groups = node.attributes().integer("num_groups");
  if (x.rank() < 3) {
    return unreadable({}, "its input " + x.text() + " must have at least 3 axes");
  }
  if (groups >= 1 && x[1] % groups == 0) return groups;
  return unreadable({}, "attribute 'num_groups' is " + std::to_string(groups) +
                            ", which does not divide the channels of " + x.text());
}

/// Each group of channels of each item of the batch on its own. Scale and bias are per group before
/// opset 21, per channel since.
Result<void> map_group_normalization(OnnxNode& node) {
  const auto groups = groups_of(node);
  if (!groups) return groups.error();
  if (node.attributes().contains("stash_type") && node.attributes().integer("stash_type") != 1) {
    return unavailable({}, "attribute 'stash_type' is not 1, FLOAT");
  }
  const Shape x = node.shape(0);
  const bool per_channel = node.opset() >= 21;
  if (auto ok = check_affine(node, per_channel ? x[1] : *groups); !ok) return ok;
  const std::int64_t size =
      x[1] / *groups * Shape::of(x.extents().part(2, x.rank() - 2)).element_count();
  Composition composition(node);
  const ValueId rows = composition.reshaped("groups", node.input(0), {x[0], *groups, size});
  const ValueId value =
      composition.part("normalised", Op::layer_norm, {rows},
                       {{"axes", Integers{2}}, {"epsilon", node.attributes().real("epsilon")}});
  if (per_channel) {
    const ValueId shaped = composition.reshaped("channels", value, extents_of(x));
    return affine_result(composition, node, shaped, x.rank());
  }
  const Integers shape{*groups, 1};
  const ValueId scale = composition.reshaped("scale", node.input(1), shape);
  const ValueId bias = composition.reshaped("bias", node.input(2), shape);
  const ValueId scaled = composition.part("scaled", Op::mul, {value, scale});
  const ValueId shifted = composition.part("shifted", Op::add, {scaled, bias});
  return composition.result(Op::reshape, {shifted}, {{"shape", extents_of(x)}});
}

/// (x − mean) / (sqrt(variance) + 1e-9), as ONNX's own function has it.
Result<void> map_mean_variance_normalization(OnnxNode& node) {
  const Integers named =
      node.attributes().contains("axes") ? node.attributes().integers("axes") : Integers{0, 2, 3};
  auto axes = axes_in(named, node.shape(0).rank(), true);
  if (!axes) return axes.error().inside("attribute 'axes'");
  const Attributes over{{"axes", std::move(*axes)}, {"keepdims", true}};
  Composition composition(node);
  const ValueId mean = corrected_mean(composition, node.input(0), over);
  const ValueId difference = composition.part("difference", Op::sub, {node.input(0), mean});
  const ValueId deviation =
      composition.part("deviation", Op::sqrt, {variance(composition, difference, over)});
  const ValueId least = composition.number("least", 1e-9F);
  const ValueId divisor = composition.part("divisor", Op::add, {deviation, least});
  return composition.result(Op::div, {difference, divisor});
}

}  // namespace

std::vector<OperatorForm> families::normalization() {
  using namespace forms;
  const AttributeForm epsilon = real("epsilon", 1e-5F);
  const AttributeForm momentum = real("momentum", 0.9F);
  const AttributeForm axis = integer("axis", -1);
  const AttributeForm stash_type = integer("stash_type", 1);
  const AttributeForm num_groups = required("num_groups", Kind::integer);
  return {
      {"BatchNormalization",
       first,
       8,
       5,
       5,
       5,
       {epsilon, momentum, integer("spatial", 1)},
       map_batch_normalization},
      {"BatchNormalization", 9, 13, 5, 5, 5, {epsilon, momentum}, map_batch_normalization},
      {"BatchNormalization",
       14,
       last,
       5,
       5,
       3,
       {epsilon, momentum, integer("training_mode", 0)},
       map_batch_normalization},
      {"GroupNormalization", 18, 20, 3, 3, 1, {epsilon, num_groups}, map_group_normalization},
      {"GroupNormalization",
       21,
       last,
       3,
       3,
       1,
       {epsilon, num_groups, stash_type},
       map_group_normalization},
      {"InstanceNormalization", first, last, 3, 3, 1, {epsilon}, map_instance_normalization},
      {"LayerNormalization",
       17,
       last,
       2,
       3,
       3,
       {axis, epsilon, stash_type},
       map_layer_normalization},
      {"MeanVarianceNormalization",
       9,
       last,
       1,
       1,
       1,
       {optional("axes", Kind::ints)},
       map_mean_variance_normalization},
      {"RMSNormalization", 23, last, 2, 2, 1, {axis, epsilon, stash_type}, map_rms_normalization},
  };
}

}  // namespace touchstone::onnx_reading
