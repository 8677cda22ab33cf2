#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

/// sin(x) / cos(x).
Result<void> map_tan(OnnxNode& node) {
  Composition composition(node);
  const ValueId sine = composition.part("sin", Op::sin, {node.input(0)});
  const ValueId cosine = composition.part("cos", Op::cos, {node.input(0)});
  return composition.result(Op::div, {sine, cosine});
}

/// With h = exp(|x| / 2): (h / 2) · h + (1 / 2 / h) / h, which does not overflow before cosh does.
/// The last addition is left to the caller.
std::pair<ValueId, ValueId> halves_of_cosh(Composition& composition, ValueId x) {
  const ValueId half = composition.number("half", 0.5F);
  const ValueId size = composition.part("abs", Op::abs, {x});
  const ValueId halved = composition.part("halved", Op::mul, {size, half});
  const ValueId root = composition.part("root", Op::exp, {halved});
  const ValueId half_root = composition.part("half_root", Op::mul, {root, half});
  const ValueId growing = composition.part("growing", Op::mul, {half_root, root});
  const ValueId half_inverse = composition.part("half_inverse", Op::div, {half, root});
  return {growing, composition.part("shrinking", Op::div, {half_inverse, root})};
}

Result<void> map_cosh(OnnxNode& node) {
  Composition composition(node);
  const auto [growing, shrinking] = halves_of_cosh(composition, node.input(0));
  return composition.result(Op::add, {growing, shrinking});
}

/// tanh(x) · cosh(x), which loses no digits near zero.
Result<void> map_sinh(OnnxNode& node) {
  Composition composition(node);
  const auto [growing, shrinking] = halves_of_cosh(composition, node.input(0));
  const ValueId cosh = composition.part("cosh", Op::add, {growing, shrinking});
  const ValueId tanh = composition.part("tanh", Op::tanh, {node.input(0)});
  return composition.result(Op::mul, {tanh, cosh});
}

/// 1 where x > 0, −1 where x < 0, otherwise x: a zero or NaN.
Result<void> map_sign(OnnxNode& node) {
  const ValueId x = node.input(0);
  Composition composition(node);
  const ValueId zero = composition.number("zero", 0);
  const ValueId below = composition.part("below", Op::less, {x, zero});
  const ValueId above = composition.part("above", Op::greater, {x, zero});
  const ValueId negative =
      composition.part("negative", Op::where, {below, composition.number("minus_one", -1), x});
  return composition.result(Op::where, {above, composition.number("one", 1), negative});
}

/// The inputs combined from the left; `last` gives the result of the last step.
template <class Last>
Result<void> combined(OnnxNode& node, Op op, Last last) {
  Composition composition(node);
  ValueId value = node.input(0);
  for (std::size_t i = 1; i < node.input_count(); ++i) {
    if (i + 1 == node.input_count()) return last(composition, value, node.input(i));
    value = composition.part("part_" + std::to_string(i), op, {value, node.input(i)});
  }
  return node.same_result();
}

template <Op op>
Result<void> map_combined(OnnxNode& node) {
  return combined(node, op, [](Composition& composition, ValueId left, ValueId right) {
    return composition.result(op, {left, right});
  });
}

/// The sum from the left, divided by the number of inputs.
Result<void> map_mean(OnnxNode& node) {
  const auto count = static_cast<float>(node.input_count());
  return combined(node, Op::add, [&](Composition& composition, ValueId left, ValueId right) {
    const ValueId sum = composition.part("sum", Op::add, {left, right});
    return composition.result(Op::div, {sum, composition.number("count", count)});
  });
}

/// A constant of whole numbers as floats.
Result<Tensor> floats_of(OnnxNode& node, const Constant& constant) {
  if (auto ok = node.admit_folded(constant.tensor.shape()); !ok) return ok.error();
  std::vector<float> values;
  for (const std::int64_t whole : constant.tensor.integers()) {
    values.push_back(static_cast<float>(whole));
    constexpr std::int64_t exact = std::int64_t{1} << 24U;
    if (whole < -exact || whole > exact) {
      return unavailable({}, "its input 'Y' holds " + std::to_string(whole) +
                                 ", which FLOAT may not hold exactly");
    }
  }
  return Tensor::of(constant.tensor.shape(), values);
}

/// The exponent may be of another type than the base since opset 12.
Result<void> map_pow(OnnxNode& node) {
  if (node.form(1).element != ElementType::int64 || node.form(0).element == ElementType::int64) {
    return node.result(Op::pow, {}, node.inputs());
  }
  const auto exponent = node.constant(1);
  if (!exponent) {
    return unavailable({}, "its input 'Y' is INT64 and only known when the model runs");
  }
  const auto floats = floats_of(node, *exponent);
  if (!floats) return floats.error();
  Composition composition(node);
  return composition.result(Op::pow, {node.input(0), composition.constant("exponent", *floats)});
}

