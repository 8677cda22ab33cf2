#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

ValueId scaled(Composition& composition, std::string_view name, ValueId value, float factor) {
  return composition.part(name, Op::scale, {value}, {{"factor", factor}});
}

/// alpha · x where x < 0, otherwise x.
Result<void> map_leaky_relu(OnnxNode& node) {
  const ValueId x = node.input(0);
  Composition composition(node);
  const ValueId below = composition.part("below", Op::less, {x, composition.number("zero", 0)});
  const ValueId leaked = scaled(composition, "leaked", x, node.attributes().real("alpha"));
  return composition.result(Op::where, {below, leaked, x});
}

/// slope · x where x < 0, otherwise x.
Result<void> map_prelu(OnnxNode& node) {
  if (!broadcasts_to(node.shape(1), node.shape(0))) {
    return unreadable({}, "its input 'slope' " + node.shape(1).text() +
                              " does not broadcast to its input 'X' " + node.shape(0).text());
  }
  const ValueId x = node.input(0);
  Composition composition(node);
  const ValueId below = composition.part("below", Op::less, {x, composition.number("zero", 0)});
  const ValueId leaked = composition.part("leaked", Op::mul, {x, node.input(1)});
  return composition.result(Op::where, {below, leaked, x});
}

/// relu(x) and alpha · (exp(min(x, 0) / width) − 1), whose sum is Elu, Celu, and Selu but for a
/// factor: a side that does not count is exactly +0.
std::pair<ValueId, ValueId> exponential_unit(Composition& composition, ValueId x, float alpha,
                                             float width) {
  const ValueId zero = composition.number("zero", 0);
  ValueId low = composition.part("min", Op::min, {x, zero});
  if (width != 1) {
    low = composition.part("scaled", Op::div, {low, composition.number("alpha", width)});
  }
  const ValueId grown = composition.part("exp", Op::exp, {low});
  const ValueId less_one =
      composition.part("less_1", Op::sub, {grown, composition.number("one", 1)});
  const ValueId high = composition.part("relu", Op::relu, {x});
  return {high, scaled(composition, "negative", less_one, alpha)};
}

Result<void> map_elu(OnnxNode& node) {
  Composition composition(node);
  const auto [high, low] =
      exponential_unit(composition, node.input(0), node.attributes().real("alpha"), 1);
  return composition.result(Op::add, {high, low});
}

Result<void> map_celu(OnnxNode& node) {
  const float alpha = node.attributes().real("alpha");
  if (alpha == 0) return unreadable({}, "attribute 'alpha' is 0, by which it divides");
  Composition composition(node);
  const auto [high, low] = exponential_unit(composition, node.input(0), alpha, alpha);
  return composition.result(Op::add, {high, low});
}

Result<void> map_selu(OnnxNode& node) {
  Composition composition(node);
  const auto [high, low] =
      exponential_unit(composition, node.input(0), node.attributes().real("alpha"), 1);
  const ValueId sum = composition.part("elu", Op::add, {high, low});
  return composition.result(Op::scale, {sum}, {{"factor", node.attributes().real("gamma")}});
}

/// alpha · x + beta between 0 and 1, the last step left to the caller.
ValueId hard_slope(Composition& composition, ValueId x, float alpha, float beta) {
  const ValueId slope = scaled(composition, "scaled", x, alpha);
  return composition.part("shifted", Op::add, {slope, composition.number("beta", beta)});
}

Attributes unit_interval() { return {{"max", 1.0F}, {"min", 0.0F}}; }

Result<void> map_hard_sigmoid(OnnxNode& node) {
  Composition composition(node);
  const ValueId shifted = hard_slope(composition, node.input(0), node.attributes().real("alpha"),
                                     node.attributes().real("beta"));
  return composition.result(Op::clamp, {shifted}, unit_interval());
}

/// x times the HardSigmoid of x with alpha 1/6 and beta 1/2.
Result<void> map_hard_swish(OnnxNode& node) {
  Composition composition(node);
  const ValueId shifted = hard_slope(composition, node.input(0), 1.0F / 6.0F, 0.5F);
  const ValueId gate = composition.part("gate", Op::clamp, {shifted}, unit_interval());
  return composition.result(Op::mul, {node.input(0), gate});
}

