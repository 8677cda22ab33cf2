#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "element_types.h"
#include "touchstone/core/result.h"
#include "touchstone/core/tensor.h"

namespace onnx {
class ValueInfoProto;
}

namespace touchstone::onnx_reading {

/// The symbolic dimensions of a model and what the user binds them to.
class SymbolicDimensions {
 public:
  using Binding = std::pair<std::string, std::int64_t>;

  /// Errors: a name that is empty or bound twice, a negative extent.
  [[nodiscard]] static Result<SymbolicDimensions> create(std::span<const Binding> bindings);

  /// The type of a graph input, symbolic dimensions replaced by their extents. A name that is not
  /// bound is noted for `check_bound` and stands as 1. A dimension without extent or name is called
  /// "INPUT.AXIS". Errors: no tensor, no shape, an element type without a form here.
  [[nodiscard]] Result<TensorType> input_type(const onnx::ValueInfoProto& info);

  /// Error when an input has a dimension that is not bound, naming all such.
  [[nodiscard]] Result<void> check_bound() const;

  /// Error when what `info` declares contradicts the type the value has: element type, rank, a
  /// fixed dimension, or a symbolic one that is bound. A missing declaration contradicts nothing.
  [[nodiscard]] Result<void> check_declared(const onnx::ValueInfoProto& info, ElementForm form,
                                            const Shape& shape);

  /// Error when a binding names no dimension of the model.
  [[nodiscard]] Result<void> check_used() const;

 private:
  struct Extent {
    std::int64_t value = 0;
    bool used = false;
  };
  std::map<std::string, Extent, std::less<>> bound_;
  std::set<std::string, std::less<>> symbols_;  ///< all names in the inputs
  std::set<std::string, std::less<>> unbound_;  ///< those of them without an extent
};

}  // namespace touchstone::onnx_reading
