#include "choice_parts.h"
#include "choices.h"

namespace touchstone::gradients::choices {

namespace {

Choice unary(Draw& draw) { return {{}, {values(extents(draw, draw.between(0, 3)))}}; }

Choice binary(Draw& draw) {
  const Extents result = extents(draw, draw.between(0, 4));
  return {{}, {values(broadcastable_to(draw, result)), values(broadcastable_to(draw, result))}};
}

Choice scale(Draw& draw) {
  Choice out = unary(draw);
  out.attributes.set("factor", static_cast<float>(draw.real(-2, 2)));
  return out;
}

Choice clamp(Draw& draw) {
  Choice out = unary(draw);
  const double least = draw.real(-2, 1);
  out.attributes.set("min", static_cast<float>(least));
  out.attributes.set("max", static_cast<float>(draw.real(least, 2)));
  return out;
}

Choice gelu(Draw& draw) {
  Choice out = unary(draw);
  if (draw.coin()) out.attributes.set("approximate", draw.any_of<std::string>({"none", "tanh"}));
  return out;
}

Choice safe_log(Draw& draw) {
  Choice out = unary(draw);
  if (draw.coin()) out.attributes.set("epsilon", static_cast<float>(draw.real(0.01, 1)));
  return out;
}

Choice where(Draw& draw) {
  const Extents result = extents(draw, draw.between(0, 4));
  return {{},
          {masks(broadcastable_to(draw, result)), values(broadcastable_to(draw, result)),
           values(broadcastable_to(draw, result))}};
}

}  // namespace

std::vector<Chooser> elementwise() {
  return {{"abs", unary},   {"add", binary},        {"clamp", clamp},    {"cos", unary},
          {"div", binary},  {"erf", unary},         {"exp", unary},      {"gelu", gelu},
          {"inv", unary},   {"log", unary},         {"max", binary},     {"min", binary},
          {"mul", binary},  {"neg", unary},         {"pow", binary},     {"relu", unary},
          {"rsqrt", unary}, {"safe_log", safe_log}, {"scale", scale},    {"sigmoid", unary},
          {"silu", unary},  {"sin", unary},         {"softplus", unary}, {"sqrt", unary},
          {"sub", binary},  {"tanh", unary},        {"where", where}};
}

}  // namespace touchstone::gradients::choices
