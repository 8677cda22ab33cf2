#include "batches.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "touchstone/op/philox.h"

namespace touchstone {

namespace {

/// Whether the value is read, and only as the step of random sources.
bool only_counts_steps(const Graph& graph, ValueId id) {
  const TensorType& type = graph.value(id).type;
  if (type != TensorType{ElementType::int64, Shape()}) return false;
  bool read = false;
  for (const Node& node : graph.nodes) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] != id) continue;
      if (operation(node.op).operand(i).kind != OperandKind::counter) return false;
      read = true;
    }
  }
  return read;
}

std::string named(const Value& value) { return "input '" + printable(value.name) + "'"; }

/// Extents with another number of examples.
Index with_examples(const Shape& shape, std::int64_t count) {
  Index extents = shape.extents();
  extents[0] = count;
  return extents;
}

/// Whether data of this type are examples of what the input takes.
bool are_examples_of(const TensorType& data, const TensorType& input) {
  return data.element == input.element && data.shape.rank() > 0 &&
         data.shape.extents() == with_examples(input.shape, data.shape[0]);
}

/// The fewest classes among the losses that read the input as their target, or nothing.
std::optional<std::int64_t> class_count(const Graph& graph, ValueId input) {
  std::optional<std::int64_t> out;
  for (const Node& node : graph.nodes) {
    if (node.op != Op::cross_entropy_loss || node.inputs[1] != input) continue;
    const Shape& logits = graph.value(node.inputs[0]).type.shape;
    const std::int64_t axis = node.attributes.integer("axis");
    const auto rank = static_cast<std::int64_t>(logits.rank());
    const std::int64_t classes = logits[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
    out = std::min(out.value_or(classes), classes);
  }
  return out;
}

Tensor gathered(const Tensor& from, std::span<const std::int64_t> numbers) {
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(from.shape()[0], 1));
  const std::size_t size = from.bytes().size() / count;
  std::vector<std::byte> bytes;
  bytes.reserve(size * numbers.size());
  for (const std::int64_t number : numbers) {
    const auto example = from.bytes().subspan(static_cast<std::size_t>(number) * size, size);
    bytes.insert(bytes.end(), example.begin(), example.end());
  }
  const Index extents = with_examples(from.shape(), static_cast<std::int64_t>(numbers.size()));
  return Tensor::create({from.type().element, Shape::of(extents)}, std::move(bytes)).value();
}

}  // namespace

std::vector<std::int64_t> epoch_order(std::int64_t count, std::int64_t seed, std::int64_t epoch) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto key = static_cast<std::uint64_t>(seed);
  const std::uint32_t stream = philox::stream_word("shuffle");
  for (std::uint64_t i = order.size(); i-- > 1;) {
    const auto words =
        philox::words({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32U), stream,
                       static_cast<std::uint32_t>(epoch)},
                      {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32U)});
    const std::uint64_t places = i + 1;  // below 2^32, so that no product overflows
    const std::uint64_t with = (words[0] * places + (words[1] * places >> 32U)) >> 32U;
    std::swap(order[i], order[with]);
  }
  return order;
}

Result<BatchPlan> batch_plan(const TrainingGraph& training) {
  BatchPlan out;
  const Value* first = nullptr;
  for (std::size_t i = 0; i < training.data_inputs; ++i) {
    const ValueId id = training.graph->inputs[i];
    const Value& value = training.graph->value(id);
    out.is_step.push_back(only_counts_steps(*training.graph, id));
    if (out.is_step.back()) continue;
    if (value.type.shape.rank() == 0) {
      return unreadable(named(value), "it is " + value.type.text() +
                                          "; training needs a leading axis of examples");
    }
    const std::int64_t size = value.type.shape[0];
    if (first != nullptr && size != out.size) {
      return unreadable(named(value), "it is " + value.type.text() + ", a batch of " +
                                          std::to_string(size) + ", but " + named(*first) +
                                          " takes a batch of " + std::to_string(out.size));
    }
    if (first == nullptr) first = &value;
    out.size = size;
  }
  if (first == nullptr) return unreadable({}, "the model has no input that takes examples");
  if (out.size == 0) return unreadable(named(*first), "its batch is empty");
  return out;
}

std::optional<BadElement> first_bad_element(const Graph& graph, ValueId input, const Tensor& data) {
  if (data.type().element == ElementType::float32) {
    const auto values = data.floats();
    const auto bad = std::ranges::find_if_not(values, [](float x) { return std::isfinite(x); });
    if (bad == values.end()) return std::nullopt;
    return BadElement{bad - values.begin(), std::isnan(*bad) ? "it is NaN" : "it is infinite"};
  }
  const auto classes = class_count(graph, input);
  if (!classes || data.type().element != ElementType::int64) return std::nullopt;
  const auto values = data.integers();
  const auto bad =
      std::ranges::find_if_not(values, [&](std::int64_t k) { return k >= 0 && k < *classes; });
  if (bad == values.end()) return std::nullopt;
  return BadElement{bad - values.begin(), std::to_string(*bad) + " is outside the " +
                                              std::to_string(*classes) + " classes, 0 to " +
                                              std::to_string(*classes - 1)};
}

Result<Examples> Examples::create(const TrainingGraph& training, const BatchPlan& plan,
                                  std::vector<Tensor> tensors) {
  constexpr std::int64_t most = (std::int64_t{1} << 32U) - 1;
  Examples out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < training.data_inputs; ++i) {
    if (plan.is_step[i]) continue;
    const Value& value = training.graph->value(training.graph->inputs[i]);
    if (next == tensors.size()) {
      return unreadable(named(value), "there are no data for it");
    }
    const TensorType& given = tensors[next].type();
    if (!are_examples_of(given, value.type)) {
      return unreadable(named(value), "the data are " + given.text() +
                                          "; the model takes batches of " + value.type.text());
    }
    const std::int64_t count = given.shape[0];
    if (next > 0 && count != out.count_) {
      return unreadable(named(value), "the data hold " + std::to_string(count) +
                                          " examples, those of the first input " +
                                          std::to_string(out.count_));
    }
    if (const auto bad =
            first_bad_element(*training.graph, training.graph->inputs[i], tensors[next])) {
      return unreadable(named(value) + ", element " + std::to_string(bad->position), bad->reason);
    }
    out.count_ = count;
    ++next;
  }
  if (next != tensors.size())
    return unreadable({}, "there are data for more inputs than there are");
  if (out.count_ < plan.size) {
    return unreadable({}, "the data hold " + std::to_string(out.count_) +
                              " examples, fewer than a batch of " + std::to_string(plan.size));
  }
  if (out.count_ > most) return unavailable({}, "there are 2^32 or more examples");
  out.tensors_ = std::move(tensors);
  return out;
}

std::vector<Tensor> Examples::batch(std::span<const std::int64_t> numbers) const {
  std::vector<Tensor> out;
  for (const Tensor& tensor : tensors_) out.push_back(gathered(tensor, numbers));
  return out;
}

}  // namespace touchstone
