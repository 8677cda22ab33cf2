#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"
#include "touchstone/interpreter/training_graph.h"

namespace touchstone {

/// The order in which one epoch visits `count` examples: the shuffle of Fisher and Yates from the
/// last position down. At position i it swaps with ⌊u · (i + 1) / 2^64⌋, where u is the 64 bits of
/// words 0 (high) and 1 (low) of Philox (op/philox.h) with the seed as key, at the counter
/// (i low, i high, stream "shuffle", epoch low). So every epoch's order is known from seed and
/// epoch alone. The probabilities of one draw differ by at most 2^-64. Requires count < 2^32.
[[nodiscard]] std::vector<std::int64_t> epoch_order(std::int64_t count, std::int64_t seed,
                                                    std::int64_t epoch);

/// How a training graph takes examples: each of its inputs with data has a leading axis of `size`
/// examples. An int64 scalar input that is read only where operations take their step, such as
/// that of bernoulli_mask, is no data: training gives it the number of the step.
struct BatchPlan {
  std::int64_t size = 0;
  std::vector<bool> is_step;  ///< per data input of the training graph
};

/// Errors (unreadable): inputs that disagree about the batch, have no leading axis, or take no
/// examples at all.
[[nodiscard]] Result<BatchPlan> batch_plan(const TrainingGraph& training);

/// An element of the data that nothing can be learned from.
struct BadElement {
  std::int64_t position = 0;  ///< row-major
  std::string reason;
};

/// The first element of an input's data that is not finite, or is no class though every
/// cross_entropy_loss that reads the input as its target needs one: 0 <= class < classes. The
/// operation itself counts negative classes from the end; in data they are a mistake.
[[nodiscard]] std::optional<BadElement> first_bad_element(const Graph& graph, ValueId input,
                                                          const Tensor& data);

/// Examples for every data input that is not a step, in order, all of one number, each laid out
/// along the leading axis.
class Examples {
 public:
  /// Errors (unreadable): another element type or other extents than the model takes, another
  /// number of examples than the first input's, fewer than a batch, 2^32 or more, an element that
  /// is bad.
  [[nodiscard]] static Result<Examples> create(const TrainingGraph& training, const BatchPlan& plan,
                                               std::vector<Tensor> tensors);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] const std::vector<Tensor>& tensors() const { return tensors_; }
  /// The batch of these examples, one tensor for each input.
  [[nodiscard]] std::vector<Tensor> batch(std::span<const std::int64_t> numbers) const;

 private:
  std::int64_t count_ = 0;
  std::vector<Tensor> tensors_;
};

}  // namespace touchstone
