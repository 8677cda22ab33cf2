#include <algorithm>

#include "class_shapes.h"
#include "shape_checks.h"
#include "touchstone/core/checked.h"
#include "words.h"
#include "work.h"

namespace touchstone::words {

namespace {

using namespace class_shapes;
using namespace shape_checks;

std::optional<Diagnostic> operand_fault(Shapes x) {
  static constexpr const char* names[] = {"query", "key", "value"};
  for (std::size_t i = 0; i < 3; ++i) {
    if (x[i].rank() == 4) continue;
    return refuse("operand " + std::string(names[i]) + " " + x[i].text() +
                  " must be [batch, heads, positions, width]");
  }
  const Shape& query = x[0];
  const Shape& key = x[1];
  if (key[0] != query[0] || key[3] != query[3]) {
    return refuse("operands query and key " + both(query, key) +
                  " must have the same batch and width");
  }
  if (key[1] == 0 || query[1] % key[1] != 0) {
    return refuse("operands query and key " + both(query, key) +
                  " must have heads of which the first's are a multiple of the second's");
  }
  if (x[2][0] != key[0] || x[2][1] != key[1] || x[2][2] != key[2]) {
    return refuse("operands key and value " + both(key, x[2]) +
                  " must have the same batch, heads and positions");
  }
  if (key[2] == 0) return refuse("operand key " + key.text() + " has an empty maximum");
  if (query[3] == 0) return refuse("operand query " + query.text() + " has no width");
  return std::nullopt;
}

Result<Shape> attention_shape(const Attributes&, Shapes x) {
  if (auto fault = operand_fault(x)) return *fault;
  const auto scores = Shape::create(Extents{x[0][0], x[0][1], x[0][2], x[1][2]});
  if (!scores) return scores.error();
  if (x.size() == 4) {
    const auto together = broadcast_together(*scores, x[3]);
    if (!together || *together != *scores) {
      return refuse("operand mask " + x[3].text() + " does not broadcast to the scores " +
                    scores->text());
    }
  }
  return Shape::create(Extents{x[0][0], x[0][1], x[0][2], x[2][3]});
}

/// A few rows of grouped heads without a mask, and with masks of both kinds, whole and broadcast.
Instances small_classes(const Attributes& attributes) {
  const std::vector<TensorType> grouped{values({1, 2, 2, 2}), values({1, 1, 3, 2}),
                                        values({1, 1, 3, 1})};
  const std::vector<TensorType> batched{values({2, 4, 1, 1}), values({2, 2, 2, 1}),
                                        values({2, 2, 2, 2})};
  Instances out{{attributes, grouped}, {attributes, batched}};
  const auto add = [&](std::vector<TensorType> operands, const TensorType& mask) {
    operands.push_back(mask);
    out.push_back({attributes, std::move(operands)});
  };
  add(grouped, masks({2, 3}));
  add(grouped, values({1, 2, 2, 3}));
  add(batched, masks({2, 1, 1, 2}));
  add(batched, values({2}));
  add(batched, values({1, 1}));
  // More queries than keys: under causal the last ones see all.
  out.push_back({attributes, {values({1, 1, 3, 1}), values({1, 1, 2, 1}), values({1, 1, 2, 1})}});
  return out;
}

/// Under causal only a late query would see many keys.
Instances dot_product_classes(const Attributes& attributes) {
  Instances out = small_classes(attributes);
  if (!attributes.boolean("causal")) {
    out.push_back(
        {attributes,
         {values({1, 1, 1, 1}), values({1, 1, long_axis, 1}), values({1, 1, long_axis, 1})}});
  }
  return out;
}

/// Also two tiles and a key, which causal shows to late queries only.
Instances flash_classes(const Attributes& attributes) {
  Instances out = small_classes(attributes);
  const std::int64_t keys = attributes.boolean("causal") ? 66 : 2 * 64 + 1;
  const std::int64_t queries = attributes.boolean("causal") ? keys : 1;
  const std::vector<TensorType> tiled{values({1, 1, queries, 1}), values({1, 1, keys, 1}),
                                      values({1, 1, keys, 1})};
  out.push_back({attributes, tiled});
  if (queries == 1) {
    out.push_back({attributes, tiled});
    out.back().operands.push_back(masks({keys}));
  }
  return out;
}

/// One number added to every score: its gradient is a long sum.
Instances shared_mask_classes(const Attributes& attributes) {
  const TensorType rows = values({1, 1, 65, 1});
  return {{attributes, {rows, rows, rows, values({1})}}};
}

/// Each row reads, for each key, query, key and value along their widths and the mask. The
/// gradients hold what the heads of a group contribute to a key or value head, or the rows that
/// read a row of the mask.
std::optional<Work> attention_work(const Attributes&, Shapes x, const Shape& result) {
  // The shape rule has made the shape of the scores, so their number fits.
  const std::int64_t pairs = x[0][0] * x[0][1] * x[0][2] * x[1][2];
  const auto widths = checked_add(x[0][3], x[2][3]);
  const auto reads = widths ? checked_mul<std::int64_t>(2, *widths) : std::nullopt;
  auto accesses = reads ? checked_mul(pairs, *reads) : std::nullopt;
  if (accesses) accesses = checked_add(*accesses, result.element_count());
  const auto shared = checked_mul(x[0][1] / x[1][1], x[1][2]);
  auto row =
      shared ? checked_mul(*shared, std::max({x[0][3], x[2][3], std::int64_t{1}})) : std::nullopt;
  if (row && x.size() == 4 && x[3].element_count() > 0) {
    const std::int64_t mask_keys = x[3].rank() == 0 ? 1 : x[3][x[3].rank() - 1];
    row = std::max(*row, pairs / (x[3].element_count() / mask_keys));
  }
  if (!accesses || !row) return std::nullopt;
  return Work{*accesses, *row};
}

const std::vector<OperandSpec> attention_operands{
    {"query"}, {"key"}, {"value"}, {"mask", OperandKind::value_or_mask}};

const std::vector<AttributeSpec> attention_attributes{
    {"causal", false, false, "whether a query sees only keys whose position is not above its own"},
    {"scale", 0.0F, false, "factor of the scores; 0: 1 / sqrt(width)"}};

}  // namespace

std::vector<Operation> attention() {
  return {
      {.op = Op::flash_attention,
       .name = "flash_attention",
       .formula = "scaled_dot_product_attention by tiles of 64 keys, maximum and sum running",
       .operands = attention_operands,
       .min_operands = 3,
       .attributes = attention_attributes,
       .shape_rule = attention_shape,
       .class_instances = flash_classes,
       .more_gradient_instances = shared_mask_classes,
       .work = attention_work},
      {.op = Op::scaled_dot_product_attention,
       .name = "scaled_dot_product_attention",
       .formula = "softmax of (query . key * scale, masked) over keys; fma chain with values",
       .operands = attention_operands,
       .min_operands = 3,
       .attributes = attention_attributes,
       .shape_rule = attention_shape,
       .class_instances = dot_product_classes,
       .more_gradient_instances = shared_mask_classes,
       .work = attention_work},
  };
}

}  // namespace touchstone::words
