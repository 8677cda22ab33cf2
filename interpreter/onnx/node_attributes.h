#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "element_types.h"
#include "external_data.h"
#include "touchstone/core/result.h"
#include "touchstone/op/attributes.h"

namespace onnx {
class NodeProto;
}

namespace touchstone::onnx_reading {

/// The types of ONNX attributes that are read, by their names in AttributeProto.
enum class AttributeKind { real, integer, string, tensor, floats, ints };

/// One attribute an operator has at some opsets.
struct AttributeForm {
  enum class Presence {
    optional,   ///< absent unless given
    defaulted,  ///< `fallback` unless given
    required,
    refused,  ///< in ONNX, but not supported
  };
  std::string_view name;
  AttributeKind kind = AttributeKind::integer;
  Presence presence = Presence::optional;
  AttributeValue fallback;
  bool any_float = false;  ///< a constant's element, which may be NaN or infinite
};

/// What an operator's node says besides its operands. INT, FLOAT, STRING and INTS attributes stand
/// in `values`; TENSOR and FLOATS ones, which no operator has more than one of, in `tensor`.
struct NodeAttributes {
  Attributes values;
  std::optional<Constant> tensor;
};

/// The attributes of `node`, which may be those of `forms` only. Tensors are released from `node`.
/// Errors, each naming the attribute: not among `forms`, given twice, of another type, missing
/// though required, refused, a FLOAT that is no finite number, or holding a graph.
[[nodiscard]] Result<NodeAttributes> take_attributes(onnx::NodeProto& node,
                                                     std::span<const AttributeForm> forms,
                                                     ExternalData& external);

}  // namespace touchstone::onnx_reading
