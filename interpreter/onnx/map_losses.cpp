#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

/// The classes of a loss, [batch, classes, positions…], seen as [batch, classes, positions].
struct Classes {
  std::int64_t batch = 0;
  std::int64_t classes = 0;
  std::int64_t positions = 0;
  Shape labels;  ///< [batch, positions…]
};

Result<Classes> classes_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() < 2) {
    return unreadable({}, "its input " + x.text() + " must have at least 2 axes");
  }
  const Index positions = x.extents().part(2, x.rank() - 2);
  const Classes out{x[0], x[1], Shape::of(positions).element_count(),
                    Shape::of(x.extents().without(1))};
  if (node.shape(1) == out.labels) return out;
  return unreadable(
      {}, "its input 'target' has shape " + node.shape(1).text() + ", not " + out.labels.text());
}

Result<std::string> reduction_of(const OnnxNode& node) {
  const std::string& reduction = node.attributes().text("reduction");
  if (reduction == "none" || reduction == "mean" || reduction == "sum") return reduction;
  return unreadable(
      {}, "attribute 'reduction' = \"" + printable(reduction) + "\" is none of none, mean and sum");
}

/// Labels that are known now.
struct Labels {
  Integers classes;          ///< 0 where the label is ignored
  std::vector<bool> counts;  ///< those that are not ignored
};

Result<Labels> known_labels(const OnnxNode& node, const Classes& classes) {
  const auto labels = node.constant(1);
  if (!labels) {
    return unavailable({},
                       "its input 'target' is only known when the model runs; then only the mean "
                       "or sum of a SoftmaxCrossEntropyLoss without weights and ignore_index "
                       "is supported");
  }
  if (labels->tensor.type().element != ElementType::int64) {
    return unreadable({}, "its input 'target' is " + std::string(onnx_name(labels->form())));
  }
  std::optional<std::int64_t> ignored;
  if (node.attributes().contains("ignore_index")) {
    ignored = node.attributes().integer("ignore_index");
  }
  Labels out;
  for (const std::int64_t label : labels->tensor.integers()) {
    const bool counts = label != ignored;
    if (counts && (label < 0 || label >= classes.classes)) {
      return unreadable({}, "its input 'target' holds " + std::to_string(label) +
                                ", which is none "
                                "of " +
                                std::to_string(classes.classes) + " classes");
    }
    out.counts.push_back(counts);
    out.classes.push_back(counts ? label : 0);
  }
  return out;
}

/// The probability's logarithm of each label: elements of one row at positions known now.
ValueId picked(Composition& composition, const Classes& classes, const Labels& labels,
               ValueId logarithms) {
  Integers positions;
  for (std::size_t i = 0; i < labels.classes.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::int64_t item = at / classes.positions;
    positions.push_back((item * classes.classes + labels.classes[i]) * classes.positions +
                        at % classes.positions);
  }
  const ValueId row = composition.reshaped("row", logarithms,
                                           {classes.batch * classes.classes * classes.positions});
  const ValueId indices = composition.constant("positions", list_tensor(positions));
  return composition.part("picked", Op::gather, {row, indices}, {{"axis", std::int64_t{0}}});
}

/// One weight for each label, 0 for those that are ignored; nothing where all weigh 1.
std::optional<ValueId> weights_of(Composition& composition, const OnnxNode& node,
                                  const Labels& labels) {
  const auto count = static_cast<std::int64_t>(labels.classes.size());
  const bool all = std::ranges::find(labels.counts, false) == labels.counts.end();
  if (!node.has_input(2) && all) return std::nullopt;
  ValueId weights{};
  if (node.has_input(2)) {
    const ValueId indices = composition.constant("classes", list_tensor(labels.classes));
    weights = composition.part("weights", Op::gather, {node.input(2), indices},
                               {{"axis", std::int64_t{0}}});
  } else {
    const ValueId one = composition.number("one", 1);
    weights = composition.part("weights", Op::broadcast, {one}, {{"shape", Integers{count}}});
  }
  if (all) return weights;
  const ValueId counted =
      composition.constant("counted", mask_tensor(Shape::of({count}), labels.counts));
  return composition.part("counted_weights", Op::where,
                          {counted, weights, composition.number("none", 0)});
}

