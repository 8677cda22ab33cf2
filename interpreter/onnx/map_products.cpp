#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "mappings.h"
#include "touchstone/core/checked.h"

namespace touchstone::onnx_reading {

namespace {

Result<ValueId> transposed(OnnxNode& node, std::string_view part, ValueId matrix) {
  return node.part(part, Op::permute, {{"axes", Integers{1, 0}}}, {matrix});
}

Tensor scalar(float value) { return Tensor::of(Shape(), std::span<const float>(&value, 1)); }

/// `value` times the attribute, or `value` itself where the attribute is 1.
Result<ValueId> scaled(OnnxNode& node, std::string_view attribute, std::string_view part,
                       ValueId value) {
  const float factor = node.attributes().real(attribute);
  if (factor == 1.0F) return value;
  auto constant = node.constant_part(attribute, scalar(factor));
  if (!constant) return constant;
  return node.part(part, Op::mul, {}, {value, *constant});
}

/// C broadcasts to the product's shape, never the other way round.
Result<void> check_gemm_bias(const OnnxNode& node, std::int64_t rows, std::int64_t columns) {
  const Shape& c = node.shape(2);
  const std::array<std::int64_t, 2> target{rows, columns};
  bool fits = c.rank() <= target.size();
  for (std::size_t axis = 0; fits && axis < c.rank(); ++axis) {
    fits = c[axis] == 1 || c[axis] == target[target.size() - c.rank() + axis];
  }
  if (fits) return {};
  return unreadable({}, "its input 'C' " + c.text() + " does not broadcast to [" +
                            std::to_string(rows) + "," + std::to_string(columns) + "]");
}

struct GemmOperands {
  ValueId a{};
  bool b_transposed = false;
};

Result<GemmOperands> gemm_operands(OnnxNode& node) {
  const auto transpose_a = node.flag("transA");
  if (!transpose_a) return transpose_a.error();
  const auto transpose_b = node.flag("transB");
  if (!transpose_b) return transpose_b.error();
  if (node.shape(0).rank() != 2 || node.shape(1).rank() != 2) {
    return unreadable({}, "its inputs 'A' " + node.shape(0).text() + " and 'B' " +
                              node.shape(1).text() + " must be matrices");
  }
  const Shape& a = node.shape(0);
  const Shape& b = node.shape(1);
  if (node.has_input(2)) {
    auto ok = check_gemm_bias(node, a[*transpose_a ? 1 : 0], b[*transpose_b ? 0 : 1]);
    if (!ok) return ok.error();
  }
  if (!*transpose_a) return GemmOperands{node.input(0), *transpose_b};
  auto turned = transposed(node, "transA", node.input(0));
  if (!turned) return turned.error();
  return GemmOperands{*turned, *transpose_b};
}

/// y = alpha · (A B) + beta · C, each product and sum rounded where it stands.
Result<void> composed_gemm(OnnxNode& node, const GemmOperands& operands) {
  ValueId b = node.input(1);
  if (operands.b_transposed) {
    auto turned = transposed(node, "transB", b);
    if (!turned) return turned.error();
    b = *turned;
  }
  const bool scales = node.attributes().real("alpha") != 1.0F;
  if (!scales && !node.has_input(2)) return node.result(Op::matmul, {}, {operands.a, b});
  auto product = node.part("matmul", Op::matmul, {}, {operands.a, b});
  if (!product) return product.error();
  if (!node.has_input(2)) {
    auto alpha = node.constant_part("alpha", scalar(node.attributes().real("alpha")));
    if (!alpha) return alpha.error();
    return node.result(Op::mul, {}, {*product, *alpha});
  }
  auto first = scaled(node, "alpha", "scaled_product", *product);
  if (!first) return first.error();
  auto second = scaled(node, "beta", "scaled_C", node.input(2));
  if (!second) return second.error();
  return node.result(Op::add, {}, {*first, *second});
}

/// The padding before and after each spatial axis.
struct Pads {
  Integers begin;
  Integers end;
};

/// What a convolution's attributes say, one entry per spatial axis.
struct Window {
  Integers kernel;
  Integers strides;
  Integers dilations;
};

/// A list attribute with one entry per spatial axis, `fallback` repeated where it is absent.
Result<Integers> spatial_list(const OnnxNode& node, std::string_view name, std::size_t entries,
                              std::int64_t fallback, std::int64_t least) {
  if (!node.attributes().contains(name)) return Integers(entries, fallback);
  const Integers& given = node.attributes().integers(name);
  const std::string what = "attribute '" + std::string(name) + "' = " + text_of(given);
  if (given.size() != entries) {
    return unreadable({}, what + " has " + std::to_string(given.size()) + " entries, not " +
                              std::to_string(entries));
  }
  if (std::ranges::any_of(given, [&](std::int64_t entry) { return entry < least; })) {
    return unreadable({}, what + " has an entry below " + std::to_string(least));
  }
  return given;
}

Result<Window> window_of(const OnnxNode& node, std::size_t spatial) {
  Window out;
  const auto extents = node.shape(1).extents().part(2, spatial);
  out.kernel.assign(extents.entries().begin(), extents.entries().end());
  if (node.attributes().contains("kernel_shape") &&
      node.attributes().integers("kernel_shape") != out.kernel) {
    return unreadable(
        {}, "attribute 'kernel_shape' = " + text_of(node.attributes().integers("kernel_shape")) +
                " contradicts its input 'W' " + node.shape(1).text());
  }
  auto strides = spatial_list(node, "strides", spatial, 1, 1);
  if (!strides) return strides.error();
  auto dilations = spatial_list(node, "dilations", spatial, 1, 1);
  if (!dilations) return dilations.error();
  out.strides = std::move(*strides);
  out.dilations = std::move(*dilations);
  return out;
}

/// Padding along one axis so that there are ceil(length / stride) output positions.
std::optional<std::int64_t> same_padding(std::int64_t length, std::int64_t kernel,
                                         std::int64_t stride, std::int64_t dilation) {
  const std::int64_t places = length / stride + (length % stride == 0 ? 0 : 1);
  const auto steps = checked_mul(std::max<std::int64_t>(places - 1, 0), stride);
  const auto gaps = checked_mul(std::max<std::int64_t>(kernel - 1, 0), dilation);
  if (!steps || !gaps) return std::nullopt;
  const auto reach = checked_add(*steps, *gaps);
  const auto needed = reach ? checked_add(*reach, std::int64_t{1}) : std::nullopt;
  if (!needed) return std::nullopt;
  return std::max<std::int64_t>(*needed - length, 0);
}

Result<Pads> same_pads(const OnnxNode& node, const Window& window, bool odd_at_end) {
  Pads out;
  for (std::size_t axis = 0; axis < window.kernel.size(); ++axis) {
    const auto total = same_padding(node.shape(0)[axis + 2], window.kernel[axis],
                                    window.strides[axis], window.dilations[axis]);
    if (!total) return unreadable({}, "its padding by attribute 'auto_pad' overflows");
    const std::int64_t smaller = *total / 2;
    out.begin.push_back(odd_at_end ? smaller : *total - smaller);
    out.end.push_back(odd_at_end ? *total - smaller : smaller);
  }
  return out;
}

Result<Pads> explicit_pads(const OnnxNode& node, std::size_t spatial) {
  auto both = spatial_list(node, "pads", 2 * spatial, 0, 0);
  if (!both) return both.error();
  const auto middle = both->begin() + static_cast<std::ptrdiff_t>(spatial);
  return Pads{Integers(both->begin(), middle), Integers(middle, both->end())};
}

Result<Pads> pads_of(const OnnxNode& node, const Window& window) {
  const std::size_t spatial = window.kernel.size();
  const std::string& mode = node.attributes().text("auto_pad");
  if (mode == "NOTSET") return explicit_pads(node, spatial);
  if (node.attributes().contains("pads")) {
    return unreadable(
        {}, "attributes 'pads' and 'auto_pad' = " + printable(mode) + " contradict each other");
  }
  if (mode == "VALID") return Pads{Integers(spatial, 0), Integers(spatial, 0)};
  if (mode == "SAME_UPPER") return same_pads(node, window, true);
  if (mode == "SAME_LOWER") return same_pads(node, window, false);
  return unreadable({}, "attribute 'auto_pad' = \"" + printable(mode) +
                            "\" is none of NOTSET, VALID, SAME_UPPER and SAME_LOWER");
}

}  // namespace

/// A one-dimensional operand is a row on the left, a column on the right, and its added axis is
/// taken away from the result.
Result<void> map_matmul(OnnxNode& node) {
  const Shape a = node.shape(0);
  const Shape b = node.shape(1);
  if (a.rank() == 0 || b.rank() == 0) {
    return unreadable({}, "its inputs " + a.text() + " and " + b.text() + " may not be scalars");
  }
  if (a.rank() > 1 && b.rank() > 1) return node.result(Op::matmul, {}, node.inputs());
  ValueId left = node.input(0);
  ValueId right = node.input(1);
  if (a.rank() == 1) {
    auto row = node.part("row", Op::reshape, {{"shape", Integers{1, a[0]}}}, {left});
    if (!row) return row.error();
    left = *row;
  }
  if (b.rank() == 1) {
    auto column = node.part("column", Op::reshape, {{"shape", Integers{b[0], 1}}}, {right});
    if (!column) return column.error();
    right = *column;
  }
  auto product = node.part("matmul", Op::matmul, {}, {left, right});
  if (!product) return product.error();
  Integers extents = extents_of(node.shape_of(*product));
  if (b.rank() == 1) extents.pop_back();
  if (a.rank() == 1) extents.erase(extents.end() - (b.rank() == 1 ? 1 : 2));
  return node.result(Op::reshape, {{"shape", std::move(extents)}}, {*product});
}

/// The form that exporters write for a dense layer is `linear`; the others are composed.
Result<void> map_gemm(OnnxNode& node) {
  auto operands = gemm_operands(node);
  if (!operands) return operands.error();
  const bool plain_bias = !node.has_input(2) || (node.attributes().real("beta") == 1.0F &&
                                                 node.shape(2) == Shape::of({node.shape(1)[0]}));
  const bool dense =
      operands->b_transposed && node.attributes().real("alpha") == 1.0F && plain_bias;
  if (!dense) return composed_gemm(node, *operands);
  std::vector<ValueId> inputs{operands->a, node.input(1)};
  if (node.has_input(2)) inputs.push_back(node.input(2));
  return node.result(Op::linear, {}, std::move(inputs));
}

Result<void> map_conv(OnnxNode& node) {
  const Shape& x = node.shape(0);
  if (x.rank() < 3 || node.shape(1).rank() != x.rank()) {
    return unreadable({}, "its inputs 'X' " + x.text() + " and 'W' " + node.shape(1).text() +
                              " must have as many axes, at least 3");
  }
  const std::size_t spatial = x.rank() - 2;
  if (spatial > 3) {
    return unavailable({}, "it has " + std::to_string(spatial) +
                               " spatial axes; 1 to 3 are "
                               "supported");
  }
  auto window = window_of(node, spatial);
  if (!window) return window.error();
  auto pads = pads_of(node, *window);
  if (!pads) return pads.error();
  const Attributes attributes{{"dilations", std::move(window->dilations)},
                              {"groups", node.attributes().integer("group")},
                              {"pads_begin", std::move(pads->begin)},
                              {"pads_end", std::move(pads->end)},
                              {"strides", std::move(window->strides)}};
  std::vector<ValueId> inputs{node.input(0), node.input(1)};
  if (node.has_input(2)) inputs.push_back(node.input(2));
  return node.result(Op::conv, attributes, std::move(inputs));
}

}  // namespace touchstone::onnx_reading
