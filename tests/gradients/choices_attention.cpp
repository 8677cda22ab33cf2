#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

/// Grouped heads; a boolean mask, an additive one or none, broadcast to the scores.
Choice attention_over(Draw& draw, std::int64_t keys) {
  const std::int64_t batch = draw.between(1, 2);
  const std::int64_t key_heads = draw.between(1, 2);
  const std::int64_t heads = key_heads * draw.between(1, 2);
  const std::int64_t queries = draw.between(1, keys > 4 ? 2 : 3);
  const std::int64_t width = draw.between(1, 3);
  Choice out{{},
             {values({batch, heads, queries, width}), values({batch, key_heads, keys, width}),
              values({batch, key_heads, keys, draw.between(1, 2)})}};
  const Extents scores{batch, heads, queries, keys};
  const std::int64_t mask = draw.between(0, 2);
  if (mask == 1) out.operands.push_back(masks(broadcastable_to(draw, scores)));
  if (mask == 2) out.operands.push_back(values(broadcastable_to(draw, scores)));
  if (draw.coin()) out.attributes.set("causal", draw.coin());
  if (draw.coin()) out.attributes.set("scale", static_cast<float>(draw.real(0.25, 1)));
  return out;
}

Choice attention_choice(Draw& draw) { return attention_over(draw, draw.between(1, 4)); }

/// Once in twenty more keys than one tile of 64.
Choice flash_attention(Draw& draw) {
  return attention_over(draw, draw.once_in(20) ? draw.between(65, 70) : draw.between(1, 4));
}

}  // namespace

std::vector<Chooser> attention() {
  return {{"flash_attention", flash_attention}, {"scaled_dot_product_attention", attention_choice}};
}

}  // namespace touchstone::gradients::choices
