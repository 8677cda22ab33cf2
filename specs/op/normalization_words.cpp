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

Result<Shape> batch_norm_shape(const Attributes&, Shapes x) {
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

Instances batch_norm_classes(const Attributes& attributes) {
  const TensorType per_channel = values({2});
  Instances out;
  for (const Index& x : {Index{2, 2}, Index{1, 2, 2}}) {
    out.push_back({attributes, {values(x), per_channel, per_channel, per_channel, per_channel}});
  }
  return out;
}

Instances batch_norm_gradient_classes(const Attributes& attributes) {
  const TensorType one = values({1});
  const TensorType two = values({2});
  return {{attributes, {values({long_axis, 1}), one, one, one, one}},
          {attributes, {values({2, 2, 3}), two, two, two, two}}};
}

/// The lengths of the normalised axes of x, ascending.
Shape row_shape(const Attributes& attributes, const Shape& x) {
  const AxisSet normalized = axes_of(attributes, x.rank());
  Index out;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) {
    if (normalized[axis]) out = out.with(x[axis]);
  }
  return Shape::of(out);
}

Result<Shape> row_norm_shape(const Attributes& attributes, Shapes x) {
  static constexpr const char* names[] = {"x", "scale", "bias"};
  if (auto fault = axes_fault(attributes, x[0])) return *fault;
  const Shape row = row_shape(attributes, x[0]);
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] != row) {
      return refuse("operand " + std::string(names[i]) + " " + x[i].text() + " must be " +
                    row.text() + ", the normalised axes of x " + x[0].text());
    }
  }
  return x[0];
}

/// Small with 0 to `parameters` of scale and bias, then with all of them a row of one element and a
/// long one.
Instances row_norm_classes(const Attributes& attributes, std::size_t parameters) {
  const Instances shapes = on_axes(attributes, attributes.integers("axes"));
  Instances out(parameters, shapes[0]);
  out.insert(out.end(), shapes.begin(), shapes.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Shape row = row_shape(attributes, out[i].operands[0].shape);
    out[i].operands.insert(out[i].operands.end(), std::min(i, parameters), values(row.extents()));
  }
  return out;
}

/// Many rows of one element, whose scale and bias gradients are long sums. None where every axis
/// may be normalised.
Instances many_rows(const Attributes& attributes, std::size_t parameters) {
  const std::size_t rank = distinct_rank(attributes.integers("axes"));
  const AxisSet normalized = axes_of(attributes, rank);
  Index x = Index::zeros(rank);
  std::size_t kept = rank;
  for (std::size_t axis = rank; axis-- > 0;) {
    x[axis] = 1;
    if (!normalized[axis]) kept = axis;
  }
  if (kept == rank) return {};
  x[kept] = long_axis;
  const TensorType row = values(row_shape(attributes, Shape::of(x)).extents());
  ClassInstance out{attributes, {values(x)}};
  out.operands.insert(out.operands.end(), parameters, row);
  return {out};
}

Instances layer_norm_gradient_classes(const Attributes& attributes) {
  return many_rows(attributes, 2);
}

Instances rms_norm_gradient_classes(const Attributes& attributes) {
  return many_rows(attributes, 1);
}

Instances layer_norm_classes(const Attributes& attributes) {
  return row_norm_classes(attributes, 2);
}

Instances rms_norm_classes(const Attributes& attributes) { return row_norm_classes(attributes, 1); }

std::optional<Work> row_norm_work(const Attributes& attributes, Shapes x, const Shape& result) {
  return steady_work(result.element_count(), 1, static_cast<std::int64_t>(x.size()) + 2,
                     row_shape(attributes, x[0]).element_count());
}

AttributeSpec epsilon_spec(std::string_view meaning) { return {"epsilon", 1e-5F, false, meaning}; }

const AttributeSpec normalized_axes{"axes", Integers{-1}, false,
                                    "axes that form a row, negative from the end; empty: all"};

}  // namespace

std::vector<Operation> normalization() {
  return {
      {.op = Op::batch_norm,
       .name = "batch_norm",
       .formula = "((x - mean) * (1 / sqrt(variance + epsilon))) * scale + bias",
       .operands = {{"x"}, {"scale"}, {"bias"}, {"mean"}, {"variance"}},
       .min_operands = 5,
       .attributes = {epsilon_spec("added to the variance")},
       .shape_rule = batch_norm_shape,
       .class_instances = batch_norm_classes,
       .more_gradient_instances = batch_norm_gradient_classes},
      {.op = Op::layer_norm,
       .name = "layer_norm",
       .formula = "m = mean(x), corrected once; c = x - m; "
                  "(c * (1 / sqrt(mean(c * c) + epsilon))) * scale + bias",
       .operands = {{"x"}, {"scale"}, {"bias"}},
       .min_operands = 1,
       .attributes = {normalized_axes, epsilon_spec("added to the variance")},
       .shape_rule = row_norm_shape,
       .class_instances = layer_norm_classes,
       .more_gradient_instances = layer_norm_gradient_classes,
       .work = row_norm_work},
      {.op = Op::rms_norm,
       .name = "rms_norm",
       .formula = "(x * (1 / sqrt(mean(x * x) + epsilon))) * scale",
       .operands = {{"x"}, {"scale"}},
       .min_operands = 1,
       .attributes = {normalized_axes, epsilon_spec("added to the mean of squares")},
       .shape_rule = row_norm_shape,
       .class_instances = rms_norm_classes,
       .more_gradient_instances = rms_norm_gradient_classes,
       .work = row_norm_work},
  };
}

}  // namespace touchstone::words
