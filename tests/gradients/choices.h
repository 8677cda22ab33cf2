#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "draw.h"
#include "touchstone/op/vocabulary.h"

/// Random choices of attributes and operand types, small enough that thousands are quick, wide
/// enough that each attribute, optional operand and kind of shape comes up.
namespace touchstone::gradients {

struct Choice {
  Attributes attributes;  ///< some defaults are left out
  std::vector<TensorType> operands;
};

/// How to draw choices of one operation. What it draws is to be accepted by `infer`.
struct Chooser {
  std::string_view operation;
  Choice (*draw)(Draw&);
};

/// The chooser of an operation, or null.
[[nodiscard]] const Chooser* chooser_of(std::string_view operation);
/// All choosers, by family (choices_<family>.cpp).
[[nodiscard]] std::vector<Chooser> all_choosers();

namespace choices {

[[nodiscard]] std::vector<Chooser> attention();
[[nodiscard]] std::vector<Chooser> convolution();
[[nodiscard]] std::vector<Chooser> elementwise();
[[nodiscard]] std::vector<Chooser> fourier();
[[nodiscard]] std::vector<Chooser> indexing();
[[nodiscard]] std::vector<Chooser> losses();
[[nodiscard]] std::vector<Chooser> movement();
[[nodiscard]] std::vector<Chooser> normalization();
[[nodiscard]] std::vector<Chooser> pooling();
[[nodiscard]] std::vector<Chooser> products();
[[nodiscard]] std::vector<Chooser> reduction();
[[nodiscard]] std::vector<Chooser> scan();
[[nodiscard]] std::vector<Chooser> softmax();

}  // namespace choices

}  // namespace touchstone::gradients
