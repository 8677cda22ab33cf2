#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

/// Operators that read or write single elements at positions that a tensor of indices gives. Where
/// the indices are constant so are the positions, and the tensor is read as one row: reading is a
/// `gather`, replacing is a `gather` from the data followed by the updates, adding a `scatter_add`.
namespace touchstone::onnx_reading {

namespace {

/// Positions in the row-major data that indices stand for, one for each element read or written.
using Positions = Integers;

Result<Tensor> constant_indices(const OnnxNode& node) {
  const auto known = node.constant(1);
  if (!known) {
    return unavailable({},
                       "its input 'indices' is only known when the model runs; the vocabulary "
                       "reads whole slices along one axis by such indices (Gather)");
  }
  if (known->tensor.type().element == ElementType::int64) return known->tensor;
  return unreadable({}, "its input 'indices' is " + std::string(onnx_name(known->form())));
}

/// `index` of an axis of `length`, from the end where negative.
Result<std::int64_t> wrapped(std::int64_t index, std::int64_t length) {
  if (index >= -length && index < length) return index < 0 ? index + length : index;
  return unreadable({}, "its input 'indices' holds " + std::to_string(index) +
                            ", outside an axis of length " + std::to_string(length));
}

/// Calls `use` with each position of a shape, in row-major order, until it fails.
Result<void> for_each_index(const Shape& shape,
                            const std::function<Result<void>(const Index&)>& use) {
  Index at = Index::zeros(shape.rank());
  for (std::int64_t count = shape.element_count(); count > 0; --count) {
    if (auto ok = use(at); !ok) return ok;
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
      if (++at[axis] < shape[axis]) break;
      at[axis] = 0;
    }
  }
  return {};
}

std::int64_t offset(const Index& at, const Index& strides) {
  std::int64_t sum = 0;
  for (std::size_t axis = 0; axis < at.rank(); ++axis) sum += at[axis] * strides[axis];
  return sum;
}

/// GatherElements, ScatterElements: the index replaces the coordinate along `axis`.
Result<Positions> element_positions(OnnxNode& node, const Tensor& indices, std::size_t axis) {
  const Shape x = node.shape(0);
  const Shape& shape = indices.shape();
  if (shape.rank() != x.rank()) {
    return unreadable(
        {}, "its input 'indices' " + shape.text() + " has not as many axes as " + x.text());
  }
  for (std::size_t i = 0; i < x.rank(); ++i) {
    if (i == axis || shape[i] <= x[i]) continue;
    return unreadable({}, "its input 'indices' " + shape.text() + " exceeds " + x.text());
  }
  if (auto ok = node.admit_folded(shape); !ok) return ok.error();
  const Index strides = x.strides();
  Positions out;
  auto ok = for_each_index(shape, [&](const Index& at) -> Result<void> {
    const auto index = wrapped(indices.integers()[out.size()], x[axis]);
    if (!index) return index.error();
    Index source = at;
    source[axis] = *index;
    out.push_back(offset(source, strides));
    return {};
  });
  if (!ok) return ok.error();
  return out;
}

/// GatherND, ScatterND: the last axis of the indices holds coordinates of the axes after the batch;
/// each names a slice of the rest.
struct Slices {
  std::vector<std::int64_t> starts;  ///< in the data
  std::int64_t size = 1;             ///< elements of one slice
  Integers shape;                    ///< of all slices together
};

/// The number of axes that one row of the indices names.
Result<std::size_t> named_axes(const Shape& x, const Shape& indices, std::size_t batch) {
  if (indices.rank() == 0 || batch + 1 > indices.rank() || batch >= x.rank()) {
    return unreadable({}, "its input 'indices' " + indices.text() + " has too few axes");
  }
  const std::int64_t depth = indices[indices.rank() - 1];
  if (depth < 1 || depth > static_cast<std::int64_t>(x.rank() - batch)) {
    return unreadable({}, "its input 'indices' " + indices.text() + " names " +
                              std::to_string(depth) + " axes of " + x.text());
  }
  for (std::size_t axis = 0; axis < batch; ++axis) {
    if (indices[axis] == x[axis]) continue;
    return unreadable(
        {}, "its input 'indices' " + indices.text() + " has other batch axes than " + x.text());
  }
  return static_cast<std::size_t>(depth);
}

Result<Slices> slices_of(OnnxNode& node, const Tensor& indices, std::size_t batch) {
  const Shape x = node.shape(0);
  const auto depth = named_axes(x, indices.shape(), batch);
  if (!depth) return depth.error();
  if (auto ok = node.admit_folded_work(indices.shape().element_count()); !ok) return ok.error();
  const std::size_t end = batch + *depth;
  const Shape rows = Shape::of(indices.shape().extents().part(0, indices.shape().rank() - 1));
  const Index strides = x.strides();
  Slices out;
  out.size = Shape::of(x.extents().part(end, x.rank() - end)).element_count();
  out.shape = extents_of(rows);
  for (std::size_t axis = end; axis < x.rank(); ++axis) out.shape.push_back(x[axis]);
  std::size_t next = 0;
  auto ok = for_each_index(rows, [&](const Index& at) -> Result<void> {
    std::int64_t start = 0;
    for (std::size_t axis = 0; axis < batch; ++axis) start += at[axis] * strides[axis];
    for (std::size_t axis = batch; axis < end; ++axis) {
      const auto index = wrapped(indices.integers()[next++], x[axis]);
      if (!index) return index.error();
      start += *index * strides[axis];
    }
    out.starts.push_back(start);
    return {};
  });
  if (!ok) return ok.error();
  return out;
}

Result<Positions> positions_in(OnnxNode& node, const Slices& slices) {
  const auto count = static_cast<std::int64_t>(slices.starts.size());
  if (slices.size > folded_tensor_limit) {
    return unavailable({}, "its slices have " + std::to_string(slices.size) +
                               " elements; at most " + std::to_string(folded_tensor_limit) +
                               " are supported");
  }
  if (auto ok = node.admit_folded(Shape::of({count, slices.size})); !ok) return ok.error();
  Positions out;
  for (const std::int64_t start : slices.starts) {
    for (std::int64_t i = 0; i < slices.size; ++i) out.push_back(start + i);
  }
  return out;
}

ValueId as_row(Composition& composition, std::string_view name, ValueId value,
               std::int64_t length) {
  return composition.reshaped(name, value, {length});
}

Result<void> gathered(OnnxNode& node, const Positions& positions, Integers shape) {
  if (auto ok = node.require_float(0, "data"); !ok) return ok;
  Composition composition(node);
  const ValueId row = as_row(composition, "row", node.input(0), node.shape(0).element_count());
  const ValueId indices = composition.constant("positions", list_tensor(positions));
  const ValueId elements =
      composition.part("elements", Op::gather, {row, indices}, {{"axis", std::int64_t{0}}});
  return composition.result(Op::reshape, {elements}, {{"shape", std::move(shape)}});
}

Result<void> map_gather_elements(OnnxNode& node) {
  const auto axis = axis_in(node.attributes().integer("axis"), node.shape(0).rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  const auto indices = constant_indices(node);
  if (!indices) return indices.error();
  const auto positions = element_positions(node, *indices, static_cast<std::size_t>(*axis));
  if (!positions) return positions.error();
  return gathered(node, *positions, extents_of(indices->shape()));
}

Result<void> map_gather_nd(OnnxNode& node) {
  const std::int64_t batch =
      node.attributes().contains("batch_dims") ? node.attributes().integer("batch_dims") : 0;
  if (batch < 0 || batch > static_cast<std::int64_t>(max_rank)) {
    return unreadable({}, "attribute 'batch_dims' is " + std::to_string(batch));
  }
  const auto indices = constant_indices(node);
  if (!indices) return indices.error();
  const auto slices = slices_of(node, *indices, static_cast<std::size_t>(batch));
  if (!slices) return slices.error();
  const auto positions = positions_in(node, *slices);
  if (!positions) return positions.error();
  return gathered(node, *positions, slices->shape);
}

/// Every element of the result is one of the data or the last update of its position.
Result<void> replaced(Composition& composition, OnnxNode& node, const Positions& positions,
                      ValueId row, ValueId updates) {
  const Shape x = node.shape(0);
  const std::int64_t length = x.element_count();
  if (auto ok = node.admit_folded(Shape::of({length})); !ok) return ok;
  Integers sources(static_cast<std::size_t>(length));
  std::iota(sources.begin(), sources.end(), 0);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    sources[static_cast<std::size_t>(positions[i])] = length + static_cast<std::int64_t>(i);
  }
  const ValueId both =
      composition.part("both", Op::concat, {row, updates}, {{"axis", std::int64_t{0}}});
  const ValueId chosen = composition.part(
      "chosen", Op::gather, {both, composition.constant("sources", list_tensor(sources))},
      {{"axis", std::int64_t{0}}});
  return composition.result(Op::reshape, {chosen}, {{"shape", extents_of(x)}});
}

/// The operation by which attribute 'reduction' combines an element with its update, unless that
/// is to replace or to add.
Result<std::optional<Op>> combination(const OnnxNode& node, const std::string& reduction,
                                      const Positions& positions) {
  std::optional<Op> op;
  if (reduction == "mul") op = Op::mul;
  if (reduction == "max" && node.opset() >= 18) op = Op::max;
  if (reduction == "min" && node.opset() >= 18) op = Op::min;
  if (!op && reduction != "none" && reduction != "add") {
    return unreadable({}, "attribute 'reduction' = \"" + printable(reduction) +
                              "\" is not one it has at opset " + std::to_string(node.opset()));
  }
  const std::set<std::int64_t> distinct(positions.begin(), positions.end());
  if (op && distinct.size() != positions.size()) {
    return unavailable({}, "attribute 'reduction' = \"" + reduction +
                               "\" with several updates of one element is not supported");
  }
  return op;
}

Result<void> scattered(OnnxNode& node, const Positions& positions) {
  for (const auto& [i, role] : {std::pair{0U, "data"}, std::pair{2U, "updates"}}) {
    if (auto ok = node.require_float(i, role); !ok) return ok;
  }
  const std::string reduction =
      node.attributes().contains("reduction") ? node.attributes().text("reduction") : "none";
  const auto op = combination(node, reduction, positions);
  if (!op) return op.error();
  const auto count = static_cast<std::int64_t>(positions.size());
  Composition composition(node);
  const ValueId row = as_row(composition, "row", node.input(0), node.shape(0).element_count());
  const ValueId updates = as_row(composition, "updates", node.input(2), count);
  if (reduction == "none") return replaced(composition, node, positions, row, updates);
  const Attributes axis{{"axis", std::int64_t{0}}};
  const ValueId indices = composition.constant("positions", list_tensor(positions));
  if (!*op) {
    const ValueId sums = composition.part("sums", Op::scatter_add, {row, indices, updates}, axis);
    return composition.result(Op::reshape, {sums}, {{"shape", extents_of(node.shape(0))}});
  }
  const ValueId old = composition.part("old", Op::gather, {row, indices}, axis);
  const ValueId combined = composition.part("combined", **op, {old, updates});
  return replaced(composition, node, positions, row, combined);
}

Result<void> map_scatter_elements(OnnxNode& node) {
  const auto axis = axis_in(node.attributes().integer("axis"), node.shape(0).rank(), true);
  if (!axis) return axis.error().inside("attribute 'axis'");
  const auto indices = constant_indices(node);
  if (!indices) return indices.error();
  if (node.shape(2) != indices->shape()) {
    return unreadable({}, "its input 'updates' " + node.shape(2).text() +
                              " has not the shape of its input 'indices' " +
                              indices->shape().text());
  }
  const auto positions = element_positions(node, *indices, static_cast<std::size_t>(*axis));
  if (!positions) return positions.error();
  return scattered(node, *positions);
}

Result<void> map_scatter_nd(OnnxNode& node) {
  const auto indices = constant_indices(node);
  if (!indices) return indices.error();
  const auto slices = slices_of(node, *indices, 0);
  if (!slices) return slices.error();
  if (extents_of(node.shape(2)) != slices->shape) {
    return unreadable({}, "its input 'updates' " + node.shape(2).text() + " has not the shape " +
                              text_of(slices->shape) + " that its indices ask for");
  }
  const auto positions = positions_in(node, *slices);
  if (!positions) return positions.error();
  return scattered(node, *positions);
}

}  // namespace

std::vector<OperatorForm> families::positions() {
  using namespace forms;
  const AttributeForm axis = integer("axis", 0);
  const AttributeForm reduction = text("reduction", "none");
  return {
      {"GatherElements", 11, last, 2, 2, 1, {axis}, map_gather_elements},
      {"GatherND", 11, 11, 2, 2, 1, {}, map_gather_nd},
      {"GatherND", 12, last, 2, 2, 1, {integer("batch_dims", 0)}, map_gather_nd},
      {"Scatter", 9, 10, 3, 3, 1, {axis}, map_scatter_elements},
      {"ScatterElements", 11, 15, 3, 3, 1, {axis}, map_scatter_elements},
      {"ScatterElements", 16, last, 3, 3, 1, {axis, reduction}, map_scatter_elements},
      {"ScatterND", 11, 15, 3, 3, 1, {}, map_scatter_nd},
      {"ScatterND", 16, last, 3, 3, 1, {reduction}, map_scatter_nd},
  };
}

}  // namespace touchstone::onnx_reading
