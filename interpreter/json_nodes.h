#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "touchstone/core/result.h"
#include "touchstone/format/json.h"
#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// One node as a model.json states it. Views and cursors refer to the document.
struct JsonNode {
  JsonCursor cursor;
  std::string_view id;
  const Operation* operation = nullptr;
  std::vector<std::string_view> inputs;
  std::optional<JsonCursor> attributes;
  std::optional<JsonCursor> dtype;
  std::optional<JsonCursor> shape;
};

/// A name from the file as error messages show it, cut where it is long.
[[nodiscard]] std::string quoted(std::string_view name);

/// Errors: unavailable for an operator of ONNX that the vocabulary lacks; otherwise unreadable.
[[nodiscard]] Result<JsonNode> read_json_node(const JsonCursor& cursor);

/// Positions of the nodes, each after those it reads; the file's own order where that is one.
/// `exists` tells whether a name is that of an input or a parameter. O(n log n) in the number of
/// nodes and references.
/// Errors (unreadable): an id used twice, a reference to nothing, a cycle, with its nodes named.
[[nodiscard]] Result<std::vector<std::size_t>> evaluation_order(
    std::span<const JsonNode> nodes, const std::function<bool(std::string_view)>& exists);

}  // namespace touchstone
