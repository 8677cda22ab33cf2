#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

/// What a reduction's attributes and second input say.
struct Reduction {
  Integers axes;  ///< ascending; empty for all
  bool keepdims = true;
  bool nothing = false;  ///< no axes are named, and that means that none is reduced

  [[nodiscard]] Attributes attributes() const { return {{"axes", axes}, {"keepdims", keepdims}}; }
};

/// The axes a reduction names: an attribute, or an input in the forms that have no such attribute.
Result<Integers> reduced_axes(const OnnxNode& node) {
  Integers named;
  if (node.attributes().contains("axes")) named = node.attributes().integers("axes");
  if (node.has_input(1)) {
    auto axes = node.integers(1, "axes");
    if (!axes) return axes;
    named = std::move(*axes);
  }
  return axes_in(named, node.shape(0).rank(), node.opset() >= 11);
}

Result<Reduction> reduction_of(const OnnxNode& node) {
  auto axes = reduced_axes(node);
  if (!axes) return axes.error();
  const auto keepdims = node.flag("keepdims");
  if (!keepdims) return keepdims.error();
  const auto none_if_empty = node.flag("noop_with_empty_axes");
  if (!none_if_empty) return none_if_empty.error();
  const bool nothing = axes->empty() && *none_if_empty;
  return Reduction{std::move(*axes), *keepdims, nothing};
}

/// For reductions that do more than reduce: whether the rest is done where nothing is reduced
/// differs between runtimes.
Result<Reduction> composed_reduction_of(const OnnxNode& node) {
  auto reduction = reduction_of(node);
  if (!reduction || !reduction->nothing) return reduction;
  return unavailable({},
                     "it names no axes under attribute 'noop_with_empty_axes', which runtimes "
                     "read differently",
                     "name the axes, or leave the node out");
}

template <Op op>
Result<void> map_reduce(OnnxNode& node) {
  const auto reduction = reduction_of(node);
  if (!reduction) return reduction.error();
  if (reduction->nothing) return node.same_result();
  return node.result(op, reduction->attributes(), {node.input(0)});
}

/// The negated maximum of the negated elements, which is the minimum, bit for bit.
Result<void> map_reduce_min(OnnxNode& node) {
  const auto reduction = reduction_of(node);
  if (!reduction) return reduction.error();
  if (reduction->nothing) return node.same_result();
  Composition composition(node);
  const ValueId negated = composition.part("negated", Op::neg, {node.input(0)});
  const ValueId most = composition.part("max", Op::reduce_max, {negated}, reduction->attributes());
  return composition.result(Op::neg, {most});
}

Result<void> map_reduce_l1(OnnxNode& node) {
  const auto reduction = composed_reduction_of(node);
  if (!reduction) return reduction.error();
  Composition composition(node);
  const ValueId sizes = composition.part("abs", Op::abs, {node.input(0)});
  return composition.result(Op::reduce_sum, {sizes}, reduction->attributes());
}

Result<void> map_reduce_sum_square(OnnxNode& node) {
  const auto reduction = composed_reduction_of(node);
  if (!reduction) return reduction.error();
  Composition composition(node);
  const ValueId squares = composition.part("squares", Op::mul, {node.input(0), node.input(0)});
  return composition.result(Op::reduce_sum, {squares}, reduction->attributes());
}

Result<void> map_reduce_l2(OnnxNode& node) {
  const auto reduction = composed_reduction_of(node);
  if (!reduction) return reduction.error();
  Composition composition(node);
  const ValueId squares = composition.part("squares", Op::mul, {node.input(0), node.input(0)});
  const ValueId sum = composition.part("sum", Op::reduce_sum, {squares}, reduction->attributes());
  return composition.result(Op::sqrt, {sum});
}

Result<void> map_reduce_log_sum(OnnxNode& node) {
  const auto reduction = composed_reduction_of(node);
  if (!reduction) return reduction.error();
  Composition composition(node);
  const ValueId sum =
      composition.part("sum", Op::reduce_sum, {node.input(0)}, reduction->attributes());
  return composition.result(Op::log, {sum});
}

/// m + log(sum(exp(x − m))), m the maximum where it is finite and 0 elsewhere, so that neither a
/// large nor an infinite element makes NaN.
Result<void> map_reduce_log_sum_exp(OnnxNode& node) {
  const auto reduction = composed_reduction_of(node);
  if (!reduction) return reduction.error();
  const ValueId x = node.input(0);
  Composition composition(node);
  const ValueId infinity = composition.number("infinity", std::numeric_limits<float>::infinity());
  const ValueId zero = composition.number("zero", 0);
  const auto shift = [&](std::string_view suffix, bool keepdims) {
    const std::string end(suffix);
    const ValueId most = composition.part("max" + end, Op::reduce_max, {x},
                                          {{"axes", reduction->axes}, {"keepdims", keepdims}});
    const ValueId size = composition.part("size" + end, Op::abs, {most});
    const ValueId finite = composition.part("finite" + end, Op::less, {size, infinity});
    return composition.part("shift" + end, Op::where, {finite, most, zero});
  };
  const ValueId kept = shift("", true);
  const ValueId shifted = composition.part("shifted", Op::sub, {x, kept});
  const ValueId grown = composition.part("exp", Op::exp, {shifted});
  const ValueId sum = composition.part("sum", Op::reduce_sum, {grown}, reduction->attributes());
  const ValueId logarithm = composition.part("log", Op::log, {sum});
  return composition.result(Op::add,
                            {reduction->keepdims ? kept : shift("_of_result", false), logarithm});
}