/// x · tanh(softplus(x)).
Result<void> map_mish(OnnxNode& node) {
  Composition composition(node);
  const ValueId softplus = composition.part("softplus", Op::softplus, {node.input(0)});
  const ValueId gate = composition.part("gate", Op::tanh, {softplus});
  return composition.result(Op::mul, {node.input(0), gate});
}

/// x / (1 + |x|).
Result<void> map_softsign(OnnxNode& node) {
  Composition composition(node);
  const ValueId size = composition.part("abs", Op::abs, {node.input(0)});
  const ValueId divisor =
      composition.part("divisor", Op::add, {composition.number("one", 1), size});
  return composition.result(Op::div, {node.input(0), divisor});
}

/// x where x > alpha, otherwise 0.
Result<void> map_thresholded_relu(OnnxNode& node) {
  const ValueId x = node.input(0);
  Composition composition(node);
  const ValueId alpha = composition.number("alpha", node.attributes().real("alpha"));
  const ValueId above = composition.part("above", Op::greater, {x, alpha});
  return composition.result(Op::where, {above, x, composition.number("zero", 0)});
}

/// x + bias where x < −lambd, x − bias where x > lambd, otherwise 0.
Result<void> map_shrink(OnnxNode& node) {
  const ValueId x = node.input(0);
  const float lambd = node.attributes().real("lambd");
  Composition composition(node);
  const ValueId bias = composition.number("bias", node.attributes().real("bias"));
  const ValueId below =
      composition.part("below", Op::less, {x, composition.number("minus_lambd", -lambd)});
  const ValueId above =
      composition.part("above", Op::greater, {x, composition.number("lambd", lambd)});
  const ValueId raised = composition.part("raised", Op::add, {x, bias});
  const ValueId lowered = composition.part("lowered", Op::sub, {x, bias});
  const ValueId high =
      composition.part("high", Op::where, {above, lowered, composition.number("zero", 0)});
  return composition.result(Op::where, {below, raised, high});
}

Result<void> map_gelu(OnnxNode& node) {
  const std::string& form = node.attributes().text("approximate");
  if (form != "none" && form != "tanh") {
    return unreadable(
        {}, "attribute 'approximate' = \"" + printable(form) + "\" is neither none nor tanh");
  }
  return node.result(Op::gelu, {{"approximate", form}}, node.inputs());
}

}  // namespace

std::vector<OperatorForm> families::activations() {
  using namespace forms;
  // Defaults as ONNX prints them; each is the binary32 nearest to that number.
  constexpr float selu_alpha = 1.67326319217681884765625F;
  constexpr float selu_gamma = 1.05070102214813232421875F;
  return {
      {"Celu", 12, last, 1, 1, 1, {real("alpha", 1)}, map_celu},
      {"Elu", first, last, 1, 1, 1, {real("alpha", 1)}, map_elu},
      {"Gelu", 20, last, 1, 1, 1, {text("approximate", "none")}, map_gelu},
      {"HardSigmoid",
       first,
       last,
       1,
       1,
       1,
       {real("alpha", 0.2F), real("beta", 0.5F)},
       map_hard_sigmoid},
      unary("HardSwish", 14, map_hard_swish),
      {"LeakyRelu", first, last, 1, 1, 1, {real("alpha", 0.01F)}, map_leaky_relu},
      unary("Mish", 18, map_mish),
      binary("PRelu", first, map_prelu),
      unary("Relu", first, map_to<Op::relu>),
      {"Selu",
       first,
       last,
       1,
       1,
       1,
       {real("alpha", selu_alpha), real("gamma", selu_gamma)},
       map_selu},
      {"Shrink", 9, last, 1, 1, 1, {real("bias", 0), real("lambd", 0.5F)}, map_shrink},
      unary("Sigmoid", first, map_to<Op::sigmoid>),
      unary("Softplus", first, map_to<Op::softplus>),
      unary("Softsign", first, map_softsign),
      {"ThresholdedRelu", 10, last, 1, 1, 1, {real("alpha", 1)}, map_thresholded_relu},
  };
}

}  // namespace touchstone::onnx_reading