/// −logarithm · weight of each label; their sum; or their sum divided by that of the weights.
Result<void> loss_result(Composition& composition, const OnnxNode& node, const Classes& classes,
                         const Labels& labels, ValueId logarithms) {
  const std::string& reduction = node.attributes().text("reduction");
  const Attributes all{{"axes", Integers{}}, {"keepdims", false}};
  const ValueId chosen = picked(composition, classes, labels, logarithms);
  const ValueId negated = composition.part("losses", Op::neg, {chosen});
  const auto weights = weights_of(composition, node, labels);
  ValueId losses = negated;
  if (weights) {
    const auto count = static_cast<std::int64_t>(labels.classes.size());
    losses = composition.part("weighted", Op::mul, {negated, *weights});
    // An ignored label counts as +0 even where its logarithm is infinite or NaN.
    const ValueId counted =
        composition.constant("counts", mask_tensor(Shape::of({count}), labels.counts));
    losses = composition.part("counted_losses", Op::where,
                              {counted, losses, composition.number("nothing", 0)});
  }
  if (reduction == "none") {
    return composition.result(Op::reshape, {losses}, {{"shape", extents_of(classes.labels)}});
  }
  if (reduction == "sum") return composition.result(Op::reduce_sum, {losses}, all);
  if (!weights) return composition.result(Op::reduce_mean, {losses}, all);
  const ValueId sum = composition.part("sum", Op::reduce_sum, {losses}, all);
  const ValueId total = composition.part("total_weight", Op::reduce_sum, {*weights}, all);
  return composition.result(Op::div, {sum, total});
}

Result<void> check_weights(const OnnxNode& node, const Classes& classes) {
  if (!node.has_input(2) || node.shape(2) == Shape::of({classes.classes})) return {};
  return unreadable({}, "its input 'weight' has shape " + node.shape(2).text() + ", not [" +
                            std::to_string(classes.classes) + "]");
}

Result<void> map_negative_log_likelihood_loss(OnnxNode& node) {
  const auto classes = classes_of(node);
  if (!classes) return classes.error();
  if (auto reduction = reduction_of(node); !reduction) return reduction.error();
  if (auto ok = check_weights(node, *classes); !ok) return ok;
  const auto labels = known_labels(node, *classes);
  if (!labels) return labels.error();
  if (auto ok = node.admit_folded(classes->labels); !ok) return ok;
  Composition composition(node);
  return loss_result(composition, node, *classes, *labels, node.input(0));
}

/// The second output: the logarithms of the probabilities.
Result<void> log_prob_result(OnnxNode& node) {
  if (!node.has_output(1)) return {};
  return node.output_result(1, Op::log_softmax, {{"axis", std::int64_t{1}}}, {node.input(0)});
}

Result<void> map_softmax_cross_entropy_loss(OnnxNode& node) {
  const auto classes = classes_of(node);
  if (!classes) return classes.error();
  const auto reduction = reduction_of(node);
  if (!reduction) return reduction.error();
  if (auto ok = check_weights(node, *classes); !ok) return ok;
  const bool plain =
      !node.has_input(2) && !node.attributes().contains("ignore_index") && *reduction != "none";
  if (plain) {
    auto ok =
        node.result(Op::cross_entropy_loss, {{"axis", std::int64_t{1}}, {"reduction", *reduction}},
                    {node.input(0), node.input(1)});
    return ok ? log_prob_result(node) : ok;
  }
  const auto labels = known_labels(node, *classes);
  if (!labels) return labels.error();
  if (auto ok = node.admit_folded(classes->labels); !ok) return ok;
  Composition composition(node);
  const ValueId logarithms = composition.part("log_softmax", Op::log_softmax, {node.input(0)},
                                              {{"axis", std::int64_t{1}}});
  auto ok = loss_result(composition, node, *classes, *labels, logarithms);
  return ok ? log_prob_result(node) : ok;
}

}  // namespace

std::vector<OperatorForm> families::losses() {
  using namespace forms;
  const std::vector<AttributeForm> attributes{optional("ignore_index", Kind::integer),
                                              text("reduction", "mean")};
  return {
      {"NegativeLogLikelihoodLoss", 12, last, 2, 3, 1, attributes,
       map_negative_log_likelihood_loss},
      {"SoftmaxCrossEntropyLoss", 12, last, 2, 3, 2, attributes, map_softmax_cross_entropy_loss},
  };
}

}  // namespace touchstone::onnx_reading