Integers spatial_axes(const Shape& x) {
  Integers axes;
  for (std::size_t axis = 2; axis < x.rank(); ++axis) {
    axes.push_back(static_cast<std::int64_t>(axis));
  }
  return axes;
}

Result<Attributes> over_positions(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() < 3) {
    return unreadable({}, "its input " + x.text() + " must have at least 3 axes");
  }
  return Attributes{{"axes", spatial_axes(x)}, {"keepdims", true}};
}

template <Op op>
Result<void> map_global(OnnxNode& node) {
  const auto attributes = over_positions(node);
  if (!attributes) return attributes.error();
  return node.result(op, *attributes, node.inputs());
}

Result<void> check_norm(const OnnxNode& node) {
  const std::int64_t p = node.attributes().integer("p");
  if (p == 1 || p == 2) return {};
  return unavailable({}, "attribute 'p' is " + std::to_string(p) + "; 1 and 2 are supported");
}

/// The sum of |x|, or the square root of the sum of squares.
ValueId norm(Composition& composition, const OnnxNode& node, const Attributes& attributes) {
  const ValueId x = node.input(0);
  if (node.attributes().integer("p") == 1) {
    const ValueId sizes = composition.part("abs", Op::abs, {x});
    return composition.part("norm", Op::reduce_sum, {sizes}, attributes);
  }
  const ValueId squares = composition.part("squares", Op::mul, {x, x});
  const ValueId sum = composition.part("sum", Op::reduce_sum, {squares}, attributes);
  return composition.part("norm", Op::sqrt, {sum});
}

Result<void> map_global_lp_pool(OnnxNode& node) {
  if (auto ok = check_norm(node); !ok) return ok;
  const auto attributes = over_positions(node);
  if (!attributes) return attributes.error();
  Composition composition(node);
  const ValueId value = norm(composition, node, *attributes);
  Integers shape = extents_of(node.shape(0));
  for (std::size_t axis = 2; axis < shape.size(); ++axis) shape[axis] = 1;
  return composition.result(Op::reshape, {value}, {{"shape", std::move(shape)}});
}

/// x divided by its norm along an axis.
Result<void> map_lp_normalization(OnnxNode& node) {
  if (auto ok = check_norm(node); !ok) return ok;
  const auto axis = axis_in(node.attributes().integer("axis"), node.shape(0).rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  Composition composition(node);
  const ValueId value = norm(composition, node, {{"axes", Integers{*axis}}, {"keepdims", true}});
  return composition.result(Op::div, {node.input(0), value});
}

}  // namespace

std::vector<OperatorForm> families::reduction() {
  using namespace forms;
  struct Reducer {
    std::string_view name;
    int axes_as_input;  ///< the opset since which
    Result<void> (*map)(OnnxNode&);
  };
  const std::vector<Reducer> reducers{{"ReduceL1", 18, map_reduce_l1},
                                      {"ReduceL2", 18, map_reduce_l2},
                                      {"ReduceLogSum", 18, map_reduce_log_sum},
                                      {"ReduceLogSumExp", 18, map_reduce_log_sum_exp},
                                      {"ReduceMax", 18, map_reduce<Op::reduce_max>},
                                      {"ReduceMean", 18, map_reduce<Op::reduce_mean>},
                                      {"ReduceMin", 18, map_reduce_min},
                                      {"ReduceSum", 13, map_reduce<Op::reduce_sum>},
                                      {"ReduceSumSquare", 18, map_reduce_sum_square}};
  std::vector<OperatorForm> out{
      unary("GlobalAveragePool", first, map_global<Op::reduce_mean>),
      {"GlobalLpPool", first, last, 1, 1, 1, {integer("p", 2)}, map_global_lp_pool},
      unary("GlobalMaxPool", first, map_global<Op::reduce_max>),
      {"LpNormalization",
       first,
       last,
       1,
       1,
       1,
       {integer("axis", -1), integer("p", 2)},
       map_lp_normalization},
  };
  for (const auto& [name, axes_as_input, map] : reducers) {
    const AttributeForm keepdims = integer("keepdims", 1);
    out.push_back(
        {name, first, axes_as_input - 1, 1, 1, 1, {optional("axes", Kind::ints), keepdims}, map});
    out.push_back(
        {name, axes_as_input, last, 1, 2, 1, {keepdims, integer("noop_with_empty_axes", 0)}, map});
  }
  return out;
}

}  // namespace touchstone::onnx_reading