/// Bounds that are constants: those of attributes, or finite scalars in ascending order.
Result<void> clamped(OnnxNode& node, float least, float greatest) {
  return node.result(Op::clamp, {{"max", greatest}, {"min", least}}, {node.input(0)});
}

/// Before opset 11 the bounds are attributes that default to the largest finite numbers.
Result<void> map_clip_by_attributes(OnnxNode& node) {
  const float least = node.attributes().real("min");
  const float greatest = node.attributes().real("max");
  if (std::isnan(least) || std::isnan(greatest)) {
    return unreadable({}, "attributes 'min' and 'max' may not be NaN");
  }
  if (std::isfinite(least) && std::isfinite(greatest) && least <= greatest) {
    return clamped(node, least, greatest);
  }
  Composition composition(node);
  const ValueId raised =
      composition.part("raised", Op::max, {node.input(0), composition.number("min", least)});
  return composition.result(Op::min, {raised, composition.number("max", greatest)});
}

Result<void> check_bound(const OnnxNode& node, std::size_t i, std::string_view role) {
  if (!node.has_input(i)) return {};
  const Shape& bound = node.shape(i);
  if (bound.element_count() == 1 && bound.rank() <= node.shape(0).rank()) return {};
  return unreadable({}, "its input '" + std::string(role) + "' has shape " + bound.text() +
                            "; it must be a scalar");
}

/// A bound that `clamp` can take as an attribute.
std::optional<float> known_bound(const OnnxNode& node, std::size_t i) {
  if (!node.has_input(i) || node.form(i).element != ElementType::float32) return std::nullopt;
  const auto constant = node.constant(i);
  if (!constant || !std::isfinite(constant->tensor.floats().front())) return std::nullopt;
  return constant->tensor.floats().front();
}

/// min(max(x, lower), upper), each only where it is given.
Result<void> map_clip(OnnxNode& node) {
  for (const auto& [i, role] : {std::pair{1U, "min"}, std::pair{2U, "max"}}) {
    if (auto ok = check_bound(node, i, role); !ok) return ok;
  }
  const ValueId x = node.input(0);
  if (!node.has_input(1) && !node.has_input(2)) return node.same_result();
  if (!node.has_input(2)) return node.result(Op::max, {}, {x, node.input(1)});
  if (!node.has_input(1)) return node.result(Op::min, {}, {x, node.input(2)});
  const auto least = known_bound(node, 1);
  const auto greatest = known_bound(node, 2);
  if (least && greatest && *least <= *greatest) return clamped(node, *least, *greatest);
  Composition composition(node);
  const ValueId raised = composition.part("raised", Op::max, {x, node.input(1)});
  return composition.result(Op::min, {raised, node.input(2)});
}

}  // namespace

std::vector<OperatorForm> families::elementwise() {
  using namespace forms;
  constexpr float largest = std::numeric_limits<float>::max();
  const AttributeForm lower{"min", Kind::real, AttributeForm::Presence::defaulted, -largest, true};
  const AttributeForm upper{"max", Kind::real, AttributeForm::Presence::defaulted, largest, true};
  return {
      unary("Abs", first, map_to<Op::abs>),
      binary("Add", first, map_to<Op::add>),
      {"Clip", first, 10, 1, 1, 1, {lower, upper}, map_clip_by_attributes},
      {"Clip", 11, last, 1, 3, 1, {}, map_clip},
      unary("Cos", first, map_to<Op::cos>),
      unary("Cosh", 9, map_cosh),
      binary("Div", first, map_to<Op::div>),
      unary("Erf", 9, map_to<Op::erf>),
      unary("Exp", first, map_to<Op::exp>),
      unary("Log", first, map_to<Op::log>),
      {"Max", first, last, 1, any, 1, {}, map_combined<Op::max>},
      {"Mean", first, last, 1, any, 1, {}, map_mean},
      {"Min", first, last, 1, any, 1, {}, map_combined<Op::min>},
      binary("Mul", first, map_to<Op::mul>),
      unary("Neg", first, map_to<Op::neg>),
      binary("Pow", first, map_pow),
      unary("Reciprocal", first, map_to<Op::inv>),
      unary("Sign", 9, map_sign),
      unary("Sin", first, map_to<Op::sin>),
      unary("Sinh", 9, map_sinh),
      unary("Sqrt", first, map_to<Op::sqrt>),
      binary("Sub", first, map_to<Op::sub>),
      {"Sum", first, last, 1, any, 1, {}, map_combined<Op::add>},
      unary("Tan", first, map_tan),
      unary("Tanh", first, map_to<Op::tanh>),
  };
}

}  // namespace touchstone::onnx_reading
