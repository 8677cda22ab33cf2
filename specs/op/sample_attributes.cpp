#include "sample_attributes.h"

namespace touchstone {

namespace {

Attributes required_attributes(Op op) {
  const auto ints = [](Integers list) { return AttributeValue(std::move(list)); };
  const auto text = [](const char* value) { return AttributeValue(std::string(value)); };
  switch (op) {
    case Op::avg_pool:
    case Op::max_pool:
    case Op::smooth_max_pool: return {{"kernel", ints({2})}};
    case Op::bernoulli_mask:
      return {
          {"p", 0.5F}, {"seed", std::int64_t{7}}, {"shape", ints({2, 3})}, {"stream", text("m")}};
    case Op::broadcast:
    case Op::reshape: return {{"shape", ints({2, 3})}};
    case Op::clamp: return {{"min", -0.5F}, {"max", 0.5F}};
    case Op::irfft: return {{"n", std::int64_t{6}}};
    case Op::pad: return {{"pads_begin", ints({1, 0})}, {"pads_end", ints({2, 1})}};
    case Op::permute: return {{"axes", ints({1, 0})}};
    case Op::rand_uniform:
      return {{"seed", std::int64_t{7}}, {"shape", ints({2, 3})}, {"stream", text("u")}};
    case Op::scale: return {{"factor", 0.3F}};
    case Op::slice:
      return {
          {"axes", ints({0})}, {"counts", ints({2})}, {"starts", ints({1})}, {"steps", ints({2})}};
    default: return {};
  }
}

}  // namespace

Attributes sample_attributes(const Operation& operation) {
  return *complete(operation, required_attributes(operation.op));
}

}  // namespace touchstone
