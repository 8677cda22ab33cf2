#pragma once

#include <memory>
#include <string_view>

#include "touchstone/core/result.h"

namespace onnx {
class ModelProto;
}

namespace touchstone::onnx_reading {

struct DeleteModel {
  void operator()(onnx::ModelProto* model) const;
};
using ModelPointer = std::unique_ptr<onnx::ModelProto, DeleteModel>;

/// The model encoded by `bytes`, with no field in it that this build's ONNX schema does not know,
/// except the harmless ones of newer schemas. Errors: not a protobuf message of that kind, nested
/// too deeply, 2 GiB or more, an unknown field or enumeration value.
[[nodiscard]] Result<ModelPointer> parse_model(std::string_view bytes);

}  // namespace touchstone::onnx_reading
