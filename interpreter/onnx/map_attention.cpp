#include <string>
#include <utility>
#include <vector>

#include "composition.h"
#include "operator_form.h"

namespace touchstone::onnx_reading {

namespace {

Result<void> check_attention(const OnnxNode& node) {
  if (node.has_input(4) || node.has_input(5)) {
    return unavailable({}, "inputs 'past_key' and 'past_value' are not supported");
  }
  if (node.output_count() > 1) {
    return unavailable({}, "outputs after the first are not supported");
  }
  const Attributes& attributes = node.attributes();
  if (attributes.real("softcap") != 0) {
    return unavailable({}, "attribute 'softcap' is not 0, which is not supported");
  }
  if (attributes.contains("softmax_precision") && attributes.integer("softmax_precision") != 1) {
    return unavailable({}, "attribute 'softmax_precision' is not 1, FLOAT");
  }
  if (attributes.contains("scale") && !(attributes.real("scale") > 0)) {
    return unavailable({}, "attribute 'scale' is not positive, which is not supported");
  }
  return {};
}

Result<std::int64_t> heads_of(const OnnxNode& node, std::string_view attribute, std::size_t input) {
  const Shape& x = node.shape(input);
  if (!node.attributes().contains(attribute)) {
    return unreadable(
        {}, "attribute '" + std::string(attribute) + "' is missing, which inputs of 3 axes need");
  }
  const std::int64_t heads = node.attributes().integer(attribute);
  if (heads >= 1 && x[2] % heads == 0) return heads;
  return unreadable({}, "attribute '" + std::string(attribute) + "' is " + std::to_string(heads) +
                            ", which does not divide the last axis of " + x.text());
}

/// [batch, positions, heads · width] as [batch, heads, positions, width].
ValueId split_heads(Composition& composition, const std::string& name, ValueId value,
                    const Shape& x, std::int64_t heads) {
  const ValueId split =
      composition.reshaped(name + "_heads", value, {x[0], x[1], heads, x[2] / heads});
  return composition.part(name, Op::permute, {split}, {{"axes", Integers{0, 2, 1, 3}}});
}

Attributes attention_attributes(const OnnxNode& node, bool causal) {
  Attributes out{{"causal", causal}};
  // ONNX multiplies queries and keys by the root of the scale each; here the scores are scaled
  // once.
  if (node.attributes().contains("scale")) out.set("scale", node.attributes().real("scale"));
  return out;
}

Result<void> attention_of_rows(OnnxNode& node, const Attributes& attributes) {
  const auto query_heads = heads_of(node, "q_num_heads", 0);
  if (!query_heads) return query_heads.error();
  for (const std::size_t i : {1U, 2U}) {
    if (auto heads = heads_of(node, "kv_num_heads", i); !heads) return heads.error();
  }
  const std::int64_t heads = node.attributes().integer("kv_num_heads");
  const Shape query = node.shape(0);
  const Shape key = node.shape(1);
  const Shape value = node.shape(2);
  Composition composition(node);
  std::vector<ValueId> operands{
      split_heads(composition, "query", node.input(0), query, *query_heads),
      split_heads(composition, "key", node.input(1), key, heads),
      split_heads(composition, "value", node.input(2), value, heads)};
  if (node.has_input(3)) operands.push_back(node.input(3));
  const ValueId attended = composition.part("attended", Op::scaled_dot_product_attention,
                                            std::move(operands), attributes);
  const ValueId turned =
      composition.part("turned", Op::permute, {attended}, {{"axes", Integers{0, 2, 1, 3}}});
  return composition.result(
      Op::reshape, {turned},
      {{"shape", Integers{query[0], query[1], *query_heads * (value[2] / heads)}}});
}

Result<void> map_attention(OnnxNode& node) {
  if (auto ok = check_attention(node); !ok) return ok;
  const auto causal = node.flag("is_causal");
  if (!causal) return causal.error();
  const Attributes attributes = attention_attributes(node, *causal);
  const std::size_t rank = node.shape(0).rank();
  if ((rank != 3 && rank != 4) || node.shape(1).rank() != rank || node.shape(2).rank() != rank) {
    return unreadable({}, "its inputs Q " + node.shape(0).text() + ", K " + node.shape(1).text() +
                              " and V " + node.shape(2).text() + " must all have 3 or 4 axes");
  }
  if (rank == 3) return attention_of_rows(node, attributes);
  std::vector<ValueId> operands{node.input(0), node.input(1), node.input(2)};
  if (node.has_input(3)) operands.push_back(node.input(3));
  return node.result(Op::scaled_dot_product_attention, attributes, std::move(operands));
}

/// The rows of X that a RotaryEmbedding turns, as [batch, first, second, width].
struct Rotation {
  Integers split;           ///< X with its heads as an axis
  std::int64_t width = 0;   ///< of one head
  std::int64_t turned = 0;  ///< of which so many elements are turned
  Integers angles;          ///< the shape in which cosines and sines broadcast to it
};

Result<Rotation> rotation_of(const OnnxNode& node) {
  const Shape& x = node.shape(0);
  const std::int64_t heads = node.attributes().integer("num_heads");
  Rotation out;
  if (x.rank() == 4) {
    out.split = extents_of(x);
  } else if (x.rank() == 3 && heads >= 1 && x[2] % heads == 0) {
    out.split = {x[0], x[1], heads, x[2] / heads};
  } else {
    return unreadable({}, "its input " + x.text() +
                              " must have 4 axes, or 3 of which attribute "
                              "'num_heads' = " +
                              std::to_string(heads) + " divides the last");
  }
  out.width = out.split[3];
  out.turned = node.attributes().integer("rotary_embedding_dim");
  if (out.turned == 0) out.turned = out.width;
  if (out.turned < 2 || out.turned % 2 != 0 || out.turned > out.width) {
    return unreadable({}, "it turns " + std::to_string(out.turned) + " of " +
                              std::to_string(out.width) + " elements, which must be even");
  }
  const std::int64_t half = out.turned / 2;
  out.angles = x.rank() == 4 ? Integers{x[0], 1, x[2], half} : Integers{x[0], x[1], 1, half};
  return out;
}

/// Cosines or sines in the shape in which they broadcast: a table's rows at positions, or as given.
ValueId angles_of(Composition& composition, const OnnxNode& node, const std::string& name,
                  std::size_t input, const Rotation& rotation) {
  ValueId value = node.input(input);
  if (node.has_input(3)) {
    value = composition.part(name + "_rows", Op::gather, {value, node.input(3)},
                             {{"axis", std::int64_t{0}}});
  }
  return composition.reshaped(name, value, rotation.angles);
}

ValueId columns(Composition& composition, const std::string& name, ValueId value,
                const Integers& window) {
  return composition.part(name, Op::slice, {value},
                          {{"axes", Integers{3}},
                           {"counts", Integers{window[1]}},
                           {"starts", Integers{window[0]}},
                           {"steps", Integers{window[2]}}});
}

/// (cos · a − sin · b, sin · a + cos · b) for pairs (a, b): the halves of each head, or neighbours
/// where they are interleaved.
Result<void> map_rotary_embedding(OnnxNode& node) {
  const auto interleaved = node.flag("interleaved");
  if (!interleaved) return interleaved.error();
  const auto rotation = rotation_of(node);
  if (!rotation) return rotation.error();
  const std::int64_t half = rotation->turned / 2;
  const std::int64_t stride = *interleaved && half > 1 ? 2 : 1;
  Composition composition(node);
  const ValueId x = composition.reshaped("heads", node.input(0), rotation->split);
  const ValueId a = columns(composition, "first", x, {0, half, stride});
  const ValueId b = columns(composition, "second", x, {*interleaved ? 1 : half, half, stride});
  const ValueId cosines = angles_of(composition, node, "cos", 1, *rotation);
  const ValueId sines = angles_of(composition, node, "sin", 2, *rotation);
  const ValueId real = composition.part("real", Op::sub,
                                        {composition.part("cos_first", Op::mul, {cosines, a}),
                                         composition.part("sin_second", Op::mul, {sines, b})});
  const ValueId imaginary =
      composition.part("imaginary", Op::add,
                       {composition.part("sin_first", Op::mul, {sines, a}),
                        composition.part("cos_second", Op::mul, {cosines, b})});
  Integers pair = rotation->split;
  pair[3] = half;
  pair.push_back(1);
  Integers turned_shape = rotation->split;
  turned_shape[3] = rotation->turned;
  ValueId turned{};
  if (*interleaved) {
    const ValueId both = composition.part("pairs", Op::concat,
                                          {composition.reshaped("reals", real, pair),
                                           composition.reshaped("imaginaries", imaginary, pair)},
                                          {{"axis", std::int64_t{4}}});
    turned = composition.reshaped("turned", both, turned_shape);
  } else {
    turned = composition.part("turned", Op::concat, {real, imaginary}, {{"axis", std::int64_t{3}}});
  }
  if (rotation->turned < rotation->width) {
    const ValueId rest =
        columns(composition, "rest", x, {rotation->turned, rotation->width - rotation->turned, 1});
    turned = composition.part("joined", Op::concat, {turned, rest}, {{"axis", std::int64_t{3}}});
  }
  return composition.result(Op::reshape, {turned}, {{"shape", extents_of(node.shape(0))}});
}

}  // namespace

std::vector<OperatorForm> families::attention() {
  using namespace forms;
  return {
      {"Attention",
       23,
       last,
       3,
       6,
       4,
       {integer("is_causal", 0), optional("kv_num_heads", Kind::integer),
        optional("q_num_heads", Kind::integer), integer("qk_matmul_output_mode", 0),
        optional("scale", Kind::real), real("softcap", 0),
        optional("softmax_precision", Kind::integer)},
       map_attention},
      {"RotaryEmbedding",
       23,
       last,
       3,
       4,
       1,
       {integer("interleaved", 0), integer("num_heads", 0), integer("rotary_embedding_dim", 0)},
       map_rotary_embedding},
  };
}

}  // namespace touchstone::onnx_reading
