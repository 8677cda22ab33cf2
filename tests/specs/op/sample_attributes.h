#pragma once

#include <map>
#include <string>
#include <string_view>

#include "touchstone/op/vocabulary.h"

namespace touchstone {

/// Attributes with which an operation can be read, for tests that go through the vocabulary: what
/// it requires, and otherwise its defaults. Complete.
inline Attributes sample_attributes(const Operation& operation) {
  const auto ints = [](Integers list) { return AttributeValue(std::move(list)); };
  const auto text = [](const char* value) { return AttributeValue(std::string(value)); };
  const std::map<std::string_view, Attributes> required{
      {"avg_pool", {{"kernel", ints({2})}}},
      {"bernoulli_mask",
       {{"p", 0.5F}, {"seed", std::int64_t{7}}, {"shape", ints({2, 3})}, {"stream", text("m")}}},
      {"broadcast", {{"shape", ints({2, 3})}}},
      {"clamp", {{"min", -0.5F}, {"max", 0.5F}}},
      {"irfft", {{"n", std::int64_t{6}}}},
      {"max_pool", {{"kernel", ints({2})}}},
      {"pad", {{"pads_begin", ints({1, 0})}, {"pads_end", ints({2, 1})}}},
      {"permute", {{"axes", ints({1, 0})}}},
      {"rand_uniform", {{"seed", std::int64_t{7}}, {"shape", ints({2, 3})}, {"stream", text("u")}}},
      {"reshape", {{"shape", ints({2, 3})}}},
      {"scale", {{"factor", 0.3F}}},
      {"slice",
       {{"axes", ints({0})}, {"counts", ints({2})}, {"starts", ints({1})}, {"steps", ints({2})}}},
      {"smooth_max_pool", {{"kernel", ints({2})}}}};
  const auto found = required.find(operation.name);
  return *complete(operation, found == required.end() ? Attributes{} : found->second);
}

}  // namespace touchstone
