#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph.h"
#include "tape.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace touchstone {

/// What training makes small.
enum class Loss : std::uint8_t {
  own,            ///< the model's only output, already one float32 number
  cross_entropy,  ///< cross_entropy_loss of the only output and an int64 target
  mse,            ///< mse_loss of the only output and a float32 target of its shape
};

/// "own", "cross_entropy" or "mse".
[[nodiscard]] std::string_view name_of(Loss loss);

struct TrainingChoice {
  Loss loss = Loss::own;
  std::int64_t class_axis =
      -1;  ///< of cross_entropy: the axis of the output that holds the classes
  std::set<std::string> frozen = {};  ///< names of parameters that keep their values
};

/// Why a float32 parameter keeps its value.
enum class KeptBecause : std::uint8_t {
  frozen,      ///< asked for
  statistics,  ///< mean or variance that a batch_norm reads: statistics of data
  unreached,   ///< the loss does not depend on it through operations that have a gradient
};
struct KeptParameter {
  std::string name;
  KeptBecause why{};

  bool operator==(const KeptParameter&) const = default;
};

/// A model made ready for training: a graph whose only output is the loss, and whose parameters to
/// train have become inputs. Its inputs are those of the model, in order, then the target unless
/// the loss is the model's own, then the parameters.
struct TrainingGraph {
  std::shared_ptr<const Graph> graph;
  std::size_t data_inputs = 0;          ///< inputs before the parameters
  std::vector<std::string> parameters;  ///< names, ascending byte by byte
  std::vector<Tensor> initial;          ///< values of the parameters in the model
  std::vector<KeptParameter> kept;      ///< the model's other float32 parameters, names ascending

  /// The loss by the parameters.
  [[nodiscard]] GradientRequest request() const;
};

/// The training graph of a model. All float32 parameters train, but those that are frozen, the mean
/// and variance that a batch_norm reads, which are statistics of data, and those that no gradient
/// reaches. Constants that are no parameters (graph.h) belong to the model's formulas.
/// The names of the target and of the loss are "target" and "loss", with "_2", "_3", … where the
/// model uses them.
///
/// Errors (unreadable): a model with several outputs; an output that is no loss, or already one; a
/// frozen name that is no float32 parameter; nothing left to train, with the reasons; those of the
/// loss's shape rule.
[[nodiscard]] Result<TrainingGraph> training_graph(const Graph& model,
                                                   const TrainingChoice& choice);

/// The model with other values of these parameters. Requires names of its parameters, in any order,
/// and a value of the same type for each.
[[nodiscard]] Graph with_parameters(Graph model, const std::vector<std::string>& names,
                                    const std::vector<Tensor>& values);

}  // namespace touchstone
