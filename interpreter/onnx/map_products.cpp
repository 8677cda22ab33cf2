#include <array>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

Result<ValueId> transposed(OnnxNode& node, std::string_view part, ValueId matrix) {
  return node.part(part, Op::permute, {{"axes", Integers{1, 0}}}, {matrix});
}

/// `value` times the attribute, or `value` itself where the attribute is 1.
Result<ValueId> scaled(OnnxNode& node, std::string_view attribute, std::string_view part,
                       ValueId value) {
  const float factor = node.attributes().real(attribute);
  if (factor == 1.0F) return value;
  auto constant = node.constant_part(attribute, scalar_tensor(factor));
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
    auto alpha = node.constant_part("alpha", scalar_tensor(node.attributes().real("alpha")));
    if (!alpha) return alpha.error();
    return node.result(Op::mul, {}, {*product, *alpha});
  }
  auto first = scaled(node, "alpha", "scaled_product", *product);
  if (!first) return first.error();
  auto second = scaled(node, "beta", "scaled_C", node.input(2));
  if (!second) return second.error();
  return node.result(Op::add, {}, {*first, *second});
}

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

}  // namespace

std::vector<OperatorForm> families::products() {
  using namespace forms;
  const std::vector<AttributeForm> gemm{real("alpha", 1), real("beta", 1), integer("transA", 0),
                                        integer("transB", 0)};
  return {
      {"Gemm", first, 10, 3, 3, 1, gemm, map_gemm},
      {"Gemm", 11, last, 2, 3, 1, gemm, map_gemm},
      binary("MatMul", first, map_matmul),
  };
}

}  // namespace touchstone::onnx_reading
